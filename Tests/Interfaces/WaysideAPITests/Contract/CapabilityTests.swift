import Access
import Base
import Composition
import Foundation
import HTTPServing
import Mail
import Notifications
import Registration
import Storage
import TestSupport
import Testing
import WaysideAPI

@Suite("What capabilities register")
struct CapabilityTests {
  /// The names of all tables, the engine's and PostGIS's or SpatiaLite's own among them.
  private static func tables(in store: Store, _ engine: StoreEngine) throws -> Set<String> {
    let statement =
      engine == .sqlite
      ? "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
      : """
      SELECT table_name::text FROM information_schema.tables
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
      """
    return try store.read { session in Set(try session.all(statement) { try $0.text(0) }) }
  }

  @Test("every table of the store is claimed by one capability", arguments: StoreEngine.allCases)
  func everyTable(_ engine: StoreEngine) throws {
    let (store, empty) = (
      try TestStore(engine, schema: Services.schema), try TestStore(engine, schema: [])
    )
    let claimed = Services.declarations.tables.map(\.table)
    let ofTheStore = Set(storageCapability.tables.map(\.table))
    let ofTheEngine = try Self.tables(in: empty.store, engine).subtracting(ofTheStore)
    let stored = try Self.tables(in: store.store, engine).subtracting(ofTheEngine)
      // The R-trees of SpatiaLite hold nothing but the boxes of their tables' shapes.
      .filter { !$0.hasPrefix("idx_") }
    #expect(stored.subtracting(claimed).sorted() == [], "claimed by no capability")
    #expect(Set(claimed).subtracting(stored).sorted() == [], "claimed, but not there")
    #expect(claimed.count == Set(claimed).count)
    #expect(stored.count > 40)
  }

