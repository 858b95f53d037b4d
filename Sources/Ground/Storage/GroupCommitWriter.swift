import Base
import Foundation

/// One thread and one connection through which every write goes.
///
/// Writes that wait at the same moment share one transaction, each inside a savepoint of its own,
/// and one fsync: with many clients this is the difference between hundreds and thousands of
/// durable writes a second.
///
/// - Thread: shared.
final class GroupCommitWriter: Sendable {
  /// Most writes that wait; beyond it callers are told to come back.
  private static let maximumQueue = 10_000

  private struct State {
    var queue: [WriteJob] = []
    var isClosing = false
    /// Whether the last write found no space; only essential ones are tried then.
    var isFull = false
    /// Whether the write-ahead log may still hold what was to leave no trace.
    var hasTraces = false
    var failure: String?
    var thread: pthread_t?
  }

  private let state = Guarded(State())
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let dialect: any StoreDialect
  private let clock: any WallClock
  private let announce: @Sendable ([Change]) -> Void
  private let ending: @Sendable () -> Void
  private let reserve: DiskReserve?

  /// Seconds that one write may take on a server that does not answer.
  private static let patienceSeconds = 20.0

  /// - Parameters:
  ///   - connection: used by the writer's thread alone from here on.
  ///   - reserve: space that is let go for essential writes when the disk is full.
  ///   - announce: called on that thread with what was committed, before its writers are
  ///     answered.
  ///   - ending: called on that thread after the last commit, before the connection is closed.
  init(
    connection: any SQLConnection, dialect: any StoreDialect, clock: any WallClock,
    reserve: DiskReserve?,
    announce: @escaping @Sendable ([Change]) -> Void, ending: @escaping @Sendable () -> Void
  ) {
    self.dialect = dialect
    self.reserve = reserve
    self.clock = clock
    self.ending = ending
    self.announce = announce
    let owned = OwnedConnection(connection: connection)
    let thread = Thread { [self] in loop(owned.connection) }
    thread.name = "wayside-writer"
    thread.stackSize = 4 << 20
    thread.start()
  }

  var failure: String? { state.withLock { $0.failure } }

  var isFull: Bool { state.withLock { $0.isFull } }

  var queued: Int { state.withLock { $0.queue.count } }

  /// Queues `body`, waits for its commit, and returns its result.
  ///
  /// - Parameter isEssential: whether it may use the reserve of a full disk.
  func run<T>(isEssential: Bool, _ body: (WriteTransaction) throws -> T) throws -> T {
    var result: Result<T, any Error>?
    try withoutActuallyEscaping(body) { body in
      let job = WriteJob(isEssential: isEssential) { transaction in
        result = .success(try body(transaction))
      }
      try enqueue(job)
      job.done.wait()
      if let error = job.failure { result = .failure(error) }
    }
    guard let result else { throw DatabaseError(.closed, "the store is closed") }
    return try result.get()
  }

  private func enqueue(_ job: WriteJob) throws {
    let here = pthread_self()
    try state.withLock { state throws in
      if state.isClosing { throw DatabaseError(.closed, "the store is closed") }
      if let thread = state.thread, pthread_equal(thread, here) != 0 {
        throw DatabaseError(.misuse, "a write inside a write would wait for itself")
      }
      if state.failure != nil { throw Refusal.writingStopped }
      if state.isFull, !job.isEssential {
        // Where there is space for the reserve again, there is space for others.
        guard reserve?.take() != false else { throw Refusal.storageFull }
        state.isFull = false
      }
      if state.queue.count >= Self.maximumQueue { throw Refusal.writerBusy }
      state.queue.append(job)
    }
    wake.signal()
  }

  /// Finishes what is queued and takes nothing more; returns when the last commit is answered.
  func close() {
    let here = pthread_self()
    let waits = state.withLock { state in
      let isFirst = !state.isClosing
      state.isClosing = true
      // The last owner of the store may be a write of it.
      return isFirst && state.thread.map { pthread_equal($0, here) == 0 } ?? true
    }
    wake.signal()
    if waits { ended.wait() }
  }

  // MARK: The writer thread

  private var hasTraces: Bool { state.withLock { $0.hasTraces } }

  private func loop(_ first: any SQLConnection) {
    state.withLock { $0.thread = pthread_self() }
    var connection: (any SQLConnection)? = first
    while true {
      // What has been erased is looked after again, also where nobody writes.
      let isWoken = wake.wait(timeout: hasTraces ? .now() + 1 : .distantFuture) == .success
      let (group, isLast) = state.withLock { state in
        let group = Array(state.queue.prefix(dialect.maximumGroups))
        state.queue.removeFirst(group.count)
        return (group, state.isClosing && state.queue.isEmpty)
      }
      // One signal stands for each queued job; those of the rest of the group are taken here.
      for _ in 0..<max(group.count - (isWoken ? 1 : 0), 0) { wake.wait() }
      if !group.isEmpty {
        connection = usable(connection, for: group)
        if let connection { commit(group, on: connection) }
        for job in group { job.finish() }
      }
      if let connection, hasTraces, dialect.removeTraces(on: connection) {
        state.withLock { $0.hasTraces = false }
      }
      if isLast { break }
    }
    ending()
    connection?.close()
    ended.signal()
  }

