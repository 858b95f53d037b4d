/// One operation of an interface, described as data.
///
/// - Thread: immutable, shared; a class, because every request hands it on several times.
public final class Route: Sendable {
  /// Answers a request; runs on an HTTP worker thread or, if `execution` says so, in the pool.
  public typealias Handler = @Sendable (HTTPRequest, PathParameters) -> HTTPResponse
  /// Looks at a request before its body is read; an answer turns it down.
  public typealias Admission = @Sendable (HTTPRequest, PathParameters) -> HTTPResponse?

  /// What becomes of the body.
  public enum BodyKind: String, Sendable {
    /// An empty JSON object counts as no body; any other is refused with 400.
    case none
    case memory
    case file
  }

  /// Where the handler runs.
  public enum Execution: String, Sendable {
    /// On the HTTP worker thread; for answers from memory. What has to wait after all is left to the
    /// pool by an answer of ``HTTPResponse/later(_:)``.
    case inline
    /// In the pool of the server, so that waiting for a disk, a commit or a long computation holds
    /// up no other connection. A full queue is answered with 503.
    case pooled
    /// Among few threads that stand back behind all others, with a short queue: for handlers that
    /// keep a processor busy for long, such as hashing a password. A full queue is answered with 503
    /// at once, and no thread of the pool waits for them.
    case costly
  }

  public let method: HTTPMethod
  public let pattern: PathPattern
  /// The name of the operation, as in the OpenAPI document: `startRun`.
  public let operation: String
  /// The largest body in bytes; 0 if `bodyKind` is `.none`.
  public let maximumBodyBytes: Int
  public let bodyKind: BodyKind
  public let execution: Execution
  public let admit: Admission?
  public let handler: Handler

  public init(
    _ method: HTTPMethod, _ pattern: PathPattern, operation: String, maximumBodyBytes: Int = 0,
    bodyKind: BodyKind? = nil, execution: Execution = .inline, admit: Admission? = nil,
    handler: @escaping Handler
  ) {
    self.method = method
    self.pattern = pattern
    self.operation = operation
    self.maximumBodyBytes = max(0, maximumBodyBytes)
    self.bodyKind = bodyKind ?? (maximumBodyBytes > 0 ? .memory : .none)
    self.execution = execution
    self.admit = admit
    self.handler = handler
  }

  /// The refusal of a body of so many bytes, declared or there; nil if it may be read.
  func refusal(ofBytes count: Int) -> HTTPRefusal? {
    switch bodyKind {
    case .none: count > BodySink.maximumUnasked ? .unexpectedBody : nil
    case .memory, .file: count > maximumBodyBytes ? .bodyTooLarge(limit: maximumBodyBytes) : nil
    }
  }

  /// A whole body as the handler gets it: none where none belongs.
  ///
  /// - Throws: `unexpected-body` for one that says something where none belongs.
  func accepted(_ body: RequestBody) throws(HTTPRefusal) -> RequestBody {
    guard bodyKind == .none, body.count > 0 else { return body }
    let said = body.bytes.filter { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
    guard said == Array("{}".utf8) else { throw .unexpectedBody }
    return .none
  }
}
