import Base
import CMicroHTTPD
import Synchronization

/// One request on its way through the library's callbacks.
///
/// - Thread: confined to the worker thread of its connection; a pooled handler gives its answer
///   back through a guarded slot only.
final class RequestContext {
  private enum Stage {
    case header
    case body
    /// An answer is ready for the final call.
    case answered(HTTPResponse)
    /// The handler runs in the pool and leaves its answer here; the connection is suspended.
    case pooled(Guarded<HTTPResponse?>)
    /// The answer was handed to the library, or sent past it.
    case sent
  }

  private let core: ServerCore
  private let connection: OpaquePointer
  private let record: ConnectionRecord
  private let targetPointer: UnsafePointer<CChar>
  private let targetBytes: [UInt8]
  private let startedSeconds: Double
  private var stage = Stage.header
  private var sink = BodySink.none
  private var request: HTTPRequest?
  private var route = -1
  private var parameters = PathParameters.none
  private var receivedBytes = 0
  private var status: HTTPStatus = 400
  private var responseBytes = 0
  private var stream: EventStream?

  init(
    _ core: ServerCore, _ connection: OpaquePointer, _ record: ConnectionRecord,
    target: UnsafePointer<CChar>
  ) {
    self.core = core
    self.connection = connection
    self.record = record
    targetPointer = target
    var count = 0
    while target[count] != 0 { count += 1 }
    targetBytes = target.withMemoryRebound(to: UInt8.self, capacity: count) {
      Array(UnsafeBufferPointer(start: $0, count: count))
    }
    startedSeconds = core.now()
    if record.phase == .idle { record.enter(.header, at: startedSeconds) }
  }

  /// One call of the library's handler.
  func handle(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    upload: UnsafePointer<CChar>?, uploadCount: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    switch stage {
    case .header: return begin(method, version)
    case .body where uploadCount.pointee > 0:
      let count = uploadCount.pointee
      uploadCount.pointee = 0
      return receive(UnsafeRawBufferPointer(start: upload, count: count))
    case .body: return complete()
    case .answered(let response):
      if uploadCount.pointee > 0 {
        let count = uploadCount.pointee
        uploadCount.pointee = 0
        return receive(UnsafeRawBufferPointer(start: upload, count: count))
      }
      return send(response)
    case .pooled(let answer):
      guard let response = answer.swap(nil) else { return .NO }
      return send(response)
    case .sent:
      if uploadCount.pointee == 0 { return .NO }
      uploadCount.pointee = 0
      return .YES
    }
  }

  // MARK: The header

  private func begin(
    _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
  ) -> MHD_Result {
    let check = FramingCheck(
      connection, method: method, version: version, target: targetPointer,
      targetCount: targetBytes.count, limits: core.configuration.limits)
    if let problem = check.problem { return sendClosing(core.configuration.render(problem)) }
    guard let knownMethod = HTTPMethod(rawValue: String(cString: method)) else {
      let refusal = HTTPRefusal(501, "unknown-method", "This server does not know this method.")
      return sendClosing(core.configuration.render(refusal))
    }
    let target: RequestTarget
    do throws(HTTPRefusal) {
      target = try RequestTarget(bytes: targetBytes)
    } catch {
      return sendClosing(core.configuration.render(error))
    }
    if target.isAsterisk, knownMethod != .options {
      let refusal = HTTPRefusal.malformed("Only OPTIONS can ask for everything.")
      return sendClosing(core.configuration.render(refusal))
    }
    let request = HTTPRequest(
      method: knownMethod, target: target, headers: check.headers,
      remoteAddress: core.client.address(peer: record.address, headers: check.headers),
      id: core.nextRequestID(), receivedSeconds: startedSeconds)
    self.request = request
    switch core.router.dispatch(knownMethod, target) {
    case .answer(let response): return answerEarly(response, check)
    case .refuse(let refusal): return answerEarly(core.configuration.render(refusal), check)
    case .route(let index, let parameters):
      (route, self.parameters) = (index, parameters)
      return admit(core.router.routes[index], request, check)
    }
  }

  /// Decides, before any byte of the body is read, whether it will be.
  private func admit(
    _ route: Route, _ request: HTTPRequest, _ check: FramingCheck
  ) -> MHD_Result {
    if let turnedDown = route.admit?(request, parameters) {
      return answerEarly(turnedDown, check)
    }
    if let length = check.contentLength, let refusal = route.refusal(ofBytes: length) {
      return answerEarly(core.configuration.render(refusal), check)
    }
    let limit = route.maximumBodyBytes
    switch route.bodyKind {
    case .none: sink = check.hasBody ? .unasked([]) : .none
    case .memory:
      var buffer: [UInt8] = []
      buffer.reserveCapacity(min(check.contentLength ?? 0, 65_536))
      sink = .memory(buffer, limit: limit)
    case .file:
      guard let file = TemporaryFile(folder: core.configuration.quarantineFolder) else {
        return answerEarly(core.configuration.render(.storageFull), check)
      }
      sink = .file(file, limit: limit)
    }
    stage = .body
    record.enter(check.hasBody ? .body : .handling, at: startedSeconds)
    return .YES
  }

