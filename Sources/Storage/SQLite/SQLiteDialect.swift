import Base

/// The embedded engine: one SQLite file with SpatiaLite's tables and functions.
struct SQLiteDialect: StoreDialect {
  let path: String

  var isShared: Bool { false }

  var groupLimit: Int { 256 }

  var beginWrite: String { "BEGIN IMMEDIATE" }

  func commit(hasChanges: Bool) -> String { "COMMIT" }

  func openWriter() throws(DatabaseError) -> any SQLConnection {
    let connection = try SQLiteConnection(path: path, readOnly: false)
    try connection.run("PRAGMA journal_mode=WAL")
    // NORMAL loses acknowledged commits at a power cut, FULL none (see Decisions).
    try connection.run("PRAGMA synchronous=FULL")
    try connection.run("PRAGMA journal_size_limit=67108864")
    try connection.run("PRAGMA secure_delete=FAST")
    if try !hasSpatialMetadata(connection) {
      try connection.run("SELECT InitSpatialMetaData(1, 'NONE')")
      try connection.run("SELECT InsertEpsgSrid(4326)")
    }
    return connection
  }

  func openReader() throws(DatabaseError) -> any SQLConnection {
    try SQLiteConnection(path: path, readOnly: true)
  }

  private func hasSpatialMetadata(_ connection: SQLiteConnection) throws(DatabaseError) -> Bool {
    var found = false
    do {
      try connection.query(
        "SELECT 1 FROM sqlite_master WHERE name = 'spatial_ref_sys'", []
      ) { _ in found = true }
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw DatabaseError(.misuse, "unexpected error while looking for spatial metadata")
    }
    return found
  }

  func addSpatialColumn(_ column: SpatialColumn) -> [String] {
    [
      """
      SELECT AddGeometryColumn('\(column.table)', '\(column.name)', 4326, \
      '\(column.kind.rawValue)', 'XY')
      """,
      "SELECT CreateSpatialIndex('\(column.table)', '\(column.name)')",
    ]
  }

  func boxPredicate(_ column: SpatialColumn, alias: String, parameters: [String]) -> String {
    """
    \(alias).row_id IN (SELECT pkid FROM idx_\(column.table)_\(column.name) \
    WHERE xmax >= \(parameters[0]) AND ymax >= \(parameters[1]) \
    AND xmin <= \(parameters[2]) AND ymin <= \(parameters[3]))
    """
  }
}
