import Access
import Base
import Composition
import Cryptography
import Foundation
import Geodata
import HTTPServing
import Identity
import Objects
import Presence
import Storage
import TestSupport
import Testing
import Tours
import WaysideAPI

/// A whole installation in a temporary folder: its interface is called without sockets, and every
/// answer is held against the OpenAPI document.
final class APIFixture: Sendable {
  let folder: TemporaryFolder
  /// Where the store is.
  let location: StoreLocation
  let clock: ManualClock
  let services: Services
  let api: API
  let contract: Contract
  /// Errors of ours that requests have met.
  let faults = Guarded<[String]>([])
  /// The names of the operations that have answered with success.
  let succeeded = Guarded<Set<String>>([])
  /// Lists that were read with success, and by whom.
  let lists = Guarded<[ListReading]>([])
  static let password = "Tangerine-42"
  private let counter = Guarded(0)
  private let dump = Guarded<PostgresServer.Dump?>(nil)
  /// What this one is a restart of.
  private let before: APIFixture?

  init(
    limits: Bool = false, inventoryLimit: Int = 100, attempts: AttemptLimits = .none,
    obstacles: (any SightObstacleSource)? = NoSightObstacles(),
    geodata: GeodataLibrary = GeodataLibrary(), privateHosts: Set<String> = [],
    isPushOn: Bool = true, sprites: MapSprites = .sample, settings: Settings = Settings()
  ) throws {
    (folder, clock, before) = (try TemporaryFolder(), ManualClock(), nil)
    location = try Self.freshLocation(folder)
    let store = try Store.open(
      location, schema: Services.schema, clock: clock, readers: 3)
    var settings = settings
    settings[ObjectsSettings.inventoryLimit] = inventoryLimit
    settings.publicAddress = "https://wayside.example.org"
    settings.privateHosts = privateHosts
    services = try Services(
      platform: Platform(
        store: store, clock: clock, random: SharedSeededRandom(seed: 7), settings: settings),
      media: MediaFolder(in: folder.path), key: ServiceKey(Array(1...32)),
      hasher: PasswordHasher(cost: .cheapest, concurrent: 4, queue: 1000), attempts: attempts,
      payments: RecordedTestPayments(), obstacles: obstacles, geodata: geodata,
      isPushOn: isPushOn)
    let faults = faults
    api = try services.api(
      limits: limits ? RateLimits(clock: clock) : nil, metrics: Metrics(), sprites: sprites
    ) { operation, _, error in faults.withLock { $0.append("\(operation): \(error)") } }
    contract = try Contract(api)
  }

  /// An empty store on the engine that the suite runs on.
  private static func freshLocation(_ folder: TemporaryFolder) throws -> StoreLocation {
    if StoreEngine.chosen == .postgres { return .postgres(url: try PostgresServer.freshURL()) }
    let path = folder.file("store.sqlite")
    try FileManager.default.copyItem(atPath: template.get().file("store.sqlite"), toPath: path)
    return .file(path: path)
  }

  /// As another start of the server on the data of `other`: nothing is remembered but what is stored.
  init(restarting other: APIFixture, geodata: GeodataLibrary = GeodataLibrary()) throws {
    (folder, location, before) = (other.folder, other.location, other)
    // The clock goes on.
    clock = other.clock
    services = try Services(
      platform: other.services.platform, media: MediaFolder(in: folder.path),
      key: ServiceKey(Array(1...32)),
      hasher: PasswordHasher(cost: .cheapest, concurrent: 4, queue: 1000), attempts: .none,
      payments: RecordedTestPayments(), obstacles: NoSightObstacles(),
      geodata: geodata)
    let faults = faults
    api = try services.api(limits: nil, metrics: Metrics()) { operation, _, error in
      faults.withLock { $0.append("\(operation): \(error)") }
    }
    contract = try Contract(api)
  }

  /// As `other` at this moment, in a folder of its own: what is done here does not happen there.
  init(copying other: APIFixture) throws {
    (folder, clock, before) = (try TemporaryFolder(), other.clock, nil)
    location = try other.copiedStore(to: folder)
    let media = other.folder.path + "/media"
    if FileManager.default.fileExists(atPath: media) {
      try FileManager.default.copyItem(atPath: media, toPath: folder.file("media"))
    }
    let store = try Store.open(location, schema: Services.schema, clock: clock, readers: 3)
    services = try Services(
      platform: Platform(
        store: store, clock: clock, random: SharedSeededRandom(seed: 11),
        settings: other.services.platform.settings),
      media: MediaFolder(in: folder.path), key: ServiceKey(Array(1...32)),
      hasher: PasswordHasher(cost: .cheapest, concurrent: 4, queue: 1000), attempts: .none,
      payments: RecordedTestPayments(), obstacles: NoSightObstacles())
    let faults = faults
    api = try services.api(limits: nil, metrics: Metrics()) { operation, _, error in
      faults.withLock { $0.append("\(operation): \(error)") }
    }
    contract = other.contract
  }

