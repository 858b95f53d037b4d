/// Chooses what to show of what is in sight.
///
/// The worth of an object is 203 at most: 101 for a target, plus its priority, plus 1, plus how near
/// it is (0 at the end of the range, 1 at the camera). So a target comes before all others, then
/// the greater priority, then the nearer; the lesser number decides the rest. What was shown before
/// is worth the margin more, so it stays unless another one gains more than that.
///
/// The worthiest is taken first; then, each time, the worthiest that does not overlap too much with
/// what was taken; until there are enough.
///
/// - Source: catalogue row CG-RL-08.
struct Declutter {
  /// Something in sight.
  struct Entry {
    let index: Int
    let id: UInt32
    let worth: Double
    let wasShown: Bool
  }

  /// Which of two candidates comes first, all else being equal.
  typealias Order = (_ a: UInt32, _ b: UInt32) -> Bool

  static func worth(isTarget: Bool, priority: Int, distance: Double, range: Double) -> Double {
    (isTarget ? 101 : 0) + Double(priority) + 1 + max(0, 1 - distance / range)
  }

  let rules: ViewRules
  let order: Order

  private func precedes(_ a: Entry, _ b: Entry) -> Bool {
    a.worth != b.worth ? a.worth > b.worth : order(a.id, b.id)
  }

  /// Shows the best and counts the others.
  ///
  /// - Parameters:
  ///   - entries: in any order; used as work space.
  ///   - hasHistory: whether anything was shown before: then newcomers need a little more room.
  ///   - screenBox: of an entry's index; asked only for those looked at.
  ///   - show: called with the index of each shown one, worthiest first.
  /// - Complexity: O(n + k·(log n + shown)) for k entries looked at.
  func choose(
    from entries: inout [Entry], hasHistory: Bool, screenBox: (Int) -> ScreenBox,
    show: (Int, ScreenBox) -> Void
  ) {
    var shown: [ScreenBox] = []
    var heap = Heap(&entries, precedes)
    while shown.count < rules.mostShown, let entry = heap.popFirst(&entries) {
      let box = screenBox(entry.index)
      let isNew = hasHistory && !entry.wasShown
      let most = rules.greatestOverlap - (isNew ? rules.newcomerSlack : 0)
      if shown.contains(where: { $0.overlap(with: box) > max(0, most) }) { continue }
      shown.append(box)
      show(entry.index, box)
    }
  }

  /// The worthiest first, without sorting all.
  private struct Heap {
    private var count: Int
    private let precedes: (Entry, Entry) -> Bool

    init(_ entries: inout [Entry], _ precedes: @escaping (Entry, Entry) -> Bool) {
      self.precedes = precedes
      count = entries.count
      for start in stride(from: count / 2 - 1, through: 0, by: -1) { sink(start, &entries) }
    }

    mutating func popFirst(_ entries: inout [Entry]) -> Entry? {
      guard count > 0 else { return nil }
      count -= 1
      entries.swapAt(0, count)
      sink(0, &entries)
      return entries[count]
    }

    private func sink(_ start: Int, _ entries: inout [Entry]) {
      var place = start
      while true {
        var best = place
        for child in [2 * place + 1, 2 * place + 2]
        where child < count && precedes(entries[child], entries[best]) {
          best = child
        }
        if best == place { return }
        entries.swapAt(place, best)
        place = best
      }
    }
  }
}
