import Access
import Base
import HTTPServing

/// The HTTP interface: operations, who may call them, and the way of a request through them.
///
/// Parse, authorize from the session snapshot, check the query, call, encode; errors become
/// problem documents in one place.
///
/// - Thread: shared.
public struct API: Sendable {
  /// The operations that tell how the server is, which may have a listener of their own.
  public static let healthOperations: Set<String> = ["getLiveness", "getReadiness", "getMetrics"]

  /// What the interface needs besides its operations.
  public struct Dependencies: Sendable {
    /// Whose token this is; throws `unauthenticated` if it is no valid session.
    public var authenticate: @Sendable (_ token: String) throws -> Caller
    /// As `authenticate`, of what is in memory; nil for a token that has to be looked up.
    public var authenticateFromMemory: @Sendable (_ token: String) -> Caller?
    /// Remembers answers of creating requests; nil switches `Idempotency-Key` off.
    public var idempotency: (any IdempotencyKeeper)?
    /// Nil switches rate limits off.
    public var limits: RateLimits?
    /// Is told of every error that is ours, with the number its sender was given.
    public var reportFault: @Sendable (_ operation: String, RequestID, any Error) -> Void

    public init(
      authenticate: @escaping @Sendable (String) throws -> Caller,
      authenticateFromMemory: @escaping @Sendable (String) -> Caller? = { _ in nil },
      idempotency: (any IdempotencyKeeper)? = nil, limits: RateLimits? = nil,
      reportFault: @escaping @Sendable (String, RequestID, any Error) -> Void = { _, _, _ in }
    ) {
      self.authenticate = authenticate
      self.authenticateFromMemory = authenticateFromMemory
      self.idempotency = idempotency
      self.limits = limits
      self.reportFault = reportFault
    }
  }

  /// What keeps an interface from starting: a name that stands twice, an error that the catalogue
  /// does not know.
  public struct Inconsistency: Error, CustomStringConvertible {
    public var description: String
  }

  public let operations: [Operation]
  public let router: Router
  private let dependencies: Dependencies

  /// - Throws: ``Inconsistency``.
  public init(operations: [Operation], dependencies: Dependencies) throws(Inconsistency) {
    var names: Set<String> = []
    for operation in operations {
      guard names.insert(operation.name).inserted else {
        throw Inconsistency(description: "two operations are called \(operation.name)")
      }
      for slug in operation.problems where ErrorCatalogue.entry(slug) == nil {
        throw Inconsistency(description: "\(operation.name): no error is called \(slug)")
      }
    }
    self.operations = operations
    self.dependencies = dependencies
    router = Router(operations.map { API.route(for: $0, dependencies) })
  }

  private static func route(for operation: Operation, _ dependencies: Dependencies) -> Route {
    let pipeline = Pipeline(operation: operation, dependencies: dependencies)
    let limit: Int
    var kind: Route.BodyKind = .memory
    switch operation.body {
    case .none: (limit, kind) = (0, .none)
    case .json(_, let bytes), .optionalJSON(_, let bytes): limit = bytes
    case .file(_, let bytes, _): (limit, kind) = (bytes, .file)
    }
    // Before a large body is read, it is known whether its sender may send it; that is counted
    // then, and not again when the body is there.
    var admit: Route.Admission?
    if kind == .file { admit = { request, _ in pipeline.admit(request) } }
    return Route(
      operation.method, operation.pattern, operation: operation.name, maximumBodyBytes: limit,
      bodyKind: kind, execution: operation.execution, admit: admit,
      handler: { request, path in pipeline.answer(request, path) })
  }

  /// The answer for a request that no operation sees, with the common header fields.
  public static func render(_ refusal: HTTPRefusal) -> HTTPResponse {
    var response = Problem.response(refusal)
    Pipeline.addCommonHeaders(&response)
    return response
  }
}

/// The steps that every request of one operation goes through.
private struct Pipeline: Sendable {
  let operation: Operation
  let dependencies: API.Dependencies

  func answer(_ request: HTTPRequest, _ path: PathParameters) -> HTTPResponse {
    answer(request, path, mayWait: operation.execution != .inline)
  }

  /// - Parameter mayWait: whether this thread may wait for the database to learn whose token it is.
  private func answer(
    _ request: HTTPRequest, _ path: PathParameters, mayWait: Bool
  ) -> HTTPResponse {
    var response: HTTPResponse
    var outcome: RateLimits.Outcome?
    do {
      guard let caller = try authenticate(request, mayWait: mayWait) else {
        return .later { answer(request, path, mayWait: true) }
      }
      outcome = count(request, caller, isRepeat: isAdmitted)
      try outcome?.check()
      try operation.access.check(caller)
      let query = try Query(request.queryItems, declared: operation.query)
      var authorized = AuthorizedRequest(http: request, path: path, query: query, caller: caller)
      if let limits = dependencies.limits, let budget = operation.budget {
        let address = request.remoteAddress
        authorized.draw = { (cost) throws(Refusal) in
          try limits.take(budget, caller, address, cost: cost).check()
        }
      }
      response = try perform(&authorized)
      if case .later(let work) = response.body {
        return .later { [outcome] in answer(later: work, request, outcome) }
      }
    } catch {
      // Whoever guesses tokens is counted by address.
      if outcome == nil { outcome = count(request, .anonymous, isRepeat: isAdmitted) }
      response = problem(limited(outcome) ?? error, request)
    }
    finish(&response, request, outcome)
    return response
  }

