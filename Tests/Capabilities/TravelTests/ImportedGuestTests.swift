import Access
import Base
import Storage
import TestSupport
import Testing

@testable import Calendar
@testable import Travel

@Suite("files that change what others take part in")
struct ImportedGuestTests {
  /// Ann's calendar with guests: Bob comes, Cleo has not answered, Dan has said no.
  private struct Stand {
    let fixture: TravelFixture
    let people: [TravelFixture.Person]

    init(_ engine: StoreEngine = .chosen) throws {
      let made = try TravelFixture(engine)
      fixture = made
      people = try ["Ann", "Bob", "Cleo", "Dan"].map { try made.person($0) }
    }

    func invite(_ item: EntityID) throws {
      let rsvp = fixture.calendar.rsvp
      try rsvp.invite(
        people.dropFirst().map(\.id.description), to: item, caller: people[0].caller)
      try rsvp.answer(.accepted, to: item, caller: people[1].caller)
      try rsvp.answer(.declined, to: item, caller: people[3].caller)
    }

    func exported() throws -> String {
      String(
        decoding: try fixture.calendar.exchange.export(caller: people[0].caller), as: UTF8.self)
    }

    @discardableResult
    func take(_ file: String) throws -> CalendarExchange.Imported {
      try fixture.calendar.exchange.importFile(Array(file.utf8), caller: people[0].caller)
    }

    /// How often each has been told of changes.
    func told() throws -> [Int] {
      try people.map { try fixture.reminders($0, "appointmentChange").count }
    }

    func news(_ person: Int) throws -> String? {
      try fixture.reminders(people[person], "appointmentChange").first
    }

    func starts(_ person: Int) throws -> [String] {
      let from = fixture.clock.now()
      return try fixture.platform.store.read { session in
        try Timeline.occurrences(
          of: people[person].id, from: from, to: from.adding(seconds: 60 * 86_400),
          cancelled: true, in: session
        ).map { "\($0.start.description.prefix(16)) \($0.item.title) \($0.item.status.rawValue)" }
      }
    }
  }

