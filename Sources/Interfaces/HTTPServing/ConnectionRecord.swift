import Base
import CMicroHTTPD
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
  private let progress: Guarded<TransferProgress>
  let stream = Guarded<EventStream?>(nil)

  init(socket: Int32, address: IPAddress, now: Double) {
    self.socket = Guarded(socket)
    self.address = address
    phaseAndTime = Atomic(ConnectionRecord.pack(.header, now))
    progress = Guarded(TransferProgress(at: now))
  }

  private static func pack(_ phase: Phase, _ now: Double) -> UInt64 {
    let milliseconds = UInt64(min(max(0, now * 1000), 0x1p55))
    return phase.rawValue << 56 | milliseconds
  }

  var phase: Phase { Phase(rawValue: phaseAndTime.load(ordering: .relaxed) >> 56) ?? .header }

  func enter(_ phase: Phase, at now: Double, bytes count: Int = 0) {
    bytes.store(count, ordering: .relaxed)
    phaseAndTime.store(ConnectionRecord.pack(phase, now), ordering: .relaxed)
    if phase == .body || phase == .responding {
      progress.swap(TransferProgress(at: now, moved: phase == .body ? 0 : takenBytes ?? 0))
    }
  }

  /// How many bytes the peer has taken over the life of the connection; nil where the kernel does
  /// not say.
  private var takenBytes: Int? {
    socket.withLock { socket in
      let taken = socket < 0 ? -1 : wayside_taken_bytes(socket)
      return taken < 0 ? nil : Int(taken)
    }
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
    case .body:
      let moved = bytes.load(ordering: .relaxed)
      return progress.withLock {
        $0.isTooSlow(moved: moved, at: now, stall: limits.senderStallSeconds, limits)
      }
    case .responding:
      guard let moved = takenBytes else { return false }
      return progress.withLock {
        $0.isTooSlow(moved: moved, at: now, stall: limits.readerStallSeconds, limits)
      }
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

  /// Reads and drops what has come and nobody reads any more, at most 256 KiB: the kernel throws an
  /// answer away where a socket is closed with bytes in it.
  func dropReceived() {
    socket.withLock { socket in
      guard socket >= 0 else { return }
      withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
        for _ in 0..<16 {
          if recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) <= 0 { return }
        }
      }
    }
  }

  /// Whether it is the connection of this socket.
  func uses(_ number: Int32) -> Bool { socket.withLock { $0 == number && number >= 0 } }

  /// The library is about to close the socket.
  func forgetSocket() { socket.swap(-1) }
}

/// How a body or an answer moves along.
///
/// - Thread: pure.
struct TransferProgress {
  private var moved: Int
  private var movedAt: Double
  private var paceMoved: Int
  private var paceAt: Double

  /// - Parameter moved: where counting begins, bytes.
  init(at now: Double, moved: Int = 0) {
    (self.moved, paceMoved) = (moved, moved)
    (movedAt, paceAt) = (now, now)
  }

  /// Whether nothing has moved for `stall` seconds, or too little over the last stretch of time.
  ///
  /// - Parameter moved: bytes moved so far, never less than before.
  mutating func isTooSlow(
    moved: Int, at now: Double, stall: Double, _ limits: ConnectionLimits
  ) -> Bool {
    if moved > self.moved { (self.moved, movedAt) = (moved, now) }
    if now - movedAt > stall { return true }
    guard now - paceAt > limits.paceSeconds else { return false }
    let isSlow = Double(moved - paceMoved) < limits.minimumBytesPerSecond * (now - paceAt)
    (paceMoved, paceAt) = (moved, now)
    return isSlow
  }
}

/// POLLRDHUP, which glibc hides behind a feature macro.
private let peerHangUp: Int16 = 0x2000
