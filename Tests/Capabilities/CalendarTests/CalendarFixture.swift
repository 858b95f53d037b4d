import Access
import Base
import Cryptography
import Deadlines
import Groups
import Identity
import Notifications
import Outgoing
import PeopleTestSupport
import Registration
import Storage
import TestSupport
import Testing

@testable import Calendar

/// A store on either engine with the services of calendars, a clock that stands still, and people.
final class CalendarFixture: Sendable {
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
  let kinds: CalendarItemKinds

  init(_ engine: StoreEngine = .chosen, more: [CalendarItemKind] = []) throws {
    store = try TestStore(
      engine, schema: [deadlinesSchema, realmsSchema, notificationsSchema, calendarSchema],
      clock: clock)
    platform = Platform(store: store.store, clock: clock)
    let notifications = NotificationPoster(ids: platform.ids)
    let registered = calendarDeclaration.with(parts: more)
    kinds = try CalendarItemKinds([registered].parts(CalendarItemKind.self))
    calendar = CalendarServices(
      platform: platform, kinds: kinds, follower: NoFollower(), notifications: notifications,
      source: OutgoingClient())
    people = try PeopleServices(
      platform: platform,
      capabilities: peopleCapabilities(beside: [
        deadlinesCapability, notificationsCapability, calendarCapability(calendar),
      ]))
  }

  struct Person: Sendable {
    let id: EntityID
    let token: String
    let cache: SessionCache
    var caller: Caller { get throws { try cache.caller(token: token) } }
  }

  private static func fields(_ json: String) throws -> JSONFields {
    try JSONFields(JSONValue(parsing: Array(json.utf8)))
  }

  func person(_ name: String) throws -> Person {
    let made = try people.identity.accounts.signUp(
      SignUp(
        reading: Self.fields(
          """
          {"name": "\(name)", "email": "\(name.lowercased())@example.org",
           "password": "Tangerine-42", "acceptTerms": true, "logIn": true}
          """), settings: platform.settings),
      device: "test", from: ClientAddress("192.0.2.7"))
    let session = try #require(made.session)
    return Person(id: made.account.id, token: session.token, cache: people.identity.sessionCache)
  }

  /// A team that everybody may ask to join, with members who came by a link.
  func team(_ owner: Person, _ members: [Person]) throws -> EntityID {
    let team = try people.groups.subRealms.create(
      SubRealmDraft(
        reading: Self.fields(#"{"name": "Rowers", "kind": "team", "joinPolicy": "request"}"#),
        areas: AreaCoding(
          read: { _ throws(Refusal) in throw Refusal.invalid("", "is not read here") },
          write: { _, _ in })),
      caller: owner.caller)
    for member in members { try join(team.id, member, by: owner) }
    return team.id
  }

  /// Takes a person into a team by a link.
  func join(
    _ team: EntityID, _ person: Person, by admin: Person, as role: MembershipRole = .member
  ) throws {
    let link = try people.groups.invitations.invite(
      into: team,
      InvitationDraft(reading: Self.fields(#"{"link": true, "role": "\#(role.rawValue)"}"#)),
      caller: admin.caller)
    _ = try people.groups.invitations.accept(token: #require(link.token), caller: person.caller)
  }

  /// An item as it shall be made; from 15:00 to 16:00 of a day in UTC unless said otherwise.
  func item(
    _ kind: String, in realm: EntityID, day: String = "2026-05-04", hour: Int = 15,
    rule: String? = nil
  ) throws -> CalendarItem {
    var item = CalendarItem(
      id: EntityID(high: 0, low: 0), uid: "", kind: kind, realm: realm,
      organizer: EntityID(high: 0, low: 0), title: "Rowing",
      start: try #require(WallTime("\(day)T\(hour):00")), zone: .utc, duration: 3600,
      createdAt: clock.now(), updatedAt: clock.now())
    item.recurrence = try rule.map { try RecurrenceRule($0) }
    return item
  }

  func answers(_ item: EntityID) throws -> [Attendance] {
    try platform.store.read { try ParticipationStore.attendances(of: item, in: $0) }
  }

  func found(_ item: EntityID) throws -> CalendarItem? {
    try platform.store.read { try CalendarItemStore.find(item, in: $0) }
  }

  /// The coming practices of a team that a reader sees: when they begin, what they are called and how they stand.
  func listed(_ team: EntityID, for reader: Person) throws -> [String] {
    try platform.store.read { session in
      try RealmTimeline.page(
        of: team, kinds: ["practice"], from: .init(start: clock.now(), item: team),
        backward: false, drafts: false, reader: reader.id, limit: 10, in: session
      ).map {
        "\($0.item.zone.wallTime(at: $0.start)) \($0.item.title) \($0.item.status.rawValue)"
      }
    }
  }

  /// Names of the rules that some row breaks.
  func breaches() throws -> [String] {
    try platform.store.read { session in
      try calendarInvariants.filter { try $0.breaches(in: session) > 0 }.map(\.name)
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
