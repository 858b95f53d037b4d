import Base
import Deadlines
import Realms
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
