import Access
import Base
import Deadlines
import Geodesy
import Media
import Notifications
import Objects
import Storage
import TestSupport
import Tours

/// A store with two organizations, their users, a walker and an admin, for tests of tours.
public final class TourStand: Sendable {
  public let test: TestStore
  public let clock = ManualClock()
  public let platform: Platform
  public let tours: TourService
  public let objects: ObjectService
  public let files = MemoryFiles()
  public let notifications = Inbox()
  public let recordings: RecordingService
  public let runs: RunService
  public let purchases: PurchaseService
  public let payments: RecordedTestPayments
  public let exchange: TourExchange
  public let walks: EntityID
  public let rival: EntityID
  public let editor: Caller
  public let colleague: Caller
  public let stranger: Caller
  public let walker: Caller
  public let admin: Caller

  public init(
    settings: Settings = Settings(), payments: RecordedTestPayments = RecordedTestPayments()
  )
    throws
  {
    test = try TestStore(
      .chosen,
      schema: [
        deadlinesSchema, realmsSchema, notificationsSchema, pictureSchema, objectsSchema,
        toursSchema,
      ],
      clock: clock)
    let store = test.store
    let platform = Platform(
      store: store, clock: clock, random: SharedSeededRandom(seed: 7), settings: settings)
    self.platform = platform
    let rights = ObjectRights(sources: [TourObjectVisibility()], clock: clock)
    let media = MediaService(platform: platform, files: files)
    objects = ObjectService(
      platform: platform, media: media, generator: ShapeGenerator(), rights: rights,
      notifications: notifications)
    tours = TourService(platform: platform, objects: rights, notifications: notifications)
    recordings = RecordingService(platform: platform, media: media)
    runs = RunService(platform: platform)
    self.payments = payments
    purchases = PurchaseService(
      platform: platform, payments: payments, notifications: notifications)
    exchange = TourExchange(
      tours: tours, objects: objects, recordings: recordings,
      pictures: try PictureService(
        platform: platform, media: media, things: TourPictures.Part.allCases.map(TourPictures.init)),
      media: media)
    let ids = platform.ids
    let (walks, rival) = (ids.next(), ids.next())
    (self.walks, self.rival) = (walks, rival)
    func caller(_ role: AccountRole, _ organization: EntityID? = nil) -> Caller {
      var memberships = [SubRealmID.publicRealm: MembershipRole.member]
      if let organization { memberships[organization] = .editor }
      return Caller(
        Caller.LoggedIn(
          account: ids.next(), session: ids.next(), role: role, memberships: memberships,
          organization: organization))
    }
    editor = caller(.organization, walks)
    colleague = caller(.organization, walks)
    stranger = caller(.organization, rival)
    walker = caller(.general)
    admin = caller(.admin)
    try store.write { transaction in
      for (id, name, currency) in [(walks, "Vaduz Walks", "CAD"), (rival, "Alpine Trails", "USD")] {
        try transaction.execute(
          """
          INSERT INTO sub_realms (id, kind, name, name_key, description, join_policy, state,
            created_at, version)
          VALUES (?1, 'organization', ?2, ?3, '', 'invite', 'live', ?4, 1)
          """,
          [.id(id), .text(name), .text(name.lowercased()), .instant(transaction.now)])
        try transaction.execute(
          "INSERT INTO organizations (id, currency, approved_at) VALUES (?1, ?2, ?3)",
          [.id(id), .text(currency), .instant(transaction.now)])
      }
      for caller in [editor, colleague, stranger, walker, admin] {
        guard let loggedIn = caller.loggedIn else { continue }
        try transaction.execute(
          """
          INSERT INTO accounts (id, display_name, name_key, preferences, role, state, organization,
            buyer, created_at, version)
          VALUES (?1, 'x', 'x', '{}', ?2, 'active', ?3, ?5, ?4, 1)
          """,
          [
            .id(loggedIn.account), .text(loggedIn.role.rawValue), .id(loggedIn.organization),
            .instant(transaction.now), .id(ids.next()),
          ])
        if let organization = loggedIn.organization {
          try transaction.execute(
            """
            INSERT INTO memberships (account, sub_realm, role, joined_at)
            VALUES (?1, ?2, 'editor', ?3)
            """, [.id(loggedIn.account), .id(organization), .instant(transaction.now)])
        }
      }
    }
  }

  public var store: Store { platform.store }

  public func rows(_ table: String) throws -> Int {
    try store.read { try $0.count("SELECT COUNT(*) FROM \(table)") }
  }

  /// A walker beside the usual one.
  public func anotherWalker() -> Caller {
    Caller(
      Caller.LoggedIn(
        account: platform.ids.next(), session: platform.ids.next(), role: .general,
        memberships: [SubRealmID.publicRealm: .member], organization: nil))
  }

  /// An object that the editor has uploaded.
  public func object(_ name: String = "cube", caller: Caller? = nil) throws -> EntityID {
    try objects.generate(
      ObjectPrompt(name: name, alt: .text("a cube"), prompt: "red cube 1 m"),
      caller: caller ?? editor
    ).id
  }

  /// Makes a tour of the usual body with `changes`.
  public func make(
    _ changes: [String: String] = [:], caller: Caller? = nil
  ) throws -> TourDetails {
    try tours.create(TourEdit(creating: Self.fields(changes)), caller: caller ?? editor)
  }

  public func edit(
    _ id: EntityID, _ body: String, expecting version: ExpectedVersion = .any,
    caller: Caller? = nil
  ) throws -> TourDetails {
    try tours.edit(
      id, TourEdit(changing: JSONFields(JSONValue(parsing: Array(body.utf8)))),
      expecting: version, caller: caller ?? editor)
  }

  /// A tour that everyone sees.
  public func published(_ changes: [String: String] = [:]) throws -> TourDetails {
    try tours.publish(make(changes).tour.id, caller: editor)
  }

  public static let body: [String: String] = [
    "name": "\"Old Town\"", "description": "\"From the church to the castle.\"",
    "route": """
    {"type":"LineString","coordinates":[[9.5223,47.1362],[9.5224,47.1380],[9.5246,47.1400]]}
    """,
    "stops": """
    [{"title":"Cathedral","text":"Built in 1873.","position":{"lat":47.1362,"lon":9.5223}},
     {"title":"Museum","text":"The old tavern.","position":{"lat":47.1380,"lon":9.5224}},
     {"title":"Castle","text":"Since 1322.","position":{"lat":47.1400,"lon":9.5246,"h":577.5}}]
    """,
  ]

  /// The usual body, with members put in the place of others; an empty one is left out.
  public static func fields(_ changes: [String: String] = [:]) throws -> JSONFields {
    var members = body
    for (name, value) in changes { members[name] = value }
    let text = members.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    return try JSONFields(JSONValue(parsing: Array("{\(text)}".utf8)))
  }
}
