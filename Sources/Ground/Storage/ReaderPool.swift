import Base
import Foundation

/// Connections that read; each is lent to one thread at a time, made when first needed.
///
/// - Thread: shared.
final class ReaderPool: Sendable {
  private struct State {
    var free: [any SQLConnection] = []
    var lent = 0
    var isClosed = false
    /// Until when nobody tries to connect, by the monotonic clock.
    var unreachableUntil = -Double.infinity
  }

  /// After a failed connection others fail at once for this long: each would wait just as long.
  private static let pauseSeconds = 1.0

  /// How long closing waits for reads under way: longer than the deadline of a usual one.
  private static let closingSeconds = 15.0

  private let dialect: any StoreDialect
  private let count: Int
  private let places: DispatchSemaphore
  private let state = Guarded(State())

  init(dialect: any StoreDialect, count: Int) {
    self.dialect = dialect
    self.count = max(count, 1)
    places = DispatchSemaphore(value: self.count)
  }

  /// Waits for a free place and lends its connection.
  func borrow() throws -> any SQLConnection {
    // Longer than any read's deadline: whoever waits this long waits for a stuck disk.
    guard places.wait(timeout: .now() + 30) == .success else {
      throw Refusal(
        .busy, "readers-busy", "All database readers are busy. Try again in a few seconds.",
        retryAfterSeconds: 5)
    }
    do {
      let connection = try takeUsable() ?? connect()
      state.withLock { $0.lent += 1 }
      return connection
    } catch {
      places.signal()
      throw error
    }
  }

  private func takeUsable() throws(DatabaseError) -> (any SQLConnection)? {
    while let connection = try takeFree() {
      if connection.isUsable { return connection }
      connection.close()
    }
    return nil
  }

  private func connect() throws(DatabaseError) -> any SQLConnection {
    let clock = SystemClock()
    if state.withLock({ clock.monotonicSeconds() < $0.unreachableUntil }) {
      throw DatabaseError(.unavailable, "the database could not be reached a moment ago")
    }
    do {
      return try dialect.openReader()
    } catch {
      if error.code == .unavailable {
        state.withLock { $0.unreachableUntil = clock.monotonicSeconds() + Self.pauseSeconds }
      }
      throw error
    }
  }

  private func takeFree() throws(DatabaseError) -> (any SQLConnection)? {
    let lent = state.withLock { state in
      state.isClosed ? nil : Lent(connection: state.free.popLast())
    }
    guard let lent else { throw DatabaseError(.closed, "the store is closed") }
    return lent.connection
  }

  func giveBack(_ connection: any SQLConnection) {
    connection.setDeadline(nil)
    let lent = Lent(connection: connection)
    state.withLock { state in
      state.lent -= 1
      if let connection = lent.connection {
        // One that is still inside a transaction would hand its trouble to the next reader.
        let isKept =
          !state.isClosed && connection.isUsable && connection.transactionState == .none
        if isKept { state.free.append(connection) } else { connection.close() }
      }
    }
    places.signal()
  }

  /// How many connections are lent.
  var underWay: Int { state.withLock { $0.lent } }

  /// Lends nothing more, waits for the reads under way, and closes the connections.
  ///
  /// A reader that outlived the writer would leave the write-ahead log beside the file: the last
  /// connection removes it, and readers may not. One that has not ended in time closes its
  /// connection when it does.
  func close() {
    state.withLock { state in
      state.isClosed = true
      for connection in state.free { connection.close() }
      state.free = []
    }
    // Whoever has every place knows that nobody reads; who waits for one is told of the end then.
    let end = DispatchTime.now() + Self.closingSeconds
    var taken = 0
    while taken < count, places.wait(timeout: end) == .success { taken += 1 }
    for _ in 0..<taken { places.signal() }
  }
}

// Invariant: a connection is either in the pool's list or with the one thread that borrowed it.
private struct Lent: @unchecked Sendable {
  let connection: (any SQLConnection)?
}
