/// What the fields of a header say about the message itself, and whether they may.
///
/// - Thread: pure.
struct FieldCheck {
  private let isHTTP11: Bool
  private(set) var contentLength: Int?
  private(set) var isChunked = false
  private(set) var expectsContinue = false
  /// HTTP/1.1 keeps connections unless told otherwise, HTTP/1.0 if told so.
  private(set) var keepsConnection: Bool
  private var hosts = 0
  private var lengths = 0
  private var codings = 0

  init(isHTTP11: Bool) {
    self.isHTTP11 = isHTTP11
    keepsConnection = isHTTP11
  }

  /// Reads the fields from `start` to the empty line.
  mutating func read(
    _ block: UnsafeRawBufferPointer, from start: Int, maximumFields: Int
  ) throws(HTTPRefusal) -> HTTPHeaders {
    let fields = UnsafeRawBufferPointer(rebasing: block[start...])
    var headers = HTTPHeaders(received: fields)
    var position = 0
    while let end = lineEnd(fields, from: position), end > position {
      guard headers.count < maximumFields else {
        throw HTTPRefusal(
          431, "header-too-large", "The header has more than \(maximumFields) fields.")
      }
      let field = try FieldLine(fields, position, end)
      try take(
        UnsafeRawBufferPointer(rebasing: fields[field.name]),
        UnsafeRawBufferPointer(rebasing: fields[field.value]))
      headers.add(field)
      position = end + 2
    }
    return headers
  }

  private mutating func take(
    _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws(HTTPRefusal) {
    switch name.count {
    case 4 where same(name, "host"):
      hosts += 1
      if !value.allSatisfy(isHostByte) { throw .framing("The Host field is malformed.") }
    case 6 where same(name, "expect"):
      guard same(value, "100-continue") else {
        throw HTTPRefusal(417, "expectation", "Only 100-continue can be expected.")
      }
      expectsContinue = isHTTP11
    case 10 where same(name, "connection"): connection(value)
    case 14 where same(name, "content-length"): try length(value)
    case 16 where same(name, "content-encoding") && !same(value, "identity"):
      var refusal = HTTPRefusal(
        415, "content-coding", "No content coding is taken here: send the body as it is.")
      refusal.headers.append("Accept-Encoding", "identity")
      throw refusal
    case 17 where same(name, "transfer-encoding"):
      codings += 1
      isChunked = true
      guard same(value, "chunked") else {
        throw HTTPRefusal(501, "transfer-coding", "The only transfer coding known is chunked.")
      }
    default: break
    }
  }

  private mutating func connection(_ value: UnsafeRawBufferPointer) {
    for part in value.split(separator: 0x2c) {
      let word = withoutSpace(UnsafeRawBufferPointer(rebasing: part))
      if same(word, "close") { keepsConnection = false }
      if same(word, "keep-alive"), !isHTTP11 { keepsConnection = true }
    }
  }

  private mutating func length(_ value: UnsafeRawBufferPointer) throws(HTTPRefusal) {
    lengths += 1
    guard !value.isEmpty, value.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      throw .framing("The Content-Length field is malformed.")
    }
    guard value.count <= 18 else {
      throw HTTPRefusal(
        413, "body-too-large", "The declared length is larger than any operation takes.")
    }
    contentLength = value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Checks what no field can be blamed for alone.
  func together() throws(HTTPRefusal) {
    if hosts > 1 || (isHTTP11 && hosts == 0) {
      throw .framing("The request must have exactly one Host field.")
    } else if lengths > 1 {
      throw .framing("The request has more than one Content-Length field.")
    } else if codings > 1 {
      throw .framing("The request has more than one Transfer-Encoding field.")
    } else if codings > 0 && lengths > 0 {
      throw .framing("The request has both Content-Length and Transfer-Encoding.")
    } else if codings > 0 && !isHTTP11 {
      throw .framing("HTTP/1.0 has no transfer codings.")
    }
  }
}

/// Where name and value of one field stand, without the space around the value.
///
/// - Thread: pure.
struct FieldLine {
  let name: Range<Int>
  let value: Range<Int>

  /// Reads the line from `start` to `end`, where its CR stands.
  init(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int
  ) throws(HTTPRefusal) {
    var colon = start
    while colon < end, isTokenByte(bytes[colon]) { colon += 1 }
    guard colon > start, colon < end, bytes[colon] == 0x3a else {
      throw .framing("A header field has a malformed name.")
    }
    for i in colon..<end where isControl(bytes[i]) {
      throw .framing("A header field has a control character.")
    }
    var first = colon + 1
    var last = end
    while first < last, isSpace(bytes[first]) { first += 1 }
    while last > first, isSpace(bytes[last - 1]) { last -= 1 }
    (name, value) = (start..<colon, first..<last)
  }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

private func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7f }

private func withoutSpace(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
  let rest = text.drop(while: isSpace)
  let last = rest.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? rest.startIndex
  return UnsafeRawBufferPointer(rebasing: rest[..<last])
}

/// Whether `text` is `expected`, which is in lower case, without regard to case.
private func same(_ text: UnsafeRawBufferPointer, _ expected: StaticString) -> Bool {
  guard text.count == expected.utf8CodeUnitCount else { return false }
  return expected.withUTF8Buffer { expected in
    for i in 0..<text.count where lowercased(text[i]) != expected[i] { return false }
    return true
  }
}

/// reg-name, IPv4 or bracketed IPv6, with an optional port; empty is allowed (RFC 9110, 7.2).
private func isHostByte(_ byte: UInt8) -> Bool {
  isUnreserved(byte) || byte == 0x3a || byte == 0x5b || byte == 0x5d
}
