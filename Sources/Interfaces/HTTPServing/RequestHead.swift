import Glibc

/// The header of a request, read and checked.
///
/// Whatever RFC 9112 forbids is refused, also what others let through: two lengths, length and coding at
/// once, folded lines, space before a colon, control characters. Nothing is mended: a proxy in front
/// may mend it in another way, and then one message becomes two.
///
/// - Source: RFC 9112, sections 2 to 7; RFC 9110, section 5.
/// - Thread: pure.
struct RequestHead {
  let method: HTTPMethod
  let target: RequestTarget
  let headers: HTTPHeaders
  let isHTTP11: Bool
  /// The declared length of the body; nil if none was declared.
  let contentLength: Int?
  let isChunked: Bool
  let expectsContinue: Bool
  /// Whether the client wants to send more requests.
  let keepsConnection: Bool

  /// Whether a body follows.
  var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

  /// Reads a whole header.
  ///
  /// - Parameter block: from the request line to the empty line, each line ended by CR LF.
  /// - Throws: what to answer if it breaks a rule, or names what is not known here.
  /// - Complexity: O(bytes), one copy of them.
  init(_ block: UnsafeRawBufferPointer, _ limits: ConnectionLimits) throws(HTTPRefusal) {
    guard let lineEnd = lineEnd(block, from: 0) else {
      throw .framing("The request line is malformed.")
    }
    let line = RequestLine(UnsafeRawBufferPointer(rebasing: block[..<lineEnd]))
    guard let line else { throw .framing("The request line is malformed.") }
    guard line.major == 1, line.minor <= 1 else { throw .unknownVersion }
    isHTTP11 = line.minor == 1
    var check = FieldCheck(isHTTP11: isHTTP11)
    let first = lineEnd + 2
    headers = try check.read(block, from: first, maximumFields: limits.headerFields)
    try check.together()
    (contentLength, isChunked) = (check.contentLength, check.isChunked)
    (expectsContinue, keepsConnection) = (check.expectsContinue, check.keepsConnection)
    guard let method = HTTPMethod(line.method) else {
      throw HTTPRefusal(501, "unknown-method", "This server does not know this method.")
    }
    self.method = method
    target = try RequestTarget(bytes: Array(line.target))
    if target.isAsterisk, method != .options {
      throw .malformed("Only OPTIONS can ask for everything.")
    }
  }
}

/// `METHOD target HTTP/1.1`, cut at its two spaces.
private struct RequestLine {
  let method: UnsafeRawBufferPointer
  let target: UnsafeRawBufferPointer
  let major: UInt8
  let minor: UInt8

  /// Nil if it is not made like that.
  init?(_ line: UnsafeRawBufferPointer) {
    guard let first = line.firstIndex(of: 0x20), first > 0, line.count > first + 10 else {
      return nil
    }
    let space = line.count - 9
    let version = line[(space + 1)...]
    guard space > first + 1, line[space] == 0x20,
      version.prefix(5).elementsEqual([0x48, 0x54, 0x54, 0x50, 0x2f]),
      let major = digit(line[space + 6]), line[space + 7] == 0x2e,
      let minor = digit(line[space + 8])
    else { return nil }
    method = UnsafeRawBufferPointer(rebasing: line[..<first])
    target = UnsafeRawBufferPointer(rebasing: line[(first + 1)..<space])
    guard method.allSatisfy(isTokenByte), !target.contains(0x20) else { return nil }
    (self.major, self.minor) = (major, minor)
  }
}

private func digit(_ byte: UInt8) -> UInt8? {
  byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : nil
}

extension HTTPMethod {
  /// The method of these letters; nil if it is not known.
  init?(_ letters: UnsafeRawBufferPointer) {
    if letters.elementsEqual([0x47, 0x45, 0x54]) {
      self = .get
    } else if letters.elementsEqual([0x50, 0x4f, 0x53, 0x54]) {
      self = .post
    } else {
      self.init(rawValue: String(decoding: letters, as: UTF8.self))
    }
  }
}

/// Where the line ends that begins at `start`: the offset of its CR.
func lineEnd(_ block: UnsafeRawBufferPointer, from start: Int) -> Int? {
  guard let base = block.baseAddress, start < block.count,
    let feed = memchr(base + start, 0x0a, block.count - start)
  else { return nil }
  let end = UnsafeRawPointer(feed) - base - 1
  return end >= start && block[end] == 0x0d ? end : nil
}

extension HTTPRefusal {
  static func framing(_ detail: String) -> HTTPRefusal { HTTPRefusal(400, "bad-framing", detail) }
}
