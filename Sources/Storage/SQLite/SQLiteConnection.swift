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
  private let deadline = UnsafeMutablePointer<Double>.allocate(capacity: 1)

  /// Most prepared statements kept; beyond it all are let go, which no program of ours reaches.
  private static let statementLimit = 500

  init(path: String, readOnly: Bool) throws(DatabaseError) {
    SQLiteLibrary.prepare()
    deadline.initialize(to: .infinity)
    let flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_READWRITE
      | (readOnly ? 0 : SQLITE_OPEN_CREATE)
    let code = sqlite3_open_v2(path, &database, flags, nil)
    guard code == SQLITE_OK else {
      let error = failure(code, "cannot open the database file")
      sqlite3_close(database)
      database = nil
      throw error
    }
    spatialCache = spatialite_alloc_connection()
    spatialite_init_ex(database, spatialCache, 0)
    sqlite3_progress_handler(database, 10_000, sqliteProgress, deadline)
    _ = wayside_sqlite_set_defensive(database)
    sqlite3_busy_timeout(database, 10_000)
    try run("PRAGMA foreign_keys=ON")
    try run("PRAGMA cache_size=-16000")
    if readOnly {
      try run("PRAGMA query_only=ON")
      try run("PRAGMA wal_autocheckpoint=0")
      _ = wayside_sqlite_no_checkpoint_on_close(database)
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
    sqlite3_close(database)
    self.database = nil
    if let spatialCache { spatialite_cleanup_ex(spatialCache) }
    spatialCache = nil
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
    if let statement = statements[sql] {
      if sqlite3_stmt_busy(statement) == 0 { return statement }
      throw DatabaseError(.misuse, "a statement runs inside itself: \(sql.prefix(200))")
    }
    if statements.count >= Self.statementLimit {
      for (text, statement) in statements where sqlite3_stmt_busy(statement) == 0 {
        sqlite3_finalize(statement)
        statements[text] = nil
      }
    }
    var statement: OpaquePointer?
    let native = SQLText.sqlite.native(sql)
    let code = sqlite3_prepare_v3(
      database, native, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code, sql) }
    statements[sql] = statement
    return statement
  }

  private func failure(_ code: Int32, _ sql: String) -> DatabaseError {
    let text = database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "no message"
    let kind: DatabaseError.Code
    switch code & 0xff {
    case SQLITE_CONSTRAINT: kind = .constraint
    case SQLITE_FULL: kind = .full
    case SQLITE_BUSY, SQLITE_LOCKED: kind = .locked
    case SQLITE_INTERRUPT: kind = .deadline
    case SQLITE_IOERR:
      kind = errno == ENOSPC || errno == EDQUOT ? .full : .inputOutput
    case SQLITE_CORRUPT, SQLITE_NOTADB: kind = .corrupt
    case SQLITE_CANTOPEN: kind = .unavailable
    default: kind = .misuse
    }
    return DatabaseError(kind, "\(text) (SQLite code \(code)) in: \(sql.prefix(200))")
  }

  /// The database handle, for the online backup.
  var handle: OpaquePointer? { database }
}

/// A row under the cursor of a SQLite statement.
private final class SQLiteRow: Row {
  let statement: OpaquePointer

  init(statement: OpaquePointer) { self.statement = statement }

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  func integer(_ column: Int) throws(DatabaseError) -> Int64 {
    guard sqlite3_column_type(statement, Int32(column)) == SQLITE_INTEGER else {
      throw DatabaseError(.misuse, "column \(column) is no integer")
    }
    return sqlite3_column_int64(statement, Int32(column))
  }

  func real(_ column: Int) throws(DatabaseError) -> Double {
    let type = sqlite3_column_type(statement, Int32(column))
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else {
      throw DatabaseError(.misuse, "column \(column) is no number")
    }
    return sqlite3_column_double(statement, Int32(column))
  }

  func text(_ column: Int) throws(DatabaseError) -> String {
    guard sqlite3_column_type(statement, Int32(column)) == SQLITE_TEXT,
      let pointer = sqlite3_column_text(statement, Int32(column))
    else { throw DatabaseError(.misuse, "column \(column) is no text") }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
  }

  func blob(_ column: Int) throws(DatabaseError) -> [UInt8] {
    guard sqlite3_column_type(statement, Int32(column)) == SQLITE_BLOB else {
      throw DatabaseError(.misuse, "column \(column) is no blob")
    }
    let pointer = sqlite3_column_blob(statement, Int32(column))
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return [UInt8](UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : count))
  }

  func id(_ column: Int) throws(DatabaseError) -> EntityID {
    guard sqlite3_column_type(statement, Int32(column)) == SQLITE_BLOB,
      let pointer = sqlite3_column_blob(statement, Int32(column)),
      let id = EntityID(
        bytes: UnsafeRawBufferPointer(
          start: pointer, count: Int(sqlite3_column_bytes(statement, Int32(column)))))
    else { throw DatabaseError(.corrupt, "column \(column) is no identifier") }
    return id
  }
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
    spatialite_initialize()
  }()

  static func prepare() { _ = once }
}
