import Access
import Base
import Calendar
import Storage
import TestSupport
import Testing

@testable import Planning

/// Ann's calendar elsewhere, through the adapter that every calendar elsewhere comes by.
@Suite("calendars elsewhere in planning")
struct OutsideCalendarTests {
  private let source = HallCalendar()
  private let fixture: PlanningFixture
  private let people: [PlanningFixture.Person]
  private let realm: EntityID

  init() throws {
    let made = try PlanningFixture(source: source)
    fixture = made
    people = try ["Ann", "Ben"].map { try made.person($0) }
    realm = try fixture.family(people)
  }

  private func connect() throws {
    _ = try fixture.calendar.subscriptions.add(
      SubscriptionDraft(
        reading: PlanningFixture.fields(
          #"{"name": "Choir", "address": "https://ann.example.org/choir.ics"}"#)),
      caller: people[0].caller)
    try fixture.runErrands()
  }

  /// The starts that Ben is offered for an hour with Ann in the morning of the next day.
  private func offered() throws -> (starts: [String], words: String) {
    let fields = try PlanningFixture.fields(
      """
      {"participants": ["\(people[0].id)"], "from": "2026-05-02", "to": "2026-05-02",
       "duration": 60, "parts": ["morning"], "zone": "UTC"}
      """)
    let found = try fixture.planning.slots.find(
      SlotQuery(reading: fields), in: realm, caller: people[1].caller)
    var json = JSONWriter()
    found.write(to: &json)
    return (
      found.days.flatMap(\.slots).map { String($0.start.description.dropFirst(11).prefix(5)) },
      String(decoding: json.bytes, as: UTF8.self)
    )
  }

  /// Ben plans a hike with Ann, by hand.
  private func hike() throws {
    let service = fixture.planning.activities
    let id = try service.start(
      ActivityChange(
        reading: PlanningFixture.fields(
          """
          {"name": "Hike", "description": "Up the hill", "invitees": ["\(people[0].id)"],
           "start": "\(fixture.hour(48))", "duration": 7200, "step": "details"}
          """)), in: realm, caller: people[1].caller)
    try service.change(
      id,
      ActivityChange(
        reading: PlanningFixture.fields(
          """
          {"place": {"label": "Station"}, "type": "Walk",
           "tasks": [{"title": "Water", "assignee": "\(people[0].id)"}]}
          """)), expecting: .any, caller: people[1].caller)
    try service.sendInvites(id, caller: people[1].caller)
  }

  private func calendar(_ person: Int) throws -> String {
    String(
      decoding: try fixture.calendar.exchange.export(caller: people[person].caller),
      as: UTF8.self)
  }

  @Test(
    "MF-AS-06: whose calendar is connected is planned around in the family, which sees when and not what; activities are written into it"
  )
  func connected() throws {
    source.say("20260502T080000Z/20260502T100000Z")
    #expect(try offered().starts.contains("08:15"))
    try connect()
    let (starts, words) = try offered()
    #expect(starts.contains("07:00") && starts.contains("10:00"), "\(starts)")
    #expect(!starts.contains { $0 > "07:00" && $0 < "10:00" }, "\(starts)")
    #expect(!words.contains("Choir"), "\(words)")
    try hike()
    #expect(try calendar(0).contains("SUMMARY:Hike"))
  }

  @Test(
    "MF-IF-01: calendars of members and of resources are read by one adapter, which can fail; what is planned goes out and comes in as iCalendar"
  )
  func adapter() throws {
    source.say("20260502T080000Z/20260502T100000Z")
    try connect()
    let hall = try fixture.planning.resources.create(
      Resource.Content(
        reading: PlanningFixture.fields(
          """
          {"name": "Hall", "calendarAddress": "https://hall.example.org/hall.ics",
           "rules": {"sameDay": true}}
          """)), in: realm, caller: people[0].caller)
    try fixture.runErrands()
    let morning = Intervals.Span(fixture.hour(20), fixture.hour(26))
    #expect(
      try fixture.planning.bookings.free(hall, in: morning, caller: people[1].caller) == [
        Intervals.Span(fixture.hour(20), fixture.hour(22)),
        Intervals.Span(fixture.hour(24), fixture.hour(26)),
      ])
    #expect(try !offered().starts.contains("08:15"))
    source.fail()
    fixture.clock.advance(seconds: 3600)
    try fixture.runErrands()
    #expect(
      try fixture.planning.resources.get(hall, caller: people[1].caller).calendar?.state
        == .failing)
    #expect(
      try fixture.calendar.subscriptions.list(caller: people[0].caller).map(\.state)
        == [.failing])
    // What is known stays.
    #expect(try !offered().starts.contains("08:15"))
    // From one own store to another, in the words of iCalendar.
    try hike()
    let eve = try fixture.person("Eve")
    let file = Array(try calendar(1).utf8)
    _ = try fixture.calendar.exchange.importFile(file, caller: eve.caller)
    let found = try fixture.platform.store.read {
      try Timeline.occurrences(
        of: eve.id, from: fixture.hour(0), to: fixture.hour(96), in: $0)
    }
    #expect(found.map(\.item.title) == ["Hike"])
  }
}
