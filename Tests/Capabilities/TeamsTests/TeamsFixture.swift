import Access
import Base
import Calendar
import Cryptography
import Deadlines
import Groups
import Identity
import NotificationTestSupport
import Notifications
import PeopleTestSupport
import Registration
import Storage
import TestSupport
import Testing

@testable import Teams

/// A store on either engine with courses, a clock that stands still, and people.
final class TeamsFixture: Sendable {
  let store: TestStore
  let clock = ManualClock()
  let platform: Platform
  let people: PeopleServices
  let courses: CourseService
  let capabilities: [Capability]

  init(_ engine: StoreEngine = .sqlite) throws {
    store = try TestStore(
      engine,
      schema: [deadlinesSchema, realmsSchema, notificationsSchema, calendarSchema]
        + teamsDeclaration.schema, clock: clock)
    platform = Platform(store: store.store, clock: clock)
    let notifications = NotificationPoster(ids: platform.ids)
    capabilities = peopleCapabilities(beside: [
      deadlinesCapability, notificationsCapability,
      teamsCapability(notifications: notifications),
    ])
    people = try PeopleServices(platform: platform, capabilities: capabilities)
    courses = CourseService(platform: platform, realms: people.groups.subRealms)
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

  /// A community that everybody may join, with its members; the first one owns it.
  func community(_ members: [Person]) throws -> EntityID {
    let owner = try #require(members.first)
    let made = try people.groups.subRealms.create(
      SubRealmDraft(
        reading: Self.fields(#"{"name": "Bees", "kind": "community", "joinPolicy": "open"}"#),
        areas: AreaCoding(
          read: { _ throws(Refusal) in throw Refusal.invalid("", "is not read here") },
          write: { _, _ in })),
      caller: owner.caller)
    for member in members.dropFirst() {
      _ = try people.groups.subRealms.join(made.id, caller: member.caller)
    }
    return made.id
  }

  /// A course of so many articles, named by their numbers; `ids` are of those that stay.
  func draft(_ count: Int, keeping ids: [EntityID] = []) throws -> CourseDraft {
    let lessons = (0..<count).map { index in
      let id = ids.indices.contains(index) ? #""id": "\#(ids[index])", "# : ""
      return #"{\#(id)"kind": "article", "title": "\#(index + 1)", "text": "x"}"#
    }
    return try CourseDraft(
      reading: Self.fields(
        #"{"title": "A year", "lessons": [\#(lessons.joined(separator: ","))]}"#))
  }

  /// Fires every timer that is due.
  func fireDue() throws {
    let runner = try DeadlineRunner(
      store: platform.store, kinds: capabilities.parts(DeadlineKind.self))
    while try runner.fireDue(.transaction) > 0 {}
  }

  /// The texts of someone's reminders, oldest first.
  func reminders(_ person: Person) throws -> [String] {
    try platform.store.notifications(to: person.id, .courseReminder, clocks: AccountClocks())
  }

  func count(_ table: String) throws -> Int {
    try platform.store.read { try $0.count("SELECT COUNT(*) FROM \(table)") }
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
