import Access
import Base
import Deadlines
import NotificationTestSupport
import Storage
import TestSupport
import Testing

@testable import Notifications

/// Thrown by a carrier that is down.
private struct Down: Error {}

/// A channel that fails as often as it is told.
private final class Carrier: NotificationCarrier {
  let failures: Guarded<Int>
  let carried = Guarded<[EntityID]>([])

  init(failures: Int) { self.failures = Guarded(failures) }

  var channel: DeliveryChannel { .email }

  func reaches(_ account: EntityID, in session: StoreSession) throws -> Bool { true }

  func carry(
    _ notification: Notifications.Notification, to account: EntityID, _ words: NotificationWords
  ) throws {
    let fails = failures.withLock { left -> Bool in
      left -= 1
      return left >= 0
    }
    if fails { throw Down() }
    carried.withLock { $0.append(notification.id) }
  }
}

/// A store with two kinds of notification and a person.
private struct World {
  static let plain = NotificationKind(
    "plain", "Something happened.", "Something happened.", telling: TextNotice.self)
  static let important = NotificationKind(
    "important", "Something important.", "Something important.", telling: TextNotice.self,
    isOptional: false, channels: [.email])
  static let schema = [deadlinesSchema, realmsSchema, notificationsSchema]

  let clock = ManualClock()
  let test: TestStore
  let ids: EntityIDSource
  let poster: NotificationPoster
  let service: NotificationService
  let runner: DeadlineRunner
  let ana: EntityID
  var store: Store { test.store }

  init(_ engine: StoreEngine, carriers: [any NotificationCarrier] = []) throws {
    test = try TestStore(engine, schema: Self.schema, clock: clock)
    ids = EntityIDSource(clock: clock, random: SystemRandom())
    poster = NotificationPoster(ids: ids, carriers: carriers)
    let kinds = try NotificationKinds([Self.plain, Self.important])
    service = NotificationService(store: test.store, kinds: kinds, poster: poster)
    runner = try DeadlineRunner(store: test.store, kinds: poster.deadlines(kinds, in: test.store))
    ana = ids.next()
    try Self.addAccount(ana, to: test.store)
  }

