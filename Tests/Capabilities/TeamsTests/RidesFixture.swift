import Access
import Base
import Calendar
import Cryptography
import Deadlines
import Geodesy
import Groups
import Identity
import NotificationTestSupport
import Notifications
import Outgoing
import PeopleTestSupport
import Registration
import Storage
import TestSupport
import Testing

@testable import Teams

/// A store on either engine with events and rides to them, a clock that stands still, and people.
final class RidesFixture: Sendable {
  struct NoPlans: CalendarFollower {
    func itemMoved(
      _ item: EntityID, for account: EntityID?, in transaction: WriteTransaction
    ) throws {}
    func calendarChanged(of account: EntityID) throws {}
    func travelMinutes(
      of account: EntityID, after now: Instant, in session: StoreSession
    ) throws -> [EntityID: Int] { [:] }
  }

  /// Where the events take place.
  static let place = LonLat(lon: 9.5, lat: 47.1)

  let store: TestStore
  let clock = ManualClock()
  let platform: Platform
  let people: PeopleServices
  let events: GroupEventService
  let rides: RideService
  let capabilities: [Capability]

  init(_ engine: StoreEngine = .sqlite, cars: any CarWays = NoCarWays()) throws {
    store = try TestStore(
      engine,
      schema: [deadlinesSchema, realmsSchema, notificationsSchema, calendarSchema]
        + teamsDeclaration.schema, clock: clock)
    platform = Platform(store: store.store, clock: clock)
    let notifications = NotificationPoster(ids: platform.ids)
    let upkeep = RideUpkeep(notifications: notifications)
    let calendar = CalendarServices(
      platform: platform,
      kinds: try CalendarItemKinds([calendarDeclaration].parts(CalendarItemKind.self)),
      follower: RideFollower(plans: NoPlans(), rides: upkeep), notifications: notifications,
      source: OutgoingClient())
    capabilities = peopleCapabilities(beside: [
      deadlinesCapability, notificationsCapability,
      calendarCapability(calendar), teamsCapability(notifications: notifications),
    ])
    people = try PeopleServices(platform: platform, capabilities: capabilities)
    events = GroupEventService(
      platform: platform, calendar: calendar, realms: people.groups.subRealms)
    rides = RideService(
      platform: platform, events: events, upkeep: upkeep, matching: RideMatching(ways: cars))
  }

  typealias Person = TeamsFixture.Person

  func person(_ name: String) throws -> Person {
    let made = try people.identity.accounts.signUp(
      SignUp(
        reading: TeamsFixture.fields(
          """
          {"name": "\(name)", "email": "\(name.lowercased())@example.org",
           "password": "Tangerine-42", "acceptTerms": true, "logIn": true}
          """), settings: platform.settings),
      device: "test", from: ClientAddress("192.0.2.7"))
    let session = try #require(made.session)
    return Person(id: made.account.id, token: session.token, cache: people.identity.sessionCache)
  }

  /// A team of all of them, and an event that all have accepted; the first one runs it.
  func event(_ people: [Person], rule: String? = nil) throws -> (team: EntityID, event: EntityID) {
    let owner = try #require(people.first)
    let team = try self.people.groups.subRealms.create(
      SubRealmDraft(
        reading: TeamsFixture.fields(
          #"{"name": "Rowers", "kind": "team", "joinPolicy": "request"}"#),
        areas: AreaCoding(
          read: { _ throws(Refusal) in throw Refusal.invalid("", "is not read here") },
          write: { _, _ in })),
      caller: owner.caller)
    for member in people.dropFirst() {
      let asked = try self.people.groups.invitations.request(
        team.id, message: "", caller: member.caller)
      try self.people.groups.invitations.decide(asked.id, accepts: true, caller: owner.caller)
    }
    let rule = rule.map { #","recurrence": "\#($0)""# } ?? ""
    let id = try events.create(
      in: team.id,
      GroupEventDraft(
        making: TeamsFixture.fields(
          """
          {"kind": "event", "title": "Regatta", "start": "2026-06-13T09:00", "zone": "UTC",
           "place": {"lat": 47.1, "lon": 9.5}, "placeIsSafe": true\(rule)}
          """)), caller: owner.caller)
    for person in people {
      _ = try events.answer(.accepted, to: id, caller: person.caller)
    }
    return (team.id, id)
  }

  func offers(_ seats: Int, from lat: Double) throws -> RideDraft {
    try RideDraft(
      reading: TeamsFixture.fields(
        """
        {"role": "driver", "seats": \(seats),
         "start": {"from": "shown", "lat": \(lat), "lon": 9.5}}
        """))
  }

  func looks(from lat: Double) throws -> RideDraft {
    try RideDraft(
      reading: TeamsFixture.fields(
        #"{"role": "seeker", "start": {"from": "shown", "lat": \#(lat), "lon": 9.5}}"#))
  }

  func list(
    _ event: EntityID, _ person: Person, at occurrence: Instant? = nil
  ) throws -> [RideList.Entry] {
    try rides.list(of: event, at: occurrence, caller: person.caller).entries
  }

  /// The texts of someone's notifications of a kind, oldest first.
  func heard(_ person: Person, _ kind: NotificationKind = .rideChange) throws -> [String] {
    try platform.store.notifications(to: person.id, kind, clocks: AccountClocks())
  }

  func count(_ table: String) throws -> Int {
    try platform.store.read { try $0.count("SELECT COUNT(*) FROM \(table)") }
  }

  /// Names of the rules that some row breaks.
  func breaches() throws -> [String] {
    try platform.store.read { session in
      try rideInvariants.filter { try $0.breaches(in: session) > 0 }.map(\.name)
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
