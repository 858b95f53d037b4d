/// The target of a request, checked and still in the form it was sent in.
///
/// Only the origin form (`/path?query`) and, for OPTIONS, `*` exist here. Every percent-escape is
/// well formed and decodes to UTF-8 without control characters in the path and without NUL in the
/// query; no segment is `.` or `..` after decoding.
///
/// - Source: RFC 3986 section 3.3, 3.4; RFC 9112 section 3.2.
/// - Thread: pure.
public struct RequestTarget: Hashable, Sendable {
  /// As sent; ASCII.
  public let bytes: [UInt8]
  /// Offset of the `?`, or the count of bytes.
  let pathEnd: Int
  /// False if no byte is `%`, so that nothing needs decoding.
  let hasEscapes: Bool

  /// The longest target that is read; longer ones are answered with 414.
  public static let longest = 8192

  /// Reads a target; throws what to answer if it is not acceptable.
  public init(_ text: String) throws(HTTPRefusal) { try self.init(bytes: Array(text.utf8)) }

  /// Reads a target; throws what to answer if it is not acceptable.
  public init(bytes: [UInt8]) throws(HTTPRefusal) {
    guard bytes.count <= RequestTarget.longest else { throw .targetTooLong }
    self.bytes = bytes
    if bytes == [0x2a] {
      (pathEnd, hasEscapes) = (1, false)
      return
    }
    guard bytes.first == 0x2f else {
      throw HTTPRefusal.malformed("The target must start with a slash.")
    }
    var end = bytes.count
    var escapes = false
    var dotted = false
    for (i, byte) in bytes.enumerated() {
      if end == bytes.count, byte == 0x3f {
        end = i
        continue
      }
      guard isTargetByte(byte, inQuery: i > end) else {
        throw HTTPRefusal.malformed("The target has a character that must be percent-encoded.")
      }
      if byte == 0x25 { escapes = true }
      if byte == 0x2e, i < end, bytes[i - 1] == 0x2f { dotted = true }
    }
    (pathEnd, hasEscapes) = (end, escapes)
    if escapes || dotted { try checkDecoded() }
  }

  private func checkDecoded() throws(HTTPRefusal) {
    for segment in bytes[1..<pathEnd].split(separator: 0x2f, omittingEmptySubsequences: false) {
      guard let text = PercentCoding.decode(segment) else {
        throw HTTPRefusal.malformed("The path has a percent-escape that is not UTF-8.")
      }
      if text == "." || text == ".." {
        throw HTTPRefusal.malformed("The path has a dot segment.")
      }
      if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) {
        throw HTTPRefusal.malformed("The path has a control character.")
      }
    }
    guard pathEnd < bytes.count else { return }
    guard let query = PercentCoding.decode(bytes[(pathEnd + 1)...]), !query.utf8.contains(0),
      // Each name and value must be UTF-8 on its own, not only with its neighbours.
      decodeQuery() != nil
    else { throw HTTPRefusal.malformed("The query has a percent-escape that is not UTF-8.") }
  }

  /// The path as sent.
  public var path: String { String(decoding: bytes[..<pathEnd], as: UTF8.self) }

  /// The decoded segments between the slashes; `/` has one empty segment.
  public var pathSegments: [String] {
    guard bytes.first == 0x2f else { return [] }
    return bytes[1..<pathEnd].split(separator: 0x2f, omittingEmptySubsequences: false)
      .map { PercentCoding.decode($0) ?? "" }
  }

  /// Whether it is `*`, which only OPTIONS may ask for.
  public var isAsterisk: Bool { bytes == [0x2a] }

  /// The decoded items of the query in order, repeats kept; `+` is read as a space.
  public var queryItems: [QueryItem] { decodeQuery() ?? [] }

  private func decodeQuery() -> [QueryItem]? {
    guard pathEnd < bytes.count else { return [] }
    return bytes.withUnsafeBufferPointer { bytes in
      var items: [QueryItem] = []
      items.reserveCapacity(8)
      var start = pathEnd + 1
      while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != 0x26 { end += 1 }
        var equals = start
        while equals < end, bytes[equals] != 0x3d { equals += 1 }
        if start < end {
          guard let name = decoded(bytes[start..<equals]),
            let value = decoded(bytes[min(equals + 1, end)..<end])
          else { return nil }
          items.append(QueryItem(name, value))
        }
        start = end + 1
      }
      return items
    }
  }

  private func decoded(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    // Without escapes all of it is ASCII.
    let part = UnsafeBufferPointer(rebasing: part)
    if !hasEscapes, !part.contains(0x2b) { return String(decoding: part, as: UTF8.self) }
    return PercentCoding.decode(part, plusIsSpace: true)
  }
}

/// One `name=value` of a query, decoded; the value is empty if there is no `=`.
public struct QueryItem: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// pchar, `/` and, in queries, `?` and the brackets and bars that browsers leave as they are.
private func isTargetByte(_ byte: UInt8, inQuery: Bool) -> Bool {
  switch byte {
  case 0x61...0x7a, 0x41...0x5a, 0x2d...0x3a: true
  case 0x21, 0x24...0x2c, 0x3b, 0x3d, 0x40, 0x5f, 0x7e: true
  case 0x3f, 0x5b, 0x5d, 0x5e, 0x60, 0x7b...0x7d: inQuery
  default: false
  }
}
