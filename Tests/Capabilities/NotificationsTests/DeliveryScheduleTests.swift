import Access
import Base
import Deadlines
import NotificationTestSupport
import Registration
import Storage
import TestSupport
import Testing

@testable import Notifications

/// Clocks that are some hours ahead of UTC, and are put back by an hour at one instant.
private struct Clocks: LocalClocks, LocalClock {
  var hours = 0
  /// From when on they are an hour less ahead.
  var back: Instant?

  func clock(of account: EntityID, in session: StoreSession) -> any LocalClock { self }

  func habits(of account: EntityID, in session: StoreSession) -> ReadingHabits { ReadingHabits() }

  private func offset(at instant: Instant) -> Int {
    (hours - (back.map { instant >= $0 ? 1 : 0 } ?? 0)) * 3600
  }

  func wallSeconds(at instant: Instant) -> Int {
    Int(instant.milliseconds / 1000) + offset(at: instant)
  }

  func instant(atWallSeconds seconds: Int) -> Instant {
    let first = Instant(milliseconds: Int64(seconds - hours * 3600) * 1000)
    return offset(at: first) == hours * 3600
      ? first : first.adding(seconds: Int64(hours * 3600 - offset(at: first)))
  }
}

private func time(_ text: String) throws -> Instant {
  try #require(Instant(rfc3339: "2026-05-\(text):00Z"))
}

@Suite("When notifications leave the house")
struct DeliveryScheduleTests {
  @Test("quiet hours over midnight and within a day end on time, and not where none are")
  func quiet() throws {
    let night = try #require(QuietHours(from: 22 * 60, until: 7 * 60))
    let noon = try #require(QuietHours(from: 12 * 60, until: 13 * 60 + 30))
    let clock = Clocks(hours: 2)
    func end(_ hours: QuietHours, _ at: String) throws -> Instant? {
      hours.end(at: try time(at), by: clock)
    }
    // 22:00 there is 20:00 UTC.
    #expect(try end(night, "04T19:59") == nil)
    #expect(try end(night, "04T20:00") == time("05T05:00"))
    #expect(try end(night, "05T04:59") == time("05T05:00"))
    #expect(try end(night, "05T05:00") == nil)
    #expect(try end(noon, "04T10:00") == time("04T11:30"))
    #expect(try end(noon, "04T11:30") == nil)
    #expect(QuietHours(from: 5, until: 5) == nil)
    #expect(QuietHours(from: 0, until: 1440) == nil)
  }

  @Test("where clocks show the end twice it is the first, and nothing waits for what is past")
  func putBack() throws {
    // At 01:00 UTC clocks go from 03:00 back to 02:00.
    let clock = Clocks(hours: 2, back: try time("04T01:00"))
    let hours = try #require(QuietHours(from: 60, until: 150))
    #expect(hours.end(at: try time("03T23:30"), by: clock) == (try time("04T00:30")))
    // 02:15 for the second time.
    #expect(hours.end(at: try time("04T01:15"), by: clock) == nil)
  }

  @Test("the one mail a day comes at its hour, or when the quiet hours in which that lies end")
  func digest() throws {
    let clock = Clocks(hours: 2)
    var schedule = DeliverySchedule(digestHour: 18)
    #expect(schedule.nextDigest(after: try time("04T15:59"), by: clock) == (try time("04T16:00")))
    #expect(schedule.nextDigest(after: try time("04T16:00"), by: clock) == (try time("05T16:00")))
    schedule.quiet = QuietHours(from: 17 * 60, until: 6 * 60)
    #expect(schedule.nextDigest(after: try time("04T15:59"), by: clock) == (try time("05T04:00")))
    #expect(schedule.nextDigest(after: try time("05T03:59"), by: clock) == (try time("05T04:00")))
    #expect(schedule.nextDigest(after: try time("05T04:00"), by: clock) == (try time("06T04:00")))
    schedule.digestHour = nil
    #expect(schedule.nextDigest(after: try time("05T04:00"), by: clock) == nil)
  }
}

/// A channel that keeps what it is given.
private final class Post: NotificationCarrier {
  let singles = Guarded<[String]>([])
  let bundles = Guarded<[[String]]>([])

  var channel: DeliveryChannel { .email }

  func reaches(_ account: EntityID, in session: StoreSession) -> Bool { true }

