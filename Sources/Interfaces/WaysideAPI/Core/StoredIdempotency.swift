import Access
import Base
import Cryptography
import Glibc
import HTTPServing
import Storage

/// Keeps the answers of creating requests in the store for 24 hours.
///
/// - Thread: shared.
public struct StoredIdempotency: IdempotencyKeeper {
  let service: IdempotencyService
  /// The keys whose requests are answered at the moment, by this process.
  private let running = RequestsUnderWay()

  init(_ service: IdempotencyService) { self.service = service }

  public func once(
    key: String, operation: String, _ creation: Creation, request: inout AuthorizedRequest,
    _ handler: (inout AuthorizedRequest) throws -> HTTPResponse
  ) throws -> HTTPResponse {
    // Without an account there is nobody whose key it could be.
    guard let account = request.caller.account else { return try handler(&request) }
    let name = RequestsUnderWay.Name(account: account, key: key)
    // A later request waits until the first one is answered, and is answered the same.
    guard running.enter(name, waiting: StoredIdempotency.maximumWait) else {
      throw IdempotencyService.stillRunning
    }
    defer { running.leave(name) }
    switch try begin(key, operation, fingerprinted(request.http), account) {
    case .proceed: break
    case .replay(let status, let kept):
      guard let answer = KeptAnswer(kept) else { throw Creation.notKept }
      return answer.response(HTTPStatus(status)).with("Idempotency-Replayed", "true")
    case .happened(let subject):
      return try creation.answer(subject, &request).with("Idempotency-Replayed", "true")
    }
    let record = service.record(key: key, account: account, kind: creation.kind)
    do {
      let response =
        if let record {
          try record.committed { try handler(&request) }
        } else {
          try handler(&request)
        }
      guard response.status.code < 300, let kept = KeptAnswer(response) else {
        try service.abandon(key: key, account: account)
        return response
      }
      try service.finish(
        key: key, status: response.status.code,
        response: request.answerIsSecret ? [] : kept.encoded, account: account)
      return response
    } catch {
      try service.abandon(key: key, account: account)
      throw error
    }
  }

  /// Begins; waits while another process answers the first request.
  ///
  /// It does not tell when it has, so that its note is looked at again and again.
  private func begin(
    _ key: String, _ operation: String, _ body: [UInt8], _ account: EntityID
  ) throws -> IdempotencyService.Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    var pause: UInt32 = 20_000
    while true {
      let waited = start.duration(to: clock.now)
      do {
        let outcome = try service.begin(
          key: key, operation: operation, body: body, account: account)
        // Its thing is made; whether its answer is lost, or about to be kept, only time can tell.
        guard case .happened = outcome, service.isShared, waited < StoredIdempotency.answerWait
        else { return outcome }
      } catch let refusal as Refusal {
        guard refusal == IdempotencyService.stillRunning,
          waited < .seconds(StoredIdempotency.maximumWait)
        else { throw refusal }
        if !service.isShared {
          // No other process runs it, and this one does not: it failed when its note could not be taken back,
          // as while the store was away.
          try service.abandon(key: key, account: account)
          continue
        }
      }
      usleep(pause)
      pause = min(pause * 2, 500_000)
    }
  }

  /// Seconds for which a later request waits for the first.
  private static let maximumWait = 10.0
  /// For how long it waits for the answer of another process that has made its thing.
  private static let answerWait = Duration.seconds(2)

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
