import Base
import CLinuxSockets
import Glibc
import Synchronization

/// One client's connection: its requests are read and answered one after the other.
///
/// While a request is worked on or its answer is not wholly sent, nothing more is read: a client
/// that asks faster than it reads fills its own buffers, not ours.
///
/// - Thread: confined to its loop.
final class Connection {
  /// What a connection is doing; decides its deadline.
  enum Phase {
    /// New, or reading a header.
    case header
    case body
    case handling
    case responding
    case streaming
    /// Between two requests.
    case idle
    /// Told to come back later, and not read until then.
    case resting
    /// Answered for the last time; what still comes is dropped.
    case lingering
    case ended

    /// Whether a server that stops waits for it.
    var isBusy: Bool {
      switch self {
      case .body, .handling, .responding, .streaming: true
      case .header, .idle, .resting, .lingering, .ended: false
      }
    }
  }

  /// How many requests and pieces are read before others have their turn: a usual request takes
  /// two.
  private static let turn = 4
  /// How much is read at once outside of a body: it may have to be kept while a handler runs.
  private static let headRoom = 16_384

  let id: ConnectionID
  let peer: IPAddress
  /// Whose requests it brings: the peer's, or those of whom a trusted proxy named last.
  var clientNetwork: IPAddress
  /// Whether it is among those that wait their turn.
  var awaitsTurn = false
  let loop: LoopThread
  let socket: Int32
  var core: ServerCore { loop.core }
  private(set) var phase = Phase.header
  private var phaseSince: Double
  private var progress: TransferProgress
  // What the kernel has told and we have not used up yet.
  private var mayRead = true
  private(set) var hasHungUp = false
  /// Bytes that were received and not read yet, and whether they are of no use without more.
  private var left: [UInt8] = []
  private var needsMore = false
  private var turnsLeft = turn
  private var scanner = HeadScanner()
  private var body = BodyReader(length: 0, maximumTrailer: 0)
  var exchange: Exchange?
  var output = OutputQueue()
  /// Bytes of its answer that count as under way to the client.
  var underWay = 0

