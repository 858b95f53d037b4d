import Base
import Foundation

/// Where a store is.
public enum StoreLocation: Sendable {
  /// A SQLite file with SpatiaLite's tables, made if it is absent.
  case file(path: String)
  /// A PostgreSQL database with PostGIS, as a `postgres://` address.
  case postgres(url: String)
}

/// The database: many readers, one writer, a change log that everything else follows.
///
/// Reads run on the calling thread on a pooled connection. Writes of all threads are queued to
/// one writer thread, which commits them in groups; a caller is answered after the group is on
/// disk and every follower of the change log has seen it.
///
/// - Thread: shared.
public final class Store: Sendable {
  /// The store's clock; also the time of transactions.
  public let clock: any WallClock
  let dialect: any StoreDialect
  private let readers: ReaderPool
  private let writer: GroupCommitWriter

  /// Opens the store and brings its schema up to date.
  ///
  /// - Parameters:
  ///   - schema: the modules in order of their dependence.
  ///   - readers: how many statements can read at once.
  /// - Throws: ``DatabaseError``: `schemaTooNew`, `unavailable`, `locked`, `corrupt`.
  public static func open(
    _ location: StoreLocation, schema: [SchemaModule], clock: any WallClock = SystemClock(),
    readers: Int = 6
  ) throws -> Store {
    let dialect: any StoreDialect
    switch location {
    case .file(let path): dialect = SQLiteDialect(path: path)
    case .postgres:
      throw DatabaseError(.unavailable, "PostgreSQL is not linked into this build")
    }
    let connection = try dialect.openWriter()
    do {
      try Migrator.migrate(
        connection, dialect, [ChangeLog.schema] + schema, now: clock.now().milliseconds)
      return try Store(dialect: dialect, writer: connection, clock: clock, readers: readers)
    } catch {
      connection.close()
      throw error
    }
  }

  private init(
    dialect: any StoreDialect, writer connection: any SQLConnection, clock: any WallClock,
    readers: Int
  ) throws {
    self.clock = clock
    self.dialect = dialect
    self.readers = ReaderPool(dialect: dialect, count: readers)
    writer = try GroupCommitWriter(connection: connection, dialect: dialect, clock: clock)
  }

  /// Runs `body` on a consistent view of what is committed.
  ///
  /// - Parameter deadlineSeconds: statements that run longer end with `deadline`.
  /// - Throws: what `body` throws, or ``DatabaseError``.
  public func read<T>(
    deadlineSeconds: Double = 10, _ body: (StoreSession) throws -> T
  ) throws -> T {
    let connection = try readers.borrow()
    defer { readers.giveBack(connection) }
    connection.setDeadline(clock.monotonicSeconds() + deadlineSeconds)
    let session = StoreSession(connection: connection, dialect: dialect)
    try connection.execute("BEGIN", [])
    do {
      let result = try body(session)
      try connection.execute("COMMIT", [])
      return result
    } catch {
      _ = try? connection.execute("ROLLBACK", [])
      throw error
    }
  }

  /// Runs one statement's worth of reading without the cost of a transaction around it.
  public func readOnce<T>(_ body: (StoreSession) throws -> T) throws -> T {
    let connection = try readers.borrow()
    defer { readers.giveBack(connection) }
    connection.setDeadline(clock.monotonicSeconds() + 10)
    return try body(StoreSession(connection: connection, dialect: dialect))
  }

  /// Runs `body` on the writer thread and returns after its changes are durable.
  ///
  /// If `body` throws, nothing of it remains. `body` may be one of a group in one commit; it
  /// must not wait for anything else and must not call the store.
  ///
  /// - Throws: what `body` throws, ``DatabaseError``, or ``Refusal`` of kind `storageFull` when
  ///   the disk is full and `busy` when writing is impossible until the store is opened again.
  public func write<T>(_ body: (WriteTransaction) throws -> T) throws -> T {
    try writer.run(body)
  }

  /// Adds a follower of the change log; it gets every change committed from now on.
  ///
  /// - Returns: the sequence number up to which everything is already visible to readers.
  @discardableResult
  public func follow(_ follower: any ChangeFollower) throws -> Int64 {
    try writer.add(follower)
  }

  /// The changes after `sequence`, oldest first, at most `limit`.
  public func changes(after sequence: Int64, limit: Int = 1000) throws -> [Change] {
    try readOnce { try ChangeLog.after(sequence, limit: limit, in: $0) }
  }

  /// Why writing has become impossible; nil while all is well.
  public var writeFailure: String? { writer.failure }

  /// How many writes wait for the writer.
  public var queuedWrites: Int { writer.queued }

  /// Finishes queued writes and closes all connections; later calls throw `closed`.
  public func close() {
    writer.close()
    readers.close()
  }
}
