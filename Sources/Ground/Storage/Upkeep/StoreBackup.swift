import Base
import CSpatiaLite
import Foundation

/// What a backup holds, as counted in the copy.
public struct BackupReport: Sendable {
  /// The file's size in bytes.
  public var bytes: Int
  /// Rows of every table of ours.
  public var rows: [String: Int]
  /// The last change that the copy holds.
  public var lastChange: Int64
  public var seconds: Double
}

extension Store {
  /// Copies the database as it is now into one new file, while reads and writes go on.
  ///
  /// The copy is verified before it gets its name. Media files have their own names by content:
  /// copy them after this, and none that the copy refers to is missing.
  ///
  /// - Parameter path: a file that does not exist yet.
  /// - Throws: ``Refusal`` of kind `storageFull`; `conflict` if the file exists or the engine has
  ///   a tool of its own; ``DatabaseError`` with `corrupt` if the copy is not like its source.
  public func backup(toFile path: String) throws -> BackupReport {
    guard case .file(let source) = location else {
      throw Refusal(
        .conflict, "backup-by-pg-dump",
        "A PostgreSQL store is backed up with its own tool: pg_dump --format=custom.")
    }
    return try Store.backup(database: source, toFile: path)
  }

  /// Copies the database file of a store that may be open in another process.
  ///
  /// - Throws: as ``backup(toFile:)``; `unavailable` if there is no such database.
  public static func backup(database source: String, toFile path: String) throws -> BackupReport {
    guard access(source, R_OK) == 0 else {
      throw DatabaseError(.unavailable, "There is no readable database \(source).")
    }
    guard access(path, F_OK) != 0 else {
      throw Refusal(.conflict, "file-exists", "The file for the backup exists already.")
    }
    let partial = path + ".partial"
    unlink(partial)
    defer { unlink(partial) }
    do {
      let report = try SQLiteCopy.copy(from: source, to: partial)
      try FileSystem.rename(partial, to: path)
      try FileSystem.syncFolder((path as NSString).deletingLastPathComponent)
      return report
    } catch {
      throw DatabaseError.forCaller(error)
    }
  }

  /// Looks for damage in a backup file, without changing it.
  ///
  /// - Returns: nothing if all is well.
  public static func verify(file path: String) throws -> [StoreProblem] {
    guard access(path, R_OK) == 0 else {
      throw DatabaseError(.unavailable, "There is no readable file \(path).")
    }
    let dialect = SQLiteDialect(path: path)
    do {
      let connection = try SQLiteConnection(path: path, mode: .inspection)
      defer { connection.close() }
      return try dialect.problems(in: StoreSession(connection: connection, dialect: dialect))
    } catch let error as DatabaseError
      where [.corrupt, .unreadable, .misuse].contains(error.code)
    {
      return [StoreProblem(rule: "integrity", detail: error.message)]
    }
  }

  /// Puts a verified backup in the place of the database at `path`, at one stroke.
  ///
  /// The change log goes on beyond all sequences that were given since the backup: who knows one of
  /// those is told everything anew, and not what happens to have come to have the same number.
  ///
  /// - Parameters:
  ///   - workbench: the path of the file that is made ready, on the same disk; beside `path` without it.
  ///   - prepare: changes that file, as a store of its own, which is closed again when it returns;
  ///     what it throws ends the restoring.
  ///   - beside: changes what belongs to the database and lies beside it, when nothing but the
  ///     stroke itself can fail any more; what it throws ends the restoring.
  /// - Throws: `corrupt` if the backup is damaged, `locked` if the store is open; nothing is
  ///   changed then. ``Refusal`` of kind `storageFull`.
  public static func restore(
    file backup: String, to path: String, through workbench: String? = nil,
    prepare: (String) throws -> Void = { _ in }, beside: () throws -> Void = {}
  ) throws {
    let lock = try LockFile(beside: path)
    defer { lock.release() }
    let problems = try verify(file: backup)
    guard problems.isEmpty else {
      throw DatabaseError(
        .corrupt,
        "The backup is damaged and was not restored: \(problems.map(\.description).joined(separator: "; "))"
      )
    }
    let fresh = workbench ?? path + ".restoring"
    unlink(fresh)
    defer { unlink(fresh) }
    _ = try SQLiteCopy.copy(from: backup, to: fresh, isNewLife: true)
    try prepare(fresh)
    // It takes its place as one file, on disk.
    guard access(fresh + "-wal", F_OK) != 0 else {
      throw DatabaseError(
        .inputOutput, "the restored database is still in use: \(fresh)-wal lies beside it")
    }
    try FileSystem.syncFile(fresh)
    try beside()
    // The old file's log must not be taken for the new one's: bring it into the old file first.
    if access(path, F_OK) == 0, let old = try? SQLiteConnection(path: path, mode: .writer) {
      old.close()
    }
    unlink(path + "-wal")
    unlink(path + "-shm")
    try FileSystem.rename(fresh, to: path)
    try FileSystem.syncFolder((path as NSString).deletingLastPathComponent)
  }
}

/// What a PostgreSQL store holds, for a backup by the server's own tools.
public struct PostgresFacts: Sendable {
  /// The schema of our tables.
  public var schema: String
  /// Rows of every table of ours; none where there is no store yet.
  public var rows: [String: Int]
  public var lastChange: Int64
}

extension Store {
  /// Reads from a database as it is, of whatever schema, while others may be using it.
  ///
  /// - Throws: ``Refusal`` of kind `busy` if it cannot be reached; ``DatabaseError``.
  public static func look<T>(
    at location: StoreLocation, _ body: (StoreSession) throws -> T
  ) throws -> T {
    do {
      let (connection, dialect): (any SQLConnection, any StoreDialect) =
        switch location {
        case .file(let path):
          (try SQLiteConnection(path: path, mode: .reader), SQLiteDialect(path: path))
        case .postgres(let url):
          (try PostgresDialect(url: url).openReader(), PostgresDialect(url: url))
        }
      defer { connection.close() }
      return try body(StoreSession(connection: connection, dialect: dialect))
    } catch {
      throw DatabaseError.forCaller(error)
    }
  }