  /// Answers without a handler.
  ///
  /// A body that is still to come is read and dropped if it is small,
  /// so that the connection can go on; otherwise the connection is closed.
  private func answerEarly(_ response: HTTPResponse, _ check: FramingCheck) -> MHD_Result {
    guard check.hasBody else {
      stage = .answered(response)
      return .YES
    }
    if check.expectsContinue { return sendClosing(response) }
    stage = .answered(response)
    sink = .discard(left: BodySink.maximumDiscards)
    record.enter(.body, at: startedSeconds)
    if let length = check.contentLength, length > BodySink.maximumDiscards {
      return sendPast(response)
    }
    return .YES
  }

  // MARK: The body

  private func receive(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
    receivedBytes += bytes.count
    record.bytes.add(bytes.count, ordering: .relaxed)
    switch sink.take(bytes) {
    case .goOn: return .YES
    case .refuse(let refusal): return sendPast(core.configuration.render(refusal))
    case .giveUp:
      if case .answered(let response) = stage { return sendPast(response) }
      return .NO
    }
  }

  /// The whole request is here: runs the handler, or has it run.
  private func complete() -> MHD_Result {
    guard var request, core.router.routes.indices.contains(route) else { return .NO }
    let route = core.router.routes[route]
    do throws(HTTPRefusal) {
      request.body = try route.accepted(sink.body)
    } catch {
      return send(core.configuration.render(error))
    }
    sink = .none
    self.request = request
    record.enter(.handling, at: core.now())
    let parameters = parameters
    guard route.execution == .inline else {
      let pool = route.execution == .costly ? core.costlyPool : core.pool
      return answer(in: pool) { [request] in try route.handler(request, parameters).settled() }
    }
    let response = route.handler(request, parameters)
    guard case .later(let work) = response.body else { return send(response) }
    return answer(in: core.pool) { try work().settled() }
  }

  /// Suspends the connection until a thread of a pool has the answer.
  private func answer(
    in pool: WorkerPool, _ work: @escaping @Sendable () throws -> HTTPResponse
  ) -> MHD_Result {
    // Either the stopping thread sees this request as running, or we see that it stops.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if core.isStopping.load(ordering: .relaxed) {
      return send(core.configuration.render(.noWorkSpace))
    }
    let answer = Guarded<HTTPResponse?>(nil)
    stage = .pooled(answer)
    MHD_suspend_connection(connection)
    let handle = ConnectionHandle(connection)
    let taken = pool.submit(of: request?.remoteAddress ?? record.address) {
      answer.swap(try? work())
      handle.resume()
    }
    if !taken {
      answer.swap(core.configuration.render(.noWorkSpace))
      handle.resume()
    }
    return .YES
  }

  // MARK: The answer

  private func decorated(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    core.configuration.decorate(&response, request)
    if response.closesConnection || core.isDraining.load(ordering: .relaxed) {
      response.headers.append("Connection", "close")
    }
    status = response.status
    return response
  }

  /// Hands the answer to the library.
  private func send(_ response: HTTPResponse) -> MHD_Result {
    let response = decorated(response)
    let isHead = request?.method == .head
    responseBytes = isHead || response.status.forbidsBody ? 0 : response.contentLength ?? 0
    record.enter(.responding, at: core.now(), bytes: responseBytes)
    if case .events(let stream) = response.body, !isHead {
      self.stream = stream
      begin(stream)
    }
    stage = .sent
    return queue(response, on: connection, isHead: isHead, core: core)
  }

  private func begin(_ stream: EventStream) {
    record.stream.swap(stream)
    record.enter(.streaming, at: core.now())
    let record = record
    stream.attach(now: core.now()) { record.shutdown() }
    if core.isDraining.load(ordering: .relaxed) {
      stream.drain(retryMilliseconds: core.configuration.retryMilliseconds)
    }
  }

  /// Answers before the body was read; the library closes the connection afterwards.
  private func sendClosing(_ response: HTTPResponse) -> MHD_Result {
    var response = response
    response.closesConnection = true
    return send(response)
  }

  /// Answers in the middle of a body, which the library cannot, and reads on for a while: closing
  /// at once would make the kernel throw the answer away.
  private func sendPast(_ response: HTTPResponse) -> MHD_Result {
    var response = decorated(response)
    response.headers.set("Connection", nil)
    record.sendLast(RawResponse.encode(response, at: core.configuration.clock.now()))
    record.enter(.lingering, at: core.now())
    sink = .linger
    stage = .sent
    return .YES
  }

  // MARK: The end

  /// The library is done with this request.
  func finish(wasCompleted: Bool) {
    if let stream {
      record.stream.swap(nil)
      stream.finish(wasCompleted ? .closed : .clientGone)
      responseBytes = stream.sentBytes
    }
    let now = core.now()
    record.enter(.idle, at: now)
    guard let observe = core.configuration.observe else { return }
    let operation =
      core.router.routes.indices.contains(route)
      ? core.router.routes[route].operation : "unmatched"
    observe(
      HTTPExchange(
        id: request?.id ?? RequestID(0), operation: operation, method: request?.method,
        status: status, remoteAddress: request?.remoteAddress ?? record.address,
        requestBytes: receivedBytes, responseBytes: responseBytes,
        seconds: max(0, now - startedSeconds), end: wasCompleted ? .completed : .aborted))
  }
}
