import Base

/// Writes the headers of answers, one at a time into the same memory.
///
/// - Thread: confined.
struct ResponseHead {
  /// How the length of what follows is told.
  enum Length {
    case bytes(Int)
    case chunks
    /// Not at all: nothing follows, or the connection's end tells it.
    case untold
  }

  private var writer = ByteWriter(capacity: 2048)
  /// The line of this second, which all its answers share.
  private var date: [UInt8] = []
  private var dateSecond = Int64.min

  /// The header, until the next is written.
  var bytes: [UInt8] { writer.bytes }

  mutating func write(
    _ response: HTTPResponse, _ length: Length, connection: StaticString?, at now: Instant
  ) {
    let second = now.milliseconds / 1000
    if second != dateSecond {
      dateSecond = second
      date = Array(("\r\nDate: " + HTTPDate.format(now) + "\r\n").utf8)
    }
    writer.bytes.removeAll(keepingCapacity: true)
    writer.raw("HTTP/1.1 ")
    writer.integer(Int64(response.status.code))
    writer.byte(0x20)
    writer.text(response.status.phrase)
    writer.append(date)
    switch length {
    case .bytes(let count):
      writer.raw("Content-Length: ")
      writer.integer(Int64(count))
      writer.raw("\r\n")
    case .chunks: writer.raw("Transfer-Encoding: chunked\r\n")
    case .untold: break
    }
    response.headers.write(to: &writer)
    if let connection {
      writer.raw("Connection: ")
      writer.raw(connection)
      writer.raw("\r\n")
    }
    writer.raw("\r\n")
  }
}
