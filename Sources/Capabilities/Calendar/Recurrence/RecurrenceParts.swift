import Base

/// The parts of a recurrence rule that say on which days it falls.
///
/// - Source: RFC 5545, section 3.3.10.
/// - Thread: pure.
struct RecurrenceParts: Hashable, Sendable {
  enum Frequency: String, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A weekday from 0 for Monday; which one of its month or year, 0 for each.
  struct Weekday: Hashable, Sendable {
    var day: Int
    var ordinal: Int
  }

  var frequency: Frequency
  var interval = 1
  /// 0 for a rule without one.
  var count = 0
  var months: Set<Int> = []
  var monthDays: [Int] = []
  var yearDays: [Int] = []
  var weeks: [Int] = []
  var weekdays: [Weekday] = []
  var positions: [Int] = []
  /// The last time at which an occurrence may begin.
  var until: CalendarText.Time?
  /// From 0 for Monday.
  var weekStart = 0

  private static let dayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// Reads a rule in the form in which libical writes it; nil for anything else.
  init?(canonical text: String) {
    var frequency: Frequency?
    var parts: [(Substring, [Substring])] = []
    for part in text.split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else { return nil }
      let value = part[part.index(after: equals)...]
      if part.hasPrefix("FREQ=") { frequency = Frequency(rawValue: String(value)) }
      parts.append((part[..<equals], value.split(separator: ",")))
    }
    guard let frequency else { return nil }
    self.frequency = frequency
    for (name, values) in parts {
      let numbers = values.compactMap { Int($0) }
      switch name {
      case "INTERVAL": interval = max(1, numbers.first ?? 1)
      case "COUNT": count = max(0, numbers.first ?? 0)
      case "BYMONTH": months = Set(numbers)
      case "BYMONTHDAY": monthDays = numbers
      case "BYYEARDAY": yearDays = numbers
      case "BYWEEKNO": weeks = numbers
      case "BYSETPOS": positions = numbers
      case "BYDAY": weekdays = values.compactMap(Self.weekday)
      case "UNTIL": until = values.first.flatMap { CalendarText.time(String($0)) }
      case "WKST": weekStart = values.first.flatMap { Self.weekday($0) }?.day ?? 0
      default: break
      }
    }
  }

  private static func weekday(_ text: Substring) -> Weekday? {
    guard let day = dayNames.firstIndex(of: String(text.suffix(2))) else { return nil }
    let ordinal = text.dropLast(2)
    return Weekday(day: day, ordinal: ordinal.isEmpty ? 0 : Int(ordinal) ?? 0)
  }

  /// - Throws: ``RecurrenceRule/Problem`` for parts that do not go together (the table of RFC 5545,
  ///   section 3.3.10).
  func check() throws(RecurrenceRule.Problem) {
    if frequency != .yearly, !yearDays.isEmpty || !weeks.isEmpty {
      throw RecurrenceRule.Problem("must have BYYEARDAY and BYWEEKNO only if it is yearly")
    }
    if frequency == .weekly, !monthDays.isEmpty {
      throw RecurrenceRule.Problem("must not have BYMONTHDAY if it is weekly")
    }
    if frequency == .daily || frequency == .weekly, weekdays.contains(where: { $0.ordinal != 0 }) {
      throw RecurrenceRule.Problem("must number days of the week only if monthly or yearly")
    }
  }
}
