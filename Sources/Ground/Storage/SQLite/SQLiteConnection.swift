import Base
import CSpatiaLite
import Foundation

/// A connection to a SQLite file with SpatiaLite's functions.
///
/// SpatiaLite is linked, not loaded: `alloc_connection` before the first use, `cleanup_ex` after
/// `sqlite3_close` (never `_v2`, whose zombie would outlive the cache).
final class SQLiteConnection: SQLConnection {
  private var database: OpaquePointer?
  private var spatialCache: UnsafeMutableRawPointer?
  private var statements: [String: OpaquePointer] = [:]
  /// Second copies of statements that run inside themselves; not kept.
  private var copies: Set<OpaquePointer> = []
  private let mode: Mode
  private let deadline = UnsafeMutablePointer<Double>.allocate(capacity: 1)

  /// Most prepared statements kept; beyond it all are let go, which no program of ours reaches.
  private static let maximumStatements = 500

  /// What a connection is for.
  enum Mode {
    /// Writes, and alone moves the write-ahead log into the file.
    case writer
    /// Reads a file that a writer may have open.
    case reader
    /// Reads a file that nobody has open, and leaves no trace beside it.
    case inspection
    /// Reads a file of other programs: without SpatiaLite's functions, some of which read files, and
    /// trusting nothing of its schema.
    case foreign
  }

  /// Most bytes of a value or row of a file of other programs.
  private static let maximumForeignLength: Int32 = 16 << 20

  /// - Parameter fileSystem: the name of a SQLite file system; nil for the machine's own.
  init(path: String, mode: Mode, fileSystem: String? = nil) throws(DatabaseError) {
    self.mode = mode
    SQLiteLibrary.prepare()
    if mode == .writer {
      // Only the operator's user may read what people entrust to us.
      let created = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if created >= 0 { Foundation.close(created) }
    }
    deadline.initialize(to: .infinity)
    let access: Int32
    switch mode {
    case .writer: access = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .reader: access = SQLITE_OPEN_READWRITE
    case .inspection, .foreign: access = SQLITE_OPEN_READONLY
    }
    let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | access
    let code = sqlite3_open_v2(path, &database, flags, fileSystem)
    guard code == SQLITE_OK else {
      let error = failure(code, "cannot open the database file")
      sqlite3_close(database)
      database = nil
      throw error
    }
    if mode != .foreign {
      spatialCache = spatialite_alloc_connection()
      spatialite_init_ex(database, spatialCache, 0)
    }
    sqlite3_progress_handler(database, 10_000, sqliteProgress, deadline)
    _ = wayside_sqlite_set_defensive(database)
    sqlite3_busy_timeout(database, 10_000)
    try run("PRAGMA foreign_keys=ON")
    try run("PRAGMA cache_size=\(mode == .writer ? -16_000 : -8000)")
    if mode == .reader {
      try run("PRAGMA query_only=ON")
      try run("PRAGMA wal_autocheckpoint=0")
      _ = wayside_sqlite_no_checkpoint_on_close(database)
    }
    if mode == .foreign {
      try run("PRAGMA query_only=ON")
      try run("PRAGMA trusted_schema=OFF")
      try run("PRAGMA cell_size_check=ON")
      sqlite3_limit(database, SQLITE_LIMIT_LENGTH, Self.maximumForeignLength)
    }
  }

  deinit {
    close()
    deadline.deallocate()
  }

  func close() {
    guard let database else { return }
    for statement in statements.values { sqlite3_finalize(statement) }
    statements = [:]
    if mode == .writer {
      // What the write-ahead log holds goes into the file, as far as readers let it; nobody waits.
      sqlite3_busy_timeout(database, 0)
      sqlite3_exec(database, "PRAGMA wal_checkpoint(TRUNCATE)", nil, nil, nil)
    }
    sqlite3_close(database)
    self.database = nil
    if let spatialCache { spatialite_cleanup_ex(spatialCache) }
    spatialCache = nil
  }

