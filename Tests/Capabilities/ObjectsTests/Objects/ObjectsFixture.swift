import Access
import Base
import CapabilityTestSupport
import Deadlines
import Foundation
import Geodesy
import Media
import Models
import Notifications
import Objects
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
  let rights: ObjectRights
  let objects: ObjectService
  let inventory: InventoryService
  let instances: InstanceService
  let reactions: ReactionService

  init(
    inventoryLimit: Int = 100, limits: ObjectLimits = ObjectLimits(),
    files: MemoryFiles = MemoryFiles()
  ) throws {
    test = try TestStore(
      .chosen,
      schema: [
        deadlinesSchema, realmsSchema, notificationsSchema, pictureSchema, objectsSchema,
      ],
      clock: clock)
    let store = test.store
    var settings = Settings()
    settings[ObjectsSettings.inventoryLimit] = inventoryLimit
    platform = Platform(
      store: store, clock: clock, random: SharedSeededRandom(seed: 1), settings: settings)
    self.files = files
    media = MediaService(platform: platform, files: files)
    rights = ObjectRights(sources: [tour], clock: clock)
    objects = ObjectService(
      platform: platform, media: media, generator: ShapeGenerator(), rights: rights,
      notifications: inbox, limits: limits)
    inventory = InventoryService(platform: platform, rights: rights)
    instances = InstanceService(platform: platform, objects: rights)
    reactions = ReactionService(platform: platform)
  }

  var store: Store { test.store }

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
  func object(_ name: String, caller: Caller, prompt: String = "red cube 1 m") throws -> ARObject {
    try objects.generate(ObjectPrompt(name: name, prompt: prompt), caller: caller)
  }

  func preset(_ name: String, prompt: String = "blue sphere 1 m") throws -> ARObject {
    try objects.importPreset(
      name: name, alt: .text(name), kind: .shape, bytes: ShapePrompt(prompt).shape.glb())
  }

  /// The caller's object, placed in `realms`.
  func place(
    _ object: ARObject, caller: Caller, in realms: EntityID...,
    at position: LonLat = LonLat(lon: 9.5209, lat: 47.1410)
  ) throws -> InstanceDetails {
    try instances.place(
      InstanceDraft(
        object: object.id,
        placement: Placement(realms: realms, pose: GeoPose(position: position, height: 460))),
      caller: caller)
  }

  /// The changes of one kind since `sequence`, as subject and operation.
  func changes(_ kind: String, after sequence: Int64 = 0) throws -> [Change] {
    try store.changes(after: sequence, limit: 10_000).filter { $0.kind == kind }
  }

  func lastSequence() throws -> Int64 {
    try store.changes(after: 0, limit: 100_000).last?.sequence ?? 0
  }

  /// A report of the object, as moderators get it.
  func report(_ object: EntityID) throws {
    try store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO report_cases
          (id, subject_kind, subject, title, evidence, urgent, reports, opened_at)
        VALUES (?1, 'object', ?2, 'Cube', ?3, 0, 1, ?4)
        """,
        [.id(platform.ids.next()), .id(object), .blob(Array("{}".utf8)), .instant(transaction.now)])
    }
  }

  func rows(_ table: String) throws -> Int {
    try store.read { try $0.count("SELECT COUNT(*) FROM \(table)") }
  }
}

/// Objects that a published tour shows to everyone.
final class ShownByTour: ObjectVisibilitySource {
  let objects = Guarded<Set<EntityID>>([])

  func showing(
    of object: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ObjectShowing {
    ObjectShowing(state: objects.withLock { $0.contains(object) } ? .published : nil)
  }

  func isReported(
    _ object: EntityID, at now: Instant, in session: StoreSession
  ) throws -> Bool { false }

  func hasBought(_ object: EntityID, caller: Caller, in session: StoreSession) throws -> Bool {
    false
  }

  func isSold(_ object: EntityID, in session: StoreSession) throws -> Bool { false }

  func uses(_ object: EntityID, in session: StoreSession) throws -> Bool {
    objects.withLock { $0.contains(object) }
  }
}
