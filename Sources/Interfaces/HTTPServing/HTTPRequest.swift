import Base

/// A request as handlers see it: complete, checked and independent of any socket.
///
/// - Thread: pure.
public struct HTTPRequest: Sendable {
  public var method: HTTPMethod
  public var target: RequestTarget
  public var headers: HTTPHeaders
  public var body: RequestBody
  /// Who asks: the peer, or what a trusted proxy says about it.
  public var remoteAddress: IPAddress
  public var id: RequestID
  /// When its header was complete, on the clock that never jumps.
  public var receivedSeconds: Double

  public init(
    method: HTTPMethod, target: RequestTarget, headers: HTTPHeaders = HTTPHeaders(),
    body: RequestBody = .none, remoteAddress: IPAddress = .loopback,
    id: RequestID = RequestID(0), receivedSeconds: Double = 0
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
    self.id = id
    self.receivedSeconds = receivedSeconds
  }

  /// Makes a request from text, as tests write it: `HTTPRequest(.get, "/v1/tours?limit=5")`.
  public init(
    _ method: HTTPMethod, _ target: String, headers: [(String, String)] = [],
    body: RequestBody = .none
  ) throws(HTTPRefusal) {
    self.init(
      method: method, target: try RequestTarget(target), headers: HTTPHeaders(headers), body: body)
  }

  /// The path as sent.
  public var path: String { target.path }

  /// The decoded segments of the path.
  public var pathSegments: [String] { target.pathSegments }

  /// The decoded items of the query in order, repeats kept.
  public var queryItems: [QueryItem] { target.queryItems }

  /// Type and subtype of the body in lower case, without parameters; nil if not declared.
  public var contentType: String? { headers["Content-Type"].map(ContentType.essence) }

  /// The first value of the cookie of that name.
  ///
  /// - Source: RFC 6265, section 5.4 (pairs are separated by "; ").
  public func cookie(_ name: String) -> String? {
    for header in headers.values(of: "Cookie") {
      for pair in header.split(separator: ";") {
        let pair = pair.trimmingSpaces()
        guard let equals = pair.firstIndex(of: "=") else { continue }
        if pair[..<equals] == name { return String(pair[pair.index(after: equals)...]) }
      }
    }
    return nil
  }

  /// What follows `Bearer ` in `Authorization`; nil for other schemes.
  ///
  /// - Source: RFC 6750, section 2.1.
  public var bearerToken: String? {
    guard let value = headers["Authorization"], let space = value.utf8.firstIndex(of: 0x20),
      equalIgnoringCase(value[..<space], "bearer")
    else { return nil }
    // By bytes: characters are many times slower, and every request comes by here.
    var token = value.utf8[space...].drop { $0 == 0x20 || $0 == 0x09 }
    while let last = token.last, last == 0x20 || last == 0x09 { token.removeLast() }
    return token.isEmpty ? nil : String(Substring(token))
  }
}
