import Base
import Glibc

/// The embedded engine: one SQLite file with SpatiaLite's tables and functions.
struct SQLiteDialect: StoreDialect {
  let path: String
  /// The name of a SQLite file system, for tests that make disks fail; nil for the machine's own.
  var fileSystem: String?
  /// How long the write-ahead log grows before it is copied back, in pages of 4 kB.
  ///
  /// A write dirties half a dozen pages in different places of a large file, so that after SQLite's usual 1000 each
  /// 160 writes were followed by as many pages written in place, and two more syncs.
  var logPages: Int

  init(path: String, fileSystem: String? = nil, logPages: Int = 10_000) {
    self.path = path
    self.fileSystem = fileSystem
    self.logPages = logPages
  }

  var isShared: Bool { false }

  var maximumGroups: Int { 256 }

  var beginWrite: String { "BEGIN IMMEDIATE" }

  func commit(hasChanges: Bool) -> String { "COMMIT" }

  func openWriter() throws(DatabaseError) -> any SQLConnection {
    let connection = try SQLiteConnection(path: path, mode: .writer, fileSystem: fileSystem)
    guard try connection.word("PRAGMA journal_mode=WAL") == "wal" else {
      throw DatabaseError(
        .unavailable, "This file system takes no write-ahead log; use a local disk.")
    }
    // NORMAL loses acknowledged commits at a power cut, FULL none (see Decisions).
    try connection.run("PRAGMA synchronous=FULL")
    try connection.run("PRAGMA journal_size_limit=67108864")
    try connection.run("PRAGMA wal_autocheckpoint=\(logPages)")
    // FAST would leave what was on pages that a deletion frees.
    try connection.run("PRAGMA secure_delete=ON")
    if try connection.word("SELECT 1 FROM sqlite_master WHERE name = 'spatial_ref_sys'") == nil {
      try connection.run("SELECT InitSpatialMetaData(1, 'NONE')")
    }
    if try connection.word("SELECT 1 FROM spatial_ref_sys WHERE srid = 4326") == nil {
      try connection.run("SELECT InsertEpsgSrid(4326)")
    }
    return connection
  }

  /// Deleted bytes are overwritten in the database; the write-ahead log still has the pages of before.
  func removeTraces(on connection: any SQLConnection) -> Bool {
    guard let connection = connection as? SQLiteConnection else { return true }
    return connection.emptyLog()
  }

  func openReader() throws(DatabaseError) -> any SQLConnection {
    try SQLiteConnection(path: path, mode: .reader, fileSystem: fileSystem)
  }

  func state(in session: StoreSession) throws -> (clock: Instant?, isReadOnly: Bool) {
    // Writes go to the log first; it may be gone between two.
    let isReadOnly = [path, path + "-wal"].contains { (file: String) in
      access(file, W_OK) != 0 && errno != ENOENT
    }
    return (nil, isReadOnly)
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
