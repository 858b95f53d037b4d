import Access
import Base
import Cryptography
import Deadlines
import Foundation
import Geodesy
import Groups
import Identity
import Mail
import Moderation
import Notifications
import Registration
import Storage
import TestSupport
import Testing

/// A store of its own with all services, a clock that stands still, and people.
public struct PeopleFixture: Sendable {
  public let folder: TemporaryFolder
  public let clock = ManualClock()
  public let platform: Platform
  public let people: PeopleServices
  public static let address = ClientAddress("192.0.2.7")
  public static let password = "Tangerine-42"

  public init(
    settings: Settings = Settings(), limits: AttemptLimits = .none,
    holders: [any PersonalDataHolder] = [], things: [any ReportableThings] = [],
    more: [Capability] = []
  ) throws {
    folder = try TemporaryFolder()
    platform = Platform(
      store: try Self.openStore(folder, clock), clock: clock, settings: settings)
    people = try PeopleServices(
      platform: platform, limits: limits,
      capabilities: peopleCapabilities(
        beside: [
          deadlinesCapability, notificationsCapability,
          Capability("toys", personalData: holders, parts: things + toyNotifications),
        ] + more))
  }

  /// The one place that decides on which engine the suite runs.
  public static func openStore(_ folder: TemporaryFolder, _ clock: any WallClock) throws -> Store {
    if StoreEngine.chosen == .postgres {
      return try open(.postgres(url: PostgresServer.freshURL()), clock)
    }
    let path = folder.file("store.sqlite")
    try FileManager.default.copyItem(atPath: template.get().file("store.sqlite"), toPath: path)
    return try open(.file(path: path), clock)
  }

  private static func open(_ location: StoreLocation, _ clock: any WallClock) throws -> Store {
    try Store.open(
      location,
      schema: [deadlinesSchema, realmsSchema, notificationsSchema, moderationSchema, toySchema],
      clock: clock, readers: 3)
  }

  /// An empty store with its schema, made once: making the spatial tables takes longer than a test.
  private static let template = Result {
    let folder = try TemporaryFolder()
    try open(.file(path: folder.file("store.sqlite")), SystemClock()).close()
    return folder
  }

  /// Someone who is logged in; `caller` is resolved anew at each use, as at each request.
  public struct Person: Sendable {
    public let account: Account
    public let token: String
    public let cache: SessionCache

    public init(account: Account, token: String, cache: SessionCache) {
      self.account = account
      self.token = token
      self.cache = cache
    }

    public var id: EntityID { account.id }
    public var caller: Caller { get throws { try cache.caller(token: token) } }
  }

  public func fields(_ json: String) throws -> JSONFields {
    try JSONFields(JSONValue(parsing: Array(json.utf8)))
  }

  public func signUp(_ json: String) throws -> (account: Account, session: NewSession?) {
    try people.identity.accounts.signUp(
      SignUp(reading: fields(json), settings: platform.settings), device: "test",
      from: Self.address)
  }

  public func person(_ name: String) throws -> Person {
    let made = try signUp(
      """
      {"name": "\(name)", "email": "\(name.lowercased().replacing(" ", with: "-"))@example.org",
       "password": "\(Self.password)", "acceptTerms": true, "logIn": true}
      """)
    let session = try #require(made.session)
    return Person(account: made.account, token: session.token, cache: people.identity.sessionCache)
  }

  /// As if the code had been entered that was sent to the person's email address.
  public func prove(_ person: Person) throws {
    try platform.store.write { transaction in
      _ = try transaction.execute(
        "UPDATE identifiers SET verified_at = ?2 WHERE account = ?1",
        [.id(person.id), .instant(transaction.now)])
    }
  }

  public func logIn(
    _ login: String, _ password: String = Self.password, from address: ClientAddress = Self.address
  ) throws -> NewSession {
    var json = JSONWriter()
    json.object { json in
      json.member("login", login)
      json.member("password", password)
    }
    return try people.identity.sessions.logIn(LogIn(reading: fields(json.string)), from: address)
  }

  public func admin(_ name: String = "Root") throws -> Person {
    let email = "\(name.lowercased())@ops.example.org"
    let account = try people.identity.accounts.createAdmin(
      name: name, email: email, password: "Persimmon-77")
    let session = try logIn(email, "Persimmon-77")
    return Person(account: account, token: session.token, cache: people.identity.sessionCache)
  }

  public func realm(
    _ owner: Person, _ kind: String = "group", policy: String = "invite", name: String = "Hikers"
  ) throws -> SubRealm {
    try people.groups.subRealms.create(
      SubRealmDraft(
        reading: fields(
          "{\"kind\": \"\(kind)\", \"name\": \"\(name)\", \"joinPolicy\": \"\(policy)\"}"),
        areas: boxes),
      caller: owner.caller)
  }

  public func join(_ person: Person, _ realm: SubRealm, by owner: Person, role: String = "member")
    throws
  {
    let made = try people.groups.invitations.invite(
      into: realm.id,
      InvitationDraft(reading: fields("{\"to\": \"\(person.id)\", \"role\": \"\(role)\"}")),
      caller: owner.caller)
    _ = try people.groups.invitations.accept(made.invitation.id, caller: person.caller)
  }

  /// The mails and text messages that wait to be sent, in the order in which they were made.
  public func mails() throws -> [OutgoingMail] {
    try platform.store.read {
      try people.mail.outbox.due(at: Instant(milliseconds: .max), limit: 1000, in: $0)
    }
    .map { try people.mail.outbox.open($0) }.sorted { $0.id < $1.id }
  }

  /// What sends them.
  public func dispatcher(_ transport: any MailTransport) -> MailDispatcher {
    MailDispatcher(platform: platform, outbox: people.mail.outbox, transport: transport)
  }

  public func notices(_ person: Person) throws -> [String] {
    try people.notifications.list(PageRequest(limit: 100), caller: person.caller).page.items
      .map(\.text)
  }

  public func count(_ sql: String, _ parameters: [SQLValue] = []) throws -> Int {
    try platform.store.read { try $0.count(sql, parameters) }
  }
}

/// An area as `[west, south, east, north]`, which is enough for these tests.
public let boxes = AreaCoding(
  read: { value throws(Refusal) in
    let numbers = (value.array ?? []).compactMap(\.number)
    guard numbers.count == 4 else { throw Refusal.invalid("", "must be four numbers") }
    let (w, s, e, n) = (numbers[0], numbers[1], numbers[2], numbers[3])
    return MultiPolygon([
      Polygon([
        [
          LonLat(lon: w, lat: s), LonLat(lon: e, lat: s), LonLat(lon: e, lat: n),
          LonLat(lon: w, lat: n), LonLat(lon: w, lat: s),
        ]
      ])
    ])
  },
  write: { area, json in json.integer(area.polygons.count) })

/// The kind of refusal that `body` ends with.
public func refusal(_ body: () throws -> Void) -> Refusal? {
  do {
    try body()
    return nil
  } catch {
    return error as? Refusal
  }
}

public func kind(_ body: () throws -> Void) -> Refusal.Kind? { refusal(body)?.kind }

public func written(_ write: (inout JSONWriter) -> Void) -> String {
  var json = JSONWriter()
  write(&json)
  return json.string
}
