import Access
import Base
import Calendar
import Cryptography
import Deadlines
import Groups
import Identity
import Media
import NotificationTestSupport
import Notifications
import Outgoing
import PeopleTestSupport
import Registration
import Storage
import TestSupport
import Testing
import Travel

@testable import Planning

/// A store on either engine with the services of planning, a clock that stands still, and a family.
final class PlanningFixture: Sendable {
  /// Nothing rests on these calendars.
  struct NoFollower: CalendarFollower {
    func itemMoved(
      _ item: EntityID, for account: EntityID?, in transaction: WriteTransaction
    ) throws {}
    func calendarChanged(of account: EntityID) throws {}
    func travelMinutes(
      of account: EntityID, after now: Instant, in session: StoreSession
    ) throws -> [EntityID: Int] { [:] }
  }

  let store: TestStore
  let clock = ManualClock()
  let platform: Platform
  let people: PeopleServices
  let calendar: CalendarServices
  let planning: FamilyPlanning
  let capabilities: [Capability]

  init(
    _ engine: StoreEngine = .chosen, ways: any MeetingWays = NoMeetingWays(),
    times: any TravelTimes = StraightLineTimes(),
    places: any MeetingPlaces = NoMeetingPlaces(),
    source: any CalendarSource = OutgoingClient(),
    follower: any CalendarFollower = NoFollower(), carriers: [any NotificationCarrier] = []
  ) throws {
    store = try TestStore(
      engine,
      schema: [
        deadlinesSchema, realmsSchema, notificationsSchema, pictureSchema, calendarSchema,
      ] + resourcesDeclaration.schema + activitiesDeclaration.schema, clock: clock)
    platform = Platform(store: store.store, clock: clock)
    let notifications = NotificationPoster(ids: platform.ids, carriers: carriers)
    calendar = CalendarServices(
      platform: platform,
      kinds: try CalendarItemKinds([calendarDeclaration].parts(CalendarItemKind.self)),
      follower: follower, notifications: notifications,
      source: source)
    planning = FamilyPlanning(
      platform: platform, calendar: calendar, follower: follower, notifications: notifications,
      ways: ways, times: times, places: places)
    let kinds = try NotificationKinds(
      (peopleDeclarations + [calendarDeclaration, resourcesDeclaration, activitiesDeclaration])
        .parts(NotificationKind.self))
    capabilities = peopleCapabilities(beside: [
      deadlinesCapability,
      notificationsCapability.with(parts: notifications.deadlines(kinds, in: platform.store)),
      calendarCapability(calendar), resourcesCapability(planning),
      activitiesCapability(planning.activities),
    ])
    people = try PeopleServices(platform: platform, capabilities: capabilities)
  }

  struct Person: Sendable {
    let id: EntityID
    let token: String
    let cache: SessionCache
    var caller: Caller { get throws { try cache.caller(token: token) } }
  }

  static func fields(_ json: String) throws -> JSONFields {
    try JSONFields(JSONValue(parsing: Array(json.utf8)))
  }

  /// Somebody who has just signed up.
  ///
  /// - Parameter zone: of the profile, as sign-up stores it; none by default.
  func person(_ name: String, zone: String? = nil) throws -> Person {
    let made = try people.identity.accounts.signUp(
      SignUp(
        reading: Self.fields(
          """
          {"name": "\(name)", "email": "\(name.lowercased())@example.org",
           \(zone.map { #""timeZone": "\#($0)","# } ?? "")
           "password": "Tangerine-42", "acceptTerms": true, "logIn": true}
          """), settings: platform.settings),
      device: "test", from: ClientAddress("192.0.2.7"))
    let session = try #require(made.session)
    return Person(id: made.account.id, token: session.token, cache: people.identity.sessionCache)
  }

  /// A family that everybody may join, with its members; the first one owns it.
  func family(_ members: [Person], kind: String = "family") throws -> EntityID {
    let owner = try #require(members.first)
    let family = try people.groups.subRealms.create(
      SubRealmDraft(
        reading: Self.fields(#"{"name": "Frick", "kind": "\#(kind)", "joinPolicy": "open"}"#),
        areas: AreaCoding(
          read: { _ throws(Refusal) in throw Refusal.invalid("", "is not read here") },
          write: { _, _ in })),
      caller: owner.caller)
    for member in members.dropFirst() {
      _ = try people.groups.subRealms.join(family.id, caller: member.caller)
    }
    return family.id
  }

  /// A car that can be booked on the same day.
  func car(of realm: EntityID, by person: Person) throws -> EntityID {
    try planning.resources.create(
      Resource.Content(reading: Self.fields(#"{"name": "Car", "rules": {"sameDay": true}}"#)),
      in: realm, caller: person.caller)
  }

  /// So many hours after the clock's present full hour.
  func hour(_ hours: Int) -> Instant {
    let now = clock.now().milliseconds
    return Instant(milliseconds: now - now % 3_600_000 + Int64(hours) * 3_600_000)
  }

  func draft(_ from: Int, _ to: Int, _ reason: String = "Shopping") -> BookingDraft {
    BookingDraft(
      span: Intervals.Span(hour(from), hour(to)), reason: reason, priority: .medium)
  }

  /// Fires every timer that is due.
  func fireDue() throws {
    let runner = try DeadlineRunner(
      store: platform.store, kinds: capabilities.parts(DeadlineKind.self))
    while try runner.fireDue(.transaction) > 0 {}
  }

  /// Fires every errand that is due, as another process does that has just started.
  func runErrands() throws {
    let runner = try DeadlineRunner(
      store: platform.store, kinds: capabilities.parts(DeadlineKind.self))
    for lane in [DeadlineKind.Lane.errand, .foreign] { while try runner.fireDue(lane) > 0 {} }
  }

  /// The kinds and texts of someone's notifications, oldest first.
  func notes(_ person: Person, _ kind: NotificationKind) throws -> [String] {
    try platform.store.notifications(to: person.id, kind, clocks: AccountClocks())
  }

  /// Names of the rules that some row breaks.
  func breaches() throws -> [String] {
    try platform.store.read { session in
      try capabilities.invariants.filter { $0.name != "one-public-realm" }
        .filter { try $0.breaches(in: session) > 0 }.map(\.name)
    }
  }

  /// The slug of the refusal that `body` ends with.
  func slug(_ body: () throws -> Void) throws -> String? {
    do {
      try body()
      return nil
    } catch let refusal as Refusal { return refusal.slug }
  }
}
