import Base
import HTTPServing
import Realms

/// Keeps the answers of creating requests in the store for 24 hours.
///
/// - Thread: shared.
public struct StoredIdempotency: IdempotencyKeeper {
  let service: IdempotencyService

  public init(_ service: IdempotencyService) { self.service = service }

  public func once(
    key: String, operation: String, exchange: inout Exchange,
    _ handler: (inout Exchange) throws -> HTTPResponse
  ) throws -> HTTPResponse {
    // Without an account there is nobody whose key it could be.
    guard let account = exchange.caller.account else { return try handler(&exchange) }
    let outcome = try service.begin(
      key: key, operation: operation, body: fingerprinted(exchange.request), account: account)
    if case .replay(let status, let response) = outcome {
      return HTTPResponse(
        HTTPStatus(status), response,
        type: status < 400 ? ContentType.json : ContentType.problem)
        .with("Idempotency-Replayed", "true")
    }
    do {
      let response = try handler(&exchange)
      guard case .bytes(let bytes) = response.body, response.status.code < 500 else {
        try service.abandon(key: key, account: account)
        return response
      }
      try service.finish(
        key: key, status: response.status.code, response: bytes, account: account)
      return response
    } catch {
      try service.abandon(key: key, account: account)
      throw error
    }
  }

  /// What makes two requests the same: target and body.
  private func fingerprinted(_ request: HTTPRequest) -> [UInt8] {
    var bytes = request.target.bytes + [0]
    switch request.body {
    case .none: break
    case .bytes(let body): bytes += body
    case .file(let file): bytes += Array(String(file.byteCount).utf8)
    }
    return bytes
  }
}
