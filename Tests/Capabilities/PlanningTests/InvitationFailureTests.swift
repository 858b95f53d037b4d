import Access
import Base
import Calendar
import Notifications
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Planning

private struct Down: Error {}

/// Mail that does not leave.
private struct DeadMail: NotificationCarrier {
  var channel: DeliveryChannel { .email }
  func reaches(_ account: EntityID, in session: StoreSession) throws -> Bool { true }
  func carry(
    _ notification: Notifications.Notification, to account: EntityID, _ words: NotificationWords
  ) throws {
    throw Down()
  }
}

/// What rests on calendars cannot follow them.
private struct DeadFollower: CalendarFollower {
  func itemMoved(
    _ item: EntityID, for account: EntityID?, in transaction: WriteTransaction
  ) throws {}
  func calendarChanged(of account: EntityID) throws { throw Down() }
  func travelMinutes(
    of account: EntityID, after now: Instant, in session: StoreSession
  ) throws -> [EntityID: Int] { [:] }
}

@Suite("invitations while something fails")
struct InvitationFailureTests {
  private func confirmed(_ fixture: PlanningFixture) throws -> [PlanningFixture.Person] {
    let people = try ["Ann", "Ben", "Cleo"].map { try fixture.person($0) }
    for person in people {
      try fixture.people.notifications.set(
        NotificationSetting(kind: .activityInvitation, isEnabled: true, isMailed: true),
        of: person.id)
    }
    let service = fixture.planning.activities
    let id = try service.start(
      ActivityChange(reading: PlanningFixture.fields("{}")), in: fixture.family(people),
      caller: people[0].caller)
    for change in [
      """
      {"name": "Hike", "description": "Up", "step": "scheduling"}
      """,
      """
      {"start": "\(fixture.hour(48))", "duration": 3600, "step": "details"}
      """,
      """
      {"place": {"label": "Hill"}, "type": "Walk",
       "tasks": [{"title": "Water", "assignee": "\(people[0].id)"}]}
      """,
    ] {
      try service.change(
        id, ActivityChange(reading: PlanningFixture.fields(change)), expecting: .any,
        caller: people[0].caller)
    }
    try service.sendInvites(id, caller: people[0].caller)
    return people
  }

  private func titles(
    _ people: [PlanningFixture.Person], _ fixture: PlanningFixture
  ) throws -> [[String]] {
    try fixture.platform.store.read { session in
      try people.map { person in
        try Timeline.occurrences(
          of: person.id, from: fixture.hour(0), to: fixture.hour(60), in: session
        ).map(\.item.title)
      }
    }
  }

  @Test("MF-PFA-20: calendars that cannot be followed stop no notification")
  func calendarsFail() throws {
    let fixture = try PlanningFixture(follower: DeadFollower())
    let people = try confirmed(fixture)
    #expect(try people.map { try fixture.notes($0, .activityInvitation).count } == [0, 1, 1])
    #expect(try titles(people, fixture) == [["Hike"], ["Hike"], ["Hike"]])
  }

  @Test("MF-PFA-20: notifications that do not leave stop no calendar, and are tried again")
  func notificationsFail() throws {
    let fixture = try PlanningFixture(carriers: [DeadMail()])
    let people = try confirmed(fixture)
    let tried = try fixture.platform.store.read { session in
      try session.count("SELECT COUNT(*) FROM deadlines WHERE kind = 'notificationDelivery'")
    }
    #expect(tried == 2)
    try fixture.runErrands()
    #expect(try titles(people, fixture) == [["Hike"], ["Hike"], ["Hike"]])
    #expect(try people.map { try fixture.notes($0, .activityInvitation).count } == [0, 1, 1])
    let waiting = try fixture.platform.store.read { session in
      try session.count(
        "SELECT COUNT(*) FROM notification_deliveries WHERE channel = 'email' AND tries = 1")
    }
    #expect(waiting == 2)
  }
}