  /// The connection, or a new one where it was lost; nil and the jobs refused if there is none.
  private func usable(
    _ connection: (any SQLConnection)?, for group: [WriteJob]
  ) -> (any SQLConnection)? {
    if let connection, connection.isUsable { return connection }
    connection?.close()
    do {
      return try dialect.openWriter()
    } catch {
      for job in group { job.failure = error.forCaller }
      return nil
    }
  }

  private func commit(_ group: [WriteJob], on connection: any SQLConnection) {
    let now = clock.now()
    var changes: [Change] = []
    do {
      setDeadline(connection)
      try connection.execute(dialect.beginWrite, [])
      for job in group {
        setDeadline(connection)
        let transaction = WriteTransaction(connection: connection, dialect: dialect, now: now)
        changes += try perform(job, in: transaction, isIsolated: group.count > 1)
      }
      guard connection.transactionState == .open else {
        throw DatabaseError(.misuse, "a transaction with a failed statement cannot be committed")
      }
      setDeadline(connection)
      try connection.execute(dialect.commit(hasChanges: !changes.isEmpty), [])
    } catch {
      _ = try? connection.execute("ROLLBACK", [])
      if (error as? DatabaseError)?.code == .full {
        state.withLock { $0.isFull = true }
        for job in group where !job.isEssential && job.failure == nil {
          job.failure = Refusal.storageFull
        }
        let essential = group.filter { $0.failure == nil }
        if !essential.isEmpty, reserve?.letGo() == true {
          return commit(essential, on: connection)
        }
      }
      var answer = DatabaseError.forCaller(error)
      if let error = error as? DatabaseError, error.code == .inputOutput || error.code == .corrupt {
        // After a failed fsync the state of the file is unknown: never write on top of it.
        state.withLock { $0.failure = error.message }
        answer = Refusal.writingStopped
      }
      for job in group where job.failure == nil { job.failure = answer }
      return
    }
    if !changes.isEmpty { announce(changes) }
  }

  /// A server that does not answer is given up; a file is on this machine and always answers.
  private func setDeadline(_ connection: any SQLConnection) {
    guard dialect.isShared else { return }
    connection.setDeadline(SystemClock().monotonicSeconds() + Self.patienceSeconds)
  }

  /// Runs one job and returns what it recorded.
  ///
  /// Throws if the whole group has to be rolled back.
  private func perform(
    _ job: WriteJob, in transaction: WriteTransaction, isIsolated: Bool
  ) throws -> [Change] {
    let connection = transaction.connection
    if isIsolated { try connection.execute("SAVEPOINT job", []) }
    do {
      try job.body?(transaction)
      if let ignored = transaction.failure {
        throw DatabaseError(.misuse, "a write went on after a failed statement: \(ignored)")
      }
      if isIsolated { try connection.execute("RELEASE SAVEPOINT job", []) }
      if transaction.leavesNoTrace { state.withLock { $0.hasTraces = true } }
      return transaction.changes
    } catch {
      guard isIsolated, !Self.endsTransaction(error), connection.transactionState != .none else {
        throw error
      }
      job.failure = DatabaseError.forCaller(error)
      try connection.execute("ROLLBACK TO SAVEPOINT job", [])
      try connection.execute("RELEASE SAVEPOINT job", [])
      return []
    }
  }

  /// Errors after which nothing of the transaction can be kept.
  private static func endsTransaction(_ error: any Error) -> Bool {
    switch (error as? DatabaseError)?.code {
    case .full, .inputOutput, .corrupt, .unavailable, .readOnly, .deadline: return true
    default: return false
    }
  }
}

/// One queued write.
// Invariant: the calling thread waits on `done` while the writer thread uses the job, so that
// the two never touch it at the same time.
private final class WriteJob: @unchecked Sendable {
  private(set) var body: ((WriteTransaction) throws -> Void)?
  let isEssential: Bool
  let done = DispatchSemaphore(value: 0)
  var failure: (any Error)?

  init(isEssential: Bool, _ body: @escaping (WriteTransaction) throws -> Void) {
    self.isEssential = isEssential
    self.body = body
  }

  /// Lets go of the caller's closure, which must not outlive its call, then wakes the caller.
  func finish() {
    body = nil
    done.signal()
  }
}

// Invariant: handed to the writer thread once, which alone uses it from then on.
private struct OwnedConnection: @unchecked Sendable {
  let connection: any SQLConnection
}
