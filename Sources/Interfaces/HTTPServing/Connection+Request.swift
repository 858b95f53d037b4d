import Base
import Synchronization

/// From a header to a handler.
extension Connection {
  /// A header that cannot be read; the connection ends with the refusal.
  func refuse(_ refusal: HTTPRefusal, at now: Double) {
    if exchange == nil { exchange = Exchange(startedSeconds: now) }
    answerLast(core.configuration.render(refusal))
  }

  /// A whole header is here.
  func begin(_ block: UnsafeRawBufferPointer, at now: Double) {
    let head: RequestHead
    do throws(HTTPRefusal) {
      head = try RequestHead(block, core.configuration.limits)
    } catch {
      return refuse(error, at: now)
    }
    let exchange = Exchange(startedSeconds: now)
    self.exchange = exchange
    exchange.keepsConnection = head.keepsConnection
    exchange.isHTTP11 = head.isHTTP11
    let request = HTTPRequest(
      method: head.method, target: head.target, headers: head.headers,
      remoteAddress: core.client.address(peer: peer, headers: head.headers),
      id: core.nextRequestID(), receivedSeconds: now)
    exchange.request = request
    guard mayBegin(request, exchange) else {
      return answerEarly(core.configuration.render(.tooManyUnderWay), head)
    }
    switch core.router.dispatch(head.method, head.target) {
    case .answer(let response): answerEarly(response, head)
    case .refuse(let refusal): answerEarly(core.configuration.render(refusal), head)
    case .route(let index, let parameters):
      (exchange.route, exchange.parameters) = (index, parameters)
      admit(core.router.routes[index], request, exchange, head)
    }
  }

  /// Whether the client that a trusted proxy names has room in its share for a request; counts it if so.
  ///
  /// Without a proxy the share of connections has been looked at, at the door.
  private func mayBegin(_ request: HTTPRequest, _ exchange: Exchange) -> Bool {
    let client = request.remoteAddress
    guard core.client.speaksForOthers(peer), !core.client.standsForMany(client, peer: peer) else {
      return true
    }
    clientNetwork = client.network
    exchange.isCounted = core.caps.beginForwarded(client)
    return exchange.isCounted
  }

  /// Decides, before any byte of the body is read, whether it will be.
  private func admit(
    _ route: Route, _ request: HTTPRequest, _ exchange: Exchange, _ head: RequestHead
  ) {
    if let turnedDown = route.admit?(request, exchange.parameters) {
      return answerEarly(turnedDown, head)
    }
    if let length = head.contentLength, let refusal = route.refusal(ofBytes: length) {
      return answerEarly(core.configuration.render(refusal), head)
    }
    let limit = route.maximumBodyBytes
    switch route.bodyKind {
    case .none: if head.hasBody { exchange.sink = .unasked([]) }
    case .memory:
      var buffer: [UInt8] = []
      buffer.reserveCapacity(min(head.contentLength ?? 0, 65_536))
      exchange.sink = .memory(buffer, limit: limit)
    case .file:
      guard let file = TemporaryFile(folder: core.configuration.quarantineFolder) else {
        return answerEarly(core.configuration.render(.storageFull), head)
      }
      exchange.sink = .file(file, limit: limit)
    }
    guard head.hasBody else { return complete() }
    expectBody(head.isChunked ? nil : head.contentLength, at: exchange.startedSeconds)
    if head.expectsContinue { send(interim: Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
  }

  /// Answers without a handler.
  ///
  /// A body that is still to come is read and dropped if it is small, so that the connection can go on;
  /// otherwise the connection is closed.
  private func answerEarly(_ response: HTTPResponse, _ head: RequestHead) {
    guard let exchange, head.hasBody else { return answer(response) }
    if head.expectsContinue || head.contentLength ?? 0 > BodySink.maximumDiscards {
      return answerLast(response)
    }
    exchange.early = response
    exchange.sink = .discard(left: BodySink.maximumDiscards)
    expectBody(head.isChunked ? nil : head.contentLength, at: exchange.startedSeconds)
  }

  /// A piece of the body is here.
  func receive(_ bytes: UnsafeRawBufferPointer) {
    guard let exchange else { return end(.aborted) }
    exchange.receivedBytes += bytes.count
    guard mayKeep(exchange) else {
      exchange.sink = .none
      return answerLast(core.configuration.render(.tooMuchComing))
    }
    switch exchange.sink.take(bytes) {
    case .goOn: break
    case .refuse(let refusal): answerLast(core.configuration.render(refusal))
    case .giveUp: answerLast(exchange.early ?? core.configuration.render(.unexpectedBody))
    }
  }

  /// Whether the client has room in its share for what has come of a body that is kept in memory; counts
  /// it if so.
  private func mayKeep(_ exchange: Exchange) -> Bool {
    guard case .memory = exchange.sink,
      exchange.receivedBytes >= core.configuration.limits.leastBytesUnderWay
    else { return true }
    let client = client(exchange)
    let count = exchange.receivedBytes - exchange.countedBytes
    guard
      core.caps.begin(
        count, with: client, hasShare: !core.client.standsForMany(client, peer: peer))
    else { return false }
    exchange.countedBytes += count
    return true
  }

  /// The whole request is here: runs the handler, or has it run.
  func complete() {
    guard let exchange else { return end(.aborted) }
    if let early = exchange.early { return answer(early) }
    guard core.router.routes.indices.contains(exchange.route), var request = exchange.request
    else { return end(.aborted) }
    let route = core.router.routes[exchange.route]
    do throws(HTTPRefusal) {
      request.body = try route.accepted(exchange.sink.body)
    } catch {
      return answer(core.configuration.render(error))
    }
    exchange.sink = .none
    let parameters = exchange.parameters
    enter(.handling, at: exchange.startedSeconds)
    guard route.execution == .inline else {
      let pool = route.execution == .costly ? core.costlyPool : core.pool
      return answer(in: pool) { [request] in try route.handler(request, parameters).settled() }
    }
    let response = route.handler(request, parameters)
    guard case .later(let work) = response.body else { return answer(response) }
    answer(in: core.pool) { try work().settled() }
  }

  /// Has a thread of a pool work out the answer, which comes back as a message.
  private func answer(
    in pool: WorkerPool, _ work: @escaping @Sendable () throws -> HTTPResponse
  ) {
    let (loop, id) = (loop.loop, id)
    let taken = pool.submit(of: exchange?.request?.remoteAddress ?? peer) {
      loop.post(.answer(id, try? work()))
    }
    if !taken { answer(core.configuration.render(.noWorkSpace)) }
  }

  /// The pool has the answer; nil if it failed.
  func answered(_ response: HTTPResponse?) {
    guard phase == .handling, let response else { return end(.aborted) }
    answer(response)
    goOn()
  }
}
