import Base
import Storage
import TestSupport
import Testing

@Suite("Migrations on both engines")
struct MigrationTests {
  private func module(_ statements: String...) -> SchemaModule {
    SchemaModule(
      name: "notes",
      migrations: statements.enumerated().map { index, statement in
        Migration(number: index + 1, statements: [statement])
      })
  }

  private let first = "CREATE TABLE notes (id %int PRIMARY KEY, body %text NOT NULL)"
  private let second = "ALTER TABLE notes ADD COLUMN author %text"

  @Test(
    "a store opens again, and a newer program adds what is missing", arguments: StoreEngine.allCases
  )
  func forward(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [module(first)])
    try test.store.write { try $0.execute("INSERT INTO notes VALUES (1, 'kept')") }
    test.store.close()
    for _ in 0..<2 {
      let newer = try Store.open(test.location, schema: [module(first, second), Things.schema])
      let body = try newer.read {
        try $0.first("SELECT body FROM notes WHERE author IS NULL") { try $0.text(0) }
      }
      #expect(body == "kept")
      newer.close()
    }
  }

  @Test(
    "D9: a store of a newer program is refused and stays as it is", arguments: StoreEngine.allCases)
  func newer(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [module(first, second)])
    test.store.close()
    for schema in [[module(first), Things.schema], []] {
      let error = #expect(throws: DatabaseError.self) {
        try Store.open(test.location, schema: schema)
      }
      #expect(error?.code == .schemaTooNew)
      #expect(error?.message.contains("notes") == true)
    }
    let again = try Store.open(test.location, schema: [module(first, second)])
    #expect(throws: DatabaseError.self) {
      try again.read { try $0.count("SELECT COUNT(*) FROM things") }
    }
    again.close()
  }

  @Test(
    "a migration that fails leaves nothing, and can be repeated", arguments: StoreEngine.allCases)
  func failing(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [])
    test.store.close()
    let bad = SchemaModule(
      name: "notes",
      migrations: [
        Migration(
          number: 1,
          statements: [
            first, "INSERT INTO notes VALUES (1, 'a')", "INSERT INTO notes VALUES (1, 'b')",
          ])
      ])
    #expect(throws: DatabaseError.self) { try Store.open(test.location, schema: [bad]) }
    let good = try Store.open(test.location, schema: [module(first)])
    #expect(try good.read { try $0.count("SELECT COUNT(*) FROM notes") } == 0)
    good.close()
  }

  @Test("numbers with gaps are refused", arguments: StoreEngine.allCases)
  func gaps(_ engine: StoreEngine) throws {
    let gap = SchemaModule(name: "notes", migrations: [Migration(number: 2, statements: [first])])
    #expect(throws: DatabaseError.self) { try TestStore(engine, schema: [gap]) }
  }

  @Test(
    "ten programs that start at once on one PostgreSQL migrate it once",
    .enabled(if: PostgresServer.absence == nil, "PostgreSQL is not installed"))
  func race() throws {
    let location = StoreLocation.postgres(url: try PostgresServer.freshURL())
    let schema = [module(first, second), Things.schema]
    let errors = Guarded<[String]>([])
    concurrently(10) { _ in
      do {
        try Store.open(location, schema: schema).close()
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
    }
    #expect(errors.current == [])
  }
}
