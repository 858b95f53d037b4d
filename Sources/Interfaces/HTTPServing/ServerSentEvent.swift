import Base

/// One event of a stream, in the wire form of the HTML standard.
///
/// - Source: WHATWG HTML, section 9.2.5 "Parsing an event stream".
/// - Thread: pure.
public struct ServerSentEvent: Sendable, Hashable {
  /// What the client sends back as `Last-Event-ID`; nil leaves its last one.
  public var id: String?
  /// The kind; nil means `message`.
  public var event: String?
  /// Any text; line breaks are kept.
  public var data: [UInt8]

  public init(id: String? = nil, event: String? = nil, data: [UInt8]) {
    self.id = id
    self.event = event
    self.data = data
  }

  public init(id: String? = nil, event: String? = nil, data: String) {
    self.init(id: id, event: event, data: Array(data.utf8))
  }

  /// The bytes on the wire, closed by an empty line.
  public var encoded: [UInt8] {
    var writer = ByteWriter(capacity: data.count + 64)
    if let id { field("id: ", id, &writer) }
    if let event { field("event: ", event, &writer) }
    var rest = data[...]
    repeat {
      let end = rest.firstIndex { $0 == 0x0a || $0 == 0x0d } ?? rest.endIndex
      writer.raw("data: ")
      writer.append(rest[..<end])
      writer.byte(0x0a)
      if end == rest.endIndex { break }
      let isPair = rest[end] == 0x0d && end + 1 < rest.endIndex && rest[end + 1] == 0x0a
      rest = rest[(end + (isPair ? 2 : 1))...]
    } while true
    writer.byte(0x0a)
    return writer.bytes
  }

  /// One-line fields lose line breaks and NUL, which would end or void them.
  private func field(_ name: StaticString, _ value: String, _ writer: inout ByteWriter) {
    writer.raw(name)
    for byte in value.utf8 where byte != 0x0a && byte != 0x0d && byte != 0 { writer.byte(byte) }
    writer.byte(0x0a)
  }
}
