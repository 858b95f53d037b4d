import Base

/// The metadata blocks and frames of a FLAC file.
///
/// - Source: RFC 9639, sections 6 to 8.
struct FLACFile {
  private var blocks: [(type: UInt8, body: ArraySlice<UInt8>)] = []
  private let frames: ArraySlice<UInt8>
  let seconds: Double

  init(_ bytes: [UInt8]) throws(Refusal) {
    var reader = ByteReader(bytes)
    guard reader.take(4) != nil else { throw AudioFile.broken("FLAC: the file is cut off") }
    var isLast = false
    while !isLast {
      guard let head = reader.bigEndian(UInt32.self), let body = reader.take(Int(head & 0xff_ffff))
      else { throw AudioFile.broken("FLAC: a block is cut off") }
      isLast = head >> 31 == 1
      guard blocks.count < 1000 else { throw AudioFile.broken("FLAC: too many blocks") }
      blocks.append((UInt8(head >> 24 & 0x7f), body))
    }
    guard let info = blocks.first, info.type == 0, info.body.count == 34 else {
      throw AudioFile.broken("FLAC: the stream information is missing")
    }
    var header = ByteReader(info.body)
    guard header.take(10) != nil, let packed = header.bigEndian(UInt64.self), packed >> 44 > 0
    else {
      throw AudioFile.broken("FLAC: the stream information is wrong")
    }
    // 20 bits of rate, 8 of channels and sample size, 36 of the number of samples.
    seconds = Double(packed & 0xf_ffff_ffff) / Double(packed >> 44)
    frames = bytes[reader.offset...]
    guard frames.first == 0xff else { throw AudioFile.broken("FLAC: there are no frames") }
  }

  /// Stream information, seek table and frames; no comments and pictures.
  var stripped: [UInt8] {
    var writer = ByteWriter(capacity: frames.count + 1024)
    writer.raw("fLaC")
    let kept = blocks.filter { $0.type == 0 || $0.type == 3 }
    for (i, block) in kept.enumerated() {
      let last: UInt32 = i == kept.count - 1 ? 1 << 31 : 0
      let head = last | UInt32(block.type) << 24 | UInt32(clamping: block.body.count)
      writer.littleEndian(head.byteSwapped)
      writer.append(block.body)
    }
    writer.append(frames)
    return writer.bytes
  }
}
