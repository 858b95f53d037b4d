import Glibc

/// A blocking TCP client that sends exactly the bytes it is given, for tests of servers.
public final class RawHTTPClient {
  /// One answer as it came.
  public struct Response {
    public var status: Int
    /// Names in lower case, in order.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public func header(_ name: String) -> String? {
      headers.first { $0.name == name.lowercased() }?.value
    }

    public var text: String { String(decoding: body, as: UTF8.self) }
  }

  private let socket: Int32
  private var buffer: [UInt8] = []
  /// Whether the server has closed its half.
  public private(set) var isAtEnd = false

  /// Connects to the loopback address; nil if that fails.
  ///
  /// - Parameter timeoutSeconds: how long reading waits for one more byte.
  public init?(port: Int, timeoutSeconds: Int = 10, receiveBuffer: Int32? = nil) {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    var limit = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var yes: Int32 = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    if var size = receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { return nil }
  }

  deinit { close(socket) }

  /// Sends all bytes; false if the server does not take them.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          socket, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Ends our half of the connection.
  public func finishSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Waits for more bytes; false at the end or after the time limit.
  private func fill() -> Bool {
    if isAtEnd { return false }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &chunk, chunk.count, 0)
    if count == 0 || (count < 0 && errno != EAGAIN) { isAtEnd = true }
    guard count > 0 else { return false }
    buffer += chunk[..<count]
    return true
  }

  /// Exactly `count` bytes; nil if they do not come.
  public func read(_ count: Int) -> [UInt8]? {
    while buffer.count < count { if !fill() { return nil } }
    let result = Array(buffer[..<count])
    buffer.removeFirst(count)
    return result
  }

  /// Bytes up to and including `mark`; nil if it does not come.
  public func read(through mark: String) -> [UInt8]? {
    let mark = Array(mark.utf8)
    var from = 0
    while true {
      var i = from
      while i + mark.count <= buffer.count {
        if buffer[i] == mark[0], buffer[i..<i + mark.count].elementsEqual(mark) {
          return read(i + mark.count)
        }
        i += 1
      }
      from = max(0, buffer.count - mark.count)
      if !fill() { return nil }
    }
  }

  /// Everything until the server closes; nil if it does not within the time limit.
  public func readToEnd() -> [UInt8]? {
    while fill() {}
    guard isAtEnd else { return nil }
    defer { buffer = [] }
    return buffer
  }

  /// Status line and fields of the next answer; interim answers are skipped.
  public func readHead() -> Response? {
    guard let head = read(through: "\r\n\r\n") else { return nil }
    let lines = String(decoding: head.dropLast(4), as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\r\n" }
    guard let first = lines.first else { return nil }
    let words = first.split(separator: " ")
    guard words.count >= 2, let status = Int(words[1]) else { return nil }
    if status == 100 { return readHead() }
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return (line[..<colon].lowercased(), String(value))
    }
    return Response(status: status, headers: headers, body: [])
  }

  /// The next answer; nil if the server closes or nothing comes in time.
  public func readResponse(toHead: Bool = false) -> Response? {
    guard var response = readHead() else { return nil }
    if toHead || response.status == 204 || response.status == 304 { return response }
    if response.header("transfer-encoding")?.lowercased() == "chunked" {
      while let chunk = readChunk() {
        if chunk.isEmpty { return response }
        response.body += chunk
      }
      return nil
    }
    guard let count = response.header("content-length").flatMap({ Int($0) }) else {
      guard let rest = readToEnd() else { return nil }
      response.body = rest
      return response
    }
    guard let body = read(count) else { return nil }
    response.body = body
    return response
  }

  /// The next chunk of a chunked body; empty at its end, nil if the connection breaks.
  public func readChunk() -> [UInt8]? {
    guard let line = read(through: "\r\n"),
      let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16),
      let chunk = read(size + 2)
    else { return nil }
    return Array(chunk.dropLast(2))
  }

  /// Sends a request and reads its answer.
  public func request(
    _ method: String, _ target: String, headers: [String] = [], body: [UInt8]? = nil
  ) -> Response? {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: test"] + headers
    if let body { lines.append("Content-Length: \(body.count)") }
    guard send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])) else {
      return nil
    }
    return readResponse(toHead: method == "HEAD")
  }
}
