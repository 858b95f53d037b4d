import Base
import CPostgres
import Foundation

/// The wire to a server: sends, waits with a deadline, cancels.
///
/// - Thread: confined.
struct PostgresLink: ~Copyable {
  /// Statements that run past this monotonic time are cancelled.
  var deadline = Double.infinity
  private var connection: OpaquePointer?
  private var isBroken = false
  /// Of the statement under way, or of the one before while it is not known to have arrived.
  private var cancellation: Cancellation?

  /// How long a cancelled statement may take to end before the connection is given up.
  private static let cancelGraceSeconds = 3.0

  init(url: String) throws(DatabaseError) {
    guard Self.isReadable(url) else {
      // The library's own message would repeat the address with its password.
      throw DatabaseError(
        .unavailable,
        "The PostgreSQL address cannot be read; it looks like postgres://user@host/database.")
    }
    // Defaults come before the address, which may set its own.
    connection = Self.withCStrings([
      "connect_timeout", "tcp_user_timeout", "fallback_application_name", "dbname",
      "client_encoding",
    ]) { names in
      Self.withCStrings(["5", "15000", "wayside", url, "UTF8"]) { values in
        PQconnectdbParams(names, values, 1)
      }
    }
    guard let connection, PQstatus(connection) == CONNECTION_OK else {
      let text = connection.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? ""
      PQfinish(connection)
      self.connection = nil
      throw DatabaseError(
        .unavailable,
        "PostgreSQL cannot be reached: \(text.trimmingCharacters(in: .whitespacesAndNewlines))")
    }
    PQsetNoticeProcessor(connection, ignoreNotice, nil)
  }

  deinit { PQfinish(connection) }

  private static func isReadable(_ url: String) -> Bool {
    guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else { return false }
    guard let options = PQconninfoParse(url, nil) else { return false }
    PQconninfoFree(options)
    return true
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for text in texts {
      offsets.append(bytes.count)
      bytes.append(contentsOf: text.utf8CString)
    }
    return bytes.withUnsafeBufferPointer { buffer in
      var pointers = offsets.map { offset in buffer.baseAddress.map { $0 + offset } }
      pointers.append(nil)
      return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }

  var serverVersion: Int { Int(PQserverVersion(connection)) }

  var socket: Int32 { PQsocket(connection) }

  var transactionState: TransactionState {
    switch PQtransactionStatus(connection) {
    case PQTRANS_IDLE: return .none
    case PQTRANS_INTRANS, PQTRANS_ACTIVE: return .open
    default: return .failed
    }
  }

  mutating func close() {
    PQfinish(connection)
    connection = nil
  }

  /// Gives up a connection whose state is unknown.
  mutating func breakOff() { isBroken = true }

  /// Whether the connection can still be used; costs one look at the socket.
  mutating func isAlive() -> Bool {
    guard let connection, !isBroken, PQstatus(connection) == CONNECTION_OK else { return false }
    // An idle session hears from the server only when that ends it: a farewell, then the end.
    for _ in 0..<3 where Self.wait(PQsocket(connection), milliseconds: 0) {
      if PQconsumeInput(connection) == 0 || PQstatus(connection) != CONNECTION_OK {
        isBroken = true
        return false
      }
    }
    return true
  }

  mutating func takeNotifications() throws(DatabaseError) -> Bool {
    guard let connection, PQconsumeInput(connection) == 1 else { throw lost("LISTEN") }
    var found = false
    while let notification = PQnotifies(connection) {
      PQfreemem(notification)
      found = true
    }
    return found
  }

  /// Sends a statement with one of libpq's `PQsend...` functions.
  mutating func send(
    _ sql: String, _ function: (OpaquePointer) -> Int32
  ) throws(DatabaseError) {
    guard let connection else { throw DatabaseError(.closed, "the store is closed") }
    // One that is still under way would end this statement instead of the one that it was meant for.
    if let cancellation, !cancellation.hasArrived(within: Self.cancelGraceSeconds) {
      isBroken = true
    }
    cancellation = nil
    guard !isBroken, function(connection) == 1 else { throw lost(sql) }
  }

  /// Hands over rows of the statement just sent as they arrive.
  func readRowByRow() { _ = PQsetSingleRowMode(connection) }

  /// Waits for the next part of the answer; nil when the statement has ended.
  mutating func nextResult(_ sql: String) throws(DatabaseError) -> OpaquePointer? {
    guard let connection, !isBroken else { throw lost(sql) }
    while PQisBusy(connection) == 1 {
      if deadline < .infinity {
        let now = SystemClock().monotonicSeconds()
        if let cancellation {
          if now > cancellation.sentAt + Self.cancelGraceSeconds {
            isBroken = true
            throw DatabaseError(.deadline, "no answer in time to: \(sql.prefix(200))")
          }
        } else if now >= deadline {
          cancellation = Cancellation(of: connection, at: now)
        }
      }
      _ = Self.wait(PQsocket(connection), milliseconds: pause())
      guard PQconsumeInput(connection) == 1 else { throw lost(sql) }
    }
    return PQgetResult(connection)
  }

  private func pause() -> Int32 {
    if cancellation != nil { return 100 }
    if deadline == .infinity { return -1 }
    let seconds = deadline - SystemClock().monotonicSeconds()
    return Int32(min(max(seconds * 1000, 0), 60_000)) + 1
  }

  private mutating func lost(_ sql: String) -> DatabaseError {
    isBroken = true
    return DatabaseError(
      .unavailable, "the connection to PostgreSQL was lost in: \(sql.prefix(200))")
  }

  /// Waits until the socket can be read; false if the time runs out.
  private static func wait(_ socket: Int32, milliseconds: Int32) -> Bool {
    var item = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&item, 1, milliseconds) > 0
  }
}

/// Notices ("already exists, skipping") would otherwise go to standard error.
private func ignoreNotice(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?) {}