  /// The end of ``answer(_:_:)`` where a handler has left its work for later.
  private func answer(
    later work: () throws -> HTTPResponse, _ request: HTTPRequest, _ outcome: RateLimits.Outcome?
  ) -> HTTPResponse {
    var response: HTTPResponse
    do { response = try work().settled() } catch { response = problem(error, request) }
    finish(&response, request, outcome)
    return response
  }

  /// Whether ``admit(_:)`` has seen the request already.
  private var isAdmitted: Bool {
    if case .file = operation.body { true } else { false }
  }

  private func count(
    _ request: HTTPRequest, _ caller: Caller, isRepeat: Bool
  ) -> RateLimits.Outcome? {
    guard let limits = dependencies.limits, let budget = operation.budget else { return nil }
    return isRepeat
      ? limits.peek(budget, caller, request.remoteAddress)
      : limits.take(budget, caller, request.remoteAddress)
  }

  /// The refusal of an outcome that allows nothing more.
  private func limited(_ outcome: RateLimits.Outcome?) -> Refusal? {
    do throws(Refusal) {
      try outcome?.check()
      return nil
    } catch {
      return error
    }
  }

  private func finish(
    _ response: inout HTTPResponse, _ request: HTTPRequest, _ outcome: RateLimits.Outcome?
  ) {
    outcome?.announce(on: &response)
    Pipeline.addCommonHeaders(&response)
    response.headers.append("X-Request-ID", request.id.description)
  }

  /// Turns a request down before its body is read.
  func admit(_ request: HTTPRequest) -> HTTPResponse? {
    var outcome: RateLimits.Outcome?
    do {
      let caller = try authenticate(request, mayWait: true) ?? .anonymous
      outcome = count(request, caller, isRepeat: false)
      try outcome?.check()
      try operation.access.check(caller)
      return nil
    } catch {
      if outcome == nil { outcome = count(request, .anonymous, isRepeat: false) }
      var response = problem(limited(outcome) ?? error, request)
      finish(&response, request, outcome)
      return response
    }
  }

  /// Who asks; nil for somebody who has to be looked up, where that must not be waited for.
  private func authenticate(_ request: HTTPRequest, mayWait: Bool) throws -> Caller? {
    // What is open to everybody must work for those, too, whose session has ended.
    if operation.access == .unauthenticated { return .anonymous }
    guard let token = request.bearerToken else {
      guard request.headers.contains("Authorization") else {
        guard let token = try SessionCookie.token(of: request) else { return .anonymous }
        return try caller(of: token, mayWait: mayWait)
      }
      throw Refusal(
        .unauthenticated, "unknown-scheme",
        "Send the token of POST /v1/sessions as Authorization: Bearer TOKEN.")
    }
    return try caller(of: token, mayWait: mayWait)
  }

  private func caller(of token: String, mayWait: Bool) throws -> Caller? {
    let found =
      mayWait ? try dependencies.authenticate(token) : dependencies.authenticateFromMemory(token)
    guard let caller = found else { return nil }
    // A session that has ended must not quietly turn into nobody.
    guard caller.loggedIn != nil else { throw Pipeline.sessionEnded }
    return caller
  }

  private static let sessionEnded = Refusal(
    .unauthenticated, "session-ended",
    "This session has ended or never was. Log in again with POST /v1/sessions.")

  private func perform(_ request: inout AuthorizedRequest) throws -> HTTPResponse {
    guard let creation = operation.creates, let keeper = dependencies.idempotency,
      let key = request.http.headers["Idempotency-Key"]
    else { return try operation.handler(&request) }
    return try keeper.once(
      key: key, operation: operation.name, creation, request: &request, operation.handler)
  }

  private func problem(_ error: any Error, _ request: HTTPRequest) -> HTTPResponse {
    let (refusal, isFault) = Problem.refusal(for: error)
    if isFault { dependencies.reportFault(operation.name, request.id, error) }
    let response = Problem.response(refusal, request: request.id)
    // A browser would send the cookie of an ended session for good.
    return refusal.slug == Pipeline.sessionEnded.slug && request.bearerToken == nil
      ? response.with("Set-Cookie", SessionCookie.cleared) : response
  }

  static func addCommonHeaders(_ response: inout HTTPResponse) {
    if !response.headers.contains("Cache-Control"),
      !response.headers.contains("Content-Security-Policy")
    {
      // Nearly always: all of them at once.
      response.headers.append(contentsOf: commonHeaders)
      return
    }
    for field in commonHeaders.all where !response.headers.contains(field.name) {
      response.headers.append(field.name, field.value)
    }
  }

  private static let commonHeaders = HTTPHeaders([
    ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
  ])
}

/// Answers a creating request once, and repeats that answer when the request is sent again.
public protocol IdempotencyKeeper: Sendable {
  /// Runs `handler`, or repeats the answer it gave to an earlier request of the same key.
  ///
  /// - Parameters:
  ///   - operation: its stable name.
  ///   - creation: how it is answered again where its answer was lost.
  ///
  /// Only successes are kept: what was refused has changed nothing and can be tried again.
  ///
  /// - Throws: `conflict` while the earlier request still runs and where its answer held a secret,
  ///   `invalid` if it was another request.
  func once(
    key: String, operation: String, _ creation: Creation, request: inout AuthorizedRequest,
    _ handler: (inout AuthorizedRequest) throws -> HTTPResponse
  ) throws -> HTTPResponse
}
