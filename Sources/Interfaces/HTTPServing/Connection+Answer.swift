import Base
import Glibc
import Synchronization

/// From an answer to the socket.
extension Connection {
  /// Answers, and ends the connection afterwards.
  func answerLast(_ response: HTTPResponse) {
    exchange?.keepsConnection = false
    answer(response)
  }

  /// Writes an answer; what the kernel does not take now follows when it does.
  func answer(_ response: HTTPResponse) {
    guard let exchange else { return end(.aborted) }
    var response = response
    if !mayBegin(response, exchange) {
      response = core.configuration.render(.tooMuchUnderWay)
    }
    core.configuration.decorate(&response, exchange.request)
    if response.closesConnection || core.isDraining.load(ordering: .relaxed) {
      exchange.keepsConnection = false
    }
    exchange.isPutOff =
      (response.status == 429 || response.status == 503)
      && response.headers["Retry-After"] != nil && !core.client.speaksForOthers(peer)
    let isHead = exchange.request?.method == .head
    let hasBody = !isHead && !response.status.forbidsBody
    var length = ResponseHead.Length.untold
    var content: [UInt8] = []
    var region: FileRegion?
    switch response.body {
    case .none: length = .bytes(0)
    case .bytes(let bytes):
      length = .bytes(bytes.count)
      if hasBody { content = bytes }
    case .file(let part):
      length = .bytes(part.count)
      if hasBody, part.count > 0 { region = part }
    case .events(let stream):
      if hasBody {
        exchange.stream = stream
        if exchange.isHTTP11 { length = .chunks } else { exchange.keepsConnection = false }
      } else {
        stream.finish(.notSent)
      }
    // Whoever works it out settles it first.
    case .later: return end(.aborted)
    }
    if response.status.forbidsBody { length = .untold }
    exchange.status = response.status
    exchange.responseBytes = region?.count ?? content.count
    exchange.isAnswered = exchange.stream == nil
    let now = core.now()
    enter(exchange.stream == nil ? .responding : .streaming, at: now)
    let option: StaticString? =
      !exchange.keepsConnection ? "close" : exchange.isHTTP11 ? nil : "keep-alive"
    loop.head.write(response, length, connection: option, at: core.configuration.clock.now())
    if let region { output.append(region, after: loop.head.bytes) }
    let outcome =
      region == nil
      ? output.send(socket, loop.head.bytes, content) : output.flush(socket)
    sent(outcome)
    if phase == .responding { watchReader(at: now) }
    if phase == .streaming, let stream = exchange.stream { begin(stream) }
  }

  /// Whose share what is under way counts for: the peer's, or that of whom a trusted proxy names.
  func client(_ exchange: Exchange?) -> IPAddress {
    exchange?.request?.remoteAddress ?? peer
  }

  /// Whether the client has room in its share for an answer; counts it if so.
  ///
  /// What was done by another method than GET is answered all the same: who is refused does it again.
  private func mayBegin(_ response: HTTPResponse, _ exchange: Exchange) -> Bool {
    let count =
      switch response.body {
      case .bytes(let bytes): bytes.count
      case .file(let part): part.count
      case .none, .events, .later: 0
      }
    guard count >= core.configuration.limits.leastBytesUnderWay,
      exchange.request?.method != .head, !response.status.forbidsBody
    else { return true }
    let client = client(exchange)
    let hasShare =
      exchange.request?.method == .get && !core.client.standsForMany(client, peer: peer)
    guard core.caps.begin(count, with: client, hasShare: hasShare) else { return false }
    underWay = count
    return true
  }

  /// Counts no longer what the kernel has taken, of the answer that is going out.
  private func settle(_ left: Int, of exchange: Exchange?) {
    guard left < underWay else { return }
    core.caps.end(underWay - left, with: client(exchange))
    underWay = left
  }

  /// Writes what precedes the answer.
  func send(interim: [UInt8]) {
    sent(output.send(socket, interim, []))
  }

  func continueSending() { sent(output.flush(socket)) }

  private func sent(_ outcome: OutputQueue.Outcome) {
    if underWay > 0 { settle(output.left, of: exchange) }
    switch outcome {
    case .done: if exchange?.isAnswered == true { finish() }
    case .full: break
    case .paused: loop.goOnLater(self)
    case .failed: end(.aborted)
    }
  }

  /// The last byte of the answer is given to the kernel.
  private func finish() {
    if exchange?.keepsConnection == true {
      let isPutOff = exchange?.isPutOff == true
      enter(isPutOff ? .resting : .idle, at: core.now())
      if isPutOff { loop.rest(self) }
    } else {
      // Closing at once would make the kernel throw the answer away if the client is still sending.
      enter(.lingering, at: core.now())
      shutdown(socket, Int32(SHUT_WR))
    }
    finishExchange(.completed)
  }

  /// Reports the request and lets go of all that it holds.
  func finishExchange(_ end: HTTPExchange.End) {
    guard let ended = exchange else { return }
    exchange = nil
    settle(0, of: ended)
    if ended.countedBytes > 0 { core.caps.end(ended.countedBytes, with: client(ended)) }
    if ended.isCounted { core.caps.endForwarded(client(ended)) }
    if let stream = ended.stream {
      stream.finish(end == .completed ? .closed : .clientGone)
      ended.responseBytes = stream.sentBytes
    }
    ended.report(to: core, peer: peer, end, now: core.now())
  }

  // MARK: Streams

  private func begin(_ stream: EventStream) {
    let (loop, id) = (loop.loop, id)
    stream.attach(now: core.now()) { loop.post(.cut(id)) }
    if hasHungUp { return end(.aborted) }
    if core.isDraining.load(ordering: .relaxed) { return drain() }
    continueStream()
  }

  /// Sends what the stream has, as long as the kernel takes it.
  ///
  /// Where there is nothing, the stream is left the way to tell: it either has something now, or wakes the
  /// loop later.
  func continueStream() {
    var turns = 64
    while phase == .streaming, output.isEmpty, let exchange, let stream = exchange.stream,
      !exchange.isAnswered
    {
      if turns == 0 { return loop.goOnLater(self) }
      turns -= 1
      let (loop, id) = (loop.loop, id)
      let buffer = self.loop.streamed
      switch stream.pull(into: buffer, now: core.now(), wait: { { loop.post(.wake(id)) } }) {
      case .bytes(let count):
        let bytes = buffer[..<count]
        if exchange.isHTTP11 {
          var chunk = Array((String(count, radix: 16) + "\r\n").utf8)
          chunk.reserveCapacity(chunk.count + count + 2)
          chunk.append(contentsOf: bytes)
          chunk += [0x0d, 0x0a]
          sent(output.send(socket, chunk, []))
        } else {
          sent(output.send(socket, Array(bytes), []))
        }
      case .wait: return
      case .abort: return end(.aborted)
      case .end:
        exchange.isAnswered = true
        enter(.responding, at: core.now())
        watchReader(at: core.now())
        sent(
          exchange.isHTTP11 ? output.send(socket, Array("0\r\n\r\n".utf8), []) : .done)
      }
    }
  }
}
