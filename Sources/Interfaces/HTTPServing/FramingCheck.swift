import Base
import CMicroHTTPD
import CSocketReads

/// Reads and checks the header of a request at the library's border.
///
/// libmicrohttpd 0.9.75 lets through what RFC 9112 forbids: two lengths, length and coding at
/// once, folded lines, bare line feeds, NUL. All of it is refused here. What the library hides is
/// found by arithmetic: it cuts the header up in place, so in a well-formed one every piece starts
/// exactly where the one before ends plus its separator. The lines of chunks, of which nothing can be seen
/// here, are followed where they are read (`CSocketReads`).
///
/// - Thread: confined to one call.
struct FramingCheck {
  private(set) var headers = HTTPHeaders()
  private(set) var problem: HTTPRefusal?
  /// The declared length of the body; nil if none was declared.
  private(set) var contentLength: Int?
  private(set) var isChunked = false
  private(set) var expectsContinue = false
  private var hosts = 0
  private var lengths = 0
  private var codings = 0
  private var isHTTP11 = true
  /// Where the next field must start; nil if the library's layout is not the known one.
  private var next: UnsafePointer<CChar>?
  private let maximumFields: Int

  /// The one version whose layout is known; later ones refuse bad framing themselves.
  private static let layoutIsKnown = String(cString: MHD_get_version()) == "0.9.75"

  /// Whether a body follows.
  var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

  /// Checks everything up to the body.
  ///
  /// - Parameters:
  ///   - target: where the target stood before the library cut it, with its length.
  init(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    target: UnsafePointer<CChar>, targetCount: Int, limits: ConnectionLimits
  ) {
    maximumFields = limits.headerFields
    let headerSize = wayside_mhd_header_size(connection)
    checkLine(method, target, targetCount, version)
    if problem == nil, headerSize > limits.headerBytes {
      problem = HTTPRefusal(
        431, "header-too-large", "The header exceeds \(limits.headerBytes) bytes.")
    }
    guard problem == nil else { return }
    withUnsafeMutablePointer(to: &self) {
      _ = MHD_get_connection_values_n(connection, .HEADER_KIND, collectField, $0)
    }
    guard problem == nil else { return }
    if let next, next + 2 != method + headerSize { refuse("The header has a malformed line.") }
    checkTogether()
    if wayside_breaks_lines(wayside_mhd_socket(connection)) != 0 {
      refuse("A line of a chunk does not end with CR LF.")
    }
  }

  private mutating func checkLine(
    _ method: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>, _ targetCount: Int,
    _ version: UnsafePointer<CChar>
  ) {
    switch String(cString: version) {
    case "HTTP/1.1": isHTTP11 = true
    case "HTTP/1.0": isHTTP11 = false
    default:
      problem = .unknownVersion
      return
    }
    guard FramingCheck.layoutIsKnown else { return }
    var methodCount = 0
    while method[methodCount] != 0 { methodCount += 1 }
    if method + methodCount + 1 != target || target + targetCount + 1 != version {
      refuse("The request line is malformed.")
    }
    next = version + 8 + 2
  }

  fileprivate mutating func field(
    _ name: UnsafeBufferPointer<UInt8>, _ received: UnsafeBufferPointer<UInt8>,
    at position: UnsafePointer<CChar>, valueEnd: UnsafePointer<CChar>
  ) {
    if let next, next != position { return refuse("The header has a malformed line.") }
    if next != nil { next = valueEnd + 2 }
    let value = withoutTrailingSpace(received)
    guard !name.isEmpty, name.allSatisfy(isTokenByte) else {
      return refuse("A header field has a malformed name.")
    }
    guard value.allSatisfy({ ($0 >= 0x20 && $0 != 0x7f) || $0 == 0x09 }) else {
      return refuse("A header field has a control character.")
    }
    guard headers.count < maximumFields else {
      problem = HTTPRefusal(
        431, "header-too-large", "The header has more than \(maximumFields) fields.")
      return
    }
    switch name.count {
    case 4 where same(name, "host"):
      hosts += 1
      if !isHost(value) { refuse("The Host field is malformed.") }
    case 6 where same(name, "expect"): expect(value)
    case 14 where same(name, "content-length"): length(value)
    case 16 where same(name, "content-encoding") && !same(value, "identity"):
      var refusal = HTTPRefusal(
        415, "content-coding", "No content coding is taken here: send the body as it is.")
      refusal.headers.append("Accept-Encoding", "identity")
      problem = refusal
    case 17 where same(name, "transfer-encoding"): coding(value)
    default: break
    }
    headers.append(received: name, value)
  }

  private mutating func expect(_ value: UnsafeBufferPointer<UInt8>) {
    if same(value, "100-continue") {
      expectsContinue = isHTTP11
    } else {
      problem = HTTPRefusal(417, "expectation", "Only 100-continue can be expected.")
    }
  }

  private mutating func length(_ value: UnsafeBufferPointer<UInt8>) {
    lengths += 1
    guard !value.isEmpty, value.count <= 18, value.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      return refuse("The Content-Length field is malformed.")
    }
    contentLength = value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func coding(_ value: UnsafeBufferPointer<UInt8>) {
    codings += 1
    isChunked = true
    if !same(value, "chunked") {
      problem = HTTPRefusal(501, "transfer-coding", "The only transfer coding known is chunked.")
    }
  }

  private mutating func checkTogether() {
    if hosts > 1 || (isHTTP11 && hosts == 0) {
      refuse("The request must have exactly one Host field.")
    } else if lengths > 1 {
      refuse("The request has more than one Content-Length field.")
    } else if codings > 1 {
      refuse("The request has more than one Transfer-Encoding field.")
    } else if codings > 0 && lengths > 0 {
      refuse("The request has both Content-Length and Transfer-Encoding.")
    } else if codings > 0 && !isHTTP11 {
      refuse("HTTP/1.0 has no transfer codings.")
    }
  }

  private mutating func refuse(_ detail: String) {
    if problem == nil { problem = HTTPRefusal(400, "bad-framing", detail) }
  }
}

private func collectField(
  _ cls: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
  _ nameCount: Int, _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
  guard let check = cls?.assumingMemoryBound(to: FramingCheck.self), let name else { return .NO }
  let end = value.map { $0 + valueCount } ?? name
  check.pointee.field(
    bytes(name, nameCount), value.map { bytes($0, valueCount) } ?? bytes(name, 0),
    at: name, valueEnd: end)
  return check.pointee.problem == nil ? .YES : .NO
}

private func bytes(_ text: UnsafePointer<CChar>, _ count: Int) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(
    start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
}

/// The value without the white space that may follow it (RFC 9112, 5).
private func withoutTrailingSpace(
  _ value: UnsafeBufferPointer<UInt8>
) -> UnsafeBufferPointer<UInt8> {
  var count = value.count
  while count > 0, value[count - 1] == 0x20 || value[count - 1] == 0x09 { count -= 1 }
  return UnsafeBufferPointer(rebasing: value[..<count])
}

/// Whether `text` is `expected`, which is in lower case, without regard to case.
private func same(_ text: UnsafeBufferPointer<UInt8>, _ expected: StaticString) -> Bool {
  guard text.count == expected.utf8CodeUnitCount else { return false }
  return expected.withUTF8Buffer { expected in
    for i in 0..<text.count where lowercased(text[i]) != expected[i] { return false }
    return true
  }
}

/// reg-name, IPv4 or bracketed IPv6, with an optional port; empty is allowed (RFC 9110, 7.2).
private func isHost(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
  value.allSatisfy { isUnreserved($0) || $0 == 0x3a || $0 == 0x5b || $0 == 0x5d }
}
