import Access
import Base
import Deadlines
import NotificationTestSupport
import Storage
import TestSupport
import Testing

@testable import Calendar

@Suite("occurrences of series that are changed alone, and of drafts")
struct DraftSeriesTests {
  private func notices(
    _ person: CalendarFixture.Person, _ kind: String, in fixture: CalendarFixture
  ) throws -> Int {
    try fixture.platform.store.read { session in
      try session.count(
        "SELECT COUNT(*) FROM notifications WHERE account = ?1 AND kind = ?2",
        [.id(person.id), .text(kind)])
    }
  }

  /// A draft of four practices on Mondays from 4 May at 15:00.
  private func draft(
    _ fixture: CalendarFixture, _ team: EntityID, by owner: CalendarFixture.Person
  ) throws -> (id: EntityID, starts: [Instant]) {
    var practice = try fixture.item("practice", in: team, rule: "FREQ=WEEKLY;COUNT=4")
    practice.status = .draft
    let begin = practice.startsAt
    return (
      try fixture.calendar.items.create(practice, caller: owner.caller),
      (0..<4).map { begin.adding(seconds: Int64($0) * 7 * 86_400) }
    )
  }

  @Test(
    "nobody hears or sees what is done with single occurrences of a draft until it is published",
    arguments: StoreEngine.allCases)
  func draftOccurrences(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let items = fixture.calendar.items
    let (id, starts) = try draft(fixture, team, by: owner)
    let changed = try items.change(id, at: starts[1], expecting: .any, caller: owner.caller) {
      $0.title = "Sculling"
    }
    let late = try items.change(id, at: starts[3], expecting: .any, caller: owner.caller) {
      $0.title = "Late"
    }
    try items.cancel(id, at: starts[0], caller: owner.caller)
    try items.cancel(id, at: starts[2], following: true, caller: owner.caller)
    #expect(try fixture.found(late) == nil, "it went with the rest")
    #expect(try fixture.listed(team, for: member) == [])
    #expect(try fixture.slug { _ = try items.item(changed, caller: member.caller) } == "not-found")
    for kind in ["eventChange", "eventPublished"] {
      #expect(try notices(member, kind, in: fixture) == 0, "\(kind)")
    }
    try items.change(id, expecting: .any, caller: owner.caller) { $0.status = .confirmed }
    #expect(try fixture.listed(team, for: member) == ["2026-05-11T15:00:00 Sculling confirmed"])
    #expect(try notices(member, "eventPublished", in: fixture) == 1)
    #expect(try notices(member, "eventChange", in: fixture) == 0)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("a draft that is cancelled leaves nothing to be seen", arguments: StoreEngine.allCases)
  func dropped(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let (id, starts) = try draft(fixture, team, by: owner)
    let items = fixture.calendar.items
    let changed = try items.change(id, at: starts[1], expecting: .any, caller: owner.caller) {
      $0.title = "Sculling"
    }
    try items.cancel(id, caller: owner.caller)
    for item in [id, changed] { #expect(try fixture.found(item) == nil) }
    #expect(try fixture.listed(team, for: member) == [])
    #expect(try notices(member, "eventChange", in: fixture) == 0)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("the rest of a draft, or one occurrence, that is published by itself is told of as new")
  func publishedApart() throws {
    let fixture = try CalendarFixture()
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let items = fixture.calendar.items
    let (id, starts) = try draft(fixture, team, by: owner)
    try items.change(id, at: starts[0], expecting: .any, caller: owner.caller) {
      $0.status = .confirmed
    }
    #expect(try fixture.listed(team, for: member) == ["2026-05-04T15:00:00 Rowing confirmed"])
    #expect(try notices(member, "eventPublished", in: fixture) == 1)
    try items.change(id, at: starts[3], expecting: .any, caller: owner.caller) {
      $0.title = "Sculling"
    }
    try items.change(
      id, at: starts[2], following: true, expecting: .any, caller: owner.caller
    ) { $0.status = .confirmed }
    #expect(
      try fixture.listed(team, for: member) == [
        "2026-05-04T15:00:00 Rowing confirmed", "2026-05-18T15:00:00 Rowing confirmed",
        "2026-05-25T15:00:00 Sculling confirmed",
      ])
    #expect(try notices(member, "eventPublished", in: fixture) == 2)
    #expect(try notices(member, "eventChange", in: fixture) == 0)
  }

  @Test(
    "a series that is made a draft again takes its changed occurrences along, and brings them back",
    arguments: StoreEngine.allCases)
  func withdrawn(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let items = fixture.calendar.items
    let practice = try fixture.item("practice", in: team, rule: "FREQ=WEEKLY;COUNT=4")
    let starts = (0..<4).map { practice.startsAt.adding(seconds: Int64($0) * 7 * 86_400) }
    let id = try items.create(practice, caller: owner.caller)
    func change(
      _ start: Instant?, following: Bool = false, _ change: (inout CalendarItem) -> Void
    ) throws -> EntityID {
      try items.change(
        id, at: start, following: following, expecting: .any, caller: owner.caller, change)
    }
    let late = try change(starts[3]) { $0.title = "Late" }
    let early = try change(starts[1]) {
      ($0.title, $0.responseDeadline) = ("Early", starts[1])
    }
    try items.cancel(id, at: starts[0], caller: owner.caller)
    let cancelled = "2026-05-04T15:00:00 Rowing cancelled"
    func reminders() throws -> Int {
      try fixture.platform.store.read {
        try $0.count("SELECT COUNT(*) FROM deadlines WHERE kind = 'eventReminder'")
      }
    }
    #expect(try notices(member, "eventChange", in: fixture) == 3)
    #expect(try reminders() == 1)
    // From the third on, with what stands in the place of the fourth; told once.
    let rest = try change(starts[2], following: true) { $0.status = .draft }
    #expect(
      try fixture.listed(team, for: member) == [
        cancelled, "2026-05-11T15:00:00 Early confirmed",
      ])
    #expect(try fixture.slug { _ = try items.item(late, caller: member.caller) } == "not-found")
    #expect(try notices(member, "eventChange", in: fixture) == 4)
    // And what comes before: what was cancelled stays so.
    _ = try change(nil) { $0.status = .draft }
    #expect(try fixture.listed(team, for: member) == [cancelled])
    #expect(try fixture.slug { _ = try items.item(early, caller: member.caller) } == "not-found")
    #expect(try items.item(early, caller: owner.caller).item.status == .draft)
    #expect(try notices(member, "eventChange", in: fixture) == 5)
    #expect(try reminders() == 0, "nobody is asked to answer it")
    _ = try change(nil) { $0.status = .confirmed }
    try items.change(rest, expecting: .any, caller: owner.caller) { $0.status = .confirmed }
    #expect(
      try fixture.listed(team, for: member) == [
        cancelled, "2026-05-11T15:00:00 Early confirmed", "2026-05-18T15:00:00 Rowing confirmed",
        "2026-05-25T15:00:00 Late confirmed",
      ])
    #expect(try reminders() == 1)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("an occurrence that is made a draft alone is told of as planned anew")
  func withdrawnAlone() throws {
    let fixture = try CalendarFixture()
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let practice = try fixture.item("practice", in: team, rule: "FREQ=WEEKLY;COUNT=2")
    let id = try fixture.calendar.items.create(practice, caller: owner.caller)
    try fixture.calendar.items.change(
      id, at: practice.startsAt, expecting: .any, caller: owner.caller
    ) { $0.status = .draft }
    #expect(try fixture.listed(team, for: member) == ["2026-05-11T15:00:00 Rowing confirmed"])
    let told = try fixture.platform.store.notifications(
      to: member.id, .eventChange, clocks: AccountClocks())
    #expect(told.count == 1 && told[0].hasSuffix("is being planned anew."), "\(told)")
  }

  @Test("one of a series with an end of answers of its own reminds those who have not answered it")
  func reminderOfOne() throws {
    let fixture = try CalendarFixture()
    let owner = try fixture.person("Ann")
    let people = try ["Bob", "Cleo"].map { try fixture.person($0) }
    let team = try fixture.team(owner, people)
    let practice = try fixture.item("practice", in: team, rule: "FREQ=WEEKLY;COUNT=4")
    let items = fixture.calendar.items
    let id = try items.create(practice, caller: owner.caller)
    let second = practice.startsAt.adding(seconds: 7 * 86_400)
    try fixture.calendar.rsvp.answer(.accepted, to: id, at: second, caller: people[0].caller)
    let deadline = second.adding(seconds: -86_400)
    let one = try items.change(id, at: second, expecting: .any, caller: owner.caller) {
      $0.responseDeadline = deadline
    }
    #expect(try fixture.answers(one).map(\.answeredAt) == [fixture.clock.now()])
    let runner = try DeadlineRunner(
      store: fixture.platform.store, kinds: [fixture.calendar.editing.reminder])
    fixture.clock.advance(seconds: deadline.seconds(since: fixture.clock.now()) - 86_400)
    #expect(try runner.fireDue(.transaction) == 1)
    #expect(
      try ([owner] + people).map { try notices($0, "eventReminder", in: fixture) } == [1, 0, 1])
  }
}
