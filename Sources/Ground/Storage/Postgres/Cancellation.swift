import Base
import CPostgres
import Foundation

/// A request to a server to end the statement that a connection has under way.
///
/// It goes by a connection of its own and names the other connection, not the statement: whoever
/// sends the next statement before it has arrived may see that one ended.
///
/// - Thread: made and asked by one thread; the request itself has another.
final class Cancellation: Sendable {
  /// When it was sent, by the machine's monotonic seconds.
  let sentAt: Double
  private let arrived = DispatchSemaphore(value: 0)

  /// Sends it; a server that is frozen takes the request and never answers, so nobody waits here.
  init(of connection: OpaquePointer, at now: Double) {
    sentAt = now
    guard let ticket = PQgetCancel(connection) else {
      arrived.signal()
      return
    }
    let bits = UInt(bitPattern: ticket)
    let arrived = arrived
    Thread.detachNewThread {
      let ticket = OpaquePointer(bitPattern: bits)
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        // Returns when the server has sent the signal (PostgreSQL's manual, 34.7).
        _ = PQcancel(ticket, buffer.baseAddress, 256)
      }
      PQfreeCancel(ticket)
      arrived.signal()
    }
  }

  /// Whether the server has taken it; waits that many seconds for it.
  func hasArrived(within seconds: Double) -> Bool {
    arrived.wait(timeout: .now() + seconds) == .success
  }
}
