import Base

/// The bytes of a small answer, for when it must be sent past the library.
enum RawResponse {
  /// Status line, fields and body, closed by `Connection: close`.
  static func encode(_ response: HTTPResponse, at now: Instant) -> [UInt8] {
    var writer = ByteWriter(capacity: 512)
    writer.raw("HTTP/1.1 ")
    writer.integer(Int64(response.status.code))
    writer.byte(0x20)
    writer.text(response.status.phrase)
    writer.raw("\r\nDate: ")
    writer.text(HTTPDate.format(now))
    for field in response.headers.all {
      writer.raw("\r\n")
      writer.text(field.name)
      writer.raw(": ")
      writer.text(field.value)
    }
    var body: [UInt8] = []
    if case .bytes(let bytes) = response.body { body = bytes }
    writer.raw("\r\nConnection: close\r\nContent-Length: ")
    writer.integer(Int64(body.count))
    writer.raw("\r\n\r\n")
    writer.append(body)
    return writer.bytes
  }
}
