import Base

/// A month in which something is counted, in UTC.
///
/// - Thread: pure.
struct CountedMonth: Hashable, Sendable {
  /// Months since the beginning of year 0; stored.
  let index: Int

  /// How many months are told of.
  static let told = 12

  init(index: Int) { self.index = index }

  init(of instant: Instant) {
    let date = CivilDate(daysSinceEpoch: Int(instant.milliseconds / 86_400_000))
    index = date.year * 12 + date.month - 1
  }

  /// As `2026-05`.
  var text: String {
    let number = index % 12 + 1
    return "\(index / 12)-\(number < 10 ? "0" : "")\(number)"
  }

  /// The months that are told of, the present one first.
  static func latest(at now: Instant) -> [CountedMonth] {
    let present = CountedMonth(of: now).index
    return (present - told + 1...present).reversed().map(CountedMonth.init(index:))
  }
}
