import Access
import Base
import Storage
import TestSupport
import Testing

@testable import Calendar

@Suite("wall times, zones and recurrence")
struct CalendarTimeTests {
  private let vaduz = IANATimeZone("Europe/Vaduz") ?? .utc

  private func wall(_ text: String) throws -> WallTime { try #require(WallTime(text)) }

  @Test("wall times are read and written, and nothing else is read")
  func reading() throws {
    #expect(try wall("2026-05-04T08:30").description == "2026-05-04T08:30:00")
    #expect(try wall("0001-01-01T00:00:59").description == "0001-01-01T00:00:59")
    for text in [
      "", "T", "2026-05-04", "2026-5-4T08:30", "2026-05-04T24:00", "2026-05-04T08:60",
      "2026-02-29T08:00", "2026-05-04T08:30Z", "2026-05-04 08:30", "2026-05-04T8:30",
      "2026-05-04T08:30:00.5", "+026-05-04T08:30",
    ] {
      #expect(WallTime(text) == nil, "\(text)")
    }
  }

  @Test("an hour that comes twice is the first, one that is left out moves on (RFC 5545, 3.3.5)")
  func daylightSaving() throws {
    #expect(vaduz.instant(of: try wall("2026-01-15T12:00")).description.hasPrefix("2026-01-15T11"))
    #expect(vaduz.instant(of: try wall("2026-07-15T12:00")).description.hasPrefix("2026-07-15T10"))
    // Clocks go from 02:00 to 03:00 on 29 March and from 03:00 back to 02:00 on 25 October.
    #expect(
      vaduz.instant(of: try wall("2026-03-29T02:30")).description == "2026-03-29T01:30:00.000Z")
    #expect(
      vaduz.instant(of: try wall("2026-10-25T02:30")).description == "2026-10-25T00:30:00.000Z")
    let lordHowe = try #require(IANATimeZone("Australia/Lord_Howe"))
    #expect(
      lordHowe.instant(of: try wall("2026-01-01T00:00")).description == "2025-12-31T13:00:00.000Z")
  }

  @Test("every wall time that a clock shows comes back from its instant; seed in the failure")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let zones = ["Europe/Vaduz", "America/Toronto", "Asia/Kolkata", "Pacific/Apia", "UTC"]
    for _ in 0..<2000 {
      let zone = try #require(IANATimeZone(zones[Int(random.next() % 5)]))
      let second = Int(random.next() % 2_000_000_000)
      let instant = Instant(milliseconds: Int64(second) * 1000)
      let shown = zone.wallTime(at: instant)
      let back = zone.instant(of: shown)
      // The second time an hour is shown leads back to the first.
      #expect(
        back == instant || (back < instant && zone.wallTime(at: back) == shown),
        "seed \(seed): \(zone.name) \(instant)")
    }
  }

  private func starts(
    _ rule: String, from start: String, _ zone: IANATimeZone? = nil, limit: Int = 20
  ) throws -> [String] {
    var found: [String] = []
    var budget = RecurrenceBudget(RecurrenceBudget.ofRule)
    try RecurrenceRule(rule).forEach(from: wall(start), in: zone ?? vaduz, &budget) { wall, _ in
      found.append(String(wall.description.prefix(16)))
      return found.count < limit
    }
    return found
  }

  @Test("rules of RFC 5545 give its examples")
  func examples() throws {
    #expect(
      try starts("FREQ=WEEKLY;COUNT=4;BYDAY=TU,TH", from: "1997-09-02T09:00")
        == ["1997-09-02T09:00", "1997-09-04T09:00", "1997-09-09T09:00", "1997-09-11T09:00"])
    #expect(
      try starts("FREQ=MONTHLY;COUNT=3;BYDAY=-2MO", from: "1997-09-22T09:00")
        == ["1997-09-22T09:00", "1997-10-20T09:00", "1997-11-17T09:00"])
    #expect(
      try starts("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=4", from: "1998-02-13T09:00")
        == ["1998-02-13T09:00", "1998-03-13T09:00", "1998-11-13T09:00", "1999-08-13T09:00"])
    #expect(
      try starts("FREQ=DAILY;UNTIL=19970905T000000Z", from: "1997-09-02T09:00").count == 3)
    #expect(
      try starts("FREQ=DAILY;UNTIL=19970905", from: "1997-09-02T09:00").count == 4,
      "a date means all of that day")
    #expect(
      try starts("FREQ=YEARLY;INTERVAL=4;COUNT=2", from: "2024-02-29T10:00").last
        == "2028-02-29T10:00")
    #expect(
      try starts("FREQ=MONTHLY;COUNT=3", from: "2026-01-31T10:00")
        == ["2026-01-31T10:00", "2026-03-31T10:00", "2026-05-31T10:00"],
      "months without a 31st are left out and not counted")
  }

  @Test("occurrences keep their time of day over daylight saving, and move on by a gap")
  func recurrenceOverGap() throws {
    var instants: [String] = []
    var budget = RecurrenceBudget(RecurrenceBudget.ofRule)
    try RecurrenceRule("FREQ=DAILY;COUNT=3").forEach(
      from: wall("2026-03-28T09:00"), in: vaduz, &budget
    ) {
      instants.append(String($1.description.prefix(16)))
      return true
    }
    #expect(instants == ["2026-03-28T08:00", "2026-03-29T07:00", "2026-03-30T07:00"])
    #expect(
      try starts("FREQ=DAILY;COUNT=3", from: "2026-03-28T02:30")
        == ["2026-03-28T02:30", "2026-03-29T02:30", "2026-03-30T02:30"])
    var moved: [String] = []
    try RecurrenceRule("FREQ=DAILY;COUNT=3").forEach(
      from: wall("2026-03-28T02:30"), in: vaduz, &budget
    ) {
      moved.append(String($1.description.prefix(16)))
      return true
    }
    // 03:30 by the clock there, as Google's calendar and Exchange have it; it counts.
    #expect(moved == ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30"])
  }

  @Test(
    "of a series that occurrence is meant that runs or comes next; before and after it the first")
  func meant() throws {
    let fixture = try CalendarFixture(.sqlite)
    let owner = try fixture.person("Owner")
    let team = try fixture.team(owner, [])
    let id = try fixture.calendar.items.create(
      try fixture.item("practice", in: team, rule: "FREQ=WEEKLY;COUNT=3"), caller: owner.caller)
    let item = try #require(
      try fixture.platform.store.read { try CalendarItemStore.find(id, in: $0) })
    func weeks(after days: Double) throws -> Double {
      let now = item.startsAt.adding(milliseconds: Int64(days * 86_400_000))
      let start = try item.start(at: nil, now: now)
      return Double(start.milliseconds - item.startsAt.milliseconds) / 604_800_000
    }
    #expect(try weeks(after: -3) == 0)
    #expect(try weeks(after: 1) == 1)
    #expect(try weeks(after: 7.001) == 1)
    #expect(try weeks(after: 8) == 2)
    #expect(try weeks(after: 30) == 0)
  }

  @Test("weeks of a year count from both ends, in years of 52 and of 53 of them")
  func weeksOfTheYear() throws {
    // By ISO 8601: 2026 and 2032 have 53 weeks.
    #expect(
      try starts("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=MO;COUNT=4", from: "2026-12-28T09:00")
        == ["2026-12-28T09:00", "2027-12-27T09:00", "2028-12-25T09:00", "2029-12-24T09:00"])
    #expect(
      try starts("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;COUNT=2", from: "2026-12-28T09:00")
        == ["2026-12-28T09:00", "2032-12-27T09:00"])
    #expect(
      try starts("FREQ=YEARLY;BYWEEKNO=-52;BYDAY=MO;COUNT=3", from: "2027-01-04T09:00")
        == ["2027-01-04T09:00", "2028-01-03T09:00", "2029-01-01T09:00"])
  }

  @Test("days around New Year lie in weeks of the other year (RFC 5545, 3.3.10; ISO 8601)")
  func weeksAroundNewYear() throws {
    // As dateutil 2.9 has them, too.
    #expect(
      try starts("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO;COUNT=6", from: "2024-12-30T09:00")
        == [
          "2024-12-30T09:00", "2025-12-29T09:00", "2027-01-04T09:00", "2028-01-03T09:00",
          "2029-01-01T09:00", "2029-12-31T09:00",
        ])
    // 2026 has 53 weeks: its last one ends on 3 January; that of 2021 ends on 2 January as week 52.
    #expect(
      try starts("FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU;COUNT=2", from: "2021-01-03T09:00")
        == ["2021-01-03T09:00", "2027-01-03T09:00"])
    #expect(
      try starts("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU;COUNT=3", from: "2021-01-03T09:00")
        == ["2021-01-03T09:00", "2022-01-02T09:00", "2023-01-01T09:00"])
    #expect(
      try starts("FREQ=YEARLY;BYWEEKNO=1;BYDAY=SU;WKST=SU;COUNT=3", from: "2023-01-01T09:00")
        == ["2023-01-01T09:00", "2023-12-31T09:00", "2024-12-29T09:00"])
  }

  @Test("the start is always the first occurrence, and odd rules come to an end")
  func oddRules() throws {
    #expect(
      try starts("FREQ=WEEKLY;BYDAY=FR;COUNT=2", from: "2026-05-04T10:00")
        == ["2026-05-04T10:00", "2026-05-08T10:00"])
    #expect(
      try starts("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", from: "2026-02-28T10:00").count == 1)
    for rule in [
      "", "FREQ", "FREQ=", "FREQ=HOURLY", "FREQ=SECONDLY;COUNT=5", "COUNT=5",
      "FREQ=DAILY;COUNT=2001", "FREQ=DAILY;BYHOUR=1,2,3", "RSCALE=CHINESE;FREQ=YEARLY",
      "FREQ=DAILY;COUNT=5\nX", "FREQ=DAILY;\u{1F600}",
      "FREQ=DAILY;BYDAY=2MO", "FREQ=WEEKLY;BYMONTHDAY=3", "FREQ=MONTHLY;BYWEEKNO=3",
      "FREQ=MONTHLY;BYYEARDAY=3",
      "FREQ=DAILY;BYDAY=" + String(repeating: "MO,", count: 300),
    ] {
      #expect(throws: RecurrenceRule.Problem.self, "\(rule.prefix(40))") {
        try RecurrenceRule(rule)
      }
    }
  }

  @Test("whole days end by the wall, times by the clock")
  func ends() throws {
    var item = CalendarItem(
      id: EntityID(high: 1, low: 1), uid: "u", organizer: EntityID(high: 1, low: 2), title: "T",
      start: try wall("2026-03-29T00:00"), zone: vaduz, duration: 86_400,
      createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0))
    #expect(item.end(from: item.startsAt).seconds(since: item.startsAt) == 86_400)
    item.isAllDay = true
    #expect(item.end(from: item.startsAt).seconds(since: item.startsAt) == 82_800)
  }

  @Test("whole days are days also where clocks skip midnight")
  func skippedMidnights() throws {
    // From 00:00 to 01:00 that day.
    for (zone, day) in [
      ("Atlantic/Azores", "2026-03-29"), ("Africa/Cairo", "2026-04-24"),
      ("America/Santiago", "2026-09-06"),
    ] {
      let skipped = try #require(CivilDate(text: day))
      func date(_ days: Int) -> WallTime {
        WallTime(date: CivilDate(daysSinceEpoch: skipped.daysSinceEpoch + days))
      }
      var item = CalendarItem(
        id: EntityID(high: 1, low: 1), uid: "u", organizer: EntityID(high: 1, low: 2), title: "T",
        start: date(-1), zone: try #require(IANATimeZone(zone)), duration: 86_400,
        createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0))
      item.isAllDay = true
      item.recurrence = try RecurrenceRule("FREQ=DAILY;COUNT=4")
      try item.check()
      let starts = item.starts(
        overlapping: item.startsAt, item.startsAt.adding(seconds: 10 * 86_400), limit: 10)
      try #require(starts.count == 4)
      #expect(item.zone.wallTime(at: starts[1]).clock == "01:00", "\(zone)")
      #expect(starts.dropLast().map(item.end(from:)) == Array(starts.dropFirst()), "\(zone)")
      #expect(item.wall(at: starts[1]) == date(0))
      var rest = try item.goingOn(from: starts[1], as: EntityID(high: 1, low: 3))
      try rest.check()
      #expect(rest.start == date(0))
      rest.start = date(1)
      let shift = OccurrenceShift(from: item, at: starts[1], to: rest)
      #expect(shift.moved(starts[1]) == starts[2], "\(zone)")
    }
  }

  @Test("one whole day that begins at 01:00 is changed like every other")
  func changedSkippedMidnight() throws {
    let fixture = try CalendarFixture()
    let owner = try fixture.person("Ann")
    var event = try fixture.item("event", in: fixture.team(owner, []), rule: "FREQ=DAILY;COUNT=4")
    event.start = try wall("2026-09-05T00:00")
    (event.zone, event.isAllDay) = (try #require(IANATimeZone("America/Santiago")), true)
    event.duration = 86_400
    let items = fixture.calendar.items
    let id = try items.create(event, caller: owner.caller)
    let second = event.zone.start(of: try #require(CivilDate(text: "2026-09-06")))
    let one = try items.change(id, at: second, expecting: .any, caller: owner.caller) {
      $0.title = "Alone"
    }
    #expect(try fixture.found(one)?.start == wall("2026-09-06T00:00"))
    #expect(try fixture.found(one)?.startsAt == second)
  }
}
