import Access
import Base
import Deadlines
import NotificationTestSupport
import Storage
import TestSupport
import Testing

@testable import Calendar

@Suite("a series that is taken apart, on both stores", .serialized)
struct SeriesSplitTests {
  private static let week: Int64 = 7 * 86_400

  /// Four practices on Mondays from 4 May at 15:00.
  private func practice(
    _ fixture: CalendarFixture, _ team: EntityID, capacity: Int? = nil, deadline: String? = nil
  ) throws -> (item: CalendarItem, starts: [Instant]) {
    var practice = try fixture.item("practice", in: team, rule: "FREQ=WEEKLY;COUNT=4")
    practice.capacity = capacity
    practice.responseDeadline = try deadline.map { try #require(Instant(rfc3339: $0)) }
    let begin = practice.startsAt
    return (practice, (0..<4).map { begin.adding(seconds: Int64($0) * Self.week) })
  }

  private func waiting(_ item: EntityID, _ fixture: CalendarFixture) throws -> [WaitingPlace] {
    try fixture.platform.store.read { try WaitingList.all(of: item, in: $0) }
  }

  @Test(
    "who waits for a later occurrence keeps the turn, also before those who wait for all of them",
    arguments: StoreEngine.allCases)
  func waitingLists(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let owner = try fixture.person("Ann")
    let people = try ["Bob", "Cleo", "Dan", "Eve"].map { try fixture.person($0) }
    let team = try fixture.team(owner, people)
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    let (practice, starts) = try practice(fixture, team, capacity: 1)
    let id = try items.create(practice, caller: owner.caller)
    try rsvp.answer(.accepted, to: id, caller: people[0].caller)
    for (person, start) in [(1, starts[2]), (2, nil), (3, starts[2])] {
      try rsvp.answer(.accepted, to: id, at: start, waits: true, caller: people[person].caller)
    }
    let rest = try items.change(
      id, at: starts[2], following: true, expecting: .any, caller: owner.caller
    ) { $0.start = WallTime("2026-05-18T16:00") ?? $0.start }
    let later = starts[2].adding(seconds: 3600)
    #expect(
      try waiting(rest, fixture) == [
        WaitingPlace(account: people[1].id, occurrence: later),
        WaitingPlace(account: people[2].id, occurrence: nil),
        WaitingPlace(account: people[3].id, occurrence: later),
      ])
    #expect(
      try waiting(id, fixture) == [WaitingPlace(account: people[2].id, occurrence: nil)])
    // The place of the later one becomes free: whose turn is first has it.
    try rsvp.answer(.declined, to: rest, at: later, caller: people[0].caller)
    let accepted = try fixture.answers(rest).filter { $0.occurrence == later }
      .filter { $0.answer == .accepted }.map(\.party)
    #expect(accepted == [.account(people[1].id)])
    #expect(try waiting(rest, fixture).map(\.account) == [people[2].id, people[3].id])
    #expect(try fixture.breaches().isEmpty)
  }

  @Test(
    "nobody waits any more for later occurrences that are cancelled",
    arguments: StoreEngine.allCases)
  func cancelledLater(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let owner = try fixture.person("Ann")
    let people = try ["Bob", "Cleo"].map { try fixture.person($0) }
    let team = try fixture.team(owner, people)
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    let (practice, starts) = try practice(fixture, team, capacity: 1)
    let id = try items.create(practice, caller: owner.caller)
    try rsvp.answer(.accepted, to: id, caller: people[0].caller)
    for start in [starts[1], starts[3]] {
      try rsvp.answer(.accepted, to: id, at: start, waits: true, caller: people[1].caller)
    }
    try items.cancel(id, at: starts[2], following: true, caller: owner.caller)
    let left = try fixture.platform.store.read { session in
      try session.all("SELECT item, occurrence FROM waiting_places", []) {
        "\(try $0.id(0)) \(try $0.instant(1))"
      }
    }
    #expect(left == ["\(id) \(starts[1])"])
  }

  @Test(
    "what was moved or cancelled alone behind the cut stays so, and belongs to what goes on",
    arguments: StoreEngine.allCases)
  func changedAlone(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    let (practice, starts) = try practice(fixture, team)
    let id = try items.create(practice, caller: owner.caller)
    let moved = try items.change(id, at: starts[2], expecting: .any, caller: owner.caller) {
      $0.start = WallTime("2026-05-19T12:00") ?? $0.start
    }
    try rsvp.answer(.tentative, to: moved, caller: member.caller)
    try items.cancel(id, at: starts[3], caller: owner.caller)
    let rest = try items.change(
      id, at: starts[1], following: true, expecting: .any, caller: owner.caller
    ) { $0.start = WallTime("2026-05-11T17:00") ?? $0.start }
    #expect(
      try fixture.listed(team, for: member) == [
        "2026-05-04T15:00:00 Rowing confirmed", "2026-05-11T17:00:00 Rowing confirmed",
        "2026-05-19T12:00:00 Rowing confirmed", "2026-05-25T15:00:00 Rowing cancelled",
      ])
    #expect(
      try fixture.found(moved)?.recurrenceID
        == CalendarItem.RecurrenceID(series: rest, occurrence: starts[2].adding(seconds: 2 * 3600)))
    #expect(try fixture.answers(moved).map(\.answer) == [.tentative])
    // It goes with its series from then on.
    try items.cancel(rest, caller: owner.caller)
    #expect(
      try fixture.listed(team, for: member) == [
        "2026-05-04T15:00:00 Rowing confirmed", "2026-05-11T17:00:00 Rowing cancelled",
        "2026-05-19T12:00:00 Rowing cancelled", "2026-05-25T15:00:00 Rowing cancelled",
      ])
  }

  /// What everybody was reminded of, once all timers up to a day before the deadline have fired.
  private func reminded(
    _ fixture: CalendarFixture, _ people: [CalendarFixture.Person], before deadline: Instant
  ) throws -> [[String]] {
    let runner = try DeadlineRunner(
      store: fixture.platform.store, kinds: [fixture.calendar.editing.reminder])
    let due = deadline.adding(seconds: -86_400)
    fixture.clock.advance(seconds: due.seconds(since: fixture.clock.now()))
    while try runner.fireDue(.transaction) > 0 {}
    return try people.map { person in
      try fixture.platform.store.notifications(
        to: person.id, .eventReminder, clocks: AccountClocks())
    }
  }

  @Test(
    "of a deadline that several parts of a series have, each is reminded once: of the first part without an answer",
    arguments: StoreEngine.allCases)
  func reminders(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let owner = try fixture.person("Ann")
    let people = try ["Bob", "Cleo", "Dan", "Eve"].map { try fixture.person($0) }
    let team = try fixture.team(owner, people)
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    let (practice, starts) = try practice(fixture, team, deadline: "2026-05-04T12:00:00Z")
    let id = try items.create(practice, caller: owner.caller)
    try rsvp.answer(.accepted, to: id, caller: people[1].caller)
    try rsvp.answer(.declined, to: id, at: starts[3], caller: people[2].caller)
    let rest = try items.change(
      id, at: starts[2], following: true, expecting: .any, caller: owner.caller
    ) { $0.title = "Sculling" }
    try rsvp.answer(.accepted, to: id, caller: people[3].caller)
    // One that was changed alone, twice, has a timer of its own.
    let single = try items.change(rest, at: starts[3], expecting: .any, caller: owner.caller) {
      $0.title = "Race"
    }
    try items.change(single, expecting: .any, caller: owner.caller) { $0.title = "Regatta" }
    let first =
      "Rowers: do you come to “Rowing”, Mon, 4 May 2026 at 15:00 (UTC)? "
      + "Answer until Mon, 4 May 2026 at 12:00 (UTC)."
    let second =
      "Rowers: do you come to “Sculling”, Mon, 18 May 2026 at 15:00 (UTC)? "
      + "Answer until Mon, 4 May 2026 at 12:00 (UTC)."
    #expect(
      try reminded(fixture, people, before: try #require(practice.responseDeadline))
        == [[first], [], [first], [second]])
  }

  @Test("nobody is reminded of occurrences that are over: the next one is named")
  func over() throws {
    let fixture = try CalendarFixture()
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let items = fixture.calendar.items
    let (practice, starts) = try practice(fixture, team, deadline: "2026-05-24T12:00:00Z")
    let id = try items.create(practice, caller: owner.caller)
    try items.change(id, at: starts[2], following: true, expecting: .any, caller: owner.caller) {
      $0.title = "Sculling"
    }
    #expect(
      try reminded(fixture, [member], before: try #require(practice.responseDeadline)) == [
        [
          "Rowers: do you come to “Sculling”, Mon, 25 May 2026 at 15:00 (UTC)? "
            + "Answer until Sun, 24 May 2026 at 12:00 (UTC)."
        ]
      ])
  }
}
