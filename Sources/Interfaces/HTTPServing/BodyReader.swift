/// Cuts a body out of what comes behind a header, by its length or by its chunks.
///
/// - Source: RFC 9112, section 7.1.
/// - Thread: pure.
struct BodyReader {
  /// What comes next.
  enum Piece {
    case data(UnsafeRawBufferPointer)
    /// More bytes are needed.
    case more
    /// The body is complete; what follows is another message.
    case end
  }

  /// Where in a chunked body it is; a body of known length is one chunk without lines.
  private enum Place {
    case length
    case size
    case `extension`
    case sizeFeed
    case chunk
    case chunkReturn
    case chunkFeed
    case trailer
    case end
  }

  /// A size line with its extension takes no more.
  static let longestLine = 1024

  private var place: Place
  /// Bytes of the body or the chunk that are still to come.
  private var left: Int
  private var hasDigits = false
  private var lineBytes = 0
  private var trailer: [UInt8] = []
  private let maximumTrailer: Int

  /// - Parameters:
  ///   - length: how many bytes it has; nil if it comes in chunks.
  ///   - maximumTrailer: how many bytes of fields may follow the last chunk.
  init(length: Int?, maximumTrailer: Int) {
    self.maximumTrailer = maximumTrailer
    place = length == nil ? .size : .length
    left = length ?? 0
  }

  /// Goes on in `bytes` from `offset`, which is moved behind what was read.
  mutating func next(
    _ bytes: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(HTTPRefusal) -> Piece {
    while true {
      switch place {
      case .end: return .end
      case .length where left == 0: place = .end
      case .chunk where left == 0: place = .chunkReturn
      case .length, .chunk:
        guard offset < bytes.count else { return .more }
        let count = min(left, bytes.count - offset)
        let data = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
        left -= count
        offset += count
        return .data(data)
      default:
        guard offset < bytes.count else { return .more }
        try readLine(bytes[offset])
        offset += 1
      }
    }
  }

  /// Reads one byte of the lines around chunks.
  private mutating func readLine(_ byte: UInt8) throws(HTTPRefusal) {
    switch place {
    case .size: try readSize(byte)
    case .extension:
      if byte == 0x0d {
        place = .sizeFeed
      } else if (byte < 0x20 && byte != 0x09) || byte == 0x7f {
        throw .framing("A line of a chunk does not end with CR LF.")
      } else {
        try count()
      }
    case .sizeFeed:
      guard byte == 0x0a else { throw .framing("A line of a chunk does not end with CR LF.") }
      place = left > 0 ? .chunk : .trailer
    case .chunkReturn:
      guard byte == 0x0d else { throw .framing("A chunk is not followed by CR LF.") }
      place = .chunkFeed
    case .chunkFeed:
      guard byte == 0x0a else { throw .framing("A chunk is not followed by CR LF.") }
      (place, hasDigits, lineBytes) = (.size, false, 0)
    case .trailer: try readTrailer(byte)
    case .length, .chunk, .end: break
    }
  }

  private mutating func readSize(_ byte: UInt8) throws(HTTPRefusal) {
    if let digit = hexadecimalDigit(byte) {
      guard left < 1 << 58 else {
        throw HTTPRefusal(413, "body-too-large", "The chunk is larger than any operation takes.")
      }
      left = left << 4 | Int(digit)
      hasDigits = true
      return try count()
    }
    guard hasDigits else { throw .framing("The size of a chunk is no number.") }
    switch byte {
    case 0x0d: place = .sizeFeed
    case 0x3b, 0x20, 0x09:
      place = .extension
      try count()
    default: throw .framing("The size of a chunk is no number.")
    }
  }

  private mutating func count() throws(HTTPRefusal) {
    lineBytes += 1
    if lineBytes > BodyReader.longestLine { throw .framing("A line of a chunk is too long.") }
  }

  /// Fields behind the last chunk are checked and forgotten.
  private mutating func readTrailer(_ byte: UInt8) throws(HTTPRefusal) {
    trailer.append(byte)
    guard trailer.count <= maximumTrailer else {
      throw HTTPRefusal(431, "header-too-large", "The trailer is too large.")
    }
    guard byte == 0x0a else { return }
    guard trailer.count >= 2, trailer[trailer.count - 2] == 0x0d else {
      throw .framing("A line of the trailer does not end with CR LF.")
    }
    if trailer.count == 2 || trailer.suffix(4).elementsEqual([0x0d, 0x0a, 0x0d, 0x0a]) {
      place = .end
      try checkTrailer()
    }
  }

  private func checkTrailer() throws(HTTPRefusal) {
    let problem = trailer.withUnsafeBytes { bytes -> HTTPRefusal? in
      var start = 0
      do throws(HTTPRefusal) {
        while let end = lineEnd(bytes, from: start), end > start {
          _ = try FieldLine(bytes, start, end)
          start = end + 2
        }
        return nil
      } catch {
        return error
      }
    }
    if let problem { throw problem }
  }
}
