/// A set of days, a bit each, counted from a first day that its owner knows.
///
/// - Thread: pure.
public struct DaySet: Sendable, Hashable {
  public private(set) var words: [UInt64]

  public init(count: Int) { words = Array(repeating: 0, count: (max(count, 0) + 63) / 64) }

  init(words: [UInt64]) { self.words = words }

  /// Any day may be asked for; those outside are not in the set.
  public func contains(_ day: Int) -> Bool {
    guard day >= 0, day >> 6 < words.count else { return false }
    return words[day >> 6] & (1 << UInt64(day & 63)) != 0
  }

  mutating func set(_ day: Int, _ runs: Bool) {
    guard day >= 0, day >> 6 < words.count else { return }
    let bit: UInt64 = 1 << UInt64(day & 63)
    if runs { words[day >> 6] |= bit } else { words[day >> 6] &= ~bit }
  }

  /// Adds the days of another set that lie within this one's.
  mutating func formUnion(_ other: DaySet) {
    for (at, word) in other.words.enumerated() where at < words.count { words[at] |= word }
  }

  /// The days of a span, counted from its first.
  func cut(to span: ClosedRange<Int>) -> DaySet {
    var cut = DaySet(count: span.count)
    for day in span where contains(day) { cut.set(day - span.lowerBound, true) }
    return cut
  }
}
