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
  let location: StoreLocation
  private let readers: ReaderPool
  private let writer: GroupCommitWriter
  private let feed: ChangeFeed
  private let listener: ChangeListener?
  private let lock: LockFile?

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
    case .postgres(let url): dialect = PostgresDialect(url: url)
    }
    return try open(location, dialect, schema: schema, clock: clock, readers: readers)
  }

  static func open(
    _ location: StoreLocation, _ dialect: any StoreDialect, schema: [SchemaModule],
    clock: any WallClock = SystemClock(), readers: Int = 6
  ) throws -> Store {
    var lock: LockFile?
    var reserve: DiskReserve?
    if case .file(let path) = location {
      lock = try LockFile(beside: path)
      reserve = DiskReserve(beside: path)
    }
    let connection = try openWriter(dialect, reserve) { connection in
      try Migrator.migrate(
        connection, dialect, [ChangeLog.schema] + schema, now: clock.now().milliseconds)
    }
    reserve?.take()
    do {
      let feed = ChangeFeed(last: try ChangeLog.last(connection))
      let listener = try (dialect as? PostgresDialect).map {
        try ChangeListener(dialect: $0, feed: feed)
      }
      return Store(
        location: location, dialect: dialect, writer: connection, clock: clock, readers: readers,
        feed: feed, listener: listener, lock: lock, reserve: reserve)
    } catch {
      connection.close()
      throw error
    }
  }

  /// Opens a connection and prepares it; on a full disk once more with the space of the reserve.
  private static func openWriter(
    _ dialect: any StoreDialect, _ reserve: DiskReserve?,
    _ prepare: (any SQLConnection) throws -> Void
  ) throws -> any SQLConnection {
    func attempt() throws -> any SQLConnection {
      let connection = try dialect.openWriter()
      do { try prepare(connection) } catch {
        connection.close()
        throw error
      }
      return connection
    }
    do {
      return try attempt()
    } catch let error as DatabaseError where error.code == .full || error.code == .unavailable {
      // A file that cannot be opened for lack of space is said to be unavailable.
      guard reserve?.letGo() == true else { throw error }
      return try attempt()
    }
  }

  private init(
    location: StoreLocation, dialect: any StoreDialect, writer connection: any SQLConnection,
    clock: any WallClock, readers: Int, feed: ChangeFeed, listener: ChangeListener?,
    lock: LockFile?, reserve: DiskReserve?
  ) {
    self.location = location
    self.clock = clock
    self.dialect = dialect
    self.feed = feed
    self.listener = listener
    self.lock = lock
    let readers = ReaderPool(dialect: dialect, count: readers)
    self.readers = readers
    writer = GroupCommitWriter(
      connection: connection, dialect: dialect, clock: clock, reserve: reserve,
      announce: { changes in
        if let listener { listener.catchUp() } else { feed.deliver(changes) }
      },
      // Readers go first: the last connection to close tidies up the write-ahead log.
      ending: { readers.close() })
  }

  deinit { close() }

  /// Runs `body` on a consistent view of what is committed.
  ///
  /// Do not read inside `body` again with another `read`: each takes one of the few readers.
  ///
  /// - Parameter deadlineSeconds: statements that run longer end with `deadline`.
  /// - Throws: what `body` throws, ``DatabaseError``, or ``Refusal`` of kind `busy` when the
  ///   database cannot be reached.
  public func read<T>(
    deadlineSeconds: Double = 10, _ body: (StoreSession) throws -> T
  ) throws -> T {
    try lend(deadlineSeconds) { connection in
      try connection.execute("BEGIN", [])
      do {
        let result = try body(StoreSession(connection: connection, dialect: dialect))
        try connection.execute("COMMIT", [])
        return result
      } catch {
        // The deadline was the body's; the rollback of a body that ran past it needs its own.
        connection.setDeadline(SystemClock().monotonicSeconds() + Store.rollbackSeconds)
        _ = try? connection.execute("ROLLBACK", [])
        throw error
      }
    }
  }

  private static let rollbackSeconds = 5.0

  /// Runs one statement's worth of reading without the cost of a transaction around it.
  public func readOnce<T>(_ body: (StoreSession) throws -> T) throws -> T {
    try lend(10) { try body(StoreSession(connection: $0, dialect: dialect)) }
  }

  private func lend<T>(
    _ deadlineSeconds: Double, _ body: (any SQLConnection) throws -> T
  ) throws -> T {
    do {
      let connection = try readers.borrow()
      defer { readers.giveBack(connection) }
      // The machine's own clock, as the engines compare with it; `clock` may be turned by hand.
      connection.setDeadline(SystemClock().monotonicSeconds() + deadlineSeconds)
      return try body(connection)
    } catch {
      throw DatabaseError.forCaller(error)
    }
  }

  /// Runs `body` on the writer thread and returns after its changes are durable.
  ///
  /// If `body` throws, nothing of it remains. `body` may be one of a group in one commit; it
  /// must not wait for anything else and must not call the store. A statement that fails ends the
  /// write, also where `body` catches its error: use `ON CONFLICT` to expect one.
  ///
  /// - Throws: what `body` throws, ``DatabaseError``, or ``Refusal`` of kind `storageFull` when
  ///   the disk is full and `busy` when writing is impossible for now. After `busy` because of a
  ///   lost connection it is unknown whether the change was made.
  @discardableResult
  public func write<T>(
    isEssential: Bool = false, _ body: (WriteTransaction) throws -> T
  ) throws -> T {
    if feed.isDeliveringHere {
      throw DatabaseError(.misuse, "a follower of the change log must not write")
    }
    guard let hook = CommitHook.current else {
      return try writer.run(isEssential: isEssential, body)
    }
    return try writer.run(isEssential: isEssential) { transaction in
      let result = try body(transaction)
      try hook.run(transaction)
      return result
    }
  }

  /// Adds a follower of the change log; it gets every change committed from now on, also those
  /// of other processes that share the database.
  ///
  /// - Returns: the sequence number up to which everything is already visible to readers.
  @discardableResult
  public func follow(_ follower: any ChangeFollower) throws -> Int64 { feed.add(follower) }

  /// The changes after `sequence`, oldest first, at most `limit`.
  public func changes(after sequence: Int64, limit: Int = 1000) throws -> [Change] {
    try readOnce { try ChangeLog.after(sequence, limit: limit, in: $0) }
  }

  /// Deletes changes that are older than `before` and not among the `newest`.
  ///
  /// Followers have heard of them long ago. A snapshot that was taken before them no longer fits
  /// and its layer is read from the rows; a process that was cut off from the database for as long
  /// has to be started again.
  ///
  /// - Parameter most: how many are deleted at most; the rest is left to the next call.
  /// - Returns: how many were deleted.
  /// - Complexity: O(deleted), in transactions of 5,000 between which other writes go on.
  @discardableResult
  public func pruneChanges(
    before: Instant, keeping newest: Int, most: Int = 100_000
  ) throws -> Int {
    let step = 5000
    var deleted = 0
    while deleted < most {
      let count = try write {
        try ChangeLog.prune(
          before: before, keeping: newest, step: min(step, most - deleted), in: $0)
      }
      deleted += count
      if count < step { break }
    }
    return deleted
  }

  /// Whether writing finds no space, apart from what is essential.
  public var isFull: Bool { writer.isFull }

  /// Why writing has become impossible; nil while all is well.
  public var writeFailure: String? { writer.failure }

  /// Whether other processes may be at work on it: a file is one process's.
  public var isShared: Bool {
    switch location {
    case .file: false
    case .postgres: true
    }
  }

  /// How many writes wait for the writer.
  public var queuedWrites: Int { writer.queued }

  /// Finishes queued writes and closes all connections; later calls throw `closed`.
  ///
  /// Waits for the reads under way for at most 15 s; not to be called inside one.
  ///
  /// - Returns: how many reads have not ended: as long as they run, the write-ahead log of a file
  ///   stays beside it.
  @discardableResult
  public func close() -> Int {
    writer.close()
    listener?.close()
    lock?.release()
    return readers.underWay
  }
}
