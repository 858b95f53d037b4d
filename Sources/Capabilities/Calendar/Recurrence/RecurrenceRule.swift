import Base
import CICal

/// How an item repeats: a rule of RFC 5545, read by libical and walked by ``RecurrenceDays``.
///
/// Daily, weekly, monthly and yearly rules; finer ones are refused. Occurrences are found in wall
/// time. A day that a month does not have is left out and not counted. A time that clocks leave out
/// moves on by the gap and is counted, as in the calendars of Google and Exchange: of what RFC 5545
/// says about it in 3.3.10, twice and differently, they follow the last paragraph. The start itself
/// is always the first occurrence, whether the rule leads there or not, as there and in 3.8.5.3.
///
/// - Source: RFC 5545, sections 3.3.5, 3.3.10 and 3.8.5.3.
/// - Thread: pure.
public struct RecurrenceRule: Hashable, Sendable {
  /// The rule as libical writes it, for instance `FREQ=WEEKLY;COUNT=10;BYDAY=MO`.
  public let text: String
  private let parts: RecurrenceParts

  /// The greatest COUNT.
  static let countLimit = 2000

  /// Reads a rule.
  ///
  /// - Throws: ``Problem`` that says what is wrong.
  public init(_ text: String) throws(Problem) {
    guard text.utf8.count <= 500, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) else {
      throw Problem("must be a recurrence rule of at most 500 characters")
    }
    var rule = icalrecurrencetype_from_string(text)
    defer { icalrecurrencetype_clear(&rule) }
    switch rule.freq {
    case ICAL_DAILY_RECURRENCE, ICAL_WEEKLY_RECURRENCE, ICAL_MONTHLY_RECURRENCE,
      ICAL_YEARLY_RECURRENCE:
      break
    case ICAL_HOURLY_RECURRENCE, ICAL_MINUTELY_RECURRENCE, ICAL_SECONDLY_RECURRENCE:
      throw Problem("must repeat daily, weekly, monthly or yearly")
    default:
      throw Problem("must be a recurrence rule such as FREQ=WEEKLY;BYDAY=MO;COUNT=10")
    }
    let upper = text.uppercased()
    for part in ["BYHOUR", "BYMINUTE", "BYSECOND", "RSCALE"] where upper.contains(part) {
      throw Problem("must not have \(part)")
    }
    guard rule.count <= Self.countLimit else {
      throw Problem("must have a COUNT of at most \(Self.countLimit)")
    }
    guard let written = icalrecurrencetype_as_string_r(&rule) else {
      throw Problem("cannot be written again")
    }
    defer { icalmemory_free_buffer(written) }
    try self.init(canonical: String(cString: written))
    try parts.check()
  }

  /// Reads a rule in the form of ``text``, as the store keeps it.
  init(canonical text: String) throws(Problem) {
    guard let parts = RecurrenceParts(canonical: text) else {
      throw Problem("must be a recurrence rule such as FREQ=WEEKLY;BYDAY=MO;COUNT=10")
    }
    self.text = text
    self.parts = parts
  }

  /// What is wrong with a rule, to stand behind "the rule".
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// Whether it goes on for ever.
  public var isEndless: Bool { parts.count == 0 && parts.until == nil }

  /// The last time that it allows, where it has one.
  var until: CalendarText.Time? { parts.until }

  /// How many times it allows; 0 where it does not count.
  var count: Int { parts.count }

  /// Whether its days are told by more than how often and how far apart.
  var hasParts: Bool { text.contains(";BY") }

  /// The same with another end.
  ///
  /// - Parameters:
  ///   - count: occurrences, the start among them; nil for any number.
  ///   - until: as RFC 5545 writes it; nil for no last time.
  func ending(count: Int? = nil, until: String? = nil) throws(Problem) -> RecurrenceRule {
    var words = text.split(separator: ";").filter {
      !$0.hasPrefix("COUNT=") && !$0.hasPrefix("UNTIL=")
    }.map(String.init)
    if let count { words.append("COUNT=\(count)") }
    if let until { words.append("UNTIL=\(until)") }
    return try RecurrenceRule(words.joined(separator: ";"))
  }

  /// Hands over the starts of the occurrences in order, until `body` answers false.
  ///
  /// - Parameters:
  ///   - earliest: occurrences before it, but for the first, may be passed over.
  ///   - end: when the last occurrence begins, if that has been found out: then nothing is counted.
  /// - Complexity: linear in the days from `earliest` on; from the start if it has a COUNT and no
  ///   `end`.
  func forEach(
    from start: WallTime, in zone: IANATimeZone, earliest: WallTime? = nil, end: Instant? = nil,
    _ budget: inout RecurrenceBudget, _ body: (WallTime, Instant) -> Bool
  ) {
    let isCounted = parts.count > 0 && end == nil
    var left = isCounted ? parts.count : .max
    let last = end ?? lastInstant(zone)
    guard budget.take(RecurrenceBudget.resolving), body(start, zone.instant(of: start)) else {
      return
    }
    left -= 1
    var days = RecurrenceDays(parts, from: start.date)
    if !isCounted, let earliest { days.skip(to: earliest.date.daysSinceEpoch) }
    while left > 0, let found = days.next(&budget) {
      for day in found {
        let wall = WallTime(
          date: CivilDate(daysSinceEpoch: day), secondOfDay: start.secondOfDay)
        guard wall > start, isCounted || earliest.map({ wall >= $0 }) ?? true else { continue }
        guard budget.take(RecurrenceBudget.resolving) else { return }
        let instant = zone.instant(of: wall)
        if let last, instant > last { return }
        guard body(wall, instant) else { return }
        left -= 1
        if left == 0 { return }
      }
    }
  }

  /// Whether it leads to any day after `start`, as 30 February does not.
  func leadsOn(from start: WallTime, _ budget: inout RecurrenceBudget) -> Bool {
    guard parts.count != 1 else { return true }
    var days = RecurrenceDays(parts, from: start.date)
    while let found = days.next(&budget) {
      if found.contains(where: { $0 > start.date.daysSinceEpoch }) { return true }
    }
    return false
  }

  /// When the last occurrence begins; nil for a rule without an end.
  ///
  /// What an UNTIL cuts off is looked for backwards from there.
  func end(
    from start: WallTime, in zone: IANATimeZone, _ budget: inout RecurrenceBudget
  ) -> Instant? {
    if isEndless { return nil }
    let first = zone.instant(of: start)
    var latest = first
    guard let until = lastInstant(zone) else {
      forEach(from: start, in: zone, &budget) { _, instant in
        latest = instant
        return true
      }
      return latest
    }
    // Nothing follows the year that rules are followed to.
    let horizon = zone.instant(
      of: WallTime(date: CivilDate(daysSinceEpoch: RecurrenceDays.lastDay), secondOfDay: 86_399))
    for years in [2, 30, 3000] as [Int64] {
      let from = min(until, horizon).adding(seconds: -years * 366 * 86_400)
      forEach(
        from: start, in: zone, earliest: zone.wallTime(at: max(from, first)), &budget
      ) { _, instant in
        latest = max(latest, instant)
        return true
      }
      if latest > first || from <= first { break }
    }
    return latest
  }

  /// The last instant at which an occurrence may begin; a date means all of that day.
  private func lastInstant(_ zone: IANATimeZone) -> Instant? {
    guard let until = parts.until else { return nil }
    if until.isDate {
      return zone.instant(of: WallTime(date: until.wall.date, secondOfDay: 86_399))
    }
    return (until.isUTC ? .utc : zone).instant(of: until.wall)
  }
}
