import Base

/// A request that the server itself turns down, before or instead of a handler.
///
/// The configuration turns it into an answer, so that all errors of an application look alike.
///
/// - Thread: pure.
public struct HTTPRefusal: Error, Hashable, Sendable {
  public var status: HTTPStatus
  /// A stable name in kebab case: `bad-framing`, `unknown-path`.
  public var slug: String
  /// One sentence for a person.
  public var detail: String
  /// Further fields the answer must have, such as `Allow` or `Retry-After`.
  public var headers = HTTPHeaders()

  public init(_ status: HTTPStatus, _ slug: String, _ detail: String) {
    self.status = status
    self.slug = slug
    self.detail = detail
  }

  static func malformed(_ detail: String) -> HTTPRefusal {
    HTTPRefusal(400, "malformed-request", detail)
  }

  static let unknownPath = HTTPRefusal(404, "unknown-path", "There is nothing at this path.")

  static let targetTooLong = HTTPRefusal(
    414, "target-too-long", "The path and query exceed \(RequestTarget.longest) bytes.")

  static let unknownVersion = HTTPRefusal(
    505, "http-version", "This server speaks HTTP/1.1 and HTTP/1.0.")

  static func bodyTooLarge(limit: Int) -> HTTPRefusal {
    HTTPRefusal(
      413, "body-too-large",
      "The body is larger than the \(limit) bytes this operation takes.")
  }

  static let unexpectedBody = HTTPRefusal(
    400, "unexpected-body",
    "This operation takes no body. Send none, or an empty JSON object ({}).")

  static let noWorkSpace = HTTPRefusal(
    503, "busy", "All work places are taken; try again in a few seconds."
  ).againSoon

  static let tooMuchUnderWay = HTTPRefusal(
    429, "too-much-under-way",
    "Answers to your address are under way that it has not read yet. Read them, then ask again."
  ).againSoon

  static let tooMuchComing = HTTPRefusal(
    429, "too-much-under-way",
    """
    Your address is sending too much at once. Wait for the answers to its other requests, then send \
    this again.
    """
  ).againSoon

  static let tooManyUnderWay = HTTPRefusal(
    429, "too-much-under-way",
    "Too many requests from your address are under way. Wait for their answers, then ask again."
  ).againSoon

  /// The same, saying that it is worth asking again in two seconds.
  private var againSoon: HTTPRefusal {
    var refusal = self
    refusal.headers.append("Retry-After", "2")
    return refusal
  }

  static let storageFull = HTTPRefusal(
    507, "storage-full", "The server has no space left to receive this body.")

  static let internalFault = HTTPRefusal(
    500, "internal-fault", "The server could not finish this request.")

  /// A problem document (RFC 9457) with relative type, the form used unless one is configured.
  public func problemResponse() -> HTTPResponse {
    var json = JSONWriter(capacity: 256)
    json.object { json in
      json.member("type", "/problems/" + slug)
      json.member("title", status.phrase)
      json.member("status", status.code)
      json.member("detail", detail)
    }
    var response = HTTPResponse(status, body: .bytes(json.bytes))
    response.headers.append("Content-Type", ContentType.problem)
    for field in headers.all { response.headers.append(field.name, field.value) }
    return response
  }
}
