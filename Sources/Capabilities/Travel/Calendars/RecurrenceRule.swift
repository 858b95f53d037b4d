import Base
import CICal

/// How an item repeats: a rule of RFC 5545, read and walked by libical.
///
/// Daily, weekly, monthly and yearly rules; finer ones are refused. Occurrences are found in wall
/// time. A wall time that a day does not have is left out and not counted; the start itself is
/// always the first occurrence.
///
/// - Source: RFC 5545, section 3.3.10.
/// - Thread: pure; libical keeps no state between calls that this uses.
public struct RecurrenceRule: Hashable, Sendable {
  /// The rule as libical writes it, for instance `FREQ=WEEKLY;COUNT=10;BYDAY=MO`.
  public let text: String

  /// Most occurrences that a rule is followed for.
  static let limit = 10_000
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
    self.text = String(cString: written)
    icalmemory_free_buffer(written)
  }

  /// What is wrong with a rule, to stand behind "the rule".
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// Whether it goes on for ever.
  public var isEndless: Bool { !text.contains("COUNT=") && !text.contains("UNTIL=") }

  /// Hands over the starts of the occurrences in order, until `body` answers false.
  ///
  /// - Parameter earliest: occurrences before it, but for the first, may be passed over.
  /// - Complexity: linear in the occurrences; at most ``limit`` are followed.
  func forEach(
    from start: WallTime, in zone: CalendarZone, earliest: WallTime? = nil,
    _ body: (WallTime, Instant) -> Bool
  ) {
    var rule = icalrecurrencetype_from_string(text)
    defer { icalrecurrencetype_clear(&rule) }
    guard rule.freq != ICAL_NO_RECURRENCE else { return }
    // Those that a clock never shows must not be counted, so the counting is done here.
    let isCounted = rule.count > 0
    var left = isCounted ? Int(rule.count) : Self.limit
    rule.count = 0
    let until = Self.lastInstant(rule.until, zone)
    rule.until = icaltime_null_time()
    guard body(start, zone.instant(of: start)) else { return }
    left -= 1
    guard let iterator = icalrecur_iterator_new(rule, Self.time(start)) else { return }
    defer { icalrecur_iterator_free(iterator) }
    // Every tenth time at least leads to an occurrence, however odd the rule.
    for _ in 0..<Self.limit * 2 {
      guard left > 0 else { return }
      let next = icalrecur_iterator_next(iterator)
      guard icaltime_is_null_time(next) == 0, let wall = Self.wall(next) else { return }
      // Resolving a time costs more than walking over it.
      if !isCounted, let earliest, wall < earliest { continue }
      guard wall > start, zone.shows(wall) else { continue }
      let instant = zone.instant(of: wall)
      if let until, instant > until { return }
      guard body(wall, instant) else { return }
      left -= 1
    }
  }

  /// Whether it leads to any day after `start`, as 30 February does not.
  ///
  /// libical looks for half a second where there is none, so this is asked once, before storing.
  func leadsOn(from start: WallTime) -> Bool {
    var rule = icalrecurrencetype_from_string(text)
    defer { icalrecurrencetype_clear(&rule) }
    guard rule.count != 1 else { return true }
    rule.count = 0
    rule.until = icaltime_null_time()
    guard let iterator = icalrecur_iterator_new(rule, Self.time(start)) else { return false }
    defer { icalrecur_iterator_free(iterator) }
    for _ in 0..<2 {
      let next = icalrecur_iterator_next(iterator)
      guard icaltime_is_null_time(next) == 0, let wall = Self.wall(next) else { return false }
      if wall > start { return true }
    }
    return false
  }

  private static func time(_ wall: WallTime) -> icaltimetype {
    var time = icaltime_null_time()
    time.year = Int32(wall.date.year)
    time.month = Int32(wall.date.month)
    time.day = Int32(wall.date.day)
    time.hour = Int32(wall.secondOfDay / 3600)
    time.minute = Int32(wall.secondOfDay / 60 % 60)
    time.second = Int32(wall.secondOfDay % 60)
    return time
  }

  private static func wall(_ time: icaltimetype) -> WallTime? {
    CivilDate(year: Int(time.year), month: Int(time.month), day: Int(time.day)).map {
      WallTime(
        date: $0, secondOfDay: Int(time.hour) * 3600 + Int(time.minute) * 60 + Int(time.second))
    }
  }

  /// The last instant at which an occurrence may begin; a date means all of that day.
  private static func lastInstant(_ until: icaltimetype, _ zone: CalendarZone) -> Instant? {
    guard icaltime_is_null_time(until) == 0, let wall = wall(until) else { return nil }
    if until.is_date != 0 {
      return zone.instant(of: WallTime(date: wall.date, secondOfDay: 86_399))
    }
    return icaltime_is_utc(until) != 0
      ? CalendarZone.utc.instant(of: wall) : zone.instant(of: wall)
  }
}
