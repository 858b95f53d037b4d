import Base
import HTTPServing
import Testing
import WaysideAPI

/// The OpenAPI document, held against answers.
///
/// Stricter than the document itself: a member that no schema names is a fault of the document,
/// although clients are told to pass over such.
struct Contract: Sendable {
  let document: JSONValue
  let validator: SchemaValidator
  private let operations: [(method: HTTPMethod, segments: [String], operation: JSONValue)]
  /// What each operation says that it can be refused with.
  private let refusals: [String: Set<String>]
  private let paged: Set<String>

  init(_ api: API) throws {
    var request = try HTTPRequest(.get, "/openapi.json")
    // An address of its own, whose reading does not count for the tests.
    request.remoteAddress = IPAddress(ipv4: 0xcb00_7101)
    let response = api.router.respond(to: request)
    document = try JSONValue(parsing: Reply(response).bytes)
    validator = SchemaValidator(components: document["components"]?["schemas"] ?? .null)
    operations = (document["paths"]?.members ?? []).flatMap { path in
      (path.value.members ?? []).compactMap { entry in
        HTTPMethod(rawValue: entry.name.uppercased()).map {
          ($0, path.name.split(separator: "/").map(String.init), entry.value)
        }
      }
    }
    paged = Set(
      api.operations.filter { $0.query.contains { $0.name == "cursor" } }.map(\.name))
    refusals = Dictionary(
      api.operations.map { ($0.name, $0.problems) }, uniquingKeysWith: { $0.union($1) })
  }

  /// The name of the operation that a request is for.
  func name(_ method: HTTPMethod, _ path: String) -> String? {
    operation(method, path)?["operationId"]?.string
  }

  /// Whether an operation's answer is a list that comes page by page.
  func isPaged(_ name: String) -> Bool { paged.contains(name) }

  /// The document's description of what a request is answered by.
  func operation(_ method: HTTPMethod, _ path: String) -> JSONValue? {
    let segments = path.split(separator: "/").map(String.init)
    let method = method == .head ? .get : method
    let fitting = operations.filter { entry in
      entry.method == method && entry.segments.count == segments.count
        && zip(entry.segments, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
    return fitting.min { a, b in
      a.segments.count { $0.hasPrefix("{") } < b.segments.count { $0.hasPrefix("{") }
    }?.operation
  }

  /// What is wrong with an answer; empty if it is as the document says.
  func problems(_ method: HTTPMethod, _ path: String, _ reply: Reply) -> [String] {
    guard reply.status < 400 else {
      return problemDocumentFaults(reply) + undeclared(method, path, reply)
    }
    guard method != .head, method != .options, let operation = operation(method, path) else {
      return []
    }
    guard let described = operation["responses"]?[String(reply.status)] else {
      return reply.status == 304 || reply.status == 206
        ? [] : ["status \(reply.status) is not in the document"]
    }
    guard let contents = described["content"]?.members else {
      return reply.bytes.isEmpty ? [] : ["a body where none is described"]
    }
    let type = reply["Content-Type"] ?? "none"
    guard let content = contents.first(where: { $0.name == type })?.value else {
      return ["type \(type) is not in the document"]
    }
    guard type == ContentType.json, let schema = content["schema"] else { return [] }
    guard let value = try? JSONValue(parsing: reply.bytes) else { return ["the body is not JSON"] }
    return validator.problems(value, schema)
  }

  /// A refusal that its operation does not declare; none for what no operation is asked about.
  private func undeclared(_ method: HTTPMethod, _ path: String, _ reply: Reply) -> [String] {
    guard let name = name(method, path), let slug = reply.slug,
      !["unknown-path", "method-not-allowed", "malformed-request"].contains(slug)
    else { return [] }
    return refusals[name]?.contains(slug) == true ? [] : ["\(name) does not declare \(slug)"]
  }

  private func problemDocumentFaults(_ reply: Reply) -> [String] {
    var faults: [String] = []
    if reply["Content-Type"] != ContentType.problem { faults.append("no problem document") }
    if reply.json["status"]?.integer != reply.status { faults.append("another status inside") }
    if let slug = reply.slug, let entry = ErrorCatalogue.entry(slug) {
      if !entry.statuses.contains(reply.status) {
        faults.append("\(slug) is not catalogued with status \(reply.status)")
      }
    } else {
      faults.append("type \(reply.slug ?? "none") is not in the catalogue")
    }
    if (reply.json["detail"]?.string ?? "").isEmpty { faults.append("no detail") }
    let schema = document["components"]?["schemas"]?["Problem"] ?? .null
    return faults + validator.problems(reply.json, schema)
  }
}
