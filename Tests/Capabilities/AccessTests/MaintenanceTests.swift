import Access
import Base
import NotificationTestSupport
import Notifications
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@Suite("Upkeep")
struct MaintenanceTests {
  let fixture: PeopleFixture

  init() throws { fixture = try PeopleFixture() }

  private func post(
    _ person: PeopleFixture.Person, _ subject: EntityID,
    kind: NotificationKind = .tourPublished, version: Int = 1, _ text: String = "T"
  ) throws {
    try fixture.platform.store.write { transaction in
      try NotificationPoster(ids: fixture.platform.ids).post(
        TextNotice(text, as: kind), to: person.id, about: NotificationSubject(.tour, subject),
        version: version, in: transaction)
    }
  }

  @Test("upkeep deletes what has had its time, and nothing before")
  func upkeep() throws {
    let ana = try fixture.person("Ana")
    let subject = fixture.platform.ids.next()
    try post(ana, subject, version: 1)
    try post(ana, subject, version: 2)
    let newest = try fixture.people.notifications.list(PageRequest(), caller: ana.caller).page
    try fixture.people.notifications.markSeen(newest.items[0].id, caller: ana.caller)
    _ = try fixture.people.access.idempotency.begin(
      key: "k", operation: "o", body: [], account: ana.id)
    _ = refusal { _ = try fixture.logIn("ana@example.org", "wrong one") }
    #expect(try fixture.people.access.maintenance.expire() == Maintenance.Round())
    fixture.clock.advance(seconds: 31 * 86_400)
    let month = try fixture.people.access.maintenance.expire()
    #expect(month["notifications"] == 1)
    #expect(month["sessions"] == 1)
    #expect(month["idempotencyKeys"] == 1)
    #expect(month["loginAttempts"] == 1)
    fixture.clock.advance(seconds: 335 * 86_400)
    #expect(try fixture.people.access.maintenance.expire()["notifications"] == 1)
  }
}
