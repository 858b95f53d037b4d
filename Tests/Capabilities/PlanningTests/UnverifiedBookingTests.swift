import Access
import Base
import Calendar
import Groups
import Identity
import Outgoing
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Planning

/// The calendar of a hall, which can be changed, and fails.
final class HallCalendar: CalendarSource {
  private let answer = Guarded<Result<[UInt8], OutgoingError>>(.success([]))

  init() { say("") }

  func fail() { answer.withLock { $0 = .failure(OutgoingError(.unreachable, "nobody answers")) } }

  /// Events such as `20260504T080000Z/20260504T100000Z`; series have a rule behind a `;`.
  func say(_ events: String...) {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//hall//EN"]
    for (index, event) in events.enumerated() where !event.isEmpty {
      let parts = event.split(separator: ";")
      let times = parts[0].split(separator: "/")
      lines += ["BEGIN:VEVENT", "UID:\(index)@hall", "SUMMARY:Choir", "DTSTART:\(times[0])"]
      lines += ["DTEND:\(times[1])"] + (parts.count > 1 ? ["RRULE:\(parts[1])"] : [])
      lines += ["DTSTAMP:20260101T000000Z", "END:VEVENT"]
    }
    let text = (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    answer.withLock { $0 = .success(Array(text.utf8)) }
  }

  func get(
    _ address: String, unlessTagged tag: String?
  ) throws(OutgoingError) -> OutgoingAnswer {
    OutgoingAnswer(
      status: 200, fields: [("content-type", "text/calendar")],
      body: try answer.withLock { $0 }.get())
  }
}

@Suite("bookings while an outside calendar fails")
struct UnverifiedBookingTests {
  private static let address = "https://hall.example.org/hall.ics"

  /// A family that shares a hall whose calendar is elsewhere.
  private struct Stand {
    let source = HallCalendar()
    let fixture: PlanningFixture
    let people: [PlanningFixture.Person]
    let realm: EntityID
    let hall: EntityID

    var bookings: BookingService { fixture.planning.bookings }

    init(_ engine: StoreEngine = .sqlite, failing: Bool = true) throws {
      fixture = try PlanningFixture(engine, source: source)
      people = try ["Ann", "Ben", "Cleo"].map { [fixture] in try fixture.person($0) }
      realm = try fixture.family(people)
      if failing { source.fail() }
      hall = try fixture.planning.resources.create(
        Resource.Content(
          reading: PlanningFixture.fields(
            """
            {"name": "Hall", "calendarAddress": "\(UnverifiedBookingTests.address)",
             "rules": {"sameDay": true}}
            """)), in: realm, caller: people[0].caller)
      try fixture.runErrands()
    }

    func book(_ person: Int, _ from: Int, _ to: Int) throws -> EntityID {
      try bookings.book(hall, fixture.draft(from, to), caller: people[person].caller)
    }

    func booking(_ id: EntityID) throws -> Booking {
      try bookings.get(id, caller: people[0].caller)
    }

    func titles(_ person: Int) throws -> [String] {
      try fixture.platform.store.read { session in
        try Timeline.occurrences(
          of: people[person].id, from: fixture.hour(0), to: fixture.hour(24 * 60), in: session
        ).map(\.item.title)
      }
    }

    /// Time passes until the calendar is read again.
    func readAgain() throws {
      fixture.clock.advance(seconds: 3600)
      try fixture.runErrands()
    }
  }

