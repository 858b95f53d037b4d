import Base
import Testing

@testable import Calendar
@testable import Travel

@Suite("series of which the rest is changed")
struct SeriesSplitTests {
  private func file(_ events: String) -> [UInt8] {
    Array(("BEGIN:VCALENDAR\nX-WR-TIMEZONE:Europe/Vaduz\n" + events + "END:VCALENDAR\n").utf8)
  }

  private func event(_ lines: String) -> String { "BEGIN:VEVENT\nUID:s\n\(lines)END:VEVENT\n" }

  @Test("a list asks for 800 days at most, and for some")
  func longestSpan() throws {
    let start = try #require(Instant(rfc3339: "2026-01-01T00:00:00Z"))
    _ = try CalendarSpan(from: start, to: start.adding(seconds: 800 * 86_400))
    #expect(throws: Refusal.self) {
      try CalendarSpan(from: start, to: start.adding(seconds: 800 * 86_400 + 1))
    }
    #expect(throws: Refusal.self) { try CalendarSpan(from: start, to: start) }
  }

  private func shown(_ fixture: TravelFixture, _ person: TravelFixture.Person) throws -> [String] {
    let span = try CalendarSpan(
      from: fixture.clock.now(), to: fixture.clock.now().adding(seconds: 86_400 * 60))
    return try fixture.travel.appointments.list(
      { _, _ in span }, PageRequest(limit: 200), caller: person.caller
    ).items.map {
      "\($0.occurrence.item.title) \($0.occurrence.start.description.prefix(16))"
    }
  }

  private var weekly: String {
    event("DTSTART:20260504T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=5\nSUMMARY:Team\n")
  }

  private var laterFromThird: String {
    event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20260518T100000\nDTSTART:20260518T140000\n"
        + "DURATION:PT1H\nSUMMARY:Late\n")
  }

  private var expected: [String] {
    [
      "Team 2026-05-04T08:00", "Team 2026-05-11T08:00", "Late 2026-05-18T12:00",
      "Late 2026-05-25T12:00", "Late 2026-06-01T12:00",
    ]
  }

  @Test("RANGE=THISANDFUTURE splits a series, and again the same when the file comes again")
  func split() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let both = file(weekly + laterFromThird)
    for round in 0..<2 {
      let result = try fixture.calendar.exchange.importFile(both, caller: person.caller)
      #expect(result.notes.isEmpty && (round == 0 ? result.added : result.updated) == 2)
      #expect(try shown(fixture, person) == expected)
    }
  }

  @Test("the rest of a series that is in the calendar already is split there")
  func stored() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    _ = try fixture.calendar.exchange.importFile(file(weekly), caller: person.caller)
    let result = try fixture.calendar.exchange.importFile(
      file(laterFromThird), caller: person.caller)
    #expect(result.added == 1 && result.updated == 1 && result.notes.isEmpty, "\(result.notes)")
    #expect(try shown(fixture, person) == expected)
    let lost = file(laterFromThird.replacing("UID:s", with: "UID:other"))
    #expect(
      try fixture.calendar.exchange.importFile(lost, caller: person.caller).notes.first?.contains(
        "series is not known") == true)
  }

  @Test("changed and left out occurrences of the rest go with it, also to another day")
  func changedRest() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let series = event(
      "DTSTART:20260504T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=6\n"
        + "EXDATE:20260525T100000\nSUMMARY:Team\n")
    let rest = event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20260511T100000\nDTSTART:20260512T100000\n"
        + "DURATION:PT1H\nSUMMARY:Tuesdays\n")
    let single = event(
      "RECURRENCE-ID:20260601T100000\nDTSTART:20260603T180000\nDURATION:PT1H\nSUMMARY:Evening\n")
    let result = try fixture.calendar.exchange.importFile(
      file(series + single + rest), caller: person.caller)
    #expect(result.notes.isEmpty, "\(result.notes)")
    #expect(
      try shown(fixture, person) == [
        "Team 2026-05-04T08:00", "Tuesdays 2026-05-12T08:00", "Tuesdays 2026-05-19T08:00",
        "Evening 2026-06-03T16:00", "Tuesdays 2026-06-09T08:00",
      ])
  }

  @Test("a rest that is cancelled ends the series, and one from the start on replaces it")
  func ends() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let cancelled = laterFromThird.replacing("SUMMARY", with: "STATUS:CANCELLED\nSUMMARY")
    _ = try fixture.calendar.exchange.importFile(file(weekly + cancelled), caller: person.caller)
    #expect(try shown(fixture, person) == Array(expected.prefix(2)))
    let whole = laterFromThird.replacing("20260518", with: "20260504")
    _ = try fixture.calendar.exchange.importFile(file(weekly + whole), caller: person.caller)
    #expect(try shown(fixture, person).count == 5)
    #expect(try shown(fixture, person).allSatisfy { $0.hasPrefix("Late ") })
  }
}
