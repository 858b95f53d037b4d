import Base
import HTTPServing
import Testing

/// An answer, read.
struct Reply: Sendable {
  let response: HTTPResponse
  let bytes: [UInt8]

  init(_ response: HTTPResponse) {
    self.response = response
    switch response.body {
    case .bytes(let bytes): self.bytes = bytes
    case .file(let region): bytes = region.read()
    case .none, .events, .later: bytes = []
    }
  }

  var status: Int { response.status.code }
  var text: String { String(decoding: bytes.prefix(2000), as: UTF8.self) }
  var json: JSONValue { (try? JSONValue(parsing: bytes)) ?? .null }
  var items: [JSONValue] { json["items"]?.array ?? [] }

  subscript(header: String) -> String? { response.headers[header] }

  /// The slug of a problem document.
  var slug: String? {
    json["type"]?.string.flatMap { $0.split(separator: "/").last.map(String.init) }
  }

  /// The pointers of a problem document's errors.
  var pointers: [String] { json["errors"]?.array?.compactMap { $0["pointer"]?.string } ?? [] }

  /// The text at a place of the body.
  func require(_ path: String...) throws -> String {
    var value: JSONValue? = json
    for name in path { value = value?[name] }
    return try #require(value?.string, "no \(path) in \(text)")
  }

  /// The tag to change the thing with.
  func tag() throws -> (String, String) {
    ("If-Match", try #require(self["ETag"], "no ETag: \(status) \(text)"))
  }

  /// The event stream of the answer.
  var stream: EventStream? {
    if case .events(let stream) = response.body { stream } else { nil }
  }
}
