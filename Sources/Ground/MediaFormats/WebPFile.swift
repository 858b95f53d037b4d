import Base

/// The chunks of a WebP image.
///
/// - Source: RFC 9649, section 2.
struct WebPFile {
  private var chunks: [(type: String, body: ArraySlice<UInt8>)] = []
  private(set) var info = ImageInfo(type: .webp, width: 0, height: 0)

  init(_ file: [UInt8]) throws(Refusal) {
    func broken(_ what: String) -> Refusal { UploadRule.imageBroken.refusal("", "WebP: " + what) }
    var reader = ByteReader(file)
    guard reader.take(4)?.elementsEqual("RIFF".utf8) == true,
      let size = reader.littleEndian(UInt32.self),
      reader.take(4)?.elementsEqual("WEBP".utf8) == true, size >= 4, Int(size) + 8 <= file.count
    else { throw broken("the file is cut off") }
    reader = ByteReader(file[12..<Int(size) + 8])
    while reader.remaining > 0 {
      guard let name = reader.take(4), let length = reader.littleEndian(UInt32.self),
        let body = reader.take(Int(length)), length % 2 == 0 || reader.take(1) != nil
      else { throw broken("a chunk is cut off") }
      guard chunks.count < 10_000 else { throw broken("too many chunks") }
      let type = String(decoding: name, as: UTF8.self)
      try read(type, body)
      chunks.append((type, body))
    }
    guard chunks.contains(where: { ["VP8 ", "VP8L", "ANMF"].contains($0.type) }) else {
      throw broken("no image data")
    }
  }

  private mutating func read(_ type: String, _ body: ArraySlice<UInt8>) throws(Refusal) {
    var reader = ByteReader(body)
    switch type {
    case "VP8X":
      guard let flags = reader.littleEndian(UInt32.self), let a = reader.take(3),
        let b = reader.take(3)
      else { break }
      if flags & 2 != 0 { info.isAnimated = true }
      grow(Self.number24(a) + 1, Self.number24(b) + 1)
      return
    case "VP8 ":
      guard reader.take(3) != nil, reader.take(3)?.elementsEqual([0x9d, 0x01, 0x2a]) == true,
        let width = reader.littleEndian(UInt16.self), let height = reader.littleEndian(UInt16.self)
      else { break }
      grow(Int(width & 0x3fff), Int(height & 0x3fff))
      return
    case "VP8L":
      guard reader.take(1)?.first == 0x2f, let bits = reader.littleEndian(UInt32.self) else {
        break
      }
      grow(Int(bits & 0x3fff) + 1, Int(bits >> 14 & 0x3fff) + 1)
      return
    case "ANIM", "ANMF":
      info.isAnimated = true
      return
    default: return
    }
    throw UploadRule.imageBroken.refusal("", "WebP: the header of \(type) is wrong")
  }

  private mutating func grow(_ width: Int, _ height: Int) {
    info.width = max(info.width, width)
    info.height = max(info.height, height)
  }

  private static func number24(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The image without Exif, XMP and unknown chunks.
  var stripped: [UInt8] {
    var writer = ByteWriter(capacity: 1 << 16)
    for (type, body) in chunks {
      guard ["VP8X", "ICCP", "ALPH", "VP8 ", "VP8L", "ANIM", "ANMF"].contains(type) else {
        continue
      }
      writer.text(type)
      writer.littleEndian(UInt32(clamping: body.count))
      if type == "VP8X", let flags = body.first {
        // Exif (bit 3) and XMP (bit 2) are gone.
        writer.byte(flags & ~0x0c)
        writer.append(body.dropFirst())
      } else {
        writer.append(body)
      }
      if body.count % 2 == 1 { writer.byte(0) }
    }
    var file = ByteWriter(capacity: writer.bytes.count + 12)
    file.raw("RIFF")
    file.littleEndian(UInt32(clamping: writer.bytes.count + 4))
    file.raw("WEBP")
    file.append(writer.bytes)
    return file.bytes
  }
}
