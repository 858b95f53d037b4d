import Base
import CPostgres
import Foundation

/// A connection to a PostgreSQL server.
///
/// Rows are read one by one as they arrive, so that an answer of any length takes little memory.
/// A statement that starts inside another's row closure first takes the rest of that one's rows
/// into memory.
final class PostgresConnection: SQLConnection {
  /// A statement that the server keeps under `name`.
  private struct Prepared {
    let name: String
    let types: [UInt32]
  }

  private var link: PostgresLink
  private var statements: [String: Prepared] = [:]
  private var preparedCount = 0
  private var running: PostgresStream?

  /// Most statements kept; beyond it they are prepared anew at each use.
  private static let maximumStatements = 500

  /// Connects and runs `settings`, a list of statements separated by semicolons.
  init(url: String, settings: String) throws(DatabaseError) {
    link = try PostgresLink(url: url)
    _ = try simple(settings)
  }

  /// The whole number of the server's version, for instance 150003.
  var serverVersion: Int { link.serverVersion }

  var isUsable: Bool { link.isAlive() }

  var transactionState: TransactionState { link.transactionState }

  var socket: Int32 { link.socket }

  /// Takes what the server has sent unasked; whether a notification was among it.
  func takeNotifications() throws(DatabaseError) -> Bool { try link.takeNotifications() }

  func setDeadline(_ monotonicSeconds: Double?) {
    link.deadline = monotonicSeconds ?? .infinity
  }

  func close() {
    statements = [:]
    link.close()
  }

  @discardableResult
  func execute(_ sql: String, _ parameters: [SQLValue]) throws(DatabaseError) -> Int {
    if parameters.isEmpty, Self.isUtility(sql) {
      return try simple(SQLText.postgres.native(sql))
    }
    try start(sql, parameters)
    return try outcome(sql).affected
  }

  func query(
    _ sql: String, _ parameters: [SQLValue], _ body: (any Row) throws -> Void
  ) throws {
    if parameters.isEmpty, Self.isUtility(sql) {
      _ = try simple(SQLText.postgres.native(sql))
      return
    }
    try start(sql, parameters)
    link.readRowByRow()
    let stream = PostgresStream()
    running = stream
    defer { abandon(stream) }
    let row = PostgresRow()
    while let result = try next(of: stream, sql) {
      defer { PQclear(result) }
      row.move(to: result)
      try body(row)
    }
  }

  /// Statements that cannot be prepared, or need not be.
  private static func isUtility(_ sql: String) -> Bool {
    let word = sql.prefix { $0.isLetter }.uppercased()
    return !["SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "VALUES"].contains(word)
  }

  private func simple(_ sql: String) throws(DatabaseError) -> Int {
    try settle()
    try link.send(sql) { PQsendQuery($0, sql) }
    return try outcome(sql).affected
  }

  private func start(_ sql: String, _ parameters: [SQLValue]) throws(DatabaseError) {
    try settle()
    let prepared = try prepare(sql)
    let values = try PostgresParameters(parameters, types: prepared.types, sql)
    try link.send(sql) { connection in
      values.withPointers { count, pointers, lengths, formats in
        PQsendQueryPrepared(connection, prepared.name, count, pointers, lengths, formats, 1)
      }
    }
  }

  private func prepare(_ sql: String) throws(DatabaseError) -> Prepared {
    if let prepared = statements[sql] { return prepared }
    let isKept = statements.count < Self.maximumStatements
    preparedCount += 1
    let name = isKept ? "s\(preparedCount)" : ""
    let native = SQLText.postgres.native(sql)
    try link.send(sql) { PQsendPrepare($0, name, native, 0, nil) }
    _ = try outcome(sql)
    try link.send(sql) { PQsendDescribePrepared($0, name) }
    let prepared = Prepared(name: name, types: try outcome(sql).parameterTypes)
    if isKept { statements[sql] = prepared }
    return prepared
  }

  // MARK: Answers

  private struct Outcome {
    var affected = 0
    var parameterTypes: [UInt32] = []
  }

  /// Reads the statement's answer to its end, without its rows.
  private func outcome(_ sql: String) throws(DatabaseError) -> Outcome {
    var outcome = Outcome()
    var failure: DatabaseError?
    while let result = try link.nextResult(sql) {
      defer { PQclear(result) }
      if let error = check(result, sql) {
        failure = failure ?? error
      } else {
        if let text = PQcmdTuples(result) { outcome.affected = Int(String(cString: text)) ?? 0 }
        outcome.parameterTypes = (0..<max(PQnparams(result), 0)).map { PQparamtype(result, $0) }
      }
    }
    if let failure { throw failure }
    return outcome
  }

  /// The error that an answer stands for, if it does.
  private func check(_ result: OpaquePointer, _ sql: String) -> DatabaseError? {
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_SINGLE_TUPLE: return nil
    case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
      link.breakOff()
      return DatabaseError(.misuse, "COPY is not supported: \(sql.prefix(200))")
    case PGRES_EMPTY_QUERY: return DatabaseError(.misuse, "an empty statement")
    default:
      let error = PostgresError(result)
      if error.isStalePlan { statements[sql] = nil }
      return error.error(in: sql)
    }
  }

  /// The next row of `stream`, to be cleared by the caller; nil at the end.
  private func next(
    of stream: PostgresStream, _ sql: String
  ) throws(DatabaseError) -> OpaquePointer? {
    if let row = stream.takeKept() { return row }
    while !stream.isComplete {
      guard let result = try link.nextResult(sql) else {
        complete(stream)
        break
      }
      if PQresultStatus(result) == PGRES_SINGLE_TUPLE { return result }
      stream.failure = stream.failure ?? check(result, sql)
      PQclear(result)
    }
    if let failure = stream.failure { throw failure }
    return nil
  }

  private func complete(_ stream: PostgresStream) {
    stream.isComplete = true
    if running === stream { running = nil }
  }

  /// Frees the connection for another statement: keeps the rest of the rows of the running one.
  private func settle() throws(DatabaseError) {
    guard let stream = running else { return }
    while let result = try link.nextResult("") {
      if PQresultStatus(result) == PGRES_SINGLE_TUPLE {
        stream.keep(result)
      } else {
        stream.failure = stream.failure ?? check(result, "")
        PQclear(result)
      }
    }
    complete(stream)
  }

  /// Drops the rows that nobody asked for.
  private func abandon(_ stream: PostgresStream) {
    while let result = stream.takeKept() { PQclear(result) }
    while !stream.isComplete, let result = try? link.nextResult("") { PQclear(result) }
    complete(stream)
  }
}

/// The rows of one statement on their way from the server.
private final class PostgresStream {
  var isComplete = false
  var failure: DatabaseError?
  private var kept: [OpaquePointer] = []
  private var taken = 0

  func keep(_ row: OpaquePointer) { kept.append(row) }

  func takeKept() -> OpaquePointer? {
    guard taken < kept.count else { return nil }
    taken += 1
    return kept[taken - 1]
  }
}
