import Base
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import Storage

@Suite("Rebuilding tables on both engines")
struct RebuildTests {
  private func filled(_ engine: StoreEngine) throws -> (test: TestStore, content: StoreContent) {
    let test = try TestStore(engine, schema: Families.schema())
    try Families.fill(test.store)
    let content = try StoreContent(of: test.store, on: engine)
    test.store.close()
    #expect(content.count("parents") == 20 && content.count("toys") == 40)
    return (test, content)
  }

  @Test(
    "a rebuilt table has its new rules and all its rows, and its children keep theirs",
    arguments: StoreEngine.allCases)
  func rebuild(_ engine: StoreEngine) throws {
    let (test, before) = try filled(engine)
    let store = try Store.open(test.location, schema: Families.rebuilt)
    defer { store.close() }
    let after = try StoreContent(of: store, on: engine)
    for table in ["children", "toys", "(counters)", "geometry_columns", "(boxes)"] {
      #expect(after.tables[table] == before.tables[table], "\(table)")
    }
    let minutes = try store.read { session in
      try session.all("SELECT minutes, kind FROM parents WHERE friend IS NOT NULL ORDER BY row_id")
      { row in
        #expect(try row.text(1) == "old")
        return try row.real(0)
      }
    }
    #expect(minutes == (1...20).map(Double.init))
    #expect(try Families.names(west: 2.5, east: 4.5, in: store) == ["parent 3", "parent 4"])
    #expect(try store.check() == [])
  }

