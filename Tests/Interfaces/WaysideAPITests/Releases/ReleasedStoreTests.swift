import Access
import Base
import Composition
import Geodesy
import Mail
import Notifications
import Registration
import TestSupport
import Testing

@testable import Storage
@testable import WaysideAPI

/// What one release has left behind on one engine.
struct ReleaseCase: Sendable, CustomStringConvertible {
  let release: ReleasedStore
  let engine: StoreEngine

  static let all = ReleasedStore.all.flatMap { release in
    StoreEngine.allCases.map { ReleaseCase(release: release, engine: $0) }
  }

  var description: String { "\(release), \(engine)" }
}

@Suite("Stores of released programs")
struct ReleasedStoreTests {
  /// What a store holds that no program of today has touched.
  private func content(of location: StoreLocation, _ engine: StoreEngine) throws -> StoreContent {
    let dialect: any StoreDialect
    switch location {
    case .file(let path): dialect = SQLiteDialect(path: path)
    case .postgres(let url): dialect = PostgresDialect(url: url)
    }
    let connection = try dialect.openReader()
    defer { connection.close() }
    return try StoreContent(
      in: StoreSession(connection: connection, dialect: dialect), on: engine)
  }

  @Test("the stores of releases have rows in every table", arguments: ReleaseCase.all)
  func filled(_ each: ReleaseCase) throws {
    let folder = try TemporaryFolder()
    let content = try content(of: each.release.unpack(each.engine, in: folder), each.engine)
    let tables = content.tables.keys.filter { !$0.hasPrefix("(") && $0 != "spatial_ref_sys" }
    let ours = Services.schema.flatMap(\.migrations).flatMap(\.statements)
      .filter { $0.hasPrefix("CREATE TABLE ") }
      .compactMap { $0.split(separator: " ").dropFirst(2).first.map(String.init) }
    let kept = tables.filter(Set(ours).contains)
    #expect(kept.count >= 40)
    for table in kept.sorted() { #expect(content.count(table) > 0, "\(table)") }
  }

  @Test("every released store is migrated, and every row is kept", arguments: ReleaseCase.all)
  func migrated(_ each: ReleaseCase) throws {
    let folder = try TemporaryFolder()
    let location = try each.release.unpack(each.engine, in: folder)
    let before = try content(of: location, each.engine)
    #expect(before.count("accounts") >= 3)
    let store = try Store.open(location, schema: Services.schema)
    defer { store.close() }
    let after = try StoreContent(of: store, on: each.engine)
    #expect(after.losses(since: before) == [])
    #expect(try store.check() == [])
  }

  @Test("mails that a release has queued are still read", arguments: ReleaseCase.all)
  func mails(_ each: ReleaseCase) throws {
    let folder = try TemporaryFolder()
    let store = try Store.open(
      each.release.unpack(each.engine, in: folder), schema: Services.schema)
    defer { store.close() }
    let outbox = MailOutbox(key: try ServiceKey(Array(1...32)))
    let mails = try store.read {
      try outbox.due(at: Instant(milliseconds: .max), limit: 10, in: $0)
    }
    .map { try outbox.open($0) }
    #expect(!mails.isEmpty && mails.allSatisfy { !$0.body.isEmpty })
  }

  @Test(
    "notifications that a release has stored keep their words, in every language",
    arguments: ReleaseCase.all)
  func notifications(_ each: ReleaseCase) throws {
    let folder = try TemporaryFolder()
    let location = try each.release.unpack(each.engine, in: folder)
    let dialect: any StoreDialect =
      switch location {
      case .file(let path): SQLiteDialect(path: path)
      case .postgres(let url): PostgresDialect(url: url)
      }
    let connection = try dialect.openReader()
    let before = try StoreSession(connection: connection, dialect: dialect).all(
      "SELECT account, text FROM notifications"
    ) { (account: try $0.id(0), text: try $0.text(1)) }
    connection.close()
    let store = try Store.open(location, schema: Services.schema)
    defer { store.close() }
    let service = NotificationService(
      store: store,
      kinds: try NotificationKinds(Services.declarations.parts(NotificationKind.self)),
      poster: NotificationPoster(ids: EntityIDSource(clock: SystemClock(), random: SystemRandom())))
    for language in Language.allCases {
      for (account, texts) in Dictionary(grouping: before, by: \.account) {
        let listed = try service.list(
          before: EntityID(high: .max, low: .max), limit: 1000, of: account,
          accepting: [language.rawValue])
        #expect(listed.items.map(\.text).sorted() == texts.map(\.text).sorted())
      }
    }
    #expect(before.count > 5 && before.allSatisfy { !$0.text.isEmpty })
  }

  @Test("each table that has children can be rebuilt with nothing lost", arguments: ReleaseCase.all)
  func rebuilt(_ each: ReleaseCase) throws {
    let folder = try TemporaryFolder()
    let location = try each.release.unpack(each.engine, in: folder)
    var store = try Store.open(location, schema: Services.schema)
    let before = try StoreContent(of: store, on: each.engine)
    let boxes = try boxes(in: store)
    let parents = try parents(in: store, each.engine)
    store.close()
    #expect(parents.isSuperset(of: ["accounts", "instances", "tours", "calendar_items"]))
    let migrations = try parents.sorted().enumerated().map { index, table in
      let columns = try #require(before.tables[table]).columns
      let text = try SchemaText(of: table, in: Services.schema)
      return Migration(
        number: index + 1, rebuilds: [text.rebuild(of: table, columns: columns)])
    }
    store = try Store.open(
      location,
      schema: Services.schema + [SchemaModule(name: "rebuilds", migrations: migrations)])
    defer { store.close() }
    let after = try StoreContent(of: store, on: each.engine)
    #expect(after.differences(from: before) == [])
    #expect(try self.boxes(in: store) == boxes)
    #expect(try store.check() == [])
    for table in parents.sorted() { try expectReferences(to: table, in: store, each.engine) }
  }

  /// Tables that others refer to, found in the database.
  private func parents(in store: Store, _ engine: StoreEngine) throws -> Set<String> {
    let sql =
      engine == .sqlite
      ? """
      SELECT k."table" FROM sqlite_master t, pragma_foreign_key_list(t.name) k
      WHERE t.type = 'table' AND k."table" NOT LIKE '%geometry_columns' AND t.name NOT LIKE 'spatial%'
        AND k."table" NOT LIKE 'spatial%'
      """
      : """
      SELECT c.relname::text FROM pg_constraint k JOIN pg_class c ON c.oid = k.confrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE k.contype = 'f' AND n.nspname = current_schema()
      """
    return Set(try store.read { try $0.all(sql) { try $0.text(0) } })
  }

  /// The rows that each R-tree finds in some boxes.
  private func boxes(in store: Store) throws -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    try store.read { session in
      for column in Services.schema.flatMap(\.migrations).flatMap(\.spatialColumns) {
        for west in stride(from: 9.50, to: 9.55, by: 0.005) {
          let box = session.within(
            Bounds(west: west, south: 47.05, east: west + 0.005, north: 47.2), of: column,
            alias: "t", firstParameter: 1)
          found["\(column.table) \(west)"] = try session.all(
            "SELECT row_id FROM \(column.table) t WHERE \(box.sql) ORDER BY row_id", box.parameters
          ) { try $0.int(0) }
        }
      }
    }
    #expect(found.values.filter { !$0.isEmpty }.count > 10)
    return found
  }

  /// All rows of a parent cannot go, or their children go with them.
  private func expectReferences(to table: String, in store: Store, _ engine: StoreEngine) throws {
    struct Undone: Error {}
    let sql =
      engine == .sqlite
      ? """
      SELECT t.name, k."from" FROM sqlite_master t, pragma_foreign_key_list(t.name) k
      WHERE t.type = 'table' AND k."table" = ?1
      """
      : """
      SELECT k.conrelid::regclass::text, a.attname::text FROM pg_constraint k
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
      WHERE k.contype = 'f' AND k.confrelid = to_regclass(?1)
      """
    let children = try store.read { session in
      try session.all(sql, [.text(table)]) { (table: try $0.text(0), column: try $0.text(1)) }
    }
    #expect(!children.isEmpty)
    do {
      try store.write { transaction in
        try transaction.execute("DELETE FROM \(table)")
        for child in children {
          let left = try transaction.count(
            "SELECT COUNT(*) FROM \(child.table) WHERE \(child.column) IS NOT NULL")
          #expect(left == 0, "\(table) went without \(child.table)")
        }
        throw Undone()
      }
    } catch is Undone {
    } catch let error as DatabaseError {
      #expect(error.code == .constraint, "\(table): \(error)")
    }
  }
}
