/// Brings a database to the schema of this program.
struct Migrator {
  private let connection: any SQLConnection
  private let dialect: any StoreDialect
  private let modules: [SchemaModule]

  /// Applies what is missing, each migration in a transaction of its own.
  ///
  /// - Parameter now: milliseconds since the Unix epoch, kept beside what was applied.
  /// - Throws: `schemaTooNew` if the database knows a migration that this program does not;
  ///   nothing is changed then. `misuse` if the migrations are not numbered 1, 2, 3...
  static func migrate(
    _ connection: any SQLConnection, _ dialect: any StoreDialect, _ modules: [SchemaModule],
    now: Int64
  ) throws {
    for module in modules where module.migrations.map(\.number) != Array(1..<module.count + 1) {
      throw DatabaseError(.misuse, "the migrations of \"\(module.name)\" are not 1, 2, 3...")
    }
    let migrator = Migrator(connection: connection, dialect: dialect, modules: modules)
    try migrator.transaction {
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS schema_migrations (
          module %text NOT NULL, number %int NOT NULL, applied_at %int NOT NULL,
          PRIMARY KEY (module, number))
        """, [])
      try migrator.refuseNewer()
    }
    for module in modules {
      for migration in module.migrations {
        let apply = {
          try migrator.transaction { try migrator.apply(migration, of: module, now: now) }
        }
        if migration.rebuilds.isEmpty {
          try apply()
        } else {
          try dialect.suspendingForeignKeys(on: connection, apply)
        }
      }
    }
    try migrator.transaction { try dialect.finishSchema(on: connection) }
  }

  private func refuseNewer() throws {
    var applied: [(module: String, number: Int)] = []
    try connection.query(
      "SELECT module, MAX(number) FROM schema_migrations GROUP BY module ORDER BY module", []
    ) { applied.append((try $0.text(0), try $0.int(1))) }
    for (name, number) in applied {
      let known = modules.first { $0.name == name }?.count ?? 0
      guard number <= known else {
        throw DatabaseError(
          .schemaTooNew,
          """
          The store was made by a newer version: its schema "\(name)" is at \(number), this \
          program knows \(known). Use the newer program, or restore an older backup.
          """)
      }
    }
  }

  /// Applies `migration` unless it is applied already, by this process or another.
  private func apply(_ migration: Migration, of module: SchemaModule, now: Int64) throws {
    let isNew =
      try connection.execute(
        """
        INSERT INTO schema_migrations (module, number, applied_at) VALUES (?1, ?2, ?3)
        ON CONFLICT DO NOTHING
        """, [.text(module.name), .int(migration.number), .integer(now)]) == 1
    guard isNew else { return }
    for statement in migration.statements { try connection.execute(statement, []) }
    for rebuild in migration.rebuilds { try dialect.rebuild(rebuild, on: connection) }
    if !migration.rebuilds.isEmpty { try dialect.checkForeignKeys(on: connection) }
    for column in migration.spatialColumns {
      for statement in dialect.addSpatialColumn(column) {
        try connection.require(
          statement, else: "the geometry column \(column.table).\(column.name) cannot be added")
      }
    }
    for table in migration.appendOnly {
      for statement in dialect.keepAppendOnly(table) { try connection.execute(statement, []) }
    }
  }

  private func transaction(_ body: () throws -> Void) throws {
    try connection.execute(dialect.beginWrite, [])
    do {
      try body()
      try connection.execute(dialect.commit(hasChanges: false), [])
    } catch {
      _ = try? connection.execute("ROLLBACK", [])
      throw error
    }
  }
}

extension SchemaModule {
  fileprivate var count: Int { migrations.count }
}