  @Test(
    "what a file moves or cancels is told to those who take part, once, and as by hand",
    arguments: StoreEngine.allCases)
  func moved(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let lunch = try stand.fixture.make(
      stand.people[0], "Lunch", start: "2026-05-04T12:00",
      place: #"{"lat": 47.13801234567, "lon": 9.52161234567, "label": "Inn"}"#)
    try stand.invite(lunch.item.id)
    let file = try stand.exported()
    // What says the same moves nothing; another title alone is told of by hand neither.
    #expect(try stand.take(file).updated == 1)
    try stand.take(file.replacing("SUMMARY:Lunch", with: "SUMMARY:Dinner"))
    #expect(try stand.told() == [0, 0, 0, 0])
    #expect(try stand.starts(1) == ["2026-05-04T10:00 Dinner confirmed"])
    let later = file.replacing("T120000", with: "T190000")
    for _ in 0..<2 { try stand.take(later) }
    #expect(try stand.told() == [0, 1, 1, 0])
    #expect(try stand.starts(1) == ["2026-05-04T17:00 Lunch confirmed"])
    let byFile = try stand.news(1)
    let changed = try stand.fixture.platform.store.read {
      try #require(try CalendarItemStore.find(lunch.item.id, in: $0))
    }
    #expect(changed.sequence == 1, "other calendars know of it")
    // The same by hand.
    for hour in [20, 19] {
      _ = try stand.fixture.travel.appointments.edit(
        lunch.item.id,
        AppointmentEdit(
          reading: TravelFixture.fields(
            #"{"start": "2026-05-04T\#(hour):00", "confirm": ["unreachable"]}"#)),
        expecting: .any, caller: stand.people[0].caller)
    }
    #expect(try stand.news(1) == byFile)
    #expect(try stand.told() == [0, 3, 3, 0])
    // Cancelled: who comes decides about the own entry, who has not answered has none.
    let cancelled = later.replacing("STATUS:CONFIRMED", with: "STATUS:CANCELLED")
    #expect(try stand.take(cancelled).removed == 1)
    #expect(try stand.take(cancelled).removed == 0)
    #expect(try stand.told() == [0, 4, 4, 0])
    #expect(try stand.news(1)?.contains("Keep it as your own entry") == true)
    #expect(try stand.starts(0).isEmpty)
    #expect(try stand.starts(1) == ["2026-05-04T17:00 Lunch cancelled"])
    // An older file brings it back to its owner; what was cancelled stays so.
    #expect(try stand.take(file).added == 1)
    #expect(try stand.starts(0) == ["2026-05-04T10:00 Lunch confirmed"])
    #expect(try stand.starts(1) == ["2026-05-04T17:00 Lunch cancelled"])
    #expect(try stand.told() == [0, 4, 4, 0])
    #expect(try stand.fixture.breaches().isEmpty)
  }

  @Test(
    "guests go along to what a file puts in the place of an occurrence, and hear of what it cancels",
    arguments: StoreEngine.allCases)
  func occurrences(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let series = try stand.fixture.make(
      stand.people[0], "Team", start: "2026-05-04T10:00",
      #", "recurrence": "FREQ=WEEKLY;COUNT=4""#)
    try stand.invite(series.item.id)
    let whole = try stand.exported()
    func single(_ day: Int, _ lines: String) -> String {
      let uid = whole.split(separator: "\r\n").first { $0.hasPrefix("UID:") } ?? ""
      return whole.replacing(
        "END:VCALENDAR",
        with: """
          BEGIN:VEVENT\r
          \(uid)\r
          RECURRENCE-ID;TZID=Europe/Vaduz:202605\(day)T100000\r
          DURATION:PT30M\r
          SUMMARY:Team\r
          \(lines)\r
          END:VEVENT\r
          END:VCALENDAR
          """)
    }
    let moved = single(11, "DTSTART;TZID=Europe/Vaduz:20260512T150000")
    for _ in 0..<2 { try stand.take(moved) }
    #expect(try stand.told() == [0, 1, 1, 0])
    let again = try stand.exported()
    try stand.take(again)
    #expect(try stand.told() == [0, 1, 1, 0], "the own export says nothing new")
    try stand.take(moved.replacing("0512T150000", with: "0512T160000"))
    #expect(try stand.told() == [0, 2, 2, 0])
    let cancelled = single(18, "DTSTART;TZID=Europe/Vaduz:20260518T100000\r\nSTATUS:CANCELLED")
    for _ in 0..<2 { try stand.take(cancelled) }
    #expect(try stand.told() == [0, 3, 3, 0])
    #expect(try stand.news(1)?.hasPrefix("Ann has cancelled “Team” of Mon, 18 May") == true)
    let expected = [
      "2026-05-04T08:00 Team confirmed", "2026-05-12T14:00 Team confirmed",
      "2026-05-25T08:00 Team confirmed",
    ]
    #expect(try stand.starts(0) == expected)
    #expect(try stand.starts(1) == expected)
    // The whole series an hour later: what stands in the place of an occurrence stays its own.
    try stand.take(whole.replacing("T100000", with: "T110000"))
    #expect(try stand.told() == [0, 4, 4, 0])
    #expect(
      try stand.starts(1).map { String($0.prefix(16)) } == [
        "2026-05-04T09:00", "2026-05-12T14:00", "2026-05-18T09:00", "2026-05-25T09:00",
      ])
    #expect(try stand.fixture.breaches().isEmpty)
  }

  @Test(
    "guests go along where a file takes a series apart, and hear of it once",
    arguments: StoreEngine.allCases)
  func rest(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let series = try stand.fixture.make(
      stand.people[0], "Team", start: "2026-05-04T10:00",
      #", "recurrence": "FREQ=WEEKLY;COUNT=6""#)
    try stand.invite(series.item.id)
    func rest(_ day: String, _ lines: String) throws -> String {
      """
      BEGIN:VCALENDAR\r
      BEGIN:VEVENT\r
      UID:\(series.item.uid)\r
      RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Vaduz:2026\(day)T100000\r
      DURATION:PT30M\r
      SUMMARY:Team\r
      \(lines)\r
      END:VEVENT\r
      END:VCALENDAR\r

      """
    }
    let late = try rest("0518", "DTSTART;TZID=Europe/Vaduz:20260518T140000")
    let result = try stand.take(late)
    #expect(result.added == 1 && result.updated == 1, "\(result)")
    #expect(try stand.told() == [0, 1, 1, 0])
    let news = try #require(try stand.news(1))
    #expect(
      news.hasPrefix("Ann has changed “Team” from Mon, 18 May 2026 at 10:00"), "\(news)")
    let expected = [
      "2026-05-04T08:00", "2026-05-11T08:00", "2026-05-18T12:00", "2026-05-25T12:00",
      "2026-06-01T12:00", "2026-06-08T12:00",
    ]
    for person in 0..<2 {
      #expect(try stand.starts(person).map { String($0.prefix(16)) } == expected)
    }
    // The series with both of its parts again: nothing is new.
    try stand.take(stand.exported())
    #expect(try stand.told() == [0, 1, 1, 0])
    // Its first part ends earlier.
    try stand.take(
      rest("0511", "DTSTART;TZID=Europe/Vaduz:20260511T100000\r\nSTATUS:CANCELLED"))
    #expect(try stand.told() == [0, 2, 2, 0])
    #expect(try stand.news(1)?.hasPrefix("Ann has cancelled “Team” from Mon, 11 May") == true)
    #expect(
      try stand.starts(1).map { String($0.prefix(16)) }
        == [expected[0]] + Array(expected.dropFirst(2)))
    #expect(try stand.fixture.breaches().isEmpty)
  }

  @Test("a file that takes a series apart twice takes its guests along")
  func severalRests() throws {
    let stand = try Stand()
    let series = try stand.fixture.make(
      stand.people[0], "Team", start: "2026-05-04T10:00",
      #", "recurrence": "FREQ=WEEKLY;COUNT=4""#)
    try stand.invite(series.item.id)
    let rests = [("0511", "14"), ("0518", "16")].map { day, hour in
      """
      BEGIN:VEVENT\r
      UID:\(series.item.uid)\r
      RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Vaduz:2026\(day)T100000\r
      DTSTART;TZID=Europe/Vaduz:2026\(day)T\(hour)0000\r
      DURATION:PT30M\r
      SUMMARY:Team\r
      END:VEVENT\r

      """
    }
    try stand.take("BEGIN:VCALENDAR\r\n\(rests.joined())END:VCALENDAR\r\n")
    for person in 0..<2 {
      #expect(
        try stand.starts(person).map { String($0.prefix(16)) } == [
          "2026-05-04T08:00", "2026-05-11T12:00", "2026-05-18T14:00", "2026-05-25T14:00",
        ])
    }
    #expect(try stand.told() == [0, 2, 2, 0])
    #expect(try stand.fixture.breaches().isEmpty)
  }

  @Test("of much that one file changes one is told by few notifications", arguments: [6, 7, 40])
  func many(_ count: Int) throws {
    let stand = try Stand()
    for day in 0..<count {
      let made = try stand.fixture.make(
        stand.people[0], "Lunch \(day)", start: "2026-0\(5 + day / 25)-\(10 + day % 25 / 2)T12:00",
        #", "notes": "\#(day)""#)
      try stand.invite(made.item.id)
    }
    try stand.take(stand.exported().replacing("T120000", with: "T130000"))
    #expect(try stand.told() == [0, 6, 6, 0])
    let last = try #require(try stand.news(1))
    #expect(
      count == 6
        ? last.contains("“Lunch 5”")
        : last == "Ann has changed or cancelled \(count - 5) more appointments of yours.", "\(last)"
    )
  }

  @Test("whole days stay where they are, whatever zone their file is read by")
  func wholeDays() throws {
    let stand = try Stand()
    let ann = stand.people[0]
    let series = try stand.fixture.travel.appointments.create(
      AppointmentDraft(
        reading: TravelFixture.fields(
          """
          {"title": "Fair", "start": "2026-05-04T00:00", "zone": "America/Bogota",
           "allDay": true, "recurrence": "FREQ=WEEKLY;COUNT=4",
           "confirm": ["noPosition", "overlap", "unreachable", "past"]}
          """)), caller: ann.caller)
    try stand.invite(series.item.id)
    let appointments = stand.fixture.travel.appointments
    let starts = (0..<4).map { series.item.startsAt.adding(seconds: Int64($0) * 7 * 86_400) }
    try appointments.delete(series.item.id, at: starts[1], caller: ann.caller)
    _ = try appointments.edit(
      series.item.id, at: starts[2],
      AppointmentEdit(
        reading: TravelFixture.fields(
          #"{"start": "2026-05-19T00:00", "confirm": ["noPosition", "overlap", "unreachable"]}"#)),
      expecting: .any, caller: ann.caller)
    let (told, before) = (try stand.told(), try stand.starts(1))
    #expect(before.count == 3, "\(before)")
    try stand.take(stand.exported())
    #expect(try stand.told() == told)
    #expect(try stand.starts(1) == before)
    #expect(try stand.fixture.breaches().isEmpty)
  }
}
