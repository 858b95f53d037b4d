import Base

/// The pages of an Ogg file with one Opus or Vorbis stream.
///
/// - Source: RFC 3533 (Ogg); RFC 7845 (Opus); Vorbis I specification, sections 4.2 and 5.
struct OggFile {
  private struct Page {
    var range: Range<Int>
    var bodyStart: Int
    /// Lengths of the pieces of packets.
    var lacing: ArraySlice<UInt8>
  }

  private let bytes: [UInt8]
  private var pages: [Page] = []
  let isOpus: Bool
  let seconds: Double
  /// Where the bytes of the second packet lie, which holds the comments.
  private var comments: [Range<Int>] = []

  init(_ bytes: [UInt8]) throws(Refusal) {
    self.bytes = bytes
    var offset = 0
    var serial: UInt32?
    var lastPosition: Int64 = 0
    while offset < bytes.count {
      var reader = ByteReader(bytes[offset...])
      guard reader.take(4)?.elementsEqual("OggS".utf8) == true, reader.take(2) != nil,
        let position = reader.littleEndian(Int64.self),
        let stream = reader.littleEndian(UInt32.self), reader.take(8) != nil,
        let count = reader.take(1)?.first, let lacing = reader.take(Int(count))
      else { throw AudioFile.broken("Ogg: a page is broken") }
      let bodyStart = offset + reader.offset
      guard reader.take(lacing.reduce(0) { $0 + Int($1) }) != nil else {
        throw AudioFile.broken("Ogg: a page is cut off")
      }
      guard serial == nil || serial == stream else {
        throw AudioFile.broken("Ogg: only one stream is accepted")
      }
      serial = stream
      if position > 0 { lastPosition = position }
      pages.append(
        Page(range: offset..<offset + reader.offset, bodyStart: bodyStart, lacing: lacing))
      offset += reader.offset
    }
    guard let first = pages.first else { throw AudioFile.broken("Ogg: the file is empty") }
    var header = ByteReader(bytes[first.bodyStart..<first.range.upperBound])
    if bytes[first.bodyStart...].starts(with: "OpusHead".utf8) {
      guard header.take(10) != nil, let skip = header.littleEndian(UInt16.self) else {
        throw AudioFile.broken("Ogg: the Opus header is cut off")
      }
      isOpus = true
      // Positions of Opus count 48,000 samples a second, whatever the input had.
      seconds = max(0, Double(lastPosition) - Double(skip)) / 48_000
    } else if bytes[first.bodyStart...].starts(with: [1] + Array("vorbis".utf8)) {
      guard header.take(12) != nil, let rate = header.littleEndian(UInt32.self), rate > 0 else {
        throw AudioFile.broken("Ogg: the Vorbis header is wrong")
      }
      isOpus = false
      seconds = Double(lastPosition) / Double(rate)
    } else {
      throw UploadRule.audioType.refusal("", "the Ogg stream is neither Opus nor Vorbis")
    }
    comments = secondPacket
    let mark = isOpus ? Array("OpusTags".utf8) : [3] + Array("vorbis".utf8)
    guard let start = comments.first, start.count >= mark.count + 9,
      bytes[start].starts(with: mark)
    else { throw AudioFile.broken("Ogg: the comment header is missing") }
  }

  /// The ranges of the second packet, over one or several pages.
  private var secondPacket: [Range<Int>] {
    var result: [Range<Int>] = []
    var packet = 0
    for page in pages {
      var start = page.bodyStart
      for length in page.lacing {
        let end = start + Int(length)
        if packet == 1 { result.append(start..<end) }
        start = end
        // A piece of 255 bytes goes on in the next one.
        if length < 255 { packet += 1 }
        if packet > 1 { return joined(result) }
      }
    }
    return joined(result)
  }

  private func joined(_ pieces: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for piece in pieces {
      if let last = result.last, last.upperBound == piece.lowerBound {
        result[result.count - 1] = last.lowerBound..<piece.upperBound
      } else {
        result.append(piece)
      }
    }
    return result
  }

  /// The file with an empty comment header of the same length, so that no page moves.
  var stripped: [UInt8] {
    var copy = bytes
    let mark = isOpus ? 8 : 7
    // An empty vendor, no comments; Vorbis wants a set bit behind them.
    var content = Array(bytes[comments[0]].prefix(mark)) + [0, 0, 0, 0, 0, 0, 0, 0]
    if !isOpus { content.append(1) }
    var next = 0
    for range in comments {
      for i in range {
        copy[i] = next < content.count ? content[next] : 0
        next += 1
      }
    }
    for page in pages where comments.contains(where: { $0.overlaps(page.range) }) {
      let sum = page.range.lowerBound + 22
      for i in sum..<sum + 4 { copy[i] = 0 }
      let value = OggCRC.of(copy[page.range])
      for i in 0..<4 { copy[sum + i] = UInt8(truncatingIfNeeded: value >> UInt32(8 * i)) }
    }
    return copy
  }
}
