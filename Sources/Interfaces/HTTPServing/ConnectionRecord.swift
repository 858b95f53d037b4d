import Base
import Glibc
import Synchronization

/// What the watchdog knows of one connection.
///
/// - Thread: shared. The socket number is used under its lock only and cleared before the library
///   closes it, so that a number used again is never touched.
final class ConnectionRecord: Sendable {
  /// What a connection is doing; decides its deadline.
  enum Phase: UInt64 {
    /// New, or reading a header.
    case header
    case body
    case handling
    case responding
    case streaming
    /// Between two requests.
    case idle
    /// Answered; the rest of a refused body is dropped.
    case lingering
  }

  let address: IPAddress
  private let socket: Guarded<Int32>
  /// Phase in the upper 8 bits, milliseconds of its start in the lower 56.
  private let phaseAndTime: Atomic<UInt64>
  /// Bytes received in phase `body`; bytes to be sent in phase `responding`.
  let bytes = Atomic<Int>(0)
  let stream = Guarded<EventStream?>(nil)

  init(socket: Int32, address: IPAddress, now: Double) {
    self.socket = Guarded(socket)
    self.address = address
    phaseAndTime = Atomic(ConnectionRecord.pack(.header, now))
  }

  private static func pack(_ phase: Phase, _ now: Double) -> UInt64 {
    let milliseconds = UInt64(min(max(0, now * 1000), 0x1p55))
    return phase.rawValue << 56 | milliseconds
  }

  var phase: Phase { Phase(rawValue: phaseAndTime.load(ordering: .relaxed) >> 56) ?? .header }

  func enter(_ phase: Phase, at now: Double, bytes count: Int = 0) {
    bytes.store(count, ordering: .relaxed)
    phaseAndTime.store(ConnectionRecord.pack(phase, now), ordering: .relaxed)
  }

  /// Whether this connection has used up its time.
  func isOverdue(_ now: Double, _ limits: ConnectionLimits) -> Bool {
    let packed = phaseAndTime.load(ordering: .relaxed)
    let since = Double(packed & 0xff_ffff_ffff_ffff) / 1000
    let allowed: Double
    switch Phase(rawValue: packed >> 56) ?? .header {
    case .handling, .streaming: return false
    case .header: allowed = limits.headerSeconds
    case .idle: allowed = limits.idleSeconds
    case .lingering: allowed = limits.lingerSeconds
    case .body, .responding:
      let transferred = Double(bytes.load(ordering: .relaxed))
      allowed = limits.transferSeconds + transferred / max(1, limits.minimumBytesPerSecond)
    }
    return now - since > allowed
  }

  /// Cuts the connection; the library notices and cleans up.
  func shutdown() {
    socket.withLock { if $0 >= 0 { Glibc.shutdown($0, Int32(SHUT_RDWR)) } }
  }

  /// Whether the peer has closed or broken the connection.
  var isPeerGone: Bool {
    socket.withLock { socket in
      guard socket >= 0 else { return true }
      let gone = Int16(POLLHUP | POLLERR) | peerHangUp
      var poll = pollfd(fd: socket, events: peerHangUp, revents: 0)
      return Glibc.poll(&poll, 1, 0) > 0 && poll.revents & gone != 0
    }
  }

  /// Sends a whole small answer past the library and ends our half of the connection.
  func sendLast(_ bytes: [UInt8]) {
    socket.withLock { socket in
      guard socket >= 0 else { return }
      _ = bytes.withUnsafeBytes {
        Glibc.send(
          socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      Glibc.shutdown(socket, Int32(SHUT_WR))
    }
  }

  /// The library is about to close the socket.
  func forgetSocket() { socket.swap(-1) }
}

/// POLLRDHUP, which glibc hides behind a feature macro.
private let peerHangUp: Int16 = 0x2000