  @Test(
    "CUSR1.E2.4, CUSR1.E2.6, CUSR1.E2.7-8, CUSR1.E2.9: while its calendar fails the hall is booked when all have acknowledged it, and stands in calendars when it works again",
    arguments: StoreEngine.allCases)
  func story(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let (fixture, ann, ben, cleo) = (
      stand.fixture, stand.people[0], stand.people[1], stand.people[2]
    )
    let seen = try fixture.planning.resources.get(stand.hall, caller: ben.caller)
    #expect(seen.calendar?.state == .failing && seen.calendar?.problem?.isEmpty == false)
    // E2.4: time, reason and priority are taken all the same; the time is held.
    let id = try stand.book(0, 48, 50)
    let asked = try stand.booking(id)
    #expect(asked.state == .pending && asked.draft.reason == "Shopping")
    #expect(asked.draft.priority == .medium && asked.missing.map(\.name) == ["Ben", "Cleo"])
    #expect(try fixture.slug { _ = try stand.book(1, 49, 51) } == "resource-taken")
    #expect(try stand.titles(0) == [])
    // E2.6: all others are told of the request, once.
    for person in [ben, cleo] {
      let notes = try fixture.notes(person, .bookingUnverified)
      #expect(notes.count == 1 && notes[0].contains("Ann") && notes[0].contains("Shopping"))
    }
    #expect(try fixture.notes(ann, .bookingUnverified) == [])
    #expect(try fixture.notes(ben, .resourceBooked) == [])
    // E2.7-8: it is made when all have acknowledged it, not before, and the holder is told once.
    let eve = try fixture.person("Eve")
    #expect(
      try fixture.slug { try stand.bookings.acknowledge(id, caller: eve.caller) } == "not-found")
    #expect(
      try fixture.slug { try stand.bookings.acknowledge(id, caller: ann.caller) } == "not-asked")
    try stand.bookings.acknowledge(id, caller: ben.caller)
    try stand.bookings.acknowledge(id, caller: ben.caller)
    #expect(try stand.booking(id).state == .pending && fixture.notes(ann, .bookingMade) == [])
    #expect(try fixture.breaches() == [])
    try stand.bookings.acknowledge(id, caller: cleo.caller)
    #expect(try stand.booking(id).state == .confirmed)
    #expect(try fixture.notes(ann, .bookingMade).count == 1)
    // E2.9: the update of the calendars waits until the calendar can be read, and is sent once.
    #expect(try stand.titles(0) == [] && stand.booking(id).isEntered == false)
    try stand.readAgain()
    #expect(try stand.titles(0) == [] && fixture.breaches() == [])
    stand.source.say("20360504T080000Z/20360504T100000Z")
    try stand.readAgain()
    #expect(try stand.titles(0) == ["Hall"] && stand.booking(id).isEntered)
    try stand.readAgain()
    #expect(try stand.titles(0) == ["Hall"] && fixture.notes(ann, .bookingMade).count == 1)
    #expect(
      try fixture.planning.resources.get(stand.hall, caller: ben.caller).calendar?.state == .current
    )
    // It works again: the next one is booked at once.
    #expect(try stand.booking(stand.book(1, 60, 61)).state == .confirmed)
    #expect(try stand.titles(1) == ["Hall"])
    #expect(try fixture.breaches() == [])
  }

  @Test("CUSR1.2-3: what the calendar of a resource has, nobody books; what it lets go is free")
  func outside() throws {
    let stand = try Stand(failing: false)
    let fixture = stand.fixture
    func text(_ hours: Int) -> String {
      fixture.hour(hours).description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }
    // Hours are counted from now, and an hour passes until it is read.
    stand.source.say("\(text(49))/\(text(51));FREQ=DAILY;COUNT=3")
    try stand.readAgain()
    #expect(try fixture.slug { _ = try stand.book(0, 49, 51) } == "resource-taken")
    #expect(try fixture.slug { _ = try stand.book(0, 97, 98) } == "resource-taken")
    let span = Intervals.Span(fixture.hour(47), fixture.hour(52))
    #expect(
      try stand.bookings.free(stand.hall, in: span, caller: stand.people[0].caller) == [
        Intervals.Span(fixture.hour(47), fixture.hour(48)),
        Intervals.Span(fixture.hour(50), fixture.hour(52)),
      ])
    let own = try stand.book(0, 50, 51)
    stand.source.say("")
    try stand.readAgain()
    #expect(try stand.booking(stand.book(0, 47, 49)).state == .confirmed)
    // What is no calendar counts as failing; what was known stays.
    stand.source.fail()
    try stand.readAgain()
    #expect(
      try fixture.slug {
        try stand.bookings.change(
          own, BookingChange(reading: PlanningFixture.fields(#"{"end": "\#(fixture.hour(52))"}"#)),
          expecting: .any, caller: stand.people[0].caller)
      } == "calendar-failing")
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "CO1: whose account is erased is waited for no more, and nothing of theirs is left",
    arguments: StoreEngine.allCases)
  func erased(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let (fixture, ben, cleo) = (stand.fixture, stand.people[1], stand.people[2])
    let id = try stand.book(0, 60, 61)
    try stand.bookings.acknowledge(id, caller: cleo.caller)
    for person in [cleo, ben] {
      #expect(try stand.booking(id).state != .confirmed)
      try fixture.people.identity.privacy.erase(password: "Tangerine-42", caller: person.caller)
      let left = try fixture.platform.store.read {
        try $0.count(
          "SELECT COUNT(*) FROM booking_acknowledgements WHERE account = ?1", [.id(person.id)])
      }
      #expect(left == 0)
    }
    #expect(try stand.booking(id).state == .confirmed)
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "CG-MF-22: reminded after a day, ended when its time comes, whoever leaves is not waited for",
    arguments: StoreEngine.allCases)
  func waiting(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let (fixture, ann, ben) = (stand.fixture, stand.people[0], stand.people[1])
    let late = try stand.book(0, 30, 31)
    let left = try stand.book(0, 60, 61)
    try stand.bookings.acknowledge(left, caller: stand.people[2].caller)
    fixture.clock.advance(seconds: 86_400 - 60)
    try fixture.fireDue()
    #expect(try fixture.notes(ben, .bookingUnverified).count == 2)
    fixture.clock.advance(seconds: 60)
    try fixture.fireDue()
    try fixture.fireDue()
    #expect(try fixture.notes(ben, .bookingUnverified).count == 4)
    #expect(try fixture.notes(stand.people[2], .bookingUnverified).count == 3)
    #expect(try fixture.breaches() == [])
    fixture.clock.advance(seconds: 6 * 3600)
    try fixture.fireDue()
    #expect(try stand.booking(late).state == .cancelled)
    #expect(try fixture.notes(ann, .bookingChanged).count == 1)
    #expect(
      try fixture.slug { try stand.bookings.acknowledge(late, caller: ben.caller) }
        == "booking-over")
    try fixture.people.groups.subRealms.removeMember(ben.id, of: stand.realm, caller: ben.caller)
    #expect(try stand.booking(left).state == .confirmed)
    // Without a calendar elsewhere there is nothing to wait for.
    try fixture.planning.resources.replace(
      stand.hall, with: Resource.Content(reading: PlanningFixture.fields(#"{"name": "Hall"}"#)),
      expecting: .any, caller: ann.caller)
    #expect(try stand.titles(0) == ["Hall"])
    #expect(try fixture.breaches() == [])
  }

  @Test("every phase meets every command; made once, sent once, never after the end")
  func everyPhase() throws {
    let ids = (0..<3).map { EntityID(high: 7, low: UInt64($0) + 1) }
    let now = Instant(milliseconds: 1_780_000_000_000)
    typealias Command = UnverifiedBooking.Command
    let commands: [Command] =
      [.ask, .calendarRead, .ring] + ids.flatMap { [.acknowledge($0), .leave($0)] }
    for phase in UnverifiedBooking.Phase.allCases {
      for command in commands {
        for isReadable in [false, true] {
          let missing: Set = phase == .waiting ? [ids[0]] : []
          var booking = UnverifiedBooking(
            askedAt: now, startsAt: now.adding(seconds: 200_000), phase: phase, missing: missing,
            acknowledged: [ids[1]], isCalendarReadable: isReadable)
          let before = booking
          do throws(Refusal) {
            let effects = try booking.apply(command, at: now.adding(seconds: 90_000))
            let makes =
              phase == .waiting && [.acknowledge(ids[0]), .leave(ids[0])].contains(command)
            #expect(effects.contains(.tellMade) == makes, "\(phase) \(command)")
            let sends = makes && isReadable || phase == .made && command == .calendarRead
            #expect(effects.contains(.updateCalendars) == sends, "\(phase) \(command)")
            #expect(booking.phase == .sent || phase != .sent)
            #expect(booking.phase == .ended || phase != .ended)
          } catch {
            #expect(booking == before)
            guard case .acknowledge(let account) = command else {
              Issue.record("\(phase) \(command): \(error)")
              continue
            }
            #expect(error.slug == (phase == .ended ? "booking-over" : "not-asked"))
            #expect(phase == .ended || account == ids[2] || !missing.contains(account))
          }
        }
      }
    }
  }

  @Test("random walks: at most one update of the calendars", arguments: 0..<50 as Range<UInt64>)
  func walks(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let ids = (0..<4).map { EntityID(high: 7, low: UInt64($0) + 1) }
    var now = Instant(milliseconds: 1_780_000_000_000)
    var booking = UnverifiedBooking(
      askedAt: now, startsAt: now.adding(seconds: 300_000), missing: Set(ids.dropLast()),
      isCalendarReadable: false)
    var counts: [UnverifiedBooking.Effect: Int] = [:]
    for _ in 0..<40 {
      let account = ids[Int.random(in: 0...3, using: &random)]
      let command: UnverifiedBooking.Command =
        switch Int.random(in: 0...5, using: &random) {
        case 0...2: .acknowledge(account)
        case 3: .leave(account)
        case 4: .ring
        default: .calendarRead
        }
      let before = booking
      do throws(Refusal) {
        for effect in try booking.apply(command, at: now) { counts[effect, default: 0] += 1 }
      } catch { #expect(booking == before, "seed \(seed)") }
      #expect(booking.phase != .made || booking.missing.isEmpty, "seed \(seed)")
      now = now.adding(seconds: Int64.random(in: 0...20_000, using: &random))
    }
    let ends = [.tellMade, .tellLapsed].map { counts[$0, default: 0] }.reduce(0, +)
    #expect(ends <= 1 && counts[.updateCalendars, default: 0] <= 1, "seed \(seed)")
  }
}
