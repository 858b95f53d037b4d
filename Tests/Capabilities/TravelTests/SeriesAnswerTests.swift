import Base
import Realms
import Storage
import TestSupport
import Testing

@testable import Calendar
@testable import Travel

@Suite("guests of series, and what they say of single occurrences")
struct SeriesAnswerTests {
  private let fixture: TravelFixture
  private let ann: TravelFixture.Person
  private let bob: TravelFixture.Person

  init() throws {
    fixture = try TravelFixture()
    (ann, bob) = (try fixture.person("Ann"), try fixture.person("Bob"))
  }

  /// Four lessons on Mondays from 4 May at 15:00 in Vaduz, to which Bob is invited.
  private func lessons() throws -> (id: EntityID, starts: [Instant]) {
    let made = try fixture.make(
      ann, "Lesson", start: "2026-05-04T15:00", ", \"recurrence\": \"FREQ=WEEKLY;COUNT=4\"")
    try fixture.calendar.rsvp.invite(
      [bob.id.description], to: made.item.id, caller: ann.caller)
    return (
      made.item.id, (0..<4).map { made.item.startsAt.adding(seconds: Int64($0) * 7 * 86_400) }
    )
  }

  private func exported() throws -> [String] {
    String(decoding: try fixture.calendar.exchange.export(caller: bob.caller), as: UTF8.self)
      .replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
      .drop { $0 != "BEGIN:VEVENT" }
      .filter { line in
        ["BEGIN:VEVENT", "DTSTART;", "RRULE", "EXDATE", "RECURRENCE-ID", "STATUS"]
          .contains { line.hasPrefix($0) }
      }
  }

  private func waiting(_ person: TravelFixture.Person) throws -> [EntityID] {
    try fixture.travel.appointments.waiting(PageRequest(), caller: person.caller).items
      .map(\.item.id)
  }

  /// What stands in somebody's calendar, by its beginnings.
  private func shown(_ person: TravelFixture.Person) throws -> [String] {
    let span = try CalendarSpan(
      from: fixture.clock.now(), to: fixture.clock.now().adding(seconds: 86_400 * 60))
    return try fixture.travel.appointments.list(
      { _, _ in span }, PageRequest(limit: 200), caller: person.caller
    ).items.map { String($0.occurrence.start.description.prefix(16)) }
  }

  @Test("who comes to some occurrences of a series has these in files, and is asked no more")
  func someOccurrences() throws {
    let (id, starts) = try lessons()
    let rsvp = fixture.calendar.rsvp
    #expect(try waiting(bob) == [id])
    try rsvp.answer(.accepted, to: id, at: starts[1], caller: bob.caller)
    try rsvp.answer(.tentative, to: id, at: starts[3], caller: bob.caller)
    try rsvp.answer(.declined, to: id, at: starts[2], caller: bob.caller)
    #expect(try waiting(bob) == [])
    #expect(
      try exported() == [
        "BEGIN:VEVENT", "RECURRENCE-ID;TZID=Europe/Vaduz:20260511T150000",
        "DTSTART;TZID=Europe/Vaduz:20260511T150000", "STATUS:CONFIRMED",
        "BEGIN:VEVENT", "RECURRENCE-ID;TZID=Europe/Vaduz:20260525T150000",
        "DTSTART;TZID=Europe/Vaduz:20260525T150000", "STATUS:TENTATIVE",
      ])
    let place = try fixture.platform.store.read {
      try CalendarPlace.find(id, after: fixture.clock.now(), in: $0)
    }
    #expect(place?.accounts == [ann.id, bob.id].sorted())
    // What is taken out of the series is not come to.
    try fixture.travel.appointments.delete(id, at: starts[1], caller: ann.caller)
    #expect(try exported().count == 4)
  }

  @Test("who comes to a series but for one occurrence has it in files without that")
  func butOne() throws {
    let (id, starts) = try lessons()
    let rsvp = fixture.calendar.rsvp
    try rsvp.answer(.accepted, to: id, caller: bob.caller)
    try rsvp.answer(.declined, to: id, at: starts[2], caller: bob.caller)
    #expect(
      try exported() == [
        "BEGIN:VEVENT", "DTSTART;TZID=Europe/Vaduz:20260504T150000",
        "RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE;TZID=Europe/Vaduz:20260518T150000",
        "STATUS:CONFIRMED",
      ])
    #expect(
      try shown(bob) == ["2026-05-04T13:00", "2026-05-11T13:00", "2026-05-25T13:00"])
  }
}
