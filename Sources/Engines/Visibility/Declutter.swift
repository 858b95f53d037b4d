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
    /// Or more, as long as it is not exact.
    var worth: Double
    var isExact = false
    let wasShown: Bool
    let id: UInt32
    let index: Int
  }

  /// Which of two candidates comes first, all else being equal.
  typealias Order = (_ a: UInt32, _ b: UInt32) -> Bool

  static func worth(isTarget: Bool, priority: Int, distance: Double, range: Double) -> Double {
    (isTarget ? 101 : 0) + Double(priority) + 1 + max(0, 1 - distance / range)
  }

  let rules: ViewRules
  let order: Order

  /// Shows the best and counts the others.
  ///
  /// - Parameters:
  ///   - entries: in any order; used as work space.
  ///   - hasHistory: whether anything was shown before: then newcomers need a little more room.
  ///   - worth: the exact one of an entry; asked only for those that may be the worthiest.
  ///   - screenBox: of an entry's index; asked only for those looked at.
  ///   - show: called with the index of each shown one, worthiest first.
  /// - Complexity: O(n + k·(log n + shown)) for k entries looked at.
  func choose(
    from entries: inout [Entry], hasHistory: Bool, worth: (Entry) -> Double,
    screenBox: (Int) -> ScreenBox, show: (Int, ScreenBox) -> Void
  ) {
    var shown: [ScreenBox] = []
    entries.withUnsafeMutableBufferPointer { entries in
      var heap = Heap(entries, order)
      while shown.count < rules.maximumShown, let entry = heap.popFirst(worth) {
        let box = screenBox(entry.index)
        let isNew = hasHistory && !entry.wasShown
        let most = rules.maximumOverlap - (isNew ? rules.newcomerSlack : 0)
        if shown.contains(where: { $0.overlap(with: box) > max(0, most) }) { continue }
        shown.append(box)
        show(entry.index, box)
      }
    }
  }

  /// The worthiest first, without sorting all.
  private struct Heap {
    private var entries: UnsafeMutableBufferPointer<Entry>.SubSequence
    private let order: Order

    init(_ entries: UnsafeMutableBufferPointer<Entry>, _ order: @escaping Order) {
      self.entries = entries[...]
      self.order = order
      for start in stride(from: entries.count / 2 - 1, through: 0, by: -1) {
        sink(entries[start], from: start)
      }
    }

    /// - Parameter worth: the exact one of an entry.
    mutating func popFirst(_ worth: (Entry) -> Double) -> Entry? {
      while var first = entries.first, !first.isExact {
        (first.worth, first.isExact) = (worth(first), true)
        sink(first, from: 0)
      }
      guard let first = entries.first, let last = entries.popLast() else { return nil }
      if !entries.isEmpty { sink(last, from: 0) }
      return first
    }

    private mutating func sink(_ entry: Entry, from start: Int) {
      var hole = start
      while true {
        var child = 2 * hole + 1
        if child >= entries.count { break }
        if child + 1 < entries.count, precedes(entries[child + 1], entries[child]) { child += 1 }
        if !precedes(entries[child], entry) { break }
        entries[hole] = entries[child]
        hole = child
      }
      entries[hole] = entry
    }

    @inline(__always)
    private func precedes(_ a: Entry, _ b: Entry) -> Bool {
      if a.worth != b.worth { return a.worth > b.worth }
      // What may be less is looked at before it is compared.
      return a.isExact == b.isExact ? order(a.id, b.id) : b.isExact
    }
  }
}