  init(
    _ id: ConnectionID, _ socket: Int32, _ peer: IPAddress, _ loop: LoopThread, at time: Double
  ) {
    (self.id, self.socket, self.peer, self.loop) = (id, socket, peer, loop)
    clientNetwork = peer.network
    phaseSince = time
    progress = TransferProgress(at: time)
    var yes: Int32 = 1
    // An answer is written at once and must not wait for the acknowledgement of the one before.
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  func enter(_ next: Phase, at now: Double) {
    if next.isBusy != phase.isBusy {
      loop.loop.busy.add(next.isBusy ? 1 : -1, ordering: .relaxed)
    }
    (phase, phaseSince) = (next, now)
    if next == .body { progress = TransferProgress(at: now) }
  }

  // MARK: What happens to it

  /// The kernel has told of a change; false if that ends the connection.
  func note(_ event: wayside_event) -> Bool {
    if event.is_readable { mayRead = true }
    if event.has_hung_up { (hasHungUp, mayRead) = (true, true) }
    // Nobody reads what a stream would send, or is about to.
    guard !event.is_broken, !hasHungUp || phase != .streaming else {
      end(.aborted)
      return false
    }
    return true
  }

  /// Goes on with whatever can be done now.
  func goOn() {
    awaitsTurn = false
    turnsLeft = Connection.turn
    if phase != .ended, !output.isEmpty { continueSending() }
    if phase == .streaming, output.isEmpty { continueStream() }
    readOn()
  }

  /// The time to rest is over.
  func wake(at now: Double) {
    guard phase == .resting else { return }
    enter(.idle, at: now)
    goOn()
  }

  /// The server stops: streams are sent away, requests are still answered.
  func drain() {
    guard phase == .streaming, let stream = exchange?.stream else { return }
    stream.drain(retryMilliseconds: core.configuration.retryMilliseconds)
    continueStream()
  }

  /// Looks at the clock: cuts the connection if its time is used up.
  func keepTime(_ now: Double) {
    let limits = core.configuration.limits
    switch phase {
    case .handling, .resting, .ended: return
    case .streaming:
      exchange?.stream?.heartbeat(now: now, interval: limits.heartbeatSeconds)
      return
    case .lingering:
      if now - phaseSince > limits.lingerSeconds { end(.aborted) }
      return
    case .header: if now - phaseSince <= limits.headerSeconds { return }
    case .idle: if now - phaseSince <= limits.idleSeconds { return }
    case .body:
      let moved = exchange?.receivedBytes ?? 0
      if !progress.isTooSlow(moved: moved, at: now, stall: limits.senderStallSeconds, limits) {
        return
      }
    case .responding:
      let moved = output.takenBytes(socket)
      if !progress.isTooSlow(moved: moved, at: now, stall: limits.readerStallSeconds, limits) {
        return
      }
    }
    core.cutConnections.add(1, ordering: .relaxed)
    end(.aborted)
  }

  /// The answer does not go out at once: from now on its reader is watched.
  func watchReader(at now: Double) {
    progress = TransferProgress(at: now, moved: output.takenBytes(socket))
  }

  /// Closes the socket; a request that is not answered yet never will be.
  func end(_ end: HTTPExchange.End) {
    guard phase != .ended else { return }
    enter(.ended, at: phaseSince)
    finishExchange(end)
    close(socket)
    (left, output) = ([], OutputQueue())
    loop.forget(self)
  }

  // MARK: Reading

  private var wantsBytes: Bool {
    switch phase {
    case .header, .idle, .body, .lingering: true
    case .handling, .responding, .streaming, .resting, .ended: false
    }
  }

  private func readOn() {
    while wantsBytes {
      if turnsLeft <= 0 { return loop.goOnLater(self) }
      if !left.isEmpty, !needsMore {
        readLeft()
      } else if mayRead {
        turnsLeft -= 1
        receive()
      } else {
        return
      }
    }
  }

  private func readLeft() {
    let bytes = left
    left = []
    let used = bytes.withUnsafeBytes { consume($0) }
    keep(bytes, from: used)
  }

  private func keep(_ bytes: [UInt8], from used: Int) {
    guard phase != .ended, used < bytes.count else { return }
    left = used == 0 ? bytes : Array(bytes[used...])
    needsMore = wantsBytes && turnsLeft > 0
  }

  private func receive() {
    let room = phase == .body ? loop.received.count : Connection.headRoom
    let buffer = UnsafeMutableRawBufferPointer(rebasing: loop.received[..<room])
    let count = recv(socket, buffer.baseAddress, buffer.count, 0)
    guard count > 0 else {
      if count == 0 { return end(.aborted) }
      if errno == EINTR { return }
      mayRead = false
      if errno != EAGAIN { end(.aborted) }
      return
    }
    // Less than there was room for is all there was, and the kernel tells of more.
    if count < buffer.count, !hasHungUp { mayRead = false }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    if left.isEmpty {
      let used = consume(bytes)
      if used < count { keep(Array(bytes[used...]), from: 0) }
    } else {
      left.append(contentsOf: bytes)
      needsMore = false
    }
  }

  /// Reads as much as there is whole of; the count of bytes used.
  private func consume(_ bytes: UnsafeRawBufferPointer) -> Int {
    var used = 0
    while used < bytes.count, wantsBytes, turnsLeft > 0 {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[used...])
      switch phase {
      case .lingering: return bytes.count
      case .body: used += readBody(rest)
      default:
        let count = readHead(rest)
        if count == 0 { return used }
        used += count
      }
    }
    return used
  }

  private func readHead(_ bytes: UnsafeRawBufferPointer) -> Int {
    // Empty lines before a request are read over (RFC 9112, 2.2).
    if bytes[0] == 0x0d, bytes.count == 1 || bytes[1] == 0x0a { return bytes.count == 1 ? 0 : 2 }
    let now = core.now()
    if phase == .idle { enter(.header, at: now) }
    let limits = core.configuration.limits
    let finding = scanner.scan(bytes)
    switch finding {
    case .more where bytes.count <= limits.headerBytes: return 0
    case .end(let count) where count <= limits.headerBytes:
      scanner = HeadScanner()
      turnsLeft -= 1
      begin(UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: now)
      return count
    case .broken: refuse(.framing("A line of the header does not end with CR LF."), at: now)
    case .more, .end:
      let kept = UnsafeRawBufferPointer(rebasing: bytes.prefix(limits.headerBytes))
      refuse(
        lineEnd(kept, from: 0) == nil
          ? .targetTooLong
          : HTTPRefusal(
            431, "header-too-large", "The header exceeds \(limits.headerBytes) bytes."), at: now)
    }
    return bytes.count
  }

  /// Begins with a body of so many bytes, or of chunks.
  func expectBody(_ length: Int?, at now: Double) {
    body = BodyReader(length: length, maximumTrailer: core.configuration.limits.headerBytes)
    enter(.body, at: now)
  }

  private func readBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    var offset = 0
    while phase == .body {
      do throws(HTTPRefusal) {
        switch try body.next(bytes, &offset) {
        case .data(let data): receive(data)
        case .more: return offset
        case .end: complete()
        }
      } catch {
        answerLast(core.configuration.render(error))
      }
    }
    return offset
  }
}