  @Test(
    "after a rebuild the old rules act, the new ones too, and no number comes twice",
    arguments: StoreEngine.allCases)
  func rules(_ engine: StoreEngine) throws {
    let (test, _) = try filled(engine)
    let store = try Store.open(test.location, schema: Families.rebuilt)
    defer { store.close() }
    let stranger = Things.ids.next()
    for bad in [
      "INSERT INTO children VALUES (?1, 1)",
      "INSERT INTO parents (id, name, kind, minutes) VALUES (?1, 'x', 'newest', 1)",
      "INSERT INTO parents (id, name, kind, friend, minutes) VALUES (X'01', 'x', 'new', ?1, 1)",
    ] {
      let sql = engine == .sqlite ? bad : bad.replacingOccurrences(of: "X'01'", with: "'\\x01'")
      let error = #expect(throws: DatabaseError.self) {
        try store.write { try $0.execute(sql, [.id(stranger)]) }
      }
      #expect(error?.code == .constraint, "\(sql)")
    }
    try store.write { transaction in
      try transaction.execute("DELETE FROM parents WHERE name = 'parent 7'")
      #expect(try transaction.count("SELECT COUNT(*) FROM children") == 38)
      #expect(try transaction.count("SELECT COUNT(*) FROM toys") == 38)
      try transaction.execute(
        """
        INSERT INTO parents (id, name, kind, minutes, geometry)
        VALUES (?1, 'late', 'new', 1, ST_GeomFromWKB(?2, 4326))
        """, [.id(stranger), .blob(WKB.encode(.point(.init(lon: 100, lat: 5))))])
      let number = try transaction.count("SELECT row_id FROM parents WHERE name = 'late'")
      #expect(number > 21)
    }
    #expect(try Families.names(west: 6.5, east: 110, in: store).last == "late")
    #expect(try Families.names(west: 6.5, east: 7.5, in: store) == [])
    #expect(try store.check() == [])
  }

  @Test(
    "a rebuild that cannot be is refused with all as it was, and writing goes on",
    arguments: StoreEngine.allCases)
  func refused(_ engine: StoreEngine) throws {
    let (test, before) = try filled(engine)
    var narrow = Families.rebuild
    narrow.definition = narrow.definition.replacingOccurrences(of: "'old', 'new'", with: "'new'")
    var forgetful = Families.rebuild
    forgetful.indexes = []
    var orphaning = Families.rebuild
    orphaning.kept.removeAll { $0 == "id" }
    orphaning.set = [
      "minutes": "1",
      "id": engine == .sqlite ? "CAST('a' || row_id AS BLOB)" : "('a' || row_id)::bytea",
    ]
    for (rebuild, code, word) in [
      (narrow, .constraint, ""), (forgetful, .misuse, "parents_name"), (orphaning, .constraint, ""),
    ] as [(TableRebuild, DatabaseError.Code, String)] {
      let error = #expect(throws: DatabaseError.self) {
        try Store.open(
          test.location, schema: Families.schema(Migration(number: 2, rebuilds: [rebuild])))
      }
      #expect(error?.code == code, "\(String(describing: error))")
      #expect(error?.message.contains(word) == true || word.isEmpty)
      let store = try Store.open(test.location, schema: Families.schema())
      let after = try StoreContent(of: store, on: engine)
      #expect(after.differences(from: before) == [])
      store.close()
    }
  }

  @Test(
    "references act again on the connection of a migration that failed",
    arguments: StoreEngine.allCases)
  func restored(_ engine: StoreEngine) throws {
    let (test, _) = try filled(engine)
    let dialect = dialect(of: test.location)
    let connection = try dialect.openWriter()
    defer { connection.close() }
    var forgetful = Families.rebuild
    forgetful.indexes = []
    #expect(throws: DatabaseError.self) {
      try Migrator.migrate(
        connection, dialect,
        [ChangeLog.schema]
          + Families.schema(Migration(number: 2, rebuilds: [forgetful])), now: 0)
    }
    #expect(connection.transactionState == .none)
    #expect(throws: DatabaseError.self) {
      try connection.execute("INSERT INTO children VALUES (?1, 1)", [.id(Things.ids.next())])
    }
  }

  @Test(
    "the cheap changes need no rebuild, on a table with a place and children",
    arguments: StoreEngine.allCases)
  func cheap(_ engine: StoreEngine) throws {
    let (test, before) = try filled(engine)
    let store = try Store.open(
      test.location,
      schema: Families.schema(
        Migration(
          number: 2,
          statements: [
            "ALTER TABLE parents ADD COLUMN color %text NOT NULL DEFAULT 'red'",
            "ALTER TABLE parents RENAME COLUMN seconds TO duration",
            "ALTER TABLE parents DROP COLUMN forgotten",
            "DROP INDEX parents_name",
            "CREATE INDEX parents_color ON parents (color, name)",
          ])))
    defer { store.close() }
    let after = try StoreContent(of: store, on: engine)
    #expect(after.tables["toys"] == before.tables["toys"])
    #expect(
      after.tables["parents"]?.columns
        == ["color", "duration", "friend", "geometry", "id", "kind", "name", "row_id"])
    #expect(try Families.names(west: 2.5, east: 4.5, in: store) == ["parent 3", "parent 4"])
    #expect(try store.check() == [])
  }

  @Test(
    "killed in the middle of a rebuild, the store has its old state, and the next start goes on",
    arguments: StoreEngine.allCases)
  func killed(_ engine: StoreEngine) async throws {
    let (test, before) = try filled(engine)
    let address = address(of: test.location)
    // From the first statement of the migration to that before its commit.
    let last = try statements(engine)
    for statement in stride(from: last, to: 5, by: -6) {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [address = address as String, statement = statement as Int] in
        try RebuildTests.migrate(address, killedBefore: statement)
      }
      let store = try Store.open(test.location, schema: Families.schema())
      #expect(try StoreContent(of: store, on: engine).differences(from: before) == [])
      #expect(try store.check() == [])
      store.close()
    }
    let store = try Store.open(test.location, schema: Families.rebuilt)
    #expect(try StoreContent(of: store, on: engine).count("parents") == 20)
    #expect(try store.check() == [])
    store.close()
  }

  /// The number of the migration's commit, counted on another store.
  private func statements(_ engine: StoreEngine) throws -> Int {
    let (test, _) = try filled(engine)
    let dialect = dialect(of: test.location)
    let connection = MortalConnection(try dialect.openWriter(), statements: .max)
    defer { connection.close() }
    try Migrator.migrate(connection, dialect, [ChangeLog.schema] + Families.rebuilt, now: 0)
    // What an engine has made beside tables is brought into shape in a transaction of its own.
    return try #require(connection.commits.dropLast().last)
  }

  /// Migrates the store at an address, and dies before its n-th statement.
  static func migrate(_ address: String, killedBefore statement: Int) throws {
    let dialect = dialect(at: address)
    let connection = MortalConnection(try dialect.openWriter(), statements: statement)
    try Migrator.migrate(connection, dialect, [ChangeLog.schema] + Families.rebuilt, now: 0)
    connection.close()
  }

  private static func dialect(at address: String) -> any StoreDialect {
    address.hasPrefix("postgres:") ? PostgresDialect(url: address) : SQLiteDialect(path: address)
  }

  private func dialect(of location: StoreLocation) -> any StoreDialect {
    Self.dialect(at: address(of: location))
  }

  private func address(of location: StoreLocation) -> String {
    switch location {
    case .file(let path): path
    case .postgres(let url): url
    }
  }
}

/// A connection whose process is killed before its n-th statement.
private final class MortalConnection: SQLConnection {
  private let connection: any SQLConnection
  private let statements: Int
  private(set) var used = 0
  /// Which statements were commits, counted from 1.
  private(set) var commits: [Int] = []

  init(_ connection: any SQLConnection, statements: Int) {
    self.connection = connection
    self.statements = statements
  }

  private func count() {
    used += 1
    if used == statements { kill(getpid(), SIGKILL) }
  }

  func execute(_ sql: String, _ parameters: [SQLValue]) throws(DatabaseError) -> Int {
    count()
    if sql.hasPrefix("COMMIT") { commits.append(used) }
    return try connection.execute(sql, parameters)
  }

  func query(
    _ sql: String, _ parameters: [SQLValue], _ body: (any Row) throws -> Void
  ) throws {
    count()
    try connection.query(sql, parameters, body)
  }

  func setDeadline(_ monotonicSeconds: Double?) { connection.setDeadline(monotonicSeconds) }

  var isUsable: Bool { connection.isUsable }

  var transactionState: TransactionState { connection.transactionState }

  func close() { connection.close() }
}
