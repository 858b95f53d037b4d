import Base
import Foundation

/// The engine for several processes: a PostgreSQL server with PostGIS.
struct PostgresDialect: StoreDialect {
  let url: String

  var isShared: Bool { true }

  /// More than 64 subtransactions overflow what the server keeps of them in memory.
  var maximumGroups: Int { 60 }

  /// Writers of all processes follow one another: the change log's sequence is commit order.
  ///
  /// Stores in other schemas of the database have a lock of their own.
  var beginWrite: String {
    "BEGIN; SELECT pg_advisory_xact_lock(2003928435, hashtext(current_schema()))"
  }

  func commit(hasChanges: Bool) -> String {
    hasChanges ? "NOTIFY \(PostgresDialect.channel); COMMIT" : "COMMIT"
  }

  static let channel = "wayside_changes"

  func openWriter() throws(DatabaseError) -> any SQLConnection {
    let connection = try open(
      """
      SET synchronous_commit=on; SET lock_timeout='10s'; \
      SET idle_in_transaction_session_timeout='60s'
      """)
    try refusePooledTransactions(connection)
    try preparePostGIS(connection)
    return connection
  }

  /// Refuses a pooler that gives each transaction another session: prepared statements, the settings above
  /// and LISTEN belong to a session.
  ///
  /// Such a pooler lends the session of `connection`, which is idle now, to the next that asks. Its number
  /// would not tell (the pooler makes one up), a setting of the session does.
  private func refusePooledTransactions(
    _ connection: PostgresConnection
  ) throws(DatabaseError) {
    // Another process's mark, or one of an earlier life of this session, is none of ours.
    let mark = UUID().uuidString
    do {
      try connection.execute("SET wayside.session='\(mark)'", [])
      let second = try PostgresConnection(url: url, settings: "BEGIN")
      defer { second.close() }
      // One without parameters: nothing is prepared in a session that may be another's.
      try second.execute(
        """
        DO $$BEGIN
          IF current_setting('wayside.session', true) = '\(mark)' THEN RAISE SQLSTATE 'WS001'; END IF;
        END$$
        """, [])
    } catch {
      connection.close()
      guard error.message.contains("(SQLSTATE WS001)") else { throw error }
      throw DatabaseError(
        .unavailable,
        """
        The PostgreSQL address leads to a pooler that shares sessions between transactions. Set \
        pool_mode=session for this database in pgbouncer's configuration, or give the server's \
        own address.
        """)
    }
  }

  func openReader() throws(DatabaseError) -> any SQLConnection {
    try open(
      """
      SET default_transaction_read_only=on; SET default_transaction_isolation='repeatable read'
      """)
  }

  /// A connection that hears when another process has recorded changes.
  func openListener() throws(DatabaseError) -> PostgresConnection {
    let connection = try open("SET default_transaction_read_only=on")
    try connection.execute("LISTEN \(Self.channel)", [])
    return connection
  }

  private func open(_ settings: String) throws(DatabaseError) -> PostgresConnection {
    // Generic plans save the planning, which takes longer than most of our statements.
    let connection = try PostgresConnection(
      url: url,
      settings: """
        SET plan_cache_mode=force_generic_plan; SET client_min_messages=warning; \
        SET TimeZone='UTC'; \(settings)
        """)
    if connection.serverVersion < 140_000 {
      connection.close()
      throw DatabaseError(.unavailable, "PostgreSQL 14 or newer is needed.")
    }
    // Without it a statement of a process that has died would run to its end.
    try connection.execute("SET client_connection_check_interval='2s'", [])
    return connection
  }

  private func preparePostGIS(_ connection: PostgresConnection) throws(DatabaseError) {
    var isThere = false
    do {
      try connection.query("SELECT 1 FROM pg_extension WHERE extname = 'postgis'", []) { _ in
        isThere = true
      }
      if isThere { return }
      try connection.execute(beginWrite, [])
      try connection.execute("CREATE EXTENSION IF NOT EXISTS postgis", [])
      try connection.execute("COMMIT", [])
    } catch {
      connection.close()
      throw DatabaseError(
        .unavailable,
        """
        PostGIS is missing in this database and cannot be added (\(error)). Install it \
        (Debian: postgresql-15-postgis-3) and let an administrator of the database run \
        CREATE EXTENSION postgis.
        """)
    }
  }

  func state(in session: StoreSession) throws -> (clock: Instant?, isReadOnly: Bool) {
    // Our readers are read-only by their own setting; what new sessions get is the server's.
    let found = try session.first(
      """
      SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint),
        CASE WHEN pg_is_in_recovery() OR (SELECT reset_val FROM pg_settings
          WHERE name = 'default_transaction_read_only') = 'on' THEN 1 ELSE 0 END
      """
    ) { (clock: try $0.instant(0), isReadOnly: try $0.int(1) == 1) }
    return found.map { ($0.clock, $0.isReadOnly) } ?? (nil, false)
  }

  func removeTraces(on connection: any SQLConnection) -> Bool { true }

  /// GiST indexes need nothing.
  func finishSchema(on connection: any SQLConnection) throws {}

  func addSpatialColumn(_ column: SpatialColumn) -> [String] {
    [addColumn(column), addIndex(column)]
  }

  func addColumn(_ column: SpatialColumn) -> String {
    """
    ALTER TABLE \(column.table) ADD COLUMN \(column.name) \
    geometry(\(column.kind.rawValue), 4326)
    """
  }

  func addIndex(_ column: SpatialColumn) -> String {
    """
    CREATE INDEX idx_\(column.table)_\(column.name) ON \(column.table) \
    USING gist (\(column.name))
    """
  }

  func boxPredicate(_ column: SpatialColumn, alias: String, parameters: [String]) -> String {
    "\(alias).\(column.name) && ST_MakeEnvelope(\(parameters.joined(separator: ", ")), 4326)"
  }
}

extension SQLText {
  /// Texts compare by their bytes, as they do in SQLite, whatever the database's language is.
  static let postgres = SQLText(
    types: [
      "serial": "bigserial PRIMARY KEY", "id": "bytea", "int": "bigint",
      "real": "double precision", "text": "text COLLATE \"C\"", "blob": "bytea",
    ], castTypes: ["text": "text"], parameterMark: UInt8(ascii: "$"))

  static let sqlite = SQLText(
    types: [
      "serial": "INTEGER PRIMARY KEY AUTOINCREMENT", "id": "BLOB", "int": "INTEGER",
      "real": "REAL", "text": "TEXT", "blob": "BLOB",
    ], castTypes: [:], parameterMark: UInt8(ascii: "?"))
}