  func carry(
    _ notification: Notifications.Notification, to account: EntityID, _ words: NotificationWords
  ) {
    singles.withLock { $0.append(notification.text) }
  }

  func carryTogether(
    _ notifications: [Notifications.Notification], to account: EntityID,
    _ words: NotificationWords, in transaction: WriteTransaction
  ) -> Bool {
    bundles.withLock { $0.append(notifications.map(\.text)) }
    return true
  }
}

/// A person in UTC, from noon of a day on.
private struct House {
  static let plain = NotificationKind(
    "plain", "Something happened.", "Something happened.", telling: TextNotice.self)
  static let urgent = NotificationKind(
    "urgent", "Leave now.", "Leave now.", telling: TextNotice.self, isUrgent: true)
  static let all = [plain, urgent]

  let clock = ManualClock()
  let test: TestStore
  let post = Post()
  let ids: EntityIDSource
  let poster: NotificationPoster
  let service: NotificationService
  let ana: EntityID

  init(_ engine: StoreEngine) throws {
    test = try TestStore(
      engine, schema: [deadlinesSchema, realmsSchema, notificationsSchema], clock: clock)
    ids = EntityIDSource(clock: clock, random: SystemRandom())
    poster = NotificationPoster(ids: ids, carriers: [post])
    service = NotificationService(
      store: test.store, kinds: try NotificationKinds(Self.all), poster: poster)
    let ana = ids.next()
    self.ana = ana
    try test.store.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO accounts (id, display_name, name_key, preferences, role, state, created_at,
          version)
        VALUES (?1, 'Ana', 'ana', '{}', 'general', 'active', 0, 1)
        """, [.id(ana)])
    }
    // To noon.
    let now = clock.now().milliseconds % 86_400_000
    clock.advance(seconds: Double(86_400_000 - now) / 1000 + 43_200)
  }

  func tell(_ text: String, _ kind: NotificationKind = plain) throws {
    try test.store.write { transaction in
      try poster.post(
        TextNotice(text, as: kind), to: ana, about: NotificationSubject(.tour, ids.next()),
        version: 1, in: transaction)
    }
  }

  func choose(_ kind: NotificationKind, app: Bool = true, mail: Bool) throws {
    try service.set(NotificationSetting(kind: kind, isEnabled: app, isMailed: mail), of: ana)
  }

  /// Lets time pass with the server running, or started again after it.
  func pass(hours: Double) throws {
    clock.advance(seconds: hours * 3600)
    let runner = try DeadlineRunner(
      store: test.store, kinds: poster.deadlines(NotificationKinds(Self.all), in: test.store))
    for lane in DeadlineKind.Lane.allCases { try runner.fireDue(lane) }
  }

  var listed: [String] {
    get throws {
      try service.list(before: EntityID(high: .max, low: .max), limit: 100, of: ana).items
        .map(\.text)
    }
  }

  func breaches() throws -> [String] {
    try test.store.read { session in
      try notificationsCapability.invariants.filter { try $0.breaches(in: session) > 0 }
        .map(\.name)
    }
  }
}

@Suite("Channels, quiet hours and one mail a day, on both engines")
struct DeliveryTests {
  @Test(
    "MF-NOT: each kind is switched by channel: in the app, by mail, both or none",
    arguments: StoreEngine.allCases)
  func channels(_ engine: StoreEngine) throws {
    let house = try House(engine)
    try house.tell("app")
    try house.choose(House.plain, mail: true)
    try house.tell("both")
    try house.choose(House.plain, app: false, mail: true)
    try house.tell("mail")
    try house.choose(House.plain, app: false, mail: false)
    try house.tell("none")
    try house.pass(hours: 0)
    #expect(try house.listed == ["both", "app"])
    #expect(house.post.singles.current == ["both", "mail"])
    let newest = EntityID(high: .max, low: .max)
    #expect(try house.service.list(before: newest, limit: 1, of: house.ana).unread == 2)
    let announced = try house.test.store.changes(after: 0).filter { $0.kind == "notification" }
    #expect(announced.count == 2, "streams hand on what is listed")
    #expect(try house.breaches() == [])
  }

  @Test(
    "mail waits for the end of quiet hours, in the app it arrives; what is urgent does not wait",
    arguments: StoreEngine.allCases)
  func quiet(_ engine: StoreEngine) throws {
    let house = try House(engine)
    for kind in House.all { try house.choose(kind, mail: true) }
    let quiet = QuietHours(from: 11 * 60, until: 20 * 60)
    _ = try house.service.replaceSchedule(
      with: DeliverySchedule(quiet: quiet), of: house.ana)
    try house.tell("news")
    try house.tell("leave", House.urgent)
    try house.pass(hours: 0)
    #expect(try house.listed == ["leave", "news"])
    #expect(house.post.singles.current == ["leave"])
    try house.pass(hours: 7.9)
    #expect(house.post.singles.current == ["leave"])
    // A server that was dead meanwhile, and a clock that jumped over the end.
    try house.pass(hours: 8)
    #expect(house.post.singles.current == ["leave", "news"])
    try house.pass(hours: 48)
    #expect(house.post.singles.current == ["leave", "news"], "once")
  }

  @Test(
    "quiet hours that were chosen after it was posted, or into which it slipped, hold it, too",
    arguments: StoreEngine.allCases)
  func chosenLater(_ engine: StoreEngine) throws {
    let house = try House(engine)
    try house.choose(House.plain, mail: true)
    try house.tell("news")
    _ = try house.service.replaceSchedule(
      with: DeliverySchedule(quiet: QuietHours(from: 600, until: 1200)), of: house.ana)
    try house.pass(hours: 1)
    #expect(house.post.singles.current == [])
    try house.pass(hours: 7)
    #expect(house.post.singles.current == ["news"])
  }

  @Test(
    "one mail a day tells of what is unread and was not mailed, once, also after days of absence",
    arguments: StoreEngine.allCases)
  func digest(_ engine: StoreEngine) throws {
    let house = try House(engine)
    try house.tell("long ago")
    let chosen = try house.service.replaceSchedule(
      with: DeliverySchedule(digestHour: 18), of: house.ana)
    #expect(chosen.schedule.digestHour == 18 && chosen.hasMail)
    #expect(try house.breaches() == [])
    try house.tell("one")
    try house.tell("seen")
    let seen = try house.service.list(
      before: EntityID(high: .max, low: .max), limit: 1, of: house.ana
    ).items[0].id
    try house.service.markSeen(seen, of: house.ana)
    try house.choose(House.urgent, mail: true)
    try house.tell("leave", House.urgent)
    try house.tell("two")
    try house.pass(hours: 5.9)
    #expect(house.post.bundles.current == [])
    try house.pass(hours: 0.1)
    #expect(house.post.bundles.current == [["one", "two"]])
    #expect(house.post.singles.current == ["leave"])
    try house.pass(hours: 24)
    #expect(house.post.bundles.current.count == 1, "nothing new, no mail")
    try house.tell("three")
    try house.pass(hours: 24 * 5)
    #expect(house.post.bundles.current == [["one", "two"], ["three"]], "one for all days")
    #expect(try house.breaches() == [])
    _ = try house.service.replaceSchedule(with: DeliverySchedule(), of: house.ana)
    try house.tell("four")
    try house.pass(hours: 48)
    #expect(house.post.bundles.current.count == 2)
    #expect(try house.breaches() == [])
  }

  @Test("what was chosen is exported, and goes with the account", arguments: StoreEngine.allCases)
  func personalData(_ engine: StoreEngine) throws {
    let house = try House(engine)
    try house.choose(House.plain, app: false, mail: true)
    _ = try house.service.replaceSchedule(
      with: DeliverySchedule(quiet: QuietHours(from: 1320, until: 425), digestHour: 8),
      of: house.ana)
    let exported = try house.test.store.read { session in
      var json = JSONWriter()
      try json.object { json in
        for holder in notificationsCapability.personalData {
          try holder.export(house.ana, from: session, to: &json)
        }
      }
      return json.string
    }
    #expect(
      exported == """
        {"notificationChoices":[\
        {"kind":"plain","channel":"app","enabled":false},\
        {"kind":"plain","channel":"email","enabled":true}],\
        "deliverySchedule":{"quietHours":{"from":"22:00","until":"07:05"},"digestHour":8}}
        """)
    try house.test.store.write { transaction in
      for holder in notificationsCapability.personalData {
        try holder.erase(house.ana, in: transaction)
      }
    }
    for table in [
      "delivery_schedules", "notification_channels", "notification_settings", "deadlines",
    ] {
      let count = try house.test.store.readOnce {
        try $0.count("SELECT COUNT(*) FROM \(table)")
      }
      #expect(count == 0, "\(table)")
    }
  }
}
