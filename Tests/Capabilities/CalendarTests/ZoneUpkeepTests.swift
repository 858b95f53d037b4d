import Access
import Base
import Storage
import TestSupport
import Testing

@testable import Calendar

@Suite("rules of time zones that change", .serialized)
struct ZoneUpkeepTests {
  private static let hour: Int64 = 3_600_000

  /// Puts the instants of all items where rules of another hour had put them.
  private static func storeByFormerRules(_ fixture: CalendarFixture) throws {
    try fixture.store.store.write { transaction in
      try transaction.execute(
        """
        UPDATE calendar_items SET starts_at = starts_at + \(hour),
          ends_for_good = ends_for_good + \(hour), rule_end = rule_end + \(hour),
          recurrence_id = recurrence_id + \(hour)
        """)
      let series = try transaction.all(
        "SELECT id, excluded FROM calendar_items WHERE excluded <> ''", []
      ) { (try $0.id(0), try $0.text(1)) }
      for (id, text) in series {
        let moved = text.split(separator: " ").compactMap { Int64($0) }.map { String($0 + hour) }
        try transaction.execute(
          "UPDATE calendar_items SET excluded = ?2 WHERE id = ?1",
          [.id(id), .text(moved.joined(separator: " "))])
      }
      try transaction.execute(
        "UPDATE participations SET occurrence = occurrence + \(hour) WHERE occurrence IS NOT NULL")
    }
  }

  /// Everything that is derived from the rules, as it is stored.
  private static func stored(_ fixture: CalendarFixture) throws -> [[String]] {
    try fixture.store.store.read { session in
      let items = try session.all(
        """
        SELECT starts_at, COALESCE(ends_for_good, 0), COALESCE(rule_end, 0),
          COALESCE(recurrence_id, 0), excluded FROM calendar_items ORDER BY id
        """, []
      ) { row in try (0...3).map { String(try row.int($0)) } + [row.text(4)] }
      let said = try session.all(
        "SELECT occurrence FROM participations WHERE occurrence IS NOT NULL ORDER BY 1", []
      ) { [String(try $0.int(0))] }
      return items + said
    }
  }

  @Test(
    "what is to come is measured anew by the rules of its zone, with answers, exceptions and overrides; once",
    arguments: StoreEngine.allCases)
  func measuredAnew(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let (ann, bob) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(ann, [bob])
    let zone = try #require(IANATimeZone("Europe/Vaduz"))
    let items = fixture.calendar.items
    var single = try fixture.item("event", in: team)
    single.zone = zone
    _ = try items.create(single, caller: ann.caller)
    var series = try fixture.item("practice", in: team)
    series.zone = zone
    series.recurrence = try RecurrenceRule("FREQ=WEEKLY;COUNT=5")
    let id = try items.create(series, caller: ann.caller)
    let starts = try #require(try fixture.found(id)).starts(
      overlapping: series.startsAt, series.startsAt.adding(seconds: 60 * 86_400), limit: 10)
    try #require(starts.count == 5)
    try fixture.calendar.rsvp.answer(.declined, to: id, at: starts[3], caller: bob.caller)
    _ = try items.change(id, at: starts[2], expecting: .any, caller: ann.caller) {
      $0.title = "Other"
    }
    let before = try Self.stored(fixture)
    #expect(try fixture.calendar.zones.measureAnew() == 0)
    try Self.storeByFormerRules(fixture)
    let shifted = try #require(try fixture.found(id))
    #expect(shifted.hasOccurrence(at: starts[2]), "the exception is nowhere any more")
    #expect(try fixture.calendar.zones.measureAnew() == 3)
    #expect(try Self.stored(fixture) == before)
    let now = try #require(try fixture.found(id))
    #expect(!now.hasOccurrence(at: starts[2]) && now.version == shifted.version + 1)
    #expect(try fixture.calendar.zones.measureAnew() == 0)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test(
    "an item whose zone is known no more keeps what it has, and does not keep others from theirs")
  func droppedZone() throws {
    let fixture = try CalendarFixture()
    let ann = try fixture.person("Ann")
    let team = try fixture.team(ann, [])
    let items = fixture.calendar.items
    let lost = try items.create(fixture.item("event", in: team), caller: ann.caller)
    _ = try items.create(fixture.item("event", in: team, hour: 18), caller: ann.caller)
    let before = try Self.stored(fixture)
    try Self.storeByFormerRules(fixture)
    try fixture.store.store.write { transaction in
      try transaction.execute(
        "UPDATE calendar_items SET zone = 'Atlantis/Capital' WHERE id = ?1", [.id(lost)])
    }
    #expect(try fixture.calendar.zones.measureAnew() == 1)
    #expect(try Self.stored(fixture).filter { before.contains($0) }.count == 1)
  }
}