  /// A copy of the store as it now is; on PostgreSQL, as it was when it was first copied.
  private func copiedStore(to folder: TemporaryFolder) throws -> StoreLocation {
    guard case .postgres = location else {
      let path = folder.file("store.sqlite")
      _ = try services.platform.store.backup(toFile: path)
      return .file(path: path)
    }
    let dump = try dump.withLock { dump in
      if dump == nil { dump = try PostgresServer.dump(location) }
      return dump
    }
    return try PostgresServer.copy(of: #require(dump))
  }

  deinit { if before == nil { services.platform.store.close() } }

  /// An empty store with its schema, made once: making the spatial tables takes longer than a test.
  private static let template = Result {
    let folder = try TemporaryFolder()
    try Store.open(.file(path: folder.file("store.sqlite")), schema: Services.schema).close()
    return folder
  }

  /// Someone who is logged in, or nobody.
  struct Person: Sendable {
    var id = ""
    var email = ""
    var token: String?
    /// The organization of an organization user.
    var organization = ""

    static let nobody = Person()
  }

  /// Sends a request and checks the answer against the OpenAPI document.
  func call(
    _ method: HTTPMethod, _ target: String, as person: Person = .nobody, _ body: JSON? = nil,
    headers: [(String, String)] = [], address: IPAddress = .loopback
  ) throws -> Reply {
    try call(
      method, target, as: person, bytes: body?.bytes, type: ContentType.json, headers: headers,
      address: address)
  }

  /// As ``call(_:_:as:_:headers:address:)`` with any bytes.
  func call(
    _ method: HTTPMethod, _ target: String, as person: Person = .nobody, bytes: [UInt8]?,
    type: String?, headers: [(String, String)] = [], address: IPAddress = .loopback
  ) throws -> Reply {
    var fields = headers
    if let token = person.token { fields.append(("Authorization", "Bearer " + token)) }
    if bytes != nil, let type { fields.append(("Content-Type", type)) }
    var request = try HTTPRequest(
      method, target, headers: fields, body: bytes.map { .bytes($0) } ?? .none)
    request.remoteAddress = address
    let reply = Reply(api.router.respond(to: request) { API.render($0) })
    if (200..<300).contains(reply.status), let name = contract.name(method, request.path) {
      succeeded.withLock { _ = $0.insert(name) }
      if method == .get, contract.isPaged(name) {
        let reading = ListReading(target: target, token: person.token)
        lists.withLock { if !$0.contains(reading) { $0.append(reading) } }
      }
    }
    for problem in contract.problems(method, request.path, reply) {
      Issue.record("\(method.rawValue) \(target) → \(reply.status): \(problem)\n\(reply.text)")
    }
    return reply
  }

  // MARK: People

  func person(_ name: String? = nil) throws -> Person {
    let number = counter.withLock { count in
      count += 1
      return count
    }
    let name = name ?? "Person \(number)"
    let email = "person\(number)@example.org"
    let reply = try call(
      .post, "/v1/accounts",
      [
        "name": .text(name), "email": .text(email), "password": .text(Self.password),
        "acceptTerms": true,
      ])
    try #require(reply.status == 201, "\(reply.text)")
    return try logIn(email)
  }

  func logIn(_ email: String, _ password: String = APIFixture.password) throws -> Person {
    let reply = try call(
      .post, "/v1/sessions", ["login": .text(email), "password": .text(password)])
    try #require(reply.status == 201, "\(reply.text)")
    return Person(
      id: try reply.require("account", "id"), email: email, token: try reply.require("token"),
      organization: reply.json["account"]?["organization"]?.string ?? "")
  }

  func admin() throws -> Person {
    let number = counter.withLock { count in
      count += 1
      return count
    }
    let email = "admin\(number)@example.org"
    _ = try services.identity.accounts.createAdmin(
      name: "Admin \(number)", email: email, password: Self.password)
    return try logIn(email)
  }

  /// An organization user of an organization of its own.
  func guide(_ name: String = "Vaduz Walks") throws -> Person {
    let person = try person("Guide of \(name)")
    let admin = try admin()
    let asked = try call(
      .post, "/v1/organization-requests", as: person,
      ["organizationName": .text(name), "reason": "We lead walks."])
    let decided = try call(
      .post, "/v1/admin/organization-requests/\(asked.require("id"))/decision", as: admin,
      ["decision": "accept"])
    try #require(decided.status == 200, "\(decided.text)")
    var guide = person
    guide.organization = try decided.require("organization")
    return guide
  }

  /// The last sequence of the change log, and how many rows each table has: what a request that is
  /// refused must leave as it was.
  func state() throws -> [String: Int] {
    try services.platform.store.read { session in
      var state = ["sequence": try session.count("SELECT COALESCE(MAX(sequence), 0) FROM changes")]
      for table in Self.tables {
        state[table] = try session.count("SELECT COUNT(*) FROM \(table)")
      }
      return state
    }
  }

  private static let tables = [
    "accounts", "sub_realms", "memberships", "invitations", "objects", "media", "instances",
    "tours", "tour_revisions", "tour_runs", "report_cases", "reactions", "organization_requests",
    "reports", "notifications", "consents", "blocks", "inventory_entries", "ledger_entries",
    "read_marks", "unwanted_mail", "mails", "sessions", "audit_entries",
  ]
}

extension MapSprites {
  /// Icons without pictures, as if the pages were built.
  static let sample = MapSprites { $0.hasSuffix(".json") ? Array("{}".utf8) : [0x89] }
}
