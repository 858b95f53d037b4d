/// An answer: status, header fields and a body.
///
/// `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` are the server's business and
/// must not be set here.
///
/// - Thread: pure.
public struct HTTPResponse: Sendable {
  /// Where the bytes of the answer come from.
  public enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// Part of a file, sent without copying it through the process.
    case file(FileRegion)
    /// Server-sent events, for as long as both sides want.
    case events(EventStream)
    /// The answer is still to be worked out, in the pool of the server: for handlers on an HTTP
    /// worker thread that find out on the way that they have to wait, for instance for a commit.
    /// Status and fields beside it do not count; one that throws closes the connection.
    case later(@Sendable () throws -> HTTPResponse)
  }

  public var status: HTTPStatus
  public var headers: HTTPHeaders
  public var body: Body
  /// Whether the connection is closed after this answer.
  public var closesConnection = false

  public init(
    _ status: HTTPStatus, headers: HTTPHeaders = HTTPHeaders(), body: Body = .none
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// An answer of bytes with their type.
  public init(_ status: HTTPStatus = 200, _ bytes: [UInt8], type: String) {
    self.init(status, body: .bytes(bytes))
    headers.append("Content-Type", type)
  }

  /// An answer of encoded JSON.
  public static func json(_ status: HTTPStatus = 200, _ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(status, headers: jsonHeaders, body: .bytes(bytes))
  }

  /// An answer of plain text.
  public static func text(_ status: HTTPStatus = 200, _ text: String) -> HTTPResponse {
    HTTPResponse(status, Array(text.utf8), type: ContentType.text)
  }

  /// An answer without a body.
  public static let noContent = HTTPResponse(204)

  /// An answer that is worked out in the pool of the server.
  public static func later(_ work: @escaping @Sendable () throws -> HTTPResponse) -> HTTPResponse {
    HTTPResponse(200, body: .later(work))
  }

  /// Works out at once what would have been later.
  public func settled() throws -> HTTPResponse {
    var answer = self
    while case .later(let work) = answer.body { answer = try work() }
    return answer
  }

  /// Begins a stream of server-sent events; it must not be cached or buffered on the way.
  public static func events(_ stream: EventStream) -> HTTPResponse {
    var response = HTTPResponse(200, body: .events(stream))
    response.headers.append("Content-Type", ContentType.events)
    response.headers.append("Cache-Control", "no-store")
    response.headers.append("X-Accel-Buffering", "no")
    return response
  }

  /// The same answer with one more field.
  public func with(_ name: String, _ value: String) -> HTTPResponse {
    var copy = self
    copy.headers.append(name, value)
    return copy
  }

  /// How many bytes the body has; nil for event streams.
  public var contentLength: Int? {
    switch body {
    case .none: 0
    case .bytes(let bytes): bytes.count
    case .file(let region): region.count
    case .events, .later: nil
    }
  }

  private static let jsonHeaders = HTTPHeaders([("Content-Type", ContentType.json)])
}
