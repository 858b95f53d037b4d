import Access
import Base
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

  @Test("an occurrence to which one may come, or comes for sure, stands as such beside its series")
  func otherwise() throws {
    let (id, starts) = try lessons()
    let rsvp = fixture.calendar.rsvp
    func answer(_ answer: Participation.Answer, _ start: Instant? = nil) throws {
      try rsvp.answer(answer, to: id, at: start, caller: bob.caller)
    }
    try answer(.accepted)
    try answer(.tentative, starts[1])
    try answer(.accepted, starts[3])
    func series(_ status: String, _ more: [String] = []) -> [String] {
      ["BEGIN:VEVENT", "DTSTART;TZID=Europe/Vaduz:20260504T150000", "RRULE:FREQ=WEEKLY;COUNT=4"]
        + more + ["STATUS:\(status)"]
    }
    func single(_ day: Int, _ status: String) -> [String] {
      [
        "BEGIN:VEVENT", "RECURRENCE-ID;TZID=Europe/Vaduz:202605\(day)T150000",
        "DTSTART;TZID=Europe/Vaduz:202605\(day)T150000", "STATUS:\(status)",
      ]
    }
    #expect(try exported() == series("CONFIRMED") + single(11, "TENTATIVE"))
    try answer(.tentative)
    try answer(.declined, starts[2])
    #expect(
      try exported()
        == series("TENTATIVE", ["EXDATE;TZID=Europe/Vaduz:20260518T150000"])
        + single(25, "CONFIRMED"))
    // What is taken out of the series is not there, whatever was said of it.
    try fixture.travel.appointments.delete(id, at: starts[3], caller: ann.caller)
    #expect(try exported().count { $0 == "BEGIN:VEVENT" } == 1)
  }

  /// Moves the second lesson to the evening.
  private func moveSecond(of id: EntityID, _ starts: [Instant]) throws -> EntityID {
    try fixture.travel.appointments.edit(
      id, at: starts[1],
      AppointmentEdit(reading: TravelFixture.fields(#"{"start": "2026-05-11T19:00"}"#)),
      expecting: .any, caller: ann.caller
    ).item.id
  }

  @Test("guests of a series come to its changed occurrences, and leave them with it")
  func guests() throws {
    let (id, starts) = try lessons()
    let rsvp = fixture.calendar.rsvp
    try rsvp.answer(.accepted, to: id, caller: bob.caller)
    let moved = try moveSecond(of: id, starts)
    let (cleo, dan) = (try fixture.person("Cleo"), try fixture.person("Dan"))
    try rsvp.invite([cleo.id, dan.id].map(\.description), to: id, caller: ann.caller)
    func invited(_ person: TravelFixture.Person) throws -> Int {
      try fixture.reminders(person, "appointmentInvitation").count
    }
    for person in [cleo, dan] {
      #expect(try Set(waiting(person)) == [id, moved])
      #expect(try invited(person) == 1, "told once")
    }
    try rsvp.answer(.accepted, to: moved, caller: dan.caller)
    try rsvp.uninvite(cleo.id, from: id, caller: ann.caller)
    try rsvp.uninvite(dan.id, from: id, caller: ann.caller)
    #expect(try waiting(cleo) == [] && waiting(dan) == [] && shown(dan) == [])
    #expect(throws: Refusal.self) {
      try fixture.travel.appointments.details(moved, caller: cleo.caller)
    }
    #expect(try shown(bob).contains("2026-05-11T17:00"))
    try fixture.travel.appointments.delete(id, caller: bob.caller)
    #expect(try shown(bob) == [])
    #expect(try shown(ann).count == 4)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("an address that is invited to a series is invited to its changed occurrences")
  func addresses() throws {
    let (id, starts) = try lessons()
    let moved = try moveSecond(of: id, starts)
    let cleo = try fixture.person("Cleo")
    try fixture.platform.store.write { transaction in
      try transaction.execute(
        "UPDATE identifiers SET verified_at = ?2 WHERE account = ?1",
        [.id(ann.id), .instant(transaction.now)])
    }
    let rsvp = fixture.calendar.rsvp
    let addresses = ["cleo@example.org", "nobody@example.org"]
    // One of them was invited to the changed one by itself.
    try rsvp.invite([addresses[1]], to: moved, caller: ann.caller)
    try rsvp.invite(addresses, to: id, caller: ann.caller)
    func names(_ item: EntityID) throws -> [String] {
      try fixture.travel.appointments.details(item, caller: ann.caller).calendar.participants
        .map(\.name).sorted()
    }
    #expect(try names(moved) == ["Ann", "Bob"] + addresses)
    #expect(try Set(waiting(cleo)) == [id, moved])
    // Cleo answers the series, and stands in it by name from then on.
    try rsvp.answer(.accepted, to: id, caller: cleo.caller)
    try rsvp.uninvite(cleo.id, from: id, caller: ann.caller)
    #expect(try names(moved) == ["Ann", "Bob", addresses[1]])
    #expect(try waiting(cleo) == [])
    #expect(try fixture.breaches().isEmpty)
  }
}
