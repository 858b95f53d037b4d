import Access
import Base
import Calendar
import Notifications
import Storage
import TestSupport
import Testing

@testable import Planning

@Suite("what notifications of planning say")
struct NotificationTextTests {
  private let fixture: PlanningFixture
  private let people: [PlanningFixture.Person]
  private let realm: EntityID

  init() throws {
    let made = try PlanningFixture()
    fixture = made
    people = try ["Ann", "Ben", "Cleo"].map { try made.person($0) }
    realm = try fixture.family(people)
  }

  private func wall(_ hours: Int) -> String {
    English().time(Moment(fixture.hour(hours), zone: "UTC"))
  }

  /// The one text of a kind that somebody was told, which has to hold all of `words`.
  private func expect(_ kind: NotificationKind, _ person: Int, says words: String...) throws {
    let told = try fixture.notes(people[person], kind)
    #expect(told.count == 1, "\(kind.name)")
    for word in words {
      #expect(told.first?.contains(word) == true, "\(kind.name): \(word) in \(told)")
    }
  }

  private func activity() throws -> EntityID {
    try fixture.planning.activities.start(
      ActivityChange(reading: PlanningFixture.fields("{}")), in: realm, caller: people[0].caller)
  }

  private func ask(_ id: EntityID) throws {
    let draft = PollDraft(
      reading: try PlanningFixture.fields(
        """
        {"deadline": "\(fixture.hour(24))", "options": [{"name": "Hike"}, {"name": "Cinema"}]}
        """))
    try fixture.planning.activities.sendPoll(draft, of: id, caller: people[0].caller)
  }

  @Test("MF-NOT-03: what is told of bookings says who, what and when")
  func bookings() throws {
    let car = try fixture.car(of: realm, by: people[0])
    let bookings = fixture.planning.bookings
    let booking = try bookings.book(car, fixture.draft(24, 26, "Dentist"), caller: people[0].caller)
    try expect(.resourceBooked, 1, says: "Ann", "“Car”", wall(24), "Dentist")
    let request = try bookings.ask(
      for: booking, fixture.draft(24, 25, "Exam"), caller: people[1].caller)
    try expect(.overrideAsked, 0, says: "Ben", "“Car”", wall(24), "medium", "Exam")
    try bookings.decide(request, approves: true, caller: people[0].caller)
    try expect(.overrideAnswered, 1, says: "Ann", "“Car”", wall(24))
  }

  @Test("MF-NOT-03: what is told of polls and activities says who, what and when")
  func activities() throws {
    let service = fixture.planning.activities
    let id = try activity()
    try ask(id)
    try expect(.pollAsked, 1, says: "Ann", "Hike, Cinema", wall(24))
    let option = try #require(try service.get(id, caller: people[0].caller).poll?.options.first?.id)
    for voter in people.dropFirst() { try service.vote([option], in: id, caller: voter.caller) }
    try expect(.pollAllVoted, 0, says: "All 2", "Hike, Cinema", wall(24))
    fixture.clock.advance(seconds: 24 * 3600)
    try fixture.fireDue()
    try expect(.pollEnded, 0, says: "“Hike” leads", "Hike, Cinema", wall(0))
    try service.choose(option, of: id, caller: people[0].caller)
    for change in [
      """
      {"description": "Up", "start": "\(fixture.hour(48))", "duration": 3600, "step": "details"}
      """,
      """
      {"place": {"label": "Hill"}, "type": "Walk",
       "tasks": [{"title": "Water", "assignee": "\(people[1].id)"}]}
      """,
    ] {
      try service.change(
        id, ActivityChange(reading: PlanningFixture.fields(change)), expecting: .any,
        caller: people[0].caller)
    }
    try service.sendInvites(id, caller: people[0].caller)
    try expect(
      .activityInvitation, 1, says: "Ann", "“Hike”", "Up",
      String(wall(48).dropLast(6)), "Hill", "Walk", "Water")
  }

  @Test(
    "MF-NOT-04: those concerned are notified of override requests and their outcome, polls, polls without votes, finalised activities with tasks and resource usage: all kinds but invitations to playlists"
  )
  func kinds() throws {
    try bookings()
    let car = try fixture.car(of: realm, by: people[0])
    let booking = try fixture.planning.bookings.book(
      car, fixture.draft(40, 42), caller: people[0].caller)
    let request = try fixture.planning.bookings.ask(
      for: booking, fixture.draft(40, 41, "Exam"), caller: people[2].caller)
    try fixture.planning.bookings.decide(request, approves: false, caller: people[0].caller)
    try expect(.overrideAnswered, 2, says: "Ann", "“Car”", wall(40))
    try activities()
    try withoutVotes()
  }

  @Test("MF-NOT-03: a poll without a vote is told of with its options and its end")
  func withoutVotes() throws {
    try ask(activity())
    fixture.clock.advance(seconds: 24 * 3600)
    try fixture.fireDue()
    try expect(.pollWithoutVotes, 0, says: "Nobody", "Hike, Cinema", wall(0))
  }
}