  @Test("each rule that a claim names is an invariant that looks at its table")
  func rules() throws {
    for capability in Services.declarations {
      for claim in capability.tables {
        guard case .yes(let name) = claim.rules else { continue }
        let rule = capability.invariants.first { $0.name == name }
        #expect(
          rule?.countingBreaches.contains(claim.table) == true,
          "\(claim.table) names the rule \(name) of \(capability.name)")
      }
    }
  }

  @Test(
    "every rule can be checked on a new store and is kept there", arguments: StoreEngine.allCases)
  func invariants(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: Services.schema)
    try test.store.read { session in
      for invariant in Services.declarations.invariants where invariant.name != "one-public-realm" {
        let breaches = try invariant.breaches(in: session)
        #expect(breaches == 0, "\(invariant.name)")
      }
    }
  }

  @Test("an export has the members that claims name, and no other")
  func export() throws {
    let fixture = try APIFixture()
    let reply = try fixture.call(
      .post, "/v1/accounts",
      [
        "name": "Ana", "email": "ana@example.org", "password": .text(APIFixture.password),
        "acceptTerms": true, "isOfRecommendedAge": true,
      ])
    try #require(reply.status == 201, "\(reply.text)")
    let ana = try fixture.logIn("ana@example.org")
    let export = try fixture.call(.get, "/v1/me/export", as: ana).json
    guard case .object(let written) = export else {
      Issue.record("the export is no object")
      return
    }
    let members = Set(written.map(\.name))
    let claimed = Services.declarations.tables.compactMap { claim -> String? in
      guard case .yes(let member) = claim.export else { return nil }
      return member
    }
    #expect(members.subtracting(["exportedAt", "storageRegion"]) == Set(claimed))
  }

  /// Words that stand nowhere else.
  private static let mark = "Zyxwv"

  /// Someone who leaves traces in as many tables as a person can.
  private func busyPerson(_ fixture: APIFixture) throws -> APIFixture.Person {
    let mark = Self.mark
    let reply = try fixture.call(
      .post, "/v1/accounts",
      [
        "name": .text("\(mark) One"), "givenName": .text(mark),
        "email": .text("\(mark.lowercased())@example.org"),
        "password": .text(APIFixture.password), "acceptTerms": true,
      ])
    try #require(reply.status == 201, "\(reply.text)")
    let person = try fixture.logIn("\(mark.lowercased())@example.org")
    let other = try fixture.person("Ben")
    let object = try fixture.object(of: person, "\(mark) statue")
    _ = try fixture.place(object, by: person)
    let group = try fixture.group(of: other, name: "Hikers")
    try fixture.join(person, group, by: other)
    let foreign = try fixture.object(of: other, "Gnome")
    _ = try fixture.place(foreign, by: other)
    _ = try fixture.call(
      .post, "/v1/reports", as: other,
      ["subject": ["kind": "object", "id": .text(object)], "reason": "spam"])
    _ = try fixture.call(
      .post, "/v1/organization-requests", as: person,
      ["organizationName": .text("\(mark) Tours"), "reason": .text("\(mark) leads walks.")])
    let portrait = try fixture.send(.put, "/v1/me/picture", as: person, "?alt=\(mark)+smiling")
    try #require(portrait.status == 200, "\(portrait.text)")
    _ = try fixture.send(.put, "/v1/objects/\(object)/picture", as: person, "?alt=\(mark)")
    let made = try fixture.call(
      .post, "/v1/appointments", as: person, APIFixture.appointment("\(mark) at the dentist"))
    try #require(made.status == 201, "\(made.text)")
    _ = try fixture.call(
      .post, "/v1/calendar/feeds", as: person, ["name": .text("\(mark) phone")])
    return person
  }

  @Test("after an erasure no cell of the store holds a word of the person's")
  func erasure() throws {
    let fixture = try APIFixture()
    let person = try busyPerson(fixture)
    let store = fixture.services.platform.store
    let before = try Self.cells(holding: Self.mark, in: store)
    for table in [
      "accounts", "identifiers", "objects", "pictures", "calendar_items", "calendar_feeds",
    ] {
      #expect(before[table] != nil, "\(table) holds a trace to be erased")
    }
    let erased = try fixture.call(
      .delete, "/v1/me", as: person, ["password": .text(APIFixture.password)])
    try #require(erased.status == 204, "\(erased.text)")
    // What asks the mail folder to forget is gone with the next round.
    try MailDispatcher(
      platform: fixture.services.platform, outbox: fixture.services.mail.outbox,
      transport: FileMailTransport(
        folder: fixture.folder.file("mail"), sender: "wayside@example.org")
    ).deliverPending()
    #expect(try Self.cells(holding: Self.mark, in: store) == [:])
  }

  /// How many rows of each table hold a word, in whatever case, as text or in bytes.
  private static func cells(holding word: String, in store: Store) throws -> [String: Int] {
    let forms = [word, Array(word.utf8).map { String($0, radix: 16) }.joined()]
      .map { $0.lowercased() }
    let claimed = Set(Services.declarations.tables.map(\.table))
    return try StoreContent(of: store, on: .chosen).tables
      .filter { claimed.contains($0.key) }
      .mapValues { table in
        table.rows.filter { row in
          row.contains { cell in forms.contains { cell.lowercased().contains($0) } }
        }.count
      }.filter { $0.value > 0 }
  }
}

@Suite("Settings")
struct SettingsTests {
  @Test(
    "each setting that a capability declares has one name, and the operator's manual tells of it")
  func manual() throws {
    let names = Services.settings.map(\.name)
    #expect(Set(names).count == names.count)
    let manual = try String(
      contentsOf: Checkout.root.appending(
        path: "Sources/Interfaces/wayside/Wayside.docc/Operating/Install.md"), encoding: .utf8)
    for name in names { #expect(manual.contains("| `\(name)` |"), "\(name)") }
  }

  @Test("what is set counts, what is absent stays, and wrong or unknown members are all named")
  func reading() throws {
    let declared: [any DeclaredSetting] = [
      Setting("steps", 3, in: 1...5), Setting("metres", 2.5, in: 0...10),
    ]
    let read = try Settings(
      reading: JSONFields(JSONValue(parsing: Array(#"{"steps": 4}"#.utf8))), declared: declared)
    #expect(read[Setting("steps", 3, in: 1...5)] == 4)
    #expect(read[Setting("metres", 2.5, in: 0...10)] == 2.5)
    let wrong = #"{"steps": 6, "metres": "far", "other": 1}"#
    let refusal = #expect(throws: Refusal.self) {
      try Settings(
        reading: JSONFields(JSONValue(parsing: Array(wrong.utf8))), declared: declared)
    }
    #expect(Set(refusal?.violations.map(\.pointer) ?? []) == ["/steps", "/metres", "/other"])
  }
}
