import Access
import Base
import NotificationTestSupport
import Notifications
import PeopleTestSupport
import Registration
import Storage
import TestSupport
import Testing

/// Collects what the change log says.
private final class Listener: ChangeFollower {
  let changes = Guarded<[Change]>([])
  func follow(_ changes: [Change]) { self.changes.withLock { $0 += changes } }
}

@Suite("An account's notifications")
struct AccountNotificationTests {
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

  @Test("notifications come newest first with an unread count, once per cause, and are marked seen")
  func list() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let service = fixture.people.notifications
    let subjects = (0..<12).map { _ in fixture.platform.ids.next() }
    for subject in subjects { try post(ana, subject) }
    for subject in subjects { try post(ana, subject, "again") }
    try post(ana, subjects[0], version: 2)
    let first = try service.list(PageRequest(), caller: ana.caller)
    #expect(first.unread == 13)
    #expect(first.page.items.count == 10)
    #expect(first.page.items[1].subject == subjects[11])
    let rest = try service.list(PageRequest(cursor: first.page.next), caller: ana.caller)
    #expect(rest.page.items.count == 3)
    let one = first.page.items[4]
    #expect(kind { try service.markSeen(one.id, caller: bob.caller) } == .notFound)
    try service.markSeen(one.id, caller: ana.caller)
    try service.markSeen(one.id, caller: ana.caller)
    #expect(try service.list(PageRequest(), caller: ana.caller).unread == 12)
    try service.markAllSeen(caller: ana.caller)
    #expect(try service.list(PageRequest(), caller: ana.caller).unread == 0)
  }

  @Test("each new notification stands in the change log, and a stream goes on after the last one")
  func stream() throws {
    let ana = try fixture.person("Ana")
    let listener = Listener()
    try fixture.platform.store.follow(listener)
    let subject = fixture.platform.ids.next()
    for version in 1...3 { try post(ana, subject, version: version, "V\(version)") }
    try post(ana, subject, version: 3)
    let changes = listener.changes.current.filter { $0.kind == "notification" }
    #expect(changes.count == 3)
    #expect(changes.allSatisfy { $0.realm == nil && $0.operation == .insert })
    let service = fixture.people.notifications
    let found = try #require(try service.find(changes[0].subject))
    #expect(found.account == ana.id)
    let told = service.worded(found.notification, for: found.habits, accepting: [])
    #expect(told.text == "V1")
    #expect(try service.after(changes[0].subject, for: ana.id).map(\.text) == ["V2", "V3"])
  }

  @Test(
    "CG-RL-17, SC-IN-04: kinds are switched on and off one by one; tour pushes are off at first, security stays on"
  )
  func settings() throws {
    let ana = try fixture.person("Ana")
    let service = fixture.people.notifications
    let set = { (kind: NotificationKind, on: Bool) in
      try service.set(NotificationSetting(kind: kind, isEnabled: on), caller: ana.caller)
    }
    let subject = fixture.platform.ids.next()
    try post(ana, subject, kind: .tourNearby)
    #expect(try fixture.notices(ana).isEmpty)
    try set(.tourNearby, true)
    try set(.tourPublished, false)
    try post(ana, subject, kind: .tourNearby)
    try post(ana, subject, kind: .tourPublished)
    #expect(try fixture.notices(ana).count == 1)
    #expect(kind { try set(toyNotifications[2], false) } == .conflict)
    let settings = try service.settings(caller: ana.caller)
    let own = peopleDeclarations.parts(NotificationKind.self).filter { !$0.isForAdmins }
    #expect(settings.count == own.count + toyNotifications.count)
    #expect(settings.first { $0.kind == .tourPublished }?.isEnabled == false)
  }
}
