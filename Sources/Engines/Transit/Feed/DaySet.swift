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
}
