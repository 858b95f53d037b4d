import Base

/// A series taken apart at one of its occurrences: "this and following".
///
/// - Source: RFC 5545, section 3.2.13; splitting is what Google's and Microsoft's calendars do.
extension CalendarItem {
  /// When the first of its occurrences would begin, also if that is left out.
  var firstStart: Instant { min(startsAt, added.min() ?? startsAt) }

  /// Stands between the UID of what a part was cut from and when that part begins.
  static let cutMark = "_R"

  /// The UID of the series that it was once a part of; its own one if that was never cut.
  var seriesUID: String {
    uid.firstRange(of: Self.cutMark).map { String(uid[..<$0.lowerBound]) } ?? uid
  }

  /// Where "this and following" begins.
  ///
  /// - Returns: nil if that is all of it.
  /// - Throws: `notFound` for an occurrence that the series does not have.
  public func rest(from occurrence: Instant) throws(Refusal) -> Instant? {
    guard repeats else { return nil }
    guard hasOccurrence(at: occurrence) else { throw Refusal.notFound("occurrence") }
    return occurrence > firstStart ? occurrence : nil
  }

  /// As ``ending(before:)``, measured.
  public func measured(endingBefore begin: Instant) throws -> CalendarItem {
    var before = try ending(before: begin)
    try before.check()
    return before
  }

  /// The series with only those of its occurrences that begin before `begin`; not yet measured.
  func ending(before begin: Instant) throws -> CalendarItem {
    var before = self
    let end = begin.adding(seconds: -1)
    let day = zone.wallTime(at: begin).adding(days: -1)
    before.recurrence = try recurrence?.ending(
      until: isAllDay ? CalendarText.text(day, isDate: true) : CalendarText.text(end))
    before.excluded = excluded.filter { $0 < begin }
    before.added = added.filter { $0 < begin }
    return before
  }

  /// How many occurrences of its rule begin before an instant.
  func passed(before begin: Instant, _ budget: inout RecurrenceBudget) -> Int {
    var count = 0
    _ = budget.lending { budget in
      recurrence?.forEach(from: start, in: zone, &budget) { _, instant in
        guard instant < begin else { return false }
        count += 1
        return true
      }
    }
    return count
  }

  /// The series that goes on with the occurrence that begins at `begin`; not yet measured.
  ///
  /// - Parameter id: its identifier.
  /// - Throws: `invalid` for an occurrence that was added beside the rule, which nothing follows.
  public func goingOn(from begin: Instant, as id: EntityID) throws -> CalendarItem {
    var budget = RecurrenceBudget(RecurrenceBudget.ofRule)
    guard let rule = recurrence, !added.contains(begin) else {
      throw Refusal.invalid(
        "/occurrence",
        "This occurrence was added beside the rule of its series. Change it alone, or the series.")
    }
    var after = self
    after.id = id
    after.uid = "\(uid)\(Self.cutMark)\(CalendarText.text(begin))"
    after.start = wall(at: begin)
    if rule.count > 0 {
      after.recurrence = try rule.ending(count: rule.count - passed(before: begin, &budget))
    }
    after.excluded = excluded.filter { $0 >= begin }
    after.added = added.filter { $0 > begin }
    after.sequence = 0
    after.version = 1
    return after
  }

  /// Moves what its rule leaves out and what was added beside it along with its start.
  ///
  /// - Parameter old: the series as it was before the start was set.
  public mutating func carryDays(from old: CalendarItem) {
    let shift = OccurrenceShift(from: old, to: self)
    guard !shift.isNone else { return }
    excluded = Set(excluded.map(shift.moved))
    added = Set(added.map(shift.moved))
  }
}

/// Where the occurrences of a series are after a change of its start: as far away by the clocks on
/// the wall as the start is.
///
/// - Thread: pure.
public struct OccurrenceShift: Hashable, Sendable {
  private let from: IANATimeZone
  private let to: IANATimeZone
  private let seconds: Int
  /// Whether they begin with days, wherever clocks skip midnight.
  private let isAllDay: Bool
  /// The series before and after; the same one if it was not taken apart.
  public let series: EntityID
  public let item: EntityID
  /// The first occurrence that is concerned; nil for all.
  public let begin: Instant?
  /// The series by the rules of its zone as they now are, where these have changed.
  private let measured: CalendarItem?
  /// Seconds by which new rules move clocks at most, but for rare ones that skip a day.
  private static let farthest: Int64 = 3600

  /// From a series to itself as it is now.
  init(from old: CalendarItem, to new: CalendarItem) {
    (from, to, series, item, begin) = (old.zone, new.zone, old.id, new.id, nil)
    measured = nil
    isAllDay = old.isAllDay
    seconds = new.start.secondsSinceEpoch - old.start.secondsSinceEpoch
  }

  /// From the occurrences of a series from `begin` on to the series that goes on from there.
  init(from old: CalendarItem, at begin: Instant, to rest: CalendarItem) {
    (from, to, series, item, self.begin) = (old.zone, rest.zone, old.id, rest.id, begin)
    measured = nil
    isAllDay = old.isAllDay
    seconds = rest.start.secondsSinceEpoch - old.wall(at: begin).secondsSinceEpoch
  }

  /// Within a series, from where the rules of its zone have put an occurrence to where they put it now.
  ///
  /// The former rules are not known any more: what is no occurrence is the one next to it.
  ///
  /// - Parameter series: measured, with everything that was taken out of it.
  init(byRulesOf series: CalendarItem) {
    (from, to, self.series, item, begin) = (series.zone, series.zone, series.id, series.id, nil)
    (seconds, measured, isAllDay) = (0, series, series.isAllDay)
  }

  /// Whether every occurrence stays where it is.
  public var isNone: Bool { measured == nil && seconds == 0 && from == to && series == item }

  /// Whether an occurrence is concerned.
  public func concerns(_ occurrence: Instant) -> Bool { begin.map { occurrence >= $0 } ?? true }

  /// When an occurrence begins now.
  public func moved(_ occurrence: Instant) -> Instant {
    if let measured {
      func distance(_ start: Instant) -> Double { abs(start.seconds(since: occurrence)) }
      let near = measured.starts(
        overlapping: occurrence.adding(seconds: -Self.farthest),
        occurrence.adding(seconds: Self.farthest + 1), limit: 1000)
      guard let next = near.min(by: { distance($0) < distance($1) }),
        distance(next) <= Double(Self.farthest)
      else { return occurrence }
      return next
    }
    var wall = from.wallTime(at: occurrence)
    if isAllDay { wall.secondOfDay = 0 }
    return to.instant(of: wall.adding(seconds: seconds))
  }

  /// Which occurrences that are named in rows go where, so that one after the other can be renamed
  /// without meeting another.
  public func renames(_ occurrences: [Instant]) -> [(from: Instant, to: Instant)] {
    let found = occurrences.filter(concerns).map { (from: $0, to: moved($0)) }
    let isLater = found.contains { $0.to > $0.from }
    return found.sorted { isLater ? $0.from > $1.from : $0.from < $1.from }
  }
}
