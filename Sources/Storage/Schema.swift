/// One step of a module's schema, applied once, whole or not at all.
public struct Migration: Sendable {
  /// Counts from 1 within its module, without gaps.
  public var number: Int
  /// Portable statements, in order.
  public var statements: [String]
  /// Geometry columns with R-trees, added after the statements.
  public var spatialColumns: [SpatialColumn]

  public init(number: Int, statements: [String], spatialColumns: [SpatialColumn] = []) {
    self.number = number
    self.statements = statements
    self.spatialColumns = spatialColumns
  }
}

/// The schema of one capability: its migrations, forward only.
public struct SchemaModule: Sendable {
  public var name: String
  public var migrations: [Migration]

  public init(name: String, migrations: [Migration]) {
    self.name = name
    self.migrations = migrations
  }
}

/// A geometry column in WGS 84 with an R-tree over its boxes.
///
/// Its table must have the primary key `row_id %serial`, because the R-tree refers to it.
public struct SpatialColumn: Hashable, Sendable {
  public enum Kind: String, Sendable {
    case point = "POINT"
    case lineString = "LINESTRING"
    case multiPolygon = "MULTIPOLYGON"
  }

  public var table: String
  public var name: String
  public var kind: Kind

  public init(table: String, name: String = "geometry", kind: Kind) {
    self.table = table
    self.name = name
    self.kind = kind
  }
}

/// Brings a database to the schema of this program.
enum Migrator {
  /// Applies what is missing, each migration in a transaction of its own.
  ///
  /// - Throws: `schemaTooNew` if the database knows a migration that this program does not.
  static func migrate(
    _ connection: any SQLConnection, _ dialect: any StoreDialect, _ modules: [SchemaModule],
    now: Int64
  ) throws {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS schema_migrations (
        module %text NOT NULL, number %int NOT NULL, applied_at %int NOT NULL,
        PRIMARY KEY (module, number))
      """, [])
    for module in modules {
      try transaction(connection, dialect) {
        var applied = 0
        try connection.query(
          "SELECT COALESCE(MAX(number), 0) FROM schema_migrations WHERE module = ?1",
          [.text(module.name)]
        ) { applied = try $0.int(0) }
        let known = module.migrations.last?.number ?? 0
        guard applied <= known else {
          throw DatabaseError(
            .schemaTooNew,
            """
            The store was made by a newer version: its schema "\(module.name)" is at \(applied), \
            this program knows \(known). Use the newer program, or restore an older backup.
            """)
        }
        for migration in module.migrations where migration.number > applied {
          for statement in migration.statements { try connection.execute(statement, []) }
          for column in migration.spatialColumns {
            for statement in dialect.addSpatialColumn(column) {
              try connection.query(statement, []) { _ in }
            }
          }
          try connection.execute(
            "INSERT INTO schema_migrations (module, number, applied_at) VALUES (?1, ?2, ?3)",
            [.text(module.name), .int(migration.number), .integer(now)])
        }
      }
    }
  }

  private static func transaction(
    _ connection: any SQLConnection, _ dialect: any StoreDialect, _ body: () throws -> Void
  ) throws {
    for statement in dialect.beginWrite { try connection.query(statement, []) { _ in } }
    do {
      try body()
      try connection.execute("COMMIT", [])
    } catch {
      _ = try? connection.execute("ROLLBACK", [])
      throw error
    }
  }
}