  /// A statement that fails on a PostgreSQL store whose schema is newer than a program knows.
  public static func refusalOfNewerPostgres(_ modules: [SchemaModule]) -> String {
    let known = ([ChangeLog.schema] + modules).map {
      "WHEN '\($0.name)' THEN \($0.migrations.count)"
    }
    .joined(separator: " ")
    return """
      DO $$ DECLARE newer text; BEGIN
        SELECT module INTO newer FROM schema_migrations GROUP BY module
        HAVING MAX(number) > CASE module \(known) ELSE 0 END LIMIT 1;
        IF newer IS NOT NULL THEN
          RAISE EXCEPTION 'The backup was made by a newer version: its schema "%" is not known.', newer;
        END IF;
      END $$
      """
  }

  /// Looks into a database that others may be using.
  ///
  /// - Throws: ``Refusal`` of kind `busy` if it cannot be reached.
  public static func facts(ofPostgres url: String) throws -> PostgresFacts {
    let dialect = PostgresDialect(url: url)
    do {
      let connection = try dialect.openReader()
      defer { connection.close() }
      let session = StoreSession(connection: connection, dialect: dialect)
      var facts = PostgresFacts(
        schema: try session.first("SELECT current_schema()") { try $0.text(0) } ?? "public",
        rows: [:], lastChange: 0)
      let tables = try session.all(
        """
        SELECT tablename FROM pg_tables WHERE schemaname = current_schema()
          AND tablename <> 'spatial_ref_sys' ORDER BY tablename
        """
      ) { try $0.text(0) }
      for table in tables {
        facts.rows[table] = try session.count("SELECT COUNT(*) FROM \"\(table)\"")
      }
      if facts.rows["changes"] != nil {
        facts.lastChange = Int64(
          try session.count("SELECT COALESCE(MAX(sequence), 0) FROM changes"))
      }
      return facts
    } catch {
      throw DatabaseError.forCaller(error)
    }
  }

  /// Statements by which the change log of a PostgreSQL store that is being restored goes on beyond
  /// all sequences that were given since its backup, as ``restore(file:to:beside:)`` lets it do.
  public static let newLifeOfPostgres = [
    SQLiteCopy.newLife,
    """
    SELECT setval(pg_get_serial_sequence('changes', 'sequence'), MAX(sequence)) FROM changes
    HAVING COUNT(*) > 0
    """,
  ]
}

/// Copies one state of a SQLite database that others may be writing to.
private enum SQLiteCopy {
  /// Pages per step; between steps the deadline of nobody else is touched.
  private static let stepPages: Int32 = 1024

  /// More changes than a store sees between a backup and its restoration.
  private static let gap = 1_000_000_000

  /// One change far beyond the last.
  static let newLife = """
    INSERT INTO changes (sequence, at, kind, subject, operation)
    SELECT sequence + \(gap), at, 'restored', subject, operation FROM changes
    ORDER BY sequence DESC LIMIT 1
    """

  /// - Parameter isNewLife: whether the copy's change log goes on after a gap.
  static func copy(
    from source: String, to path: String, isNewLife: Bool = false
  ) throws -> BackupReport {
    let start = SystemClock().monotonicSeconds()
    let from = try SQLiteConnection(path: source, mode: .reader)
    defer { from.close() }
    // One read transaction from first to last: else each commit would start the copy anew.
    try from.run("BEGIN")
    let expected = try rows(of: from)
    let to = try SQLiteConnection(path: path, mode: .writer)
    defer { to.close() }
    try copyPages(from, to)
    // The copy shall be one file: without a write-ahead log beside it.
    guard try to.word("PRAGMA journal_mode=DELETE") == "delete" else {
      throw DatabaseError(.inputOutput, "the copy cannot be made a single file")
    }
    guard try to.word("PRAGMA integrity_check(1)") == "ok",
      try to.word("SELECT COUNT(*) FROM pragma_foreign_key_check") == "0",
      try rows(of: to) == expected
    else { throw DatabaseError(.corrupt, "the copy is not like its source") }
    if isNewLife {
      try to.run(newLife)
    }
    try FileSystem.syncFile(path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileSystem.failure("look at the copy") }
    return BackupReport(
      bytes: Int(status.st_size), rows: expected,
      lastChange: Int64(try to.word("SELECT MAX(sequence) FROM changes") ?? "") ?? 0,
      seconds: SystemClock().monotonicSeconds() - start)
  }

  private static func copyPages(
    _ from: SQLiteConnection, _ to: SQLiteConnection
  ) throws(DatabaseError) {
    guard let backup = sqlite3_backup_init(to.handle, "main", from.handle, "main") else {
      throw to.lastFailure("backup")
    }
    var code = SQLITE_OK
    repeat {
      code = sqlite3_backup_step(backup, stepPages)
    } while code == SQLITE_OK
    let finish = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, finish == SQLITE_OK else { throw to.lastFailure("backup") }
  }

  private static func rows(of connection: SQLiteConnection) throws -> [String: Int] {
    var names: [String] = []
    try connection.query(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND sql NOT LIKE 'CREATE VIRTUAL%'
      """, []
    ) { names.append(try $0.text(0)) }
    var rows: [String: Int] = [:]
    for name in names {
      rows[name] = Int(try connection.word("SELECT COUNT(*) FROM \"\(name)\"") ?? "") ?? 0
    }
    return rows
  }
}
