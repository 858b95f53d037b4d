import Storage
import TestSupport
import Testing

@Suite("Tables that only grow, on both engines")
struct AppendOnlyTests {
  private let schema = SchemaModule(
    name: "books",
    migrations: [
      Migration(
        number: 1,
        statements: [
          "CREATE TABLE horizon (at %int NOT NULL)", "INSERT INTO horizon VALUES (0)",
          "CREATE TABLE books (id %int PRIMARY KEY, keep_until %int NOT NULL)",
          "CREATE TABLE log (id %int PRIMARY KEY)",
        ],
        appendOnly: [
          AppendOnlyTable("log"),
          AppendOnlyTable("books", mayGo: "OLD.keep_until <= (SELECT at FROM horizon)"),
        ])
    ])

  private func refused(_ statement: String, _ store: Store) {
    let error = #expect(throws: DatabaseError.self, "\(statement)") {
      try store.write { _ = try $0.execute(statement) }
    }
    #expect(error?.code == .constraint, "\(statement)")
  }

  @Test(
    "rows are added, never changed, and deleted only once they may go",
    arguments: StoreEngine.allCases)
  func grows(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [schema])
    let store = test.store
    try store.write { transaction in
      for number in 1...3 {
        try transaction.execute("INSERT INTO books VALUES (?1, ?2)", [.int(number), .int(number)])
        try transaction.execute("INSERT INTO log VALUES (?1)", [.int(number)])
      }
    }
    refused("UPDATE books SET keep_until = 0", store)
    refused("UPDATE log SET id = 9 WHERE id = 1", store)
    refused("DELETE FROM log WHERE id = 3", store)
    refused("DELETE FROM books WHERE id = 1", store)
    if engine == .postgres {
      refused("TRUNCATE books", store)
      refused("TRUNCATE log", store)
    }
    try store.write { _ = try $0.execute("UPDATE horizon SET at = 2") }
    refused("DELETE FROM books", store)
    let gone = try store.write { try $0.execute("DELETE FROM books WHERE keep_until <= 2") }
    #expect(gone == 2)
    let left = try store.read { session in
      try session.all("SELECT id FROM books UNION ALL SELECT 10 * id FROM log ORDER BY id") {
        try $0.int(0)
      }
    }
    #expect(left == [3, 10, 20, 30])
    // Adding goes on.
    try store.write { _ = try $0.execute("INSERT INTO log VALUES (4)") }
  }
}
