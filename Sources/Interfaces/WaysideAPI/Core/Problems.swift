import Base
import HTTPServing
import Storage

/// Problem documents (RFC 9457): the one form of every answer that is not a success.
enum Problem {
  static func response(_ refusal: Refusal, request: RequestID) -> HTTPResponse {
    var json = JSONWriter(capacity: 512)
    let status = HTTPStatus(refusal.kind.status)
    json.object { json in
      writeHead(refusal.slug, status, refusal.detail, to: &json)
      json.member("instance", "/requests/" + request.description)
      json.encodedMembers(refusal.members)
      if !refusal.violations.isEmpty {
        json.array("errors") { json in
          for violation in refusal.violations {
            json.object { json in
              json.member("pointer", violation.pointer)
              json.member("detail", violation.detail)
            }
          }
        }
      }
    }
    var response = HTTPResponse(status, json.bytes, type: ContentType.problem)
    if let seconds = refusal.retryAfterSeconds {
      response.headers.append("Retry-After", String(seconds))
    }
    if refusal.kind == .unauthenticated {
      response.headers.append("WWW-Authenticate", "Bearer realm=\"wayside\"")
    }
    return response
  }

  /// The refusal of the server below, in the same form.
  static func response(_ refusal: HTTPRefusal) -> HTTPResponse {
    var json = JSONWriter(capacity: 256)
    json.object { json in
      writeHead(refusal.slug, refusal.status, refusal.detail, to: &json)
    }
    var response = HTTPResponse(refusal.status, json.bytes, type: ContentType.problem)
    for field in refusal.headers.all { response.headers.append(field.name, field.value) }
    return response
  }

  private static func writeHead(
    _ slug: String, _ status: HTTPStatus, _ detail: String, to json: inout JSONWriter
  ) {
    json.member("type", "/problems/" + slug)
    json.member("title", ErrorCatalogue.entry(slug)?.title ?? status.phrase)
    json.member("status", status.code)
    json.member("detail", detail)
  }

  /// What a caller is told of an error that is ours.
  static func refusal(for error: any Error) -> (Refusal, isFault: Bool) {
    if let refusal = error as? Refusal { return (refusal, false) }
    if let error = error as? DatabaseError {
      switch error.code {
      case .deadline:
        return (
          Refusal(
            .busy, "took-too-long", "The database took too long. Ask for less, or try again.",
            retryAfterSeconds: 5), true
        )
      case .locked, .unavailable, .closed:
        return (
          Refusal(
            .busy, "store-unavailable", "The database does not answer. Try again in a few seconds.",
            retryAfterSeconds: 5), true
        )
      default: break
      }
    }
    return (
      Refusal(
        .fault, "internal-fault",
        "The server could not finish this request. Its number helps the operator to find out why."),
      true
    )
  }
}

extension Refusal.Kind {
  /// The HTTP status of a refusal.
  var status: Int {
    switch self {
    case .malformed: 400
    case .unauthenticated: 401
    case .paymentRequired: 402
    case .forbidden: 403
    case .notFound: 404
    case .conflict: 409
    case .gone: 410
    case .stale: 412
    case .tooLarge: 413
    case .unsupportedType: 415
    case .invalid: 422
    case .preconditionRequired: 428
    case .limited: 429
    case .fault: 500
    case .busy: 503
    case .storageFull: 507
    }
  }
}
