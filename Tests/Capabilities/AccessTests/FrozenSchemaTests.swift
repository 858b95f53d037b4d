import Access
import Deadlines
import Groups
import Identity
import Mail
import Moderation
import Storage
import TestSupport
import Testing

@Suite("tables of the frozen schema") struct FrozenSchemaTests {
  @Test(
    "they go on in the module of the capability that keeps them, with every row",
    arguments: StoreEngine.allCases)
  func goesOn(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [deadlinesSchema, realmsSchema])
    try test.store.write { transaction in
      _ = try transaction.execute(
        "INSERT INTO breach_counts (month, reports) VALUES (24316, 2), (24317, 1)")
    }
    test.store.close()
    let later = SchemaModule(
      name: moderationSchema.name,
      migrations: moderationSchema.migrations + [
        Migration(
          number: moderationSchema.migrations.count + 1,
          statements: ["ALTER TABLE breach_counts ADD COLUMN answered %int NOT NULL DEFAULT 0"])
      ])
    let modules = [
      deadlinesSchema, realmsSchema, accessSchema, mailSchema, groupsSchema, later, identitySchema,
    ]
    let store = try Store.open(test.location, schema: modules)
    defer { store.close() }
    let counts = try store.read { session in
      try session.all("SELECT month, reports, answered FROM breach_counts ORDER BY month") {
        [try $0.int(0), try $0.int(1), try $0.int(2)]
      }
    }
    #expect(counts == [[24316, 2, 0], [24317, 1, 0]])
  }

  @Test("the module is closed: what it makes is what was released")
  func isClosed() {
    #expect(realmsSchema.name == "realms")
    #expect(realmsSchema.migrations.count == 14)
  }
}
