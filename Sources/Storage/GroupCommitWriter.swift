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
  /// Most writes in one commit: bounds how long the first of them waits.
  private static let groupLimit = 256
  /// Most writes that wait; beyond it callers are told to come back.
  private static let queueLimit = 10_000

  private struct State {
    var queue: [Job] = []
    var isClosing = false
    var isClosed = false
    var failure: String?
    var followers: [any ChangeFollower] = []
  }

  private let state = Guarded(State())
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let dialect: any StoreDialect
  private let clock: any WallClock

  init(
    connection: any SQLConnection, dialect: any StoreDialect, clock: any WallClock
  ) throws {
    self.dialect = dialect
    self.clock = clock
    let owned = OwnedConnection(connection: connection)
    let thread = Thread { [self] in loop(owned.connection) }
    thread.name = "wayside-writer"
    thread.stackSize = 4 << 20
    thread.start()
  }

  var failure: String? { state.withLock { $0.failure } }

  var queued: Int { state.withLock { $0.queue.count } }

  /// Queues `body`, waits for its commit, and returns its result.
  func run<T>(_ body: (WriteTransaction) throws -> T) throws -> T {
    var result: Result<T, any Error>?
    try withoutActuallyEscaping(body) { body in
      let job = Job { transaction in result = .success(try body(transaction)) }
      try enqueue(job)
      job.done.wait()
      if let error = job.failure { result = .failure(error) }
    }
    guard let result else { throw DatabaseError(.closed, "the store is closed") }
    return try result.get()
  }

  private func enqueue(_ job: Job) throws {
    try state.withLock { state throws in
      if state.isClosing { throw DatabaseError(.closed, "the store is closed") }
      if state.failure != nil { throw Self.writingStopped }
      if state.queue.count >= Self.queueLimit {
        throw Refusal(
          .busy, "writer-busy", "Too many writes are waiting. Try again in a second.",
          retryAfterSeconds: 1)
      }
      state.queue.append(job)
    }
    wake.signal()
  }

  private static let writingStopped = Refusal(
    .busy, "writing-stopped",
    "The store cannot write after a disk error. Reading goes on; the operator has to restart it.",
    retryAfterSeconds: 60)

  /// Adds a follower at a moment between two groups.
  func add(_ follower: any ChangeFollower) throws -> Int64 {
    try run { transaction in
      self.state.withLock { $0.followers.append(follower) }
      return Int64(try transaction.count("SELECT COALESCE(MAX(sequence), 0) FROM changes"))
    }
  }

  func close() {
    let first = state.withLock { state in
      let first = !state.isClosing
      state.isClosing = true
      return first
    }
    wake.signal()
    if first { ended.wait() }
  }

  // MARK: The writer thread

  private func loop(_ connection: any SQLConnection) {
    while true {
      wake.wait()
      let (group, closing) = state.withLock { state in
        let group = Array(state.queue.prefix(Self.groupLimit))
        state.queue.removeFirst(group.count)
        return (group, state.isClosing && state.queue.isEmpty)
      }
      // One signal stands for each queued job; those of the rest of the group are taken here.
      for _ in 1..<max(group.count, 1) { wake.wait() }
      if !group.isEmpty { commit(group, connection) }
      if closing {
        connection.close()
        state.withLock { $0.isClosed = true }
        ended.signal()
        return
      }
    }
  }

  private func commit(_ group: [Job], _ connection: any SQLConnection) {
    let now = clock.now()
    var succeeded: [(job: Job, changes: [Change])] = []
    do {
      for statement in dialect.beginWrite { try connection.query(statement, []) { _ in } }
      for job in group {
        let transaction = WriteTransaction(connection: connection, dialect: dialect, now: now)
        let isolated = group.count > 1
        if isolated { try connection.execute("SAVEPOINT job", []) }
        do {
          try job.body?(transaction)
          if isolated { try connection.execute("RELEASE SAVEPOINT job", []) }
          succeeded.append((job, transaction.changes))
        } catch {
          job.failure = Self.translate(error)
          if Self.endsTransaction(error) { throw error }
          if isolated {
            try connection.execute("ROLLBACK TO SAVEPOINT job", [])
            try connection.execute("RELEASE SAVEPOINT job", [])
          } else {
            try connection.execute("ROLLBACK", [])
          }
        }
      }
      if !(group.count == 1 && succeeded.isEmpty) { try connection.execute("COMMIT", []) }
      let changes = succeeded.flatMap(\.changes)
      if !changes.isEmpty {
        for follower in state.withLock({ $0.followers }) { follower.follow(changes) }
      }
    } catch {
      _ = try? connection.execute("ROLLBACK", [])
      if let error = error as? DatabaseError, error.code == .inputOutput || error.code == .corrupt {
        // After a failed fsync the state of the file is unknown: never write on top of it.
        state.withLock { $0.failure = error.message }
      }
      for job in group where job.failure == nil { job.failure = Self.translate(error) }
    }
    for job in group { job.finish() }
  }

  /// Errors after which SQLite has rolled back the whole transaction, not one statement.
  private static func endsTransaction(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    switch error.code {
    case .full, .inputOutput, .corrupt, .unavailable, .locked: return true
    default: return false
    }
  }

  private static func translate(_ error: any Error) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    switch error.code {
    case .full:
      return Refusal(
        .storageFull, "storage-full",
        "The disk of the server is full; nothing was changed. Reading goes on.")
    case .inputOutput, .corrupt: return writingStopped
    case .locked, .unavailable:
      return Refusal(
        .busy, "store-unavailable", "The database does not answer. Try again in a few seconds.",
        retryAfterSeconds: 5)
    default: return error
    }
  }
}

/// One queued write.
// Invariant: the calling thread waits on `done` while the writer thread uses the job, so that
// the two never touch it at the same time.
private final class Job: @unchecked Sendable {
  private(set) var body: ((WriteTransaction) throws -> Void)?
  let done = DispatchSemaphore(value: 0)
  var failure: (any Error)?

  init(_ body: @escaping (WriteTransaction) throws -> Void) { self.body = body }

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