  static func addAccount(_ id: EntityID, to store: Store) throws {
    try store.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO accounts (id, display_name, name_key, preferences, role, state, created_at,
          version)
        VALUES (?1, 'Ana', 'ana', '{}', 'general', 'active', 0, 1)
        """, [.id(id)])
    }
  }

  func post(
    _ text: String, _ kind: NotificationKind = plain, about subject: EntityID? = nil,
    version: Int = 1, inSeconds seconds: Int64? = nil
  ) throws {
    try store.write { transaction in
      try poster.post(
        NotificationDraft(
          TextNotice(text, as: kind), to: ana,
          about: NotificationSubject(.tour, subject ?? ids.next()), version: version,
          due: seconds.map { clock.now().adding(seconds: $0) }),
        in: transaction)
    }
  }

  var newest: [Notifications.Notification] {
    get throws {
      try service.list(before: EntityID(high: .max, low: .max), limit: 100, of: ana).items
    }
  }

  var texts: [String] { get throws { try newest.map(\.text) } }

  func fire(after seconds: Double) throws {
    clock.advance(seconds: seconds)
    for lane in DeadlineKind.Lane.allCases { try runner.fireDue(lane) }
  }

  func announced() throws -> Int {
    try store.changes(after: 0).filter { $0.kind == "notification" }.count
  }
}

@Suite("Notifications, on both engines")
struct NotificationTests {
  @Test(
    "one version of a subject is told of once to an account, the next again",
    arguments: StoreEngine.allCases)
  func once(_ engine: StoreEngine) throws {
    let world = try World(engine)
    let subject = world.ids.next()
    try world.post("first", about: subject)
    try world.post("again", about: subject)
    try world.post("other kind", World.important, about: subject)
    try world.post("changed", about: subject, version: 2)
    #expect(try world.texts == ["changed", "other kind", "first"])
    #expect(try world.announced() == 3)
    let rows = try world.store.readOnce { try $0.count("SELECT COUNT(*) FROM notifications") }
    #expect(rows == 3)
  }

  @Test(
    "one for later is not seen before its time, and then comes after what came meanwhile",
    arguments: StoreEngine.allCases)
  func later(_ engine: StoreEngine) throws {
    let world = try World(engine)
    try world.post("later", inSeconds: 100)
    try world.post("now")
    #expect(try world.texts == ["now"])
    let seen = try #require(try world.newest.first)
    let unread = try world.service.list(before: seen.id, limit: 10, of: world.ana).unread
    #expect(unread == 1)
    try world.fire(after: 99)
    #expect(try world.texts == ["now"])
    #expect(try world.announced() == 1)
    try world.fire(after: 1)
    #expect(try world.texts == ["later", "now"])
    #expect(try world.announced() == 2)
    // A stream that has read up to "now" gets it.
    #expect(try world.service.after(seen.id, for: world.ana).map(\.text) == ["later"])
    #expect(try world.newest.first?.at == world.clock.now())
    try world.fire(after: 1000)
    #expect(try world.announced() == 2)
  }

  @Test(
    "one that waits cannot be marked seen, and one taken back never comes",
    arguments: StoreEngine.allCases)
  func waiting(_ engine: StoreEngine) throws {
    let world = try World(engine)
    let subject = world.ids.next()
    try world.post("later", about: subject, inSeconds: 100)
    let id = try world.store.readOnce { session in
      try session.first("SELECT id FROM notifications") { try $0.id(0) }
    }
    #expect(throws: Refusal.self) { try world.service.markSeen(#require(id), of: world.ana) }
    try world.store.write { transaction in
      try world.poster.withdraw(World.plain, about: subject, in: transaction)
    }
    try world.fire(after: 200)
    #expect(try world.texts == [])
    #expect(try world.runner.nextDue(.transaction) == nil)
  }

  @Test(
    "one whose kind was switched off meanwhile, or whose time is long past, expires unseen",
    arguments: StoreEngine.allCases)
  func expiry(_ engine: StoreEngine) throws {
    let world = try World(engine)
    try world.post("switched off", inSeconds: 100)
    try world.post("too late", World.important, inSeconds: 100)
    try world.service.set(
      NotificationSetting(kind: World.plain, isEnabled: false), of: world.ana)
    try world.fire(after: 2 * 86_400)
    #expect(try world.texts == [])
    let expired = try world.store.readOnce {
      try $0.count("SELECT COUNT(*) FROM notifications WHERE state = 'expired'")
    }
    #expect(expired == 2)
    #expect(try world.announced() == 0)
  }

  @Test(
    "a channel that fails is tried again until it takes the notification",
    arguments: StoreEngine.allCases)
  func carrying(_ engine: StoreEngine) throws {
    let carrier = Carrier(failures: 2)
    let world = try World(engine, carriers: [carrier])
    try world.post("plain")
    try world.post("important", World.important)
    let id = try #require(try world.newest.first).id
    func email() throws -> Delivery? {
      try world.service.deliveries(of: id).first { $0.channel == .email }
    }
    #expect(try email()?.result == .waiting)
    try world.fire(after: 0)
    #expect(try email()?.tries == 1)
    try world.fire(after: 10)
    #expect(try email()?.tries == 2)
    #expect(try email()?.result == .waiting)
    try world.fire(after: 20)
    #expect(try email()?.result == .delivered)
    #expect(try email()?.tries == 3)
    try world.fire(after: 10_000)
    #expect(carrier.carried.current == [id])
    let stream = try world.service.deliveries(of: id).first { $0.channel == .stream }
    #expect(stream?.result == .delivered)
  }

  @Test("a channel that stays down is given up; what was seen is not sent any more")
  func givingUp() throws {
    let carrier = Carrier(failures: .max)
    let world = try World(.sqlite, carriers: [carrier])
    try world.post("important", World.important)
    let id = try #require(try world.newest.first).id
    for _ in 0..<NotificationPoster.maximumTries + 5 { try world.fire(after: 3600) }
    let delivery = try world.service.deliveries(of: id).first { $0.channel == .email }
    #expect(delivery?.result == .failed)
    #expect(delivery?.tries == NotificationPoster.maximumTries)
    #expect(try world.runner.nextDue(.errand) == nil)

    try world.post("seen", World.important)
    let seen = try #require(try world.newest.first).id
    try world.fire(after: 0)
    try world.service.markSeen(seen, of: world.ana)
    carrier.failures.swap(0)
    try world.fire(after: 3600)
    #expect(carrier.carried.current == [])
    let unneeded = try world.service.deliveries(of: seen).first { $0.channel == .email }
    #expect(unneeded?.result == .unneeded)
  }

  @Test("an erased account leaves nothing, also not what waits", arguments: StoreEngine.allCases)
  func erasure(_ engine: StoreEngine) throws {
    let world = try World(engine, carriers: [Carrier(failures: .max)])
    try world.post("now", World.important)
    try world.post("later", inSeconds: 100)
    try world.service.set(
      NotificationSetting(kind: World.plain, isEnabled: false), of: world.ana)
    try world.store.write { try NotificationStore.erase(world.ana, in: $0) }
    for table in [
      "notifications", "notification_deliveries", "notification_settings", "deadlines",
    ] {
      let rows = try world.store.readOnce { try $0.count("SELECT COUNT(*) FROM \(table)") }
      #expect(rows == 0, "\(table)")
    }
  }

  @Test("what is old goes with its deliveries; what waits stays", arguments: StoreEngine.allCases)
  func retention(_ engine: StoreEngine) throws {
    let world = try World(engine)
    try world.post("old")
    try world.post("far", inSeconds: 400 * 86_400)
    world.clock.advance(seconds: 366 * 86_400)
    let gone = try world.store.write { try NotificationStore.deleteOld(in: $0) }
    #expect(gone == 1)
    try world.fire(after: 35 * 86_400)
    #expect(try world.texts == ["far"])
  }

  @Test("rows of the schema before keep their state", arguments: StoreEngine.allCases)
  func migration(_ engine: StoreEngine) throws {
    let old = SchemaModule(name: "realms", migrations: Array(realmsSchema.migrations.prefix(3)))
    let test = try TestStore(engine, schema: [old])
    let ids = EntityIDSource(clock: SystemClock(), random: SystemRandom())
    let ana = ids.next()
    try World.addAccount(ana, to: test.store)
    try test.store.write { transaction in
      for (version, seen) in [SQLValue.null, .integer(7)].enumerated() {
        _ = try transaction.execute(
          """
          INSERT INTO notifications (id, account, kind, subject_kind, subject, version, text, at,
            seen_at)
          VALUES (?1, ?2, 'plain', 'thing', ?1, ?3, 'T', 5, ?4)
          """, [.id(ids.next()), .id(ana), .int(version), seen])
      }
    }
    test.store.close()
    let store = try Store.open(test.location, schema: World.schema)
    defer { store.close() }
    let service = NotificationService(
      store: store, kinds: try NotificationKinds([World.plain]),
      poster: NotificationPoster(ids: ids))
    let list = try service.list(before: EntityID(high: .max, low: .max), limit: 10, of: ana)
    #expect(list.items.map(\.state) == [.seen, .sent])
    #expect(list.unread == 1)
  }

  @Test("two kinds of one name are refused at the start")
  func duplicates() {
    let refusal = #expect(throws: Refusal.self) {
      try NotificationKinds([World.plain, NotificationKind("plain", "Another.", "Another.")])
    }
    #expect(refusal?.slug == "duplicate-notification-kind")
  }
}
