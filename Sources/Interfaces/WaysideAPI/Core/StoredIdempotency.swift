import Base
import Cryptography
import HTTPServing
import Realms
import Storage

/// Keeps the answers of creating requests in the store for 24 hours.
///
/// - Thread: shared.
public struct StoredIdempotency: IdempotencyKeeper {
  let service: IdempotencyService
  /// How things that were made are read again, by the kind that the change log calls them.
  let readers: [String: Reader]

  /// An operation that reads one thing, and its parameter.
  struct Reader: Sendable {
    var operation: Operation
    var parameter: String
  }

  /// - Parameter operations: those of the interface, among which are the ones that read.
  init(_ service: IdempotencyService, operations: [Operation]) {
    self.service = service
    let named = Dictionary(
      operations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    readers = StoredIdempotency.readable.compactMapValues { name, parameter in
      named[name].map { Reader(operation: $0, parameter: parameter) }
    }
  }

  private static let readable: [String: (operation: String, parameter: String)] = [
    "instance": ("getInstance", "instance"), "object": ("getObject", "object"),
    "tour": ("getTour", "tour"), "run": ("getRun", "run"), "subRealm": ("getRealm", "realm"),
  ]

  /// What an operation makes, where it makes more than one kind of thing.
  private static let made = [
    "createObject": "object", "createRealm": "subRealm", "importTour": "tour",
  ]

  public func once(
    key: String, operation: Operation, exchange: inout Exchange,
    _ handler: (inout Exchange) throws -> HTTPResponse
  ) throws -> HTTPResponse {
    // Without an account there is nobody whose key it could be.
    guard let account = exchange.caller.account else { return try handler(&exchange) }
    let outcome = try service.begin(
      key: key, operation: operation.name, body: fingerprinted(exchange.request),
      account: account)
    if case .replay(let status, let kept) = outcome {
      guard let answer = KeptAnswer(kept) else { throw StoredIdempotency.notKept }
      return answer.response(HTTPStatus(status)).with("Idempotency-Replayed", "true")
    }
    if case .happened(let kind, let subject) = outcome {
      return try reread(kind, subject, exchange)
    }
    let witness = service.witness(
      key: key, account: account, kind: StoredIdempotency.made[operation.name])
    do {
      let response = try witness.accompany { try handler(&exchange) }
      guard response.status.code < 300, let kept = KeptAnswer(response) else {
        try service.abandon(key: key, account: account)
        return response
      }
      try service.finish(
        key: key, status: response.status.code,
        response: exchange.answerIsSecret ? [] : kept.encoded, account: account)
      return response
    } catch {
      try service.abandon(key: key, account: account)
      throw error
    }
  }

  /// The answer to a request whose first answer was lost in a crash: what it made, as it is now.
  private func reread(
    _ kind: String, _ subject: EntityID, _ exchange: Exchange
  ) throws -> HTTPResponse {
    guard let reader = readers[kind] else { throw StoredIdempotency.answerLost }
    let id = subject.description
    var reading = Exchange(
      request: try HTTPRequest(
        .get, reader.operation.path.replacing("{\(reader.parameter)}", with: id)),
      path: PathParameters([reader.parameter: id]),
      query: try Query([], declared: reader.operation.query), caller: exchange.caller)
    var response = try reader.operation.handler(&reading)
    response.status = 201
    return response.with("Location", reading.request.path).with("Idempotency-Replayed", "true")
  }

  private static let answerLost = Refusal(
    .conflict, "answer-lost",
    """
    The first request with this Idempotency-Key has succeeded; its answer was lost when the server \
    stopped. Look at what there is, and take a new key for another.
    """)

  private static let notKept = Refusal(
    .conflict, "answer-not-kept",
    """
    The first request with this Idempotency-Key has succeeded. Its answer held a token that is \
    shown only once and is not repeated; take it back and make another with a new key.
    """)

  /// What makes two requests the same: target, type and content.
  private func fingerprinted(_ request: HTTPRequest) throws -> [UInt8] {
    let head = request.target.bytes + [0] + Array((request.contentType ?? "").utf8) + [0]
    switch request.body {
    case .none: return head
    case .bytes(let body): return head + SHA256.hash(body).bytes
    case .file(let file): return head + (try StoredIdempotency.digest(file)).bytes
    }
  }

  /// The digest of an upload, read in pieces.
  private static func digest(_ file: TemporaryFile) throws -> Digest256 {
    let open = try OpenFile(path: file.path)
    var hash = SHA256()
    var offset = 0
    while offset < open.size {
      let piece = FileRegion(open, offset: offset, count: 1 << 18).read()
      guard !piece.isEmpty else { break }
      hash.update(piece)
      offset += piece.count
    }
    return hash.digest()
  }
}

/// An answer as it is kept for repetition: the fields that belong to it, and its body.
private struct KeptAnswer {
  /// What a repeated answer carries besides what every answer does.
  private static let names = ["Content-Type", "Location", "ETag"]

  var fields: [(name: String, value: String)]
  var body: [UInt8]

  /// Nil for answers that are no bytes in memory.
  init?(_ response: HTTPResponse) {
    guard case .bytes(let bytes) = response.body else { return nil }
    fields = KeptAnswer.names.compactMap { name in
      response.headers[name].map { (name, $0) }
    }
    body = bytes
  }

  /// Reads what ``encoded`` made; nil for nothing.
  init?(_ kept: [UInt8]) {
    guard let end = kept.indices.dropLast().first(where: { kept[$0] == 10 && kept[$0 + 1] == 10 })
    else { return nil }
    fields = String(decoding: kept[..<end], as: UTF8.self).split(separator: "\n").compactMap {
      let parts = $0.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    body = Array(kept[(end + 2)...])
  }

  /// One line per field, an empty line, the body; a field holds no line feed.
  var encoded: [UInt8] {
    Array(fields.map { "\($0.name):\($0.value)\n" }.joined().utf8) + [10] + body
  }

  func response(_ status: HTTPStatus) -> HTTPResponse {
    HTTPResponse(
      status, headers: HTTPHeaders(fields.map { ($0.name, $0.value) }), body: .bytes(body))
  }
}
