import Base

/// The boxes of an MP4 file with sound.
///
/// - Source: ISO/IEC 14496-12, sections 4.2 and 8.
struct MP4File {
  private let bytes: [UInt8]
  private(set) var seconds = 0.0
  private var handlers: [String] = []
  private var codecs: [String] = []
  /// Boxes with tags, pictures, places and private data.
  private var tagged: [Range<Int>] = []
  private var boxes = 0

  init(_ bytes: [UInt8]) throws(Refusal) {
    self.bytes = bytes
    try walk(0..<bytes.count, depth: 0)
    guard handlers.contains("soun"), codecs.contains("mp4a") else {
      throw UploadRule.audioType.refusal("", "the MP4 file holds no AAC sound")
    }
    guard !handlers.contains("vide") else {
      throw UploadRule.audioType.refusal("", "the MP4 file holds a video")
    }
  }

  private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "stbl"]

  private mutating func walk(_ range: Range<Int>, depth: Int) throws(Refusal) {
    var start = range.lowerBound
    while start < range.upperBound {
      boxes += 1
      guard boxes <= 10_000 else { throw AudioFile.broken("MP4: too many boxes") }
      var reader = ByteReader(bytes[start..<range.upperBound])
      guard let size = reader.bigEndian(UInt32.self), let name = reader.take(4) else {
        throw AudioFile.broken("MP4: a box is cut off")
      }
      var length = Int(size)
      if size == 1 {
        guard let long = reader.bigEndian(UInt64.self) else {
          throw AudioFile.broken("MP4: a box is cut off")
        }
        length = Int(clamping: long)
      } else if size == 0 {
        length = range.upperBound - start
      }
      guard length >= reader.offset, length <= range.upperBound - start else {
        throw AudioFile.broken("MP4: a box is longer than the file")
      }
      let type = String(decoding: name, as: UTF8.self)
      try read(type, start + reader.offset..<start + length, whole: start, depth: depth)
      start += length
    }
  }

  private mutating func read(
    _ type: String, _ body: Range<Int>, whole: Int, depth: Int
  ) throws(Refusal) {
    if Self.containers.contains(type) {
      guard depth < 8 else { throw AudioFile.broken("MP4: boxes nested too deep") }
      try walk(body, depth: depth + 1)
      return
    }
    var reader = ByteReader(bytes[body])
    switch type {
    case "udta", "meta", "uuid": tagged.append(whole..<body.upperBound)
    case "hdlr":
      if reader.take(8) != nil, let name = reader.take(4) {
        handlers.append(String(decoding: name, as: UTF8.self))
      }
    case "stsd":
      if reader.take(12) != nil, let name = reader.take(4) {
        codecs.append(String(decoding: name, as: UTF8.self))
      }
    case "mvhd":
      guard let version = reader.take(1)?.first, reader.take(version == 1 ? 19 : 11) != nil,
        let scale = reader.bigEndian(UInt32.self), scale > 0,
        let duration = version == 1
          ? reader.bigEndian(UInt64.self) : reader.bigEndian(UInt32.self).map(UInt64.init)
      else { throw AudioFile.broken("MP4: the movie header is wrong") }
      seconds = Double(duration) / Double(scale)
    default: break
    }
  }

  /// The file with every private box emptied and marked as free space, so that no offset moves.
  var stripped: [UInt8] {
    var copy = bytes
    for range in tagged {
      // Size (4 bytes) and type (4) stay in front; a long size (8) holds no data either.
      let isLong = bytes[range].prefix(4).elementsEqual([0, 0, 0, 1])
      for (i, letter) in "free".utf8.enumerated() { copy[range.lowerBound + 4 + i] = letter }
      let body = range.lowerBound + (isLong ? 16 : 8)
      for i in body..<max(body, range.upperBound) { copy[i] = 0 }
    }
    return copy
  }
}
