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
    /// A body is refused with 413.
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
  }

  public let method: HTTPMethod
  public let pattern: PathPattern
  /// The name of the operation, as in the OpenAPI document: `startRun`.
  public let operation: String
  /// The largest body in bytes; 0 if `bodyKind` is `.none`.
  public let bodyLimit: Int
  public let bodyKind: BodyKind
  public let execution: Execution
  public let admit: Admission?
  public let handler: Handler

  public init(
    _ method: HTTPMethod, _ pattern: PathPattern, operation: String, bodyLimit: Int = 0,
    bodyKind: BodyKind? = nil, execution: Execution = .inline, admit: Admission? = nil,
    handler: @escaping Handler
  ) {
    self.method = method
    self.pattern = pattern
    self.operation = operation
    self.bodyLimit = max(0, bodyLimit)
    self.bodyKind = bodyKind ?? (bodyLimit > 0 ? .memory : .none)
    self.execution = execution
    self.admit = admit
    self.handler = handler
  }
}
