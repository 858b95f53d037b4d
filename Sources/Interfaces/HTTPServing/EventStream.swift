import Base

/// The sending end of one client's server-sent events.
///
/// Any thread sends; the server delivers. The queue is bounded: a client that does not keep up is
/// cut off rather than buffered for, and comes back with `Last-Event-ID`.
///
/// - Thread: shared; the queue sits in a `Guarded`, callbacks run outside of it.
public final class EventStream: Sendable {
  /// Why a stream ended.
  public enum CloseReason: String, Sendable {
    /// The client went away.
    case clientGone
    /// The client read too slowly and the queue was full.
    case tooSlow
    /// ``EventStream/close()`` was called.
    case closed
    /// The server is stopping.
    case drained
    /// The answer was never sent, for instance to a HEAD request.
    case notSent
  }

  /// What the transport finds when it wants bytes.
  enum Pull: Equatable {
    case bytes(Int)
    case wait
    case end
    case abort
  }

  private struct State {
    var chunks: [[UInt8]] = []
    /// Index of the first chunk not wholly read, and how much of it was.
    var head = 0
    var offset = 0
    var queuedBytes = 0
    var ending: CloseReason?
    var finished = false
    var sentBytes = 0
    var lastActivity = 0.0
    /// Wakes the transport; set while it waits.
    var wake: (@Sendable () -> Void)?
    /// Cuts the connection; set while one is attached.
    var abort: (@Sendable () -> Void)?

    var queuedEvents: Int { chunks.count - head }
  }

  /// The most events that wait for the client.
  public let maximumEvents: Int
  /// The most bytes that wait for the client.
  public let maximumBytes: Int
  private let onClose: @Sendable (CloseReason) -> Void
  private let state = Guarded(State())

  /// - Parameters:
  ///   - maximumEvents: how many events may wait, ≥ 1.
  ///   - maximumBytes: how many bytes may wait, ≥ 1.
  ///   - onClose: told once, on any thread, after the last byte was given or given up.
  public init(
    maximumEvents: Int = 256, maximumBytes: Int = 1 << 20,
    onClose: @escaping @Sendable (CloseReason) -> Void = { _ in }
  ) {
    self.maximumEvents = max(1, maximumEvents)
    self.maximumBytes = max(1, maximumBytes)
    self.onClose = onClose
  }

  /// Queues an event.
  ///
  /// - Returns: false if the stream has ended, or ends now because its queue is full.
  @discardableResult
  public func send(_ event: ServerSentEvent) -> Bool { enqueue(event.encoded, isComment: false) }

  /// Queues an event; see ``ServerSentEvent``.
  @discardableResult
  public func send(id: String? = nil, event: String? = nil, data: [UInt8]) -> Bool {
    send(ServerSentEvent(id: id, event: event, data: data))
  }

  /// Sends bytes that were encoded once for many clients (``ServerSentEvent/encoded``).
  @discardableResult
  public func send(encoded: [UInt8]) -> Bool { enqueue(encoded, isComment: false) }

  /// Ends the stream after what is queued.
  public func close() { end(.closed) }

  /// Whether it still takes events.
  public var isOpen: Bool { state.withLock { $0.ending == nil && !$0.finished } }

  /// Everything queued, taken out: how tests without a socket read a stream.
  public func takeQueued() -> [UInt8] {
    state.withLock { state in
      var result: [UInt8] = []
      for (i, chunk) in state.chunks[state.head...].enumerated() {
        result += i == 0 ? chunk[state.offset...] : chunk[...]
      }
      (state.chunks, state.head, state.offset, state.queuedBytes) = ([], 0, 0, 0)
      return result
    }
  }

  private func enqueue(_ bytes: [UInt8], isComment: Bool) -> Bool {
    let (accepted, wake, abort) = state.withLock { state in
      guard state.ending == nil, !state.finished else { return (false, nil, nil) as Outcome }
      if isComment && state.queuedEvents > 0 { return (true, nil, nil) as Outcome }
      if state.queuedEvents >= maximumEvents || state.queuedBytes + bytes.count > maximumBytes {
        state.ending = .tooSlow
        return (false, take(&state.wake), state.abort) as Outcome
      }
      state.chunks.append(bytes)
      state.queuedBytes += bytes.count
      return (true, take(&state.wake), nil) as Outcome
    }
    abort?()
    wake?()
    return accepted
  }

  private typealias Outcome = (Bool, (@Sendable () -> Void)?, (@Sendable () -> Void)?)

  func end(_ reason: CloseReason) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      if state.ending == nil { state.ending = reason }
      return take(&state.wake)
    }
    wake?()
  }

  // MARK: The transport's side

  /// Names the way to cut the connection.
  func attach(now: Double, abort: @escaping @Sendable () -> Void) {
    state.withLock {
      $0.abort = abort
      $0.lastActivity = now
    }
  }

  /// Copies queued bytes into `buffer`.
  ///
  /// If there are none, `wait` runs inside the lock, so that no
  /// `send` can slip in between, and gives the closure that wakes the transport.
  func pull(
    into buffer: UnsafeMutableRawBufferPointer, now: Double,
    wait: () -> @Sendable () -> Void
  ) -> Pull {
    state.withLock { state in
      if state.ending == .tooSlow || state.ending == .clientGone { return .abort }
      var filled = 0
      while state.head < state.chunks.count, filled < buffer.count {
        let chunk = state.chunks[state.head]
        let count = min(chunk.count - state.offset, buffer.count - filled)
        chunk.withUnsafeBytes {
          UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + count])
            .copyMemory(
              from: UnsafeRawBufferPointer(rebasing: $0[state.offset..<state.offset + count]))
        }
        filled += count
        state.offset += count
        if state.offset == chunk.count {
          state.head += 1
          state.offset = 0
        }
      }
      if filled > 0 {
        if state.head == state.chunks.count {
          state.chunks.removeAll(keepingCapacity: state.chunks.count <= 64)
          state.head = 0
        } else if state.head >= 256 {
          state.chunks.removeFirst(state.head)
          state.head = 0
        }
        state.queuedBytes -= filled
        state.sentBytes += filled
        state.lastActivity = now
        return .bytes(filled)
      }
      if state.ending != nil { return .end }
      state.wake = wait()
      return .wait
    }
  }

  /// Sends a comment if nothing was sent for `interval` seconds, so that dead ways are noticed.
  func heartbeat(now: Double, interval: Double) {
    let due = state.withLock { now - $0.lastActivity >= interval && $0.ending == nil }
    if due { _ = enqueue(EventStream.comment, isComment: true) }
  }

  private static let comment = Array(": \n\n".utf8)

  /// Ends the stream with the wish that the client comes back after `milliseconds`.
  func drain(retryMilliseconds: Int) {
    _ = enqueue(Array("retry: \(retryMilliseconds)\n\n".utf8), isComment: false)
    end(.drained)
  }

  /// The connection is gone, or never was; tells the owner once.
  func finish(_ reason: CloseReason) {
    let told = state.withLock { state -> CloseReason? in
      if state.finished { return nil }
      state.finished = true
      state.wake = nil
      state.abort = nil
      state.chunks = []
      state.head = 0
      return state.ending ?? reason
    }
    if let told { onClose(told) }
  }

  /// Bytes given to the transport so far.
  var sentBytes: Int { state.withLock { $0.sentBytes } }
}

private func take<Value>(_ slot: inout Value?) -> Value? {
  let value = slot
  slot = nil
  return value
}
