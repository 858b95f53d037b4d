import Foundation

/// How important a line is.
public enum LogLevel: Int, Comparable, Sendable, CaseIterable {
  case debug, info, warning, error

  public static func < (a: LogLevel, b: LogLevel) -> Bool { a.rawValue < b.rawValue }

  var name: StaticString {
    switch self {
    case .debug: "debug"
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

/// What may stand in a log: nothing that a person typed, no token, no position, no free text.
public enum LogValue: Sendable, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  case integer(Int)
  case number(Double)
  case bool(Bool)
  /// Text of the program itself.
  case literal(StaticString)
  /// A name the program made: an operation, a slug, a request number, an address of a listener.
  ///
  /// At most 96 of `A-Z a-z 0-9 . _ : / -`; anything else is written as `[redacted]`.
  case name(String)

  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// Writes JSON lines without ever holding up who logs.
///
/// Lines go to a bounded buffer that one thread empties. When it is full, lines are dropped and
/// counted, and the count is written as soon as there is space. What may be written is limited by
/// ``LogValue``, so that nothing personal gets in by accident.
///
/// - Thread: shared.
public final class Logger: Sendable {
  private struct State {
    var buffer: [UInt8] = []
    var dropped = 0
    var isWriting = false
    var isStopping = false
  }

  /// Lines below it are not written.
  public let minimum: LogLevel
  private let clock: any WallClock
  private let capacity: Int
  private let sink: @Sendable ([UInt8]) -> Void
  private let state = Guarded(State())
  private let pending = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - capacity: bytes that may wait, ≥ 4096.
  ///   - sink: gets whole lines on the logger's thread; the standard error stream by default.
  public init(
    minimum: LogLevel = .info, clock: any WallClock = SystemClock(), capacity: Int = 1 << 20,
    sink: @escaping @Sendable ([UInt8]) -> Void = Logger.standardError
  ) {
    self.minimum = minimum
    self.clock = clock
    self.capacity = max(4096, capacity)
    self.sink = sink
    let thread = Thread { [state, pending, ended, sink] in
      Logger.run(state, pending, ended, sink)
    }
    thread.name = "logger"
    thread.start()
  }

  deinit { stop() }

  /// Writes bytes to the standard error stream.
  public static let standardError: @Sendable ([UInt8]) -> Void = { write($0, to: 2) }

  /// Writes bytes to the standard output stream.
  public static let standardOutput: @Sendable ([UInt8]) -> Void = { write($0, to: 1) }

  /// For whoever looks for a fault.
  public func debug(_ event: StaticString, _ fields: KeyValuePairs<StaticString, LogValue> = [:]) {
    log(.debug, event, fields)
  }

  /// Something happened as it should.
  public func info(_ event: StaticString, _ fields: KeyValuePairs<StaticString, LogValue> = [:]) {
    log(.info, event, fields)
  }

  /// Something is wrong that the program gets along with.
  public func warning(
    _ event: StaticString, _ fields: KeyValuePairs<StaticString, LogValue> = [:]
  ) {
    log(.warning, event, fields)
  }

  /// Something failed that an operator has to look at.
  public func error(_ event: StaticString, _ fields: KeyValuePairs<StaticString, LogValue> = [:]) {
    log(.error, event, fields)
  }

  /// Queues one line: time, level, event and the fields in order.
  public func log(
    _ level: LogLevel, _ event: StaticString, _ fields: KeyValuePairs<StaticString, LogValue> = [:]
  ) {
    guard level >= minimum else { return }
    var json = JSONWriter(capacity: 192)
    json.object { json in
      json.member("time", clock.now())
      json.member("level", level.name)
      json.member("event", event)
      for (key, value) in fields {
        json.key(key)
        Logger.write(value, &json)
      }
    }
    json.writer.byte(0x0a)
    let line = json.bytes
    let wasEmpty = state.withLock { state in
      guard state.buffer.count + line.count <= capacity else {
        state.dropped += 1
        return false
      }
      let wasEmpty = state.buffer.isEmpty
      state.buffer += line
      return wasEmpty
    }
    if wasEmpty { pending.signal() }
  }

  /// Waits until everything logged so far is written.
  public func flush() {
    while state.withLock({ !$0.buffer.isEmpty || $0.isWriting }) { usleep(500) }
  }

  /// Writes what is left and ends the thread; later lines are lost.
  public func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopping = true }
      return !state.isStopping
    }
    guard isFirst else { return }
    pending.signal()
    ended.wait()
  }

  private static func write(_ value: LogValue, _ json: inout JSONWriter) {
    switch value {
    case .integer(let value): json.integer(value)
    case .number(let value): json.number(value)
    case .bool(let value): json.bool(value)
    case .literal(let value): json.string(value)
    case .name(let value):
      let isSafe = value.utf8.count <= 96 && value.utf8.allSatisfy(isSafeByte)
      if isSafe { json.string(value) } else { json.string("[redacted]") }
    }
  }

  private static func isSafeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3a, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x2f, 0x5f: true
    default: false
    }
  }

  private static func run(
    _ state: Guarded<State>, _ pending: DispatchSemaphore, _ ended: DispatchSemaphore,
    _ sink: @Sendable ([UInt8]) -> Void
  ) {
    while true {
      pending.wait()
      let (bytes, dropped, isLast) = state.withLock { state in
        defer {
          (state.buffer, state.dropped) = ([], 0)
          state.isWriting = true
        }
        return (state.buffer, state.dropped, state.isStopping)
      }
      if !bytes.isEmpty { sink(bytes) }
      if dropped > 0 { sink(Array("{\"event\":\"lines-dropped\",\"count\":\(dropped)}\n".utf8)) }
      state.withLock { $0.isWriting = false }
      if isLast { break }
    }
    ended.signal()
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while let base = rest.baseAddress, !rest.isEmpty {
        let written = Foundation.write(descriptor, base, rest.count)
        if written < 0 && errno != EINTR { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[max(0, written)...])
      }
    }
  }
}
