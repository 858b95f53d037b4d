import Base
import Content
import Foundation
import GeoFormats
import Geodesy
import Notifications
import Realms
import Storage
import TestSupport

/// A store with the services of objects, and callers for it.
struct ObjectsFixture {
  let test: TestStore
  let clock = ManualClock()
  let platform: Platform
  let files: MemoryFiles
  let inbox = Inbox()
  let tour = ShownByTour()
  let media: MediaService
  let access: ObjectAccess
  let objects: ObjectService
  let inventory: InventoryService
  let instances: InstanceService
  let reactions: ReactionService

  init(
    inventoryLimit: Int = 100, limits: ObjectLimits = ObjectLimits(),
    files: MemoryFiles = MemoryFiles()
  ) throws {
    test = try TestStore(
      Self.engine, schema: [contentObjectsSchema, contentToursSchema], clock: clock)
    let store = test.store
    var settings = Settings()
    settings.inventoryLimit = inventoryLimit
    platform = Platform(
      store: store, clock: clock, random: SharedSeededRandom(seed: 1), settings: settings)
    self.files = files
    media = MediaService(platform: platform, files: files)
    access = ObjectAccess(sources: [tour])
    objects = ObjectService(
      platform: platform, media: media, generator: ShapeGenerator(), access: access,
      notifications: inbox, limits: limits)
    inventory = InventoryService(platform: platform, access: access)
    instances = InstanceService(platform: platform)
    reactions = ReactionService(platform: platform)
  }

  var store: Store { test.store }

  /// `WAYSIDE_TEST_STORE=postgres` runs everything on PostgreSQL.
  private static let engine =
    ProcessInfo.processInfo.environment["WAYSIDE_TEST_STORE"].flatMap(StoreEngine.init) ?? .sqlite

  /// A new account, member of `realms` and of the public sub-realm.
  func caller(
    _ role: AccountRole = .general, in realms: EntityID..., as membership: MembershipRole = .member
  ) -> Caller {
    caller(role, in: realms, as: membership)
  }

  func caller(
    _ role: AccountRole = .general, in realms: [EntityID], as membership: MembershipRole = .member
  ) -> Caller {
    var memberships: [EntityID: MembershipRole] = [SubRealmID.publicRealm: .member]
    for realm in realms { memberships[realm] = membership }
    return Caller(
      Caller.LoggedIn(
        account: platform.ids.next(), session: platform.ids.next(), role: role,
        memberships: memberships, organization: nil))
  }

  func realm() -> EntityID { platform.ids.next() }

  /// An object of the caller, made from words.
  func object(_ name: String, of caller: Caller, prompt: String = "red cube 1 m") throws -> ARObject
  {
    try objects.generate(ObjectPrompt(name: name, prompt: prompt), by: caller)
  }

  func preset(_ name: String, prompt: String = "blue sphere 1 m") throws -> ARObject {
    try objects.importPreset(
      name: name, alt: .text(name), kind: .shape, bytes: ShapePrompt(prompt).shape.glb())
  }

  /// The caller's object, placed in `realms`.
  func place(
    _ object: ARObject, by caller: Caller, in realms: EntityID...,
    at position: LonLat = LonLat(lon: 9.5209, lat: 47.1410)
  ) throws -> InstanceDetails {
    try instances.place(
      InstanceDraft(
        object: object.id,
        placement: Placement(realms: realms, pose: GeoPose(position: position, height: 460))),
      by: caller)
  }

  /// The changes of one kind since `sequence`, as subject and operation.
  func changes(_ kind: String, after sequence: Int64 = 0) throws -> [Change] {
    try store.changes(after: sequence, limit: 10_000).filter { $0.kind == kind }
  }

  func lastSequence() throws -> Int64 {
    try store.changes(after: 0, limit: 100_000).last?.sequence ?? 0
  }

  func rows(_ table: String) throws -> Int {
    try store.read { try $0.count("SELECT COUNT(*) FROM \(table)") }
  }
}

extension Caller {
  /// The account of a caller that a test made.
  var testAccount: EntityID { account ?? EntityID(high: 0, low: 0) }
}

/// Media files in memory.
final class MemoryFiles: MediaFiles {
  let kept = Guarded<[MediaDigest: [UInt8]]>([:])
  /// How many times kept bytes vanish at once, as by a sweep of another process.
  private let vanishing: Guarded<Int>

  init(vanishing: Int = 0) { self.vanishing = Guarded(vanishing) }

  func put(_ bytes: [UInt8], digest: MediaDigest) throws {
    let vanishes = vanishing.withLock { left in
      left -= 1
      return left >= 0
    }
    if !vanishes { kept.withLock { $0[digest] = bytes } }
  }

  func exists(_ digest: MediaDigest) -> Bool { kept.withLock { $0[digest] != nil } }

  func read(_ digest: MediaDigest) throws(DatabaseError) -> [UInt8]? {
    kept.withLock { $0[digest] }
  }

  func remove(_ digest: MediaDigest) throws { kept.withLock { $0[digest] = nil } }
}

/// Notifications that were posted.
final class Inbox: NotificationSink {
  struct Letter: Equatable {
    var to: EntityID
    var kind: NotificationKind
    var subject: EntityID
    var text: String
  }

  let letters = Guarded<[Letter]>([])

  func post(
    to account: EntityID, kind: NotificationKind, subjectKind: String, subject: EntityID,
    version: Int, text: String, due: Instant?, in transaction: WriteTransaction
  ) throws {
    letters.withLock {
      $0.append(Letter(to: account, kind: kind, subject: subject, text: text))
    }
  }
}

/// Objects that a published tour shows to everyone.
final class ShownByTour: ObjectVisibilitySource {
  let objects = Guarded<Set<EntityID>>([])

  func shows(_ object: EntityID, to caller: Caller, in session: StoreSession) throws -> Bool {
    objects.withLock { $0.contains(object) }
  }
}

/// The refusal that `body` ends with; nil if it does not.
func refusal(_ body: () throws -> Void) throws -> Refusal? {
  do {
    try body()
    return nil
  } catch let refusal as Refusal {
    return refusal
  }
}

/// The fields of a JSON text.
func fields(_ json: String) throws -> JSONFields {
  try JSONFields(JSONValue(parsing: Array(json.utf8)))
}

/// What a value writes, parsed again.
func json(_ write: (inout JSONWriter) -> Void) throws -> JSONValue {
  var writer = JSONWriter()
  write(&writer)
  return try JSONValue(parsing: writer.bytes)
}
