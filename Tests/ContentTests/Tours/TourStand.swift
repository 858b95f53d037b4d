import Base
import Foundation
import Geodesy
import Realms
import Storage
import TestSupport

@testable import Content

/// A store with two organizations, their users, a walker and an admin, for tests of tours.
final class TourStand: Sendable {
  let folder: TemporaryFolder
  let clock = ManualClock()
  let platform: Platform
  let tours: TourService
  let objects: ObjectService
  let files = MemoryFiles()
  let notifications = RecordingSink()
  let walks: EntityID
  let rival: EntityID
  let editor: Caller
  let colleague: Caller
  let stranger: Caller
  let walker: Caller
  let admin: Caller

  init(settings: Settings = Settings()) throws {
    folder = try TemporaryFolder()
    let store = try Store.open(
      .file(path: folder.file("store.sqlite")),
      schema: [realmsSchema, contentObjectsSchema, contentToursSchema], clock: clock)
    let platform = Platform(
      store: store, clock: clock, random: SharedSeededRandom(seed: 7), settings: settings)
    self.platform = platform
    let access = ObjectAccess(sources: [TourObjectVisibility()])
    objects = ObjectService(
      platform: platform, media: MediaService(platform: platform, files: files),
      generator: ShapeGenerator(), access: access, notifications: notifications)
    tours = TourService(platform: platform, objects: access, notifications: notifications)
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
            created_at, version)
          VALUES (?1, 'x', 'x', '{}', ?2, 'active', ?3, ?4, 1)
          """,
          [
            .id(loggedIn.account), .text(loggedIn.role.rawValue), .id(loggedIn.organization),
            .instant(transaction.now),
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

  deinit { platform.store.close() }

  /// A walker beside the usual one.
  func anotherWalker() -> Caller {
    Caller(
      Caller.LoggedIn(
        account: platform.ids.next(), session: platform.ids.next(), role: .general,
        memberships: [SubRealmID.publicRealm: .member], organization: nil))
  }

  /// An object that the editor has uploaded.
  func object(_ name: String = "cube", by caller: Caller? = nil) throws -> EntityID {
    try objects.generate(
      ObjectPrompt(name: name, alt: .text("a cube"), prompt: "red cube 1 m"), by: caller ?? editor
    ).id
  }

  /// Makes a tour of the usual body with `changes`.
  func make(
    _ changes: [String: String] = [:], by caller: Caller? = nil
  ) throws -> TourDetails {
    try tours.create(TourEdit(creating: Self.fields(changes)), by: caller ?? editor)
  }

  func edit(
    _ id: EntityID, _ body: String, expecting version: ExpectedVersion = .any,
    by caller: Caller? = nil
  ) throws -> TourDetails {
    try tours.edit(
      id, TourEdit(changing: JSONFields(JSONValue(parsing: Array(body.utf8)))),
      expecting: version, by: caller ?? editor)
  }

  /// A tour that everyone sees.
  func published(_ changes: [String: String] = [:]) throws -> TourDetails {
    try tours.publish(make(changes).tour.id, by: editor)
  }

  static let body: [String: String] = [
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
  static func fields(_ changes: [String: String] = [:]) throws -> JSONFields {
    var members = body
    for (name, value) in changes { members[name] = value }
    let text = members.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    return try JSONFields(JSONValue(parsing: Array("{\(text)}".utf8)))
  }
}

/// Media in memory.
final class MemoryFiles: MediaFiles {
  private let stored = Guarded<[String: [UInt8]]>([:])

  func keep(_ bytes: [UInt8], sha256: String) { stored.withLock { $0[sha256] = bytes } }
  func holds(_ sha256: String) -> Bool { stored.current[sha256] != nil }
  func bytes(of sha256: String) -> [UInt8]? { stored.current[sha256] }
  func remove(_ sha256: String) { stored.withLock { $0[sha256] = nil } }
}

/// Remembers what was posted.
final class RecordingSink: NotificationSink {
  struct Post: Sendable {
    var account: EntityID
    var kind: NotificationKind
    var subject: EntityID
    var text: String
  }

  private let list = Guarded<[Post]>([])
  var posts: [Post] { list.current }

  func post(
    to account: EntityID, kind: NotificationKind, subjectKind: String, subject: EntityID,
    version: Int, text: String, in transaction: WriteTransaction
  ) throws {
    list.withLock {
      $0.append(Post(account: account, kind: kind, subject: subject, text: text))
    }
  }
}

/// The refusal that `body` ends with; nil if it ends well.
func refusal(_ body: () throws -> Void) -> Refusal? {
  do {
    try body()
    return nil
  } catch {
    return error as? Refusal
  }
}

func json(_ write: (inout JSONWriter) -> Void) throws -> JSONValue {
  var writer = JSONWriter()
  write(&writer)
  return try JSONValue(parsing: writer.bytes)
}
