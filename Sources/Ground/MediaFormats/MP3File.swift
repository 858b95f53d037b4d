import Base

/// The frames of an MPEG layer III stream.
///
/// - Source: ISO/IEC 11172-3, section 2.4; ISO/IEC 13818-3; id3.org, ID3v2.4.
struct MP3File {
  private let frames: ArraySlice<UInt8>
  let seconds: Double

  init(_ bytes: [UInt8]) throws(Refusal) {
    var start = 0
    // Tags may follow each other; each is at least ten bytes, so this ends.
    while bytes[start...].starts(with: "ID3".utf8) {
      let head = bytes[start...].prefix(10)
      guard head.count == 10, head.dropFirst(6).allSatisfy({ $0 < 0x80 }) else {
        throw AudioFile.broken("MP3: the tag is broken")
      }
      let size = head.dropFirst(6).reduce(0) { $0 << 7 | Int($1) }
      let footer = head[head.startIndex + 5] & 0x10 != 0 ? 10 : 0
      start += 10 + size + footer
      guard start <= bytes.count else { throw AudioFile.broken("MP3: the tag is cut off") }
    }
    while start < bytes.count, bytes[start] == 0 { start += 1 }
    var end = start
    var seconds = 0.0
    var count = 0
    while let frame = Self.frame(bytes[...], at: end), frame.length <= bytes.count - end {
      seconds += frame.seconds
      end += frame.length
      count += 1
    }
    guard count >= 3 else { throw AudioFile.broken("MP3: there are no frames") }
    frames = bytes[start..<end]
    self.seconds = seconds
  }

  /// Length and duration of the frame that starts at `offset`; nil if none does.
  static func frame(
    _ bytes: ArraySlice<UInt8>, at offset: Int
  ) -> (length: Int, seconds: Double)? {
    guard offset >= 0, offset + 4 <= bytes.count else { return nil }
    let i = bytes.startIndex + offset
    let (a, b, c) = (bytes[i], bytes[i + 1], bytes[i + 2])
    guard a == 0xff, b & 0xe0 == 0xe0, b >> 1 & 3 == 1 else { return nil }
    let version = b >> 3 & 3
    guard version != 1 else { return nil }
    let bitRates =
      version == 3
      ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0]
      : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0]
    let bitRate = bitRates[Int(c >> 4)] * 1000
    let rates = [44_100, 48_000, 32_000, 0]
    let rate = rates[Int(c >> 2 & 3)] / (version == 3 ? 1 : version == 2 ? 2 : 4)
    guard bitRate > 0, rate > 0 else { return nil }
    let samples = version == 3 ? 1152 : 576
    let length = samples / 8 * bitRate / rate + Int(c >> 1 & 1)
    return (length, Double(samples) / Double(rate))
  }

  /// The frames alone: no ID3, APE or other tags.
  var stripped: [UInt8] { Array(frames) }
}