  /// Writes the write-ahead log into the database and cuts it to nothing; false while a reader needs it.
  ///
  /// Waits for readers for a fifth of a second, since other writes wait meanwhile.
  func emptyLog() -> Bool {
    sqlite3_busy_timeout(database, 200)
    defer { sqlite3_busy_timeout(database, 10_000) }
    return (try? word("PRAGMA wal_checkpoint(TRUNCATE)")) == "0"
  }

  func setDeadline(_ monotonicSeconds: Double?) {
    deadline.pointee = monotonicSeconds ?? .infinity
  }

  var isUsable: Bool { database != nil }

  var transactionState: TransactionState {
    database.map { sqlite3_get_autocommit($0) == 0 } == true ? .open : .none
  }

  /// Runs a statement without parameters and drops its rows.
  func run(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(database, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code, sql) }
  }

  /// The first column of the first row as text; nil if there is no row or it is null.
  func word(_ sql: String) throws(DatabaseError) -> String? {
    let statement = try prepare(sql, [])
    defer { reset(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw failure(code, sql) }
    return code == SQLITE_ROW
      ? sqlite3_column_text(statement, 0).map { String(cString: $0) } : nil
  }

  @discardableResult
  func execute(_ sql: String, _ parameters: [SQLValue]) throws(DatabaseError) -> Int {
    let statement = try prepare(sql, parameters)
    defer { reset(statement) }
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW { code = sqlite3_step(statement) }
    guard code == SQLITE_DONE else { throw failure(code, sql) }
    return Int(sqlite3_changes64(database))
  }

  func query(
    _ sql: String, _ parameters: [SQLValue], _ body: (any Row) throws -> Void
  ) throws {
    let statement = try prepare(sql, parameters)
    defer { reset(statement) }
    let row = SQLiteRow(statement: statement)
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code, sql) }
      try body(row)
    }
  }

  private func reset(_ statement: OpaquePointer) {
    if !copies.isEmpty, copies.remove(statement) != nil {
      sqlite3_finalize(statement)
      return
    }
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
  }

  private func prepare(
    _ sql: String, _ parameters: [SQLValue]
  ) throws(DatabaseError) -> OpaquePointer {
    let statement = try cached(sql)
    guard Int(sqlite3_bind_parameter_count(statement)) == parameters.count else {
      throw DatabaseError(.misuse, "wrong number of parameters for: \(sql.prefix(200))")
    }
    for (index, value) in parameters.enumerated() {
      try value.checkStorable(sql)
      let position = Int32(index + 1)
      let code: Int32
      switch value {
      case .null: code = sqlite3_bind_null(statement, position)
      case .integer(let number): code = sqlite3_bind_int64(statement, position, number)
      case .real(let number): code = sqlite3_bind_double(statement, position, number)
      case .text(var text):
        code = text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) { chars in
            wayside_sqlite_bind_text(statement, position, chars.baseAddress, UInt64(chars.count))
          }
        }
      case .blob(let bytes):
        code = bytes.withUnsafeBytes {
          wayside_sqlite_bind_blob(statement, position, $0.baseAddress, UInt64($0.count))
        }
      }
      guard code == SQLITE_OK else {
        reset(statement)
        throw failure(code, sql)
      }
    }
    return statement
  }

  private func cached(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    guard database != nil else { throw DatabaseError(.closed, "the store is closed") }
    let kept = statements[sql]
    if let kept, sqlite3_stmt_busy(kept) == 0 { return kept }
    if statements.count >= Self.maximumStatements {
      for (text, statement) in statements where sqlite3_stmt_busy(statement) == 0 {
        sqlite3_finalize(statement)
        statements[text] = nil
      }
    }
    let statement = try compile(SQLText.sqlite.native(sql))
    if kept == nil { statements[sql] = statement } else { copies.insert(statement) }
    return statement
  }

  private func compile(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    var statement: OpaquePointer?
    var hasMore = false
    let code = sql.withCString { start in
      var rest: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(
        database, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &rest)
      if let rest { hasMore = !String(cString: rest).allSatisfy(\.isWhitespace) }
      return code
    }
    guard code == SQLITE_OK, let statement else { throw failure(code, sql) }
    if hasMore {
      sqlite3_finalize(statement)
      throw DatabaseError(.misuse, "more than one statement in: \(sql.prefix(200))")
    }
    return statement
  }

  private func failure(_ code: Int32, _ sql: String) -> DatabaseError {
    let text = database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "no message"
    let kind: DatabaseError.Code
    switch code & 0xff {
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG: kind = .constraint
    case SQLITE_FULL: kind = .full
    case SQLITE_BUSY, SQLITE_LOCKED: kind = .locked
    case SQLITE_INTERRUPT: kind = .deadline
    case SQLITE_IOERR: kind = refusal(code) ?? .inputOutput
    case SQLITE_CORRUPT, SQLITE_NOTADB: kind = .corrupt
    case SQLITE_READONLY: kind = mode == .writer ? .readOnly : .misuse
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_NOMEM: kind = .unavailable
    default: kind = .misuse
    }
    return DatabaseError(kind, "\(text) (SQLite code \(code)) in: \(sql.prefix(200))")
  }

  /// What an error of reading or writing says where it is no fault of the disk: that it is full, or
  /// that the file system takes no writes.
  ///
  /// Never so for a failed fsync, after which nothing is known about the file.
  private func refusal(_ code: Int32) -> DatabaseError.Code? {
    let fsyncs = [SQLITE_IOERR | 4 << 8, SQLITE_IOERR | 5 << 8]
    guard let database, !fsyncs.contains(code) else { return nil }
    var cause = sqlite3_system_errno(database)
    // A failed write of a COMMIT is not noted there (SQLite 3.40), but with the log's file.
    if cause == 0, code == SQLITE_IOERR | 3 << 8 { cause = lastErrorOfLog(database) }
    switch cause {
    case ENOSPC, EDQUOT: return .full
    // A system that remounts its disk after an error (EROFS), a file made immutable (EPERM).
    case EROFS, EPERM: return mode == .writer ? .readOnly : nil
    default: return nil
    }
  }

  private func lastErrorOfLog(_ database: OpaquePointer) -> Int32 {
    var log: UnsafeMutablePointer<sqlite3_file>?
    var cause: Int32 = 0
    guard
      sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK,
      let log, let methods = log.pointee.pMethods,
      methods.pointee.xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &cause) == SQLITE_OK
    else { return 0 }
    return cause
  }

  /// The error of the last call on the handle.
  func lastFailure(_ what: String) -> DatabaseError {
    failure(sqlite3_extended_errcode(database), what)
  }

  /// The database handle, for the online backup.
  var handle: OpaquePointer? { database }
}

/// Ends statements past their deadline; called by SQLite on the connection's own thread.
private func sqliteProgress(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 0 }
  let deadline = context.assumingMemoryBound(to: Double.self).pointee
  return deadline < SystemClock().monotonicSeconds() ? 1 : 0
}

/// What has to happen once per process, before the first connection.
enum SQLiteLibrary {
  private static let once: Void = {
    // Debian's build counts every allocation under a lock; nobody reads those counts.
    _ = wayside_sqlite_disable_memory_statistics()
    // What a statement or a job of a group would put back if it failed: pages of 4 kB, a dozen for a place on
    // the map. Beyond 64 kB SQLite writes them to a temporary file, page by page, which took a quarter of the
    // time of large writes.
    _ = wayside_sqlite_keep_statement_journals_below(statementJournalBytes)
    spatialite_initialize()
  }()

  private static let statementJournalBytes: Int32 = 4 << 20

  static func prepare() { _ = once }
}
