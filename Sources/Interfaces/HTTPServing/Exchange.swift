import Base

/// One request of a connection and what becomes of it.
///
/// - Thread: confined to the connection's loop; a class, because it would be copied at every step.
final class Exchange {
  /// When its first byte was looked at; deadlines and what is reported count from here.
  let startedSeconds: Double
  /// Nil if it could not be read.
  var request: HTTPRequest?
  /// Index of its route; -1 if there is none.
  var route = -1
  var parameters = PathParameters.none
  var sink = BodySink.none
  var receivedBytes = 0
  /// Of these, how many are in memory and count for the client's share of bytes.
  var countedBytes = 0
  /// An answer that waits for the end of a body that nobody wants.
  var early: HTTPResponse?
  /// Whether the client may send another request behind it.
  var keepsConnection = false
  /// Whether it counts for the share of whom a trusted proxy names.
  var isCounted = false
  /// Whether it was told to come back later.
  var isPutOff = false
  /// HTTP/1.0 knows no chunks.
  var isHTTP11 = true
  var status: HTTPStatus = 400
  var responseBytes = 0
  var stream: EventStream?
  /// Whether the last byte of the answer stands in the queue.
  var isAnswered = false

  init(startedSeconds: Double) { self.startedSeconds = startedSeconds }

  /// What is told of it at its end.
  func report(
    to core: ServerCore, peer: IPAddress, _ end: HTTPExchange.End, now: Double
  ) {
    guard let observe = core.configuration.observe else { return }
    let operation =
      core.router.routes.indices.contains(route)
      ? core.router.routes[route].operation : "unmatched"
    observe(
      HTTPExchange(
        id: request?.id ?? RequestID(0), operation: operation, method: request?.method,
        status: status, remoteAddress: request?.remoteAddress ?? peer,
        requestBytes: receivedBytes, responseBytes: responseBytes,
        seconds: max(0, now - startedSeconds), end: end))
  }
}
