import Access
import Base
import Calendar
import Notifications
import Storage
import TestSupport
import Testing

@testable import Planning

/// What an approval comes too late for, or meets.
@Suite("approving what was asked for some time ago")
struct OverrideApprovalTests {
  private let source = HallCalendar()
  private let fixture: PlanningFixture
  private let people: [PlanningFixture.Person]
  private let realm: EntityID

  init() throws {
    let made = try PlanningFixture(source: source)
    fixture = made
    people = try ["Ann", "Ben", "Cleo"].map { try made.person($0) }
    realm = try fixture.family(people)
  }

  private var bookings: BookingService { fixture.planning.bookings }

  private func share(_ json: String) throws -> EntityID {
    try fixture.planning.resources.create(
      Resource.Content(reading: PlanningFixture.fields(json)), in: realm,
      caller: people[0].caller)
  }

  private func book(_ thing: EntityID, _ from: Int, _ to: Int, by person: Int) throws -> EntityID {
    try bookings.book(thing, fixture.draft(from, to), caller: people[person].caller)
  }

  private func ask(_ booking: EntityID, _ from: Int, _ to: Int) throws -> EntityID {
    try bookings.ask(for: booking, fixture.draft(from, to, "Exam"), caller: people[1].caller)
  }

  private func approve(_ request: EntityID, by person: Int) throws -> String? {
    try fixture.slug {
      try bookings.decide(request, approves: true, caller: people[person].caller)
    }
  }

  @Test("nobody gives a booking away for a time that is over; the requester is told then")
  func over() throws {
    let car = try fixture.car(of: realm, by: people[0])
    let booking = try book(car, 1, 30, by: 0)
    let request = try ask(booking, 2, 4)
    let (start, end) = (fixture.hour(2), fixture.hour(4))
    let room = English()
    #expect(
      try fixture.notes(people[0], .overrideAsked) == [
        "Ben asks for “Car”, \(room.time(Moment(start, zone: "UTC"))), with medium priority: Exam. "
          + "Approve or deny until \(room.time(Moment(end, zone: "UTC")))."
      ])
    fixture.clock.advance(seconds: 4 * 3600)
    #expect(try approve(request, by: 0) == "override-state")
    try fixture.fireDue()
    #expect(try bookings.request(request, caller: people[1].caller).request.state == .expired)
    #expect(
      try fixture.notes(people[1], .overrideAnswered) == [
        "“Car”, \(room.time(Moment(start, zone: "UTC"))): nobody has answered before that time was over. "
          + "Choose another time."
      ])
    #expect(try bookings.get(booking, caller: people[0].caller).state == .confirmed)
    #expect(try fixture.breaches() == [])
  }

  @Test("two approvals give nobody more of a week than the rules allow")
  func perWeek() throws {
    let car = try share(#"{"name": "Car", "rules": {"sameDay": true, "perWeek": 1}}"#)
    // Saturday and Sunday of one week.
    let first = try ask(book(car, 24, 26, by: 0), 24, 26)
    let kept = try book(car, 48, 50, by: 2)
    let second = try ask(kept, 48, 50)
    #expect(try approve(first, by: 0) == nil)
    #expect(try approve(second, by: 2) == "too-many-bookings")
    #expect(try bookings.get(kept, caller: people[2].caller).state == .confirmed)
    #expect(try bookings.request(second, caller: people[2].caller).request.state == .open)
    #expect(try fixture.breaches() == [])
  }

  @Test("what the calendar of a thing has taken since is not given to the requester")
  func takenElsewhere() throws {
    let hall = try share(
      """
      {"name": "Hall", "calendarAddress": "https://hall.example.org/hall.ics",
       "rules": {"sameDay": true}}
      """)
    try fixture.runErrands()
    let booking = try book(hall, 22, 26, by: 0)
    let request = try ask(booking, 24, 26)
    // From 10:00 on, when the time begins that is asked for.
    source.say("20260502T100000Z/20260502T110000Z")
    fixture.clock.advance(seconds: 3600)
    try fixture.runErrands()
    #expect(try approve(request, by: 0) == "resource-taken")
    #expect(try bookings.get(booking, caller: people[0].caller).state == .confirmed)
    #expect(try fixture.breaches() == [])
  }

  @Test("how early something is booked counts from when it was asked for")
  func inTime() throws {
    let car = try share(#"{"name": "Car", "rules": {"noticeHours": 20}}"#)
    let request = try ask(book(car, 23, 25, by: 0), 23, 25)
    // It is the same day, two hours before.
    fixture.clock.advance(seconds: 21 * 3600)
    #expect(try approve(request, by: 0) == nil)
    #expect(try fixture.breaches() == [])
  }
}
