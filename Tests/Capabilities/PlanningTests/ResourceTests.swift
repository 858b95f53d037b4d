import Access
import Base
import Calendar
import Notifications
import Storage
import TestSupport
import Testing

@testable import Planning

/// Remembers whose calendars are said to be others now.
private final class ToldCalendars: CalendarFollower {
  let accounts = Guarded<[EntityID]>([])

  func itemMoved(
    _ item: EntityID, for account: EntityID?, in transaction: WriteTransaction
  ) throws {}

  func calendarChanged(of account: EntityID) throws { accounts.withLock { $0.append(account) } }

  func travelMinutes(
    of account: EntityID, after now: Instant, in session: StoreSession
  ) throws -> [EntityID: Int] { [:] }
}

@Suite("What a family shares")
struct ResourceTests {
  @Test(
    "CUSR1.2-3, MF-T-selectUsageTimeSlot: what is free within the days that are asked for can be booked to its very ends",
    arguments: StoreEngine.allCases)
  func availability(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let (ann, ben) = (try fixture.person("Ann"), try fixture.person("Ben"))
    let car = try fixture.car(of: fixture.family([ann, ben]), by: ann)
    let bookings = fixture.planning.bookings
    for (from, to) in [(20, 26), (30, 33), (46, 50)] {
      _ = try bookings.book(car, fixture.draft(from, to), caller: ann.caller)
    }
    func free(_ from: Int, _ to: Int) throws -> [Intervals.Span] {
      try bookings.free(
        car, in: Intervals.Span(fixture.hour(from), fixture.hour(to)), caller: ben.caller)
    }
    func span(_ from: Int, _ to: Int) -> Intervals.Span {
      Intervals.Span(fixture.hour(from), fixture.hour(to))
    }
    // Cut at the ends of the days that were asked for, whatever reaches over them.
    #expect(try free(24, 48) == [span(26, 30), span(33, 46)])
    #expect(try free(26, 30) == [span(26, 30)])
    #expect(try free(31, 32).isEmpty)
    // One quarter too long at either end is not contained; exactly all of it is (CG-MF-04).
    for (early, late) in [(-15, 0), (0, 15), (-15, 15)] {
      let draft = BookingDraft(
        span: Intervals.Span(
          fixture.hour(26).adding(seconds: Int64(early * 60)),
          fixture.hour(30).adding(seconds: Int64(late * 60))), reason: "Trip", priority: .low)
      #expect(
        try fixture.slug { _ = try bookings.book(car, draft, caller: ben.caller) }
          == "resource-taken")
    }
    _ = try bookings.book(car, fixture.draft(26, 30, "Trip"), caller: ben.caller)
    #expect(try free(24, 48) == [span(33, 46)])
    #expect(
      try fixture.slug { _ = try free(0, 401 * 24) } == "invalid-query")
  }

  @Test("MF-RES-02: a priority is high, medium or low, and nothing else")
  func priorities() throws {
    func draft(_ priority: String) throws -> BookingDraft {
      let fields = try PlanningFixture.fields(
        """
        {"start": "2026-05-04T08:00:00Z", "end": "2026-05-04T09:00:00Z", "reason": "Trip",
         "priority": \(priority)}
        """)
      let draft = BookingDraft(reading: fields)
      try fields.finish()
      return draft
    }
    #expect(
      try ["high", "medium", "low"].map { try draft("\"\($0)\"").priority }
        == [.high, .medium, .low])
    #expect(BookingPriority.allCases == [.high, .medium, .low])
    for wrong in ["\"urgent\"", "\"High\"", "\"\"", "null", "1"] {
      #expect(throws: Refusal.self, "\(wrong)") { try draft(wrong) }
    }
  }

  @Test(
    "CUSR1.8-9, MF-RES-03, MF-NOT-02: a booking stands in the calendars of the thing and of its booker with time, reason and priority; every other member is told once",
    arguments: StoreEngine.allCases)
  func booked(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let people = try ["Ann", "Ben", "Cleo"].map { try fixture.person($0) }
    let stranger = try fixture.person("Eve")
    let family = try fixture.family(people)
    let car = try fixture.car(of: family, by: people[1])
    var draft = fixture.draft(24, 26, "To the dentist")
    draft.priority = .high
    _ = try fixture.planning.bookings.book(car, draft, caller: people[0].caller)
    let span = Intervals.Span(fixture.hour(0), fixture.hour(48))
    let ofCar = try fixture.planning.bookings.list(
      in: family, of: car, in: span, PageRequest(), caller: people[2].caller)
    #expect(ofCar.items.map(\.draft) == [draft])
    #expect(ofCar.items.map(\.holderName) == ["Ann"])
    for (person, titles) in zip(people, [["Car"], [], []]) {
      let found = try fixture.platform.store.read {
        try Timeline.occurrences(of: person.id, from: span.start, to: span.end, in: $0)
      }
      #expect(found.map(\.item.title) == titles)
      guard let occurrence = found.first else { continue }
      #expect(occurrence.start == draft.span.start && occurrence.end == draft.span.end)
      #expect(occurrence.item.description == "To the dentist (priority: high)")
    }
    for person in people.dropFirst() {
      let notes = try fixture.notes(person, .resourceBooked)
      #expect(notes.count == 1)
      #expect(notes.first?.hasPrefix("Ann has booked “Car”: ") == true, "\(notes)")
      #expect(notes.first?.hasSuffix(", To the dentist.") == true, "\(notes)")
    }
    #expect(try fixture.notes(people[0], .resourceBooked).isEmpty)
    #expect(try fixture.notes(stranger, .resourceBooked).isEmpty)
  }

  @Test(
    "MF-RES-08: with a resource go its bookings, the time that they hold and the requests for them",
    arguments: StoreEngine.allCases)
  func removal(_ engine: StoreEngine) throws {
    let told = ToldCalendars()
    let fixture = try PlanningFixture(engine, follower: told)
    let (ann, ben) = (try fixture.person("Ann"), try fixture.person("Ben"))
    let family = try fixture.family([ann, ben])
    let (car, other) = (
      try fixture.car(of: family, by: ann), try fixture.car(of: family, by: ann)
    )
    let bookings = fixture.planning.bookings
    let booking = try bookings.book(car, fixture.draft(24, 26), caller: ann.caller)
    let kept = try bookings.book(other, fixture.draft(24, 26), caller: ann.caller)
    _ = try bookings.ask(for: booking, fixture.draft(24, 25, "Exam"), caller: ben.caller)
    _ = told.accounts.swap([])
    try fixture.planning.resources.remove(car, expecting: .any, caller: ben.caller)
    // CG-MF-23: whose calendar has an entry less plans anew.
    #expect(told.accounts.current == [ann.id])
    func count(_ table: String, _ column: String) throws -> Int {
      try fixture.platform.store.read {
        try $0.count("SELECT COUNT(*) FROM \(table) WHERE \(column) = ?1", [.id(car)])
      }
    }
    #expect(try count("bookings", "resource") == 0)
    #expect(try count("booked_quarters", "resource") == 0)
    #expect(
      try fixture.platform.store.read { try $0.count("SELECT COUNT(*) FROM override_requests") }
        == 0)
    for id in [booking, car] {
      #expect(try fixture.slug { _ = try bookings.get(id, caller: ann.caller) } == "not-found")
    }
    #expect(
      try fixture.slug {
        _ = try bookings.free(
          car, in: Intervals.Span(fixture.hour(0), fixture.hour(9)), caller: ann.caller)
      } == "not-found")
    let left = try fixture.platform.store.read {
      try Timeline.occurrences(
        of: ann.id, from: fixture.hour(0), to: fixture.hour(48), cancelled: true, in: $0)
    }
    #expect(try left.map(\.item.id) == [bookings.get(kept, caller: ann.caller).item])
    // Whoever had booked it is told, and whoever had asked.
    #expect(try fixture.notes(ann, .bookingChanged).count == 1)
    #expect(try fixture.notes(ben, .overrideAnswered).count == 1)
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "MF-RES-10: a booker moves and gives up, and nobody else; others are told and the time is theirs",
    arguments: StoreEngine.allCases)
  func moving(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let (ann, ben) = (try fixture.person("Ann"), try fixture.person("Ben"))
    let car = try fixture.car(of: fixture.family([ann, ben]), by: ann)
    let bookings = fixture.planning.bookings
    let booking = try bookings.book(car, fixture.draft(24, 26), caller: ann.caller)
    func change(_ json: String, by person: PlanningFixture.Person) throws -> String? {
      try fixture.slug {
        try bookings.change(
          booking, BookingChange(reading: PlanningFixture.fields(json)), expecting: .any,
          caller: person.caller)
      }
    }
    let later = #"{"start": "\#(fixture.hour(30))", "end": "\#(fixture.hour(31))"}"#
    #expect(try change(later, by: ben) == "not-holder")
    #expect(try change(later, by: ann) == nil)
    #expect(try change(#"{"reason": "To the doctor"}"#, by: ann) == nil)
    let seen = try bookings.get(booking, caller: ben.caller)
    #expect(seen.span == fixture.draft(30, 31).span && seen.draft.reason == "To the doctor")
    // The old time is free, the new one is not.
    _ = try bookings.book(car, fixture.draft(24, 26), caller: ben.caller)
    #expect(
      try fixture.slug { _ = try bookings.book(car, fixture.draft(30, 31), caller: ben.caller) }
        == "resource-taken")
    #expect(
      try change(#"{"start": "\#(fixture.hour(25))"}"#, by: ann) == "resource-taken")
    #expect(
      try fixture.slug { try bookings.cancel(booking, expecting: .any, caller: ben.caller) }
        == "not-holder")
    try bookings.cancel(booking, expecting: .any, caller: ann.caller)
    let notes = try fixture.notes(ben, .resourceBooked)
    #expect(notes.count == 3, "\(notes)")
    #expect(notes.dropFirst().first?.hasPrefix("Ann has moved the booking of “Car”: ") == true)
    #expect(notes.last?.hasPrefix("Ann does not need “Car”, ") == true)
    _ = try bookings.book(car, fixture.draft(30, 31), caller: ben.caller)
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "CUSR1.A1.8, MF-T-givenApproved: the holder reads who asks, for when and why; the approval names the booking that is made"
  )
  func told() throws {
    let fixture = try PlanningFixture()
    let (ann, ben) = (try fixture.person("Ann"), try fixture.person("Ben"))
    let car = try fixture.car(of: fixture.family([ann, ben]), by: ann)
    let bookings = fixture.planning.bookings
    let booking = try bookings.book(car, fixture.draft(24, 26), caller: ann.caller)
    var wanted = fixture.draft(24, 25, "Exam")
    wanted.priority = .high
    let request = try bookings.ask(for: booking, wanted, caller: ben.caller)
    let asked = try fixture.notes(ann, .overrideAsked)
    #expect(asked.count == 1)
    let start = English().time(Moment(fixture.hour(24), zone: "UTC"))
    #expect(
      asked.first
        == "Ben asks for “Car”, \(start), with high priority: Exam. Approve or deny within 24 hours."
    )
    #expect(try fixture.notes(ben, .overrideAsked).isEmpty)
    // A high priority takes nothing from a booking of a lower one (MF-RES-05).
    #expect(try bookings.get(booking, caller: ben.caller).state == .confirmed)
    try bookings.decide(request, approves: true, caller: ann.caller)
    let subjects = try fixture.platform.store.read { session in
      try session.all(
        "SELECT subject_kind, subject FROM notifications WHERE account = ?1 AND kind = ?2",
        [.id(ben.id), .text(NotificationKind.overrideAnswered.name)]
      ) { (try $0.text(0), try $0.id(1)) }
    }
    #expect(subjects.map(\.0) == ["booking"])
    let made = try bookings.get(#require(subjects.first?.1), caller: ben.caller)
    #expect(made.holder == ben.id && made.draft == wanted && made.state == .confirmed)
  }
}
