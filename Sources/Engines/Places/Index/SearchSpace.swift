import Base

/// Memory of one search, used again by the next.
///
/// - Thread: confined to one search at a time.
final class SearchSpace {
  /// How well each word of the search fits each entry: the upper four bits for its name, the lower
  /// ones for what stands beside it; all zero between searches.
  var lanes: [SIMD16<UInt8>]
  /// The entries whose lanes are not zero.
  var touched: [UInt32] = []

  init(entries: Int) { lanes = Array(repeating: .zero, count: entries) }

  /// Makes everything as it was.
  func clear() {
    for entry in touched { lanes[Int(entry)] = .zero }
    touched.removeAll(keepingCapacity: true)
  }

  func add(_ posting: UInt32, lane: Int, quality: UInt8) {
    let entry = posting & ~PlaceFile.besideName
    var lanes = self.lanes[Int(entry)]
    if lanes == .zero { touched.append(entry) }
    let old = lanes[lane]
    if posting & PlaceFile.besideName == 0 {
      if quality <= old >> 4 { return }
      lanes[lane] = quality << 4 | old & 15
    } else {
      if quality <= old & 15 { return }
      lanes[lane] = old & 0xf0 | quality
    }
    self.lanes[Int(entry)] = lanes
  }
}

/// The spaces that wait for a search; as many as were ever needed at once.
///
/// - Thread: shared.
final class SearchSpaces: Sendable {
  private let free = Guarded<[Box]>([])

  // Invariant: a space is in the list or with the one search that took it out, never both.
  private struct Box: @unchecked Sendable { let space: SearchSpace }

  func with<Result>(entries: Int, _ body: (SearchSpace) -> Result) -> Result {
    let space = free.withLock { $0.popLast() }?.space ?? SearchSpace(entries: entries)
    let result = body(space)
    space.clear()
    let box = Box(space: space)
    free.withLock { $0.append(box) }
    return result
  }
}
