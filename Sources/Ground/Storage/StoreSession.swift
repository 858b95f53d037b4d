import Base
import Geodesy

/// A view on the store, in which statements read.
///
/// Lent to a closure by ``Store/read(_:)`` or, as ``WriteTransaction``, by ``Store/write(_:)``;
/// it must not leave that closure.
///
/// - Thread: confined.
public class StoreSession {
  let connection: any SQLConnection
  /// The engine's own ways, for spatial conditions.
  public let dialect: any StoreDialect
  /// The first error of a statement, after which a write cannot be committed.
  private(set) var failure: DatabaseError?

  init(connection: any SQLConnection, dialect: any StoreDialect) {
    self.connection = connection
    self.dialect = dialect
  }

  /// Every row of the answer, read by `map`, in the statement's order.
  public func all<T>(
    _ sql: String, _ parameters: [SQLValue] = [], _ map: (any Row) throws -> T
  ) throws -> [T] {
    var result: [T] = []
    try each(sql, parameters) { result.append(try map($0)) }
    return result
  }

  /// The first row of the answer, or nil if there is none.
  public func first<T>(
    _ sql: String, _ parameters: [SQLValue] = [], _ map: (any Row) throws -> T
  ) throws -> T? {
    var result: T?
    do {
      try each(sql, parameters) { row in
        result = try map(row)
        throw Found()
      }
    } catch is Found {}
    return result
  }

  /// Hands each row to `body` without collecting them.
  public func each(
    _ sql: String, _ parameters: [SQLValue] = [], _ body: (any Row) throws -> Void
  ) throws {
    do {
      try connection.query(sql, parameters, body)
    } catch {
      note(error)
      throw error
    }
  }

  func note(_ error: any Error) {
    if failure == nil { failure = error as? DatabaseError }
  }

  /// Whether the statement answers with at least one row.
  public func exists(_ sql: String, _ parameters: [SQLValue] = []) throws -> Bool {
    try first(sql, parameters) { _ in true } ?? false
  }

  /// The integer in the first column of the first row; 0 if there is no row or it is null.
  public func count(_ sql: String, _ parameters: [SQLValue] = []) throws -> Int {
    try first(sql, parameters) { $0.isNull(0) ? 0 : try $0.int(0) } ?? 0
  }
}

/// A view in which statements also write; all of them are committed together or not at all.
public final class WriteTransaction: StoreSession {
  /// The time at which this transaction runs; the same for all its writes.
  public let now: Instant
  /// What this transaction has appended to the change log so far, in order.
  public internal(set) var changes: [Change] = []
  private(set) var leavesNoTrace = false

  init(connection: any SQLConnection, dialect: any StoreDialect, now: Instant) {
    self.now = now
    super.init(connection: connection, dialect: dialect)
  }

  /// Runs a statement that changes rows; returns how many it changed.
  @discardableResult
  public func execute(_ sql: String, _ parameters: [SQLValue] = []) throws(DatabaseError) -> Int {
    do {
      return try connection.execute(sql, parameters)
    } catch {
      note(error)
      throw error
    }
  }

  /// Has the bytes of what this write deletes and overwrites removed from the files of the store, its
  /// write-ahead log included, within seconds of the commit: for erasures.
  ///
  /// A PostgreSQL server does that by its own rules (vacuum, write-ahead logs that are recycled).
  public func leaveNoTrace() { leavesNoTrace = true }

  /// Appends to the change log; every write that anyone else can notice does this.
  ///
  /// - Parameters:
  ///   - kind: the table's thing in the singular, for instance `instance` or `membership`.
  ///   - subject: the identifier of what has changed.
  ///   - realm: the sub-realm concerned, if there is one.
  public func record(
    _ kind: String, _ subject: EntityID, realm: EntityID? = nil, _ operation: Change.Operation
  ) throws {
    let sequence = try first(
      """
      INSERT INTO changes (at, kind, subject, realm, operation) VALUES (?1, ?2, ?3, ?4, ?5)
      RETURNING sequence
      """,
      [.instant(now), .text(kind), .id(subject), .id(realm), .text(operation.rawValue)]
    ) { try $0.integer(0) }
    guard let sequence else { throw DatabaseError(.misuse, "the change log gave no sequence") }
    changes.append(
      Change(
        sequence: sequence, at: now, kind: kind, subject: subject, realm: realm,
        operation: operation))
  }
}

/// Ends a reading whose first row was enough.
private struct Found: Error {}
