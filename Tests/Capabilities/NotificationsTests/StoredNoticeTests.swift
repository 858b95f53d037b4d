import Access
import Base
import Deadlines
import NotificationTestSupport
import Storage
import TestSupport
import Testing

@testable import Notifications

@Suite("what is stored of notices")
struct StoredNoticeTests {
  private enum Sample: Notice {
    case moved(by: Told, title: Told, to: Moment, seats: Int?, state: State)
    case gone

    enum State: String, Codable { case open, ana }

    var kind: NotificationKind { StoredNoticeTests.sample }

    func words(in room: English) -> String {
      switch self {
      case .moved(let name, let title, let time, _, _):
        "\(name) has moved “\(title)”: \(room.time(time))."
      case .gone: "It is gone."
      }
    }

    func words(in room: German) -> String { "Auf Deutsch." }
  }

  static let sample = NotificationKind("sample", "A sample.", "A sample.", telling: Sample.self)

  private static func moved(_ name: String, _ title: String) -> Sample {
    .moved(
      by: Told(name), title: Told(title),
      to: Moment(Instant(milliseconds: 1_777_878_000_000), zone: "Europe/Vaduz"), seats: 2,
      state: .ana)
  }

  @Test("its members are named, and its coded form is read back")
  func coded() throws {
    let notice = Self.moved("Ana", #"Say "hi" / \ to all"#)
    let stored = try notice.encoded()
    #expect(
      stored == """
        {"moved":{"by":{"told":"Ana"},"seats":2,"state":"ana",\
        "title":{"told":"Say \\"hi\\" / \\\\ to all"},\
        "to":{"at":1777878000000,"isDay":false,"zone":"Europe/Vaduz"}}}
        """)
    #expect(try Sample.decoded(stored) as? Sample == notice)
    #expect(try Sample.decoded(Sample.gone.encoded()) as? Sample == .gone)
  }

  @Test("CO1: what people have written is replaced, our own words and keys are not")
  func replacing() throws {
    let stored = try Self.moved("ana", "ana moved \"told\"").encoded()
    let replaced = try StoredNotice.replacingTold(in: stored) {
      $0.replacing("ana", with: "Former member").replacing("moved", with: "was")
    }
    #expect(
      try Sample.decoded(replaced) as? Sample
        == Self.moved("Former member", "Former member was \"told\""))
    #expect(StoredNotice.encoded(#"A "b" \ ä"#) == #"A \"b\" \\ ä"#)
  }

  @Test(
    "what was stored in words keeps them, in every language; what cannot be read says its kind",
    arguments: StoreEngine.allCases)
  func old(_ engine: StoreEngine) throws {
    let clock = ManualClock()
    let test = try TestStore(
      engine, schema: [deadlinesSchema, realmsSchema, notificationsSchema], clock: clock)
    let ids = EntityIDSource(clock: clock, random: SystemRandom())
    let ana = ids.next()
    try test.store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO accounts (id, display_name, name_key, preferences, role, state, created_at,
          version)
        VALUES (?1, 'Ana', 'ana', '{}', 'general', 'active', 0, 1)
        """, [.id(ana)])
      for (text, payload) in [
        ("It was said so.", nil), ("", try Self.Sample.gone.encoded()), ("", "{\"later\":{}}"),
      ] as [(String, String?)] {
        try transaction.execute(
          """
          INSERT INTO notifications
            (id, account, kind, subject_kind, subject, version, text, at, payload)
          VALUES (?1, ?2, 'sample', 'tour', ?1, 1, ?3, 0, ?4)
          """, [.id(ids.next()), .id(ana), .text(text), .text(orNull: payload)])
      }
    }
    let service = NotificationService(
      store: test.store, kinds: try NotificationKinds([Self.sample]),
      poster: NotificationPoster(ids: ids))
    func read(_ language: String) throws -> [String] {
      try service.list(
        before: EntityID(high: .max, low: .max), limit: 9, of: ana, accepting: [language]
      ).items.map(\.text).reversed()
    }
    #expect(try read("en") == ["It was said so.", "It is gone.", "A sample."])
    #expect(try read("de") == ["It was said so.", "Auf Deutsch.", "A sample."])
  }
}
