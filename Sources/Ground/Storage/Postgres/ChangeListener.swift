import Base
import Foundation

/// Follows the change log of a database that several processes write.
///
/// A thread with a connection of its own reads what is new when this process has committed, when
/// the server tells of another's commit, and once a second in any case.
///
/// - Thread: shared.
final class ChangeListener: Sendable {
  private struct State {
    var waiting: [DispatchSemaphore] = []
    var isClosing = false
  }

  private static let batch = 1000
  /// How long a writer waits for its changes to be delivered when the database is out of reach;
  /// they are delivered later then.
  private static let patienceSeconds = 5.0

  /// How long the server has for an answer, before another connection is tried.
  private static let deadlineSeconds = 10.0

  private let dialect: PostgresDialect
  private let feed: ChangeFeed
  private let state = Guarded(State())
  private let ended = DispatchSemaphore(value: 0)
  private let bell: Bell

  init(dialect: PostgresDialect, feed: ChangeFeed) throws(DatabaseError) {
    self.dialect = dialect
    self.feed = feed
    bell = try Bell()
    let thread = Thread { [self] in loop() }
    thread.name = "wayside-listener"
    thread.start()
  }

  /// Returns after everything that is committed now has been delivered.
  func catchUp() {
    guard feed.hasFollowers else { return }
    let delivered = DispatchSemaphore(value: 0)
    let isOpen = state.withLock { state in
      if !state.isClosing { state.waiting.append(delivered) }
      return !state.isClosing
    }
    guard isOpen else { return }
    bell.ring()
    _ = delivered.wait(timeout: .now() + Self.patienceSeconds)
  }

  func close() {
    let isFirst = state.withLock { state in
      let isFirst = !state.isClosing
      state.isClosing = true
      return isFirst
    }
    bell.ring()
    if isFirst, !feed.isDeliveringHere { ended.wait() }
  }

  // MARK: The listener's thread

  private func loop() {
    var connection: PostgresConnection?
    while !state.withLock({ $0.isClosing }) {
      do {
        if connection == nil { connection = try dialect.openListener() }
        if let connection {
          try deliver(from: connection)
          bell.wait(beside: connection.socket, milliseconds: 1000)
          _ = try connection.takeNotifications()
        }
      } catch {
        connection?.close()
        connection = nil
        bell.wait(beside: -1, milliseconds: 1000)
      }
    }
    connection?.close()
    for waiting in state.withLock({ $0.waiting }) { waiting.signal() }
    ended.signal()
  }

  private func deliver(from connection: PostgresConnection) throws {
    // Whoever waits now has committed before the reading below begins.
    let waiting = state.withLock { state in
      let waiting = state.waiting
      state.waiting = []
      return waiting
    }
    do {
      let session = StoreSession(connection: connection, dialect: dialect)
      while true {
        // A server that is gone without a word would be waited for for ever.
        connection.setDeadline(SystemClock().monotonicSeconds() + Self.deadlineSeconds)
        let changes = try ChangeLog.after(feed.last, limit: Self.batch, in: session)
        feed.deliver(changes)
        if changes.count < Self.batch { break }
      }
    } catch {
      state.withLock { $0.waiting = waiting + $0.waiting }
      throw error
    }
    for waiting in waiting { waiting.signal() }
  }
}

/// Wakes a thread that waits for a socket.
private final class Bell: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  init() throws(DatabaseError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw DatabaseError(.unavailable, "no pipe can be opened: too many open files")
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    Foundation.close(readEnd)
    Foundation.close(writeEnd)
  }

  func ring() {
    var byte: UInt8 = 1
    // A full pipe has rung already.
    _ = write(writeEnd, &byte, 1)
  }

  /// Waits for the bell, for something to read at `socket` (none if negative), or the time.
  func wait(beside socket: Int32, milliseconds: Int32) {
    var items = [
      pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&items, 2, milliseconds) > 0, items[0].revents != 0 else { return }
    var drain = [UInt8](repeating: 0, count: 64)
    while read(readEnd, &drain, drain.count) > 0 {}
  }
}
