import Access
import Base
import HTTPServing

/// One request on its way through an operation: already authorized, its query checked.
public struct AuthorizedRequest: Sendable {
  public let http: HTTPRequest
  public let path: PathParameters
  public let query: Query
  public let caller: Caller
  /// Whether the answer holds a token that is shown only once, and so must not be kept.
  var answerIsSecret = false
  /// Draws more requests' worth from the caller's budget, see ``spend(_:)``; nil without limits.
  var draw: (@Sendable (Int) throws(Refusal) -> Void)?

  init(http: HTTPRequest, path: PathParameters, query: Query, caller: Caller) {
    self.http = http
    self.path = path
    self.query = query
    self.caller = caller
  }

  /// Counts a request that costs as much as `requests` more of its sort, before the work is begun.
  ///
  /// - Throws: `limited` with the seconds to wait, when the budget does not hold as many.
  func spend(_ requests: Int) throws(Refusal) {
    if requests > 0 { try draw?(requests) }
  }

  /// An identifier from the path.
  ///
  /// - Throws: `notFound`: a malformed identifier names nothing.
  public func id(_ name: String) throws(Refusal) -> EntityID {
    guard let id = EntityID(path[name]) else { throw Refusal.notFound(name) }
    return id
  }

  /// A sub-realm from the path; `public` stands for the public one.
  public func realm(_ name: String) throws(Refusal) -> EntityID {
    path[name] == "public" ? SubRealmID.publicRealm : try id(name)
  }

  /// The body as a JSON object.
  ///
  /// - Throws: `unsupportedType`, `malformed` (not JSON, with the byte), `invalid` (no object).
  public func fields() throws(Refusal) -> JSONFields { try JSONFields(json()) }

  /// The body as any JSON value.
  public func json() throws(Refusal) -> JSONValue { try AuthorizedRequest.json(jsonBytes()) }

  /// The body, which says of itself that it is JSON.
  ///
  /// - Throws: `unsupportedType`.
  func jsonBytes() throws(Refusal) -> [UInt8] {
    if let type = http.contentType, type != ContentType.json,
      !(type.hasPrefix("application/") && type.hasSuffix("+json"))
    {
      throw Refusal(
        .unsupportedType, "unsupported-type",
        "The body must be application/json, not \(type.prefix(80)).")
    }
    return http.body.bytes
  }

  /// Bytes as a JSON value, with the byte that does not fit where there is one.
  static func json(_ bytes: [UInt8]) throws(Refusal) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try JSONValue(parsing: bytes)
    } catch {
      throw Refusal(
        .malformed, "invalid-json", "The body is not JSON: \(error).",
        violations: [Refusal.Violation("", error.description)])
    }
  }

  /// Which version the caller means to change (If-Match).
  ///
  /// - Throws: `preconditionRequired` without the header.
  public func expectedVersion() throws(Refusal) -> ExpectedVersion {
    guard let header = http.headers["If-Match"] else {
      throw Refusal(
        .preconditionRequired, "if-match-required",
        "Send the ETag that you read as If-Match, so that no other change is lost.")
    }
    if header.trimmedOfSpace == "*" { return .any }
    guard let tags = EntityTag.list(header) else {
      throw Refusal(
        .malformed, "invalid-if-match", "If-Match must be a list of quoted entity tags.",
        violations: [Refusal.Violation("If-Match", "must be a list of quoted entity tags")])
    }
    return .oneOf(Set(tags.filter { !$0.isWeak }.compactMap { Int($0.opaque) }))
  }

  /// As ``expectedVersion()``, but without the header any version is right.
  public func optionalVersion() throws(Refusal) -> ExpectedVersion {
    http.headers.contains("If-Match") ? try expectedVersion() : .any
  }

  /// The caller's languages, best first (Accept-Language, RFC 9110, 12.5.4); at most 10.
  public var preferredLanguages: [String] {
    guard let header = http.headers["Accept-Language"], header.utf8.count <= 1000 else {
      return []
    }
    let ranges = header.split(separator: ",").prefix(10).map { range in
      let parts = range.split(separator: ";").map { String($0).trimmedOfSpace }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
        .flatMap { Double($0.dropFirst(2)) }
      return (tag: parts.first ?? "", quality: quality ?? 1)
    }
    return ranges.filter { !$0.tag.isEmpty && $0.quality > 0 }
      .sorted { $0.quality > $1.quality }.map(\.tag)
  }

  // MARK: Answers

  /// An answer of JSON written by `body`.
  public func json(
    _ status: HTTPStatus = 200, _ body: (inout JSONWriter) throws -> Void
  ) rethrows -> HTTPResponse {
    var json = JSONWriter(capacity: 1024)
    try body(&json)
    return .json(status, json.bytes)
  }

  /// An answer of one versioned thing with its ETag; 304 if the caller has this version.
  public func versioned(
    _ version: Int, _ status: HTTPStatus = 200, _ body: (inout JSONWriter) throws -> Void
  ) rethrows -> HTTPResponse {
    let tag = EntityTag(version: Int64(version))
    if http.method == .get || http.method == .head,
      Preconditions.read(http.headers, current: tag) == .notModified
    {
      return HTTPResponse(304).with("ETag", tag.description)
    }
    return try json(status, body).with("ETag", tag.description)
  }

  /// An answer to a creation: 201 with its address.
  public func created(
    _ location: String, version: Int? = nil, _ body: (inout JSONWriter) throws -> Void
  ) rethrows -> HTTPResponse {
    var response = try json(201, body).with("Location", location)
    if let version {
      response.headers.append("ETag", EntityTag(version: Int64(version)).description)
    }
    return response
  }

  /// An answer of a page, each item written by `item`.
  public func list<Item>(
    _ page: Page<Item>, more: (inout JSONWriter) -> Void = { _ in },
    _ item: (Item, inout JSONWriter) throws -> Void
  ) rethrows -> HTTPResponse {
    try json { json in
      json.beginObject()
      json.key("items")
      json.beginArray()
      for element in page.items { try item(element, &json) }
      json.endArray()
      if let next = page.next {
        json.member("next", next.token)
      }
      more(&json)
      json.endObject()
    }
  }
}
