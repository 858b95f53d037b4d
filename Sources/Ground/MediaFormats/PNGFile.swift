import Archives
import Base

/// The chunks of a PNG image up to its end.
///
/// - Source: W3C Portable Network Graphics, third edition, section 5.
struct PNGFile {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  private struct Chunk {
    var type: String
    /// The whole chunk: length, type, data and check sum.
    var bytes: ArraySlice<UInt8>
  }

  private var chunks: [Chunk] = []
  private(set) var info: ImageInfo

  init(_ file: [UInt8]) throws(Refusal) {
    func broken(_ what: String) -> Refusal { UploadRule.imageBroken.refusal("", "PNG: " + what) }
    guard file.starts(with: Self.signature) else { throw broken("the signature is missing") }
    info = ImageInfo(type: .png, width: 0, height: 0)
    var start = Self.signature.count
    while true {
      var reader = ByteReader(file[start...])
      guard let length = reader.bigEndian(UInt32.self), let name = reader.take(4),
        let body = reader.take(Int(length)), let sum = reader.bigEndian(UInt32.self)
      else { throw broken("the file is cut off") }
      let chunk = Chunk(
        type: String(decoding: name, as: UTF8.self), bytes: file[start..<start + reader.offset])
      guard chunks.count < 100_000 else { throw broken("too many chunks") }
      guard CRC32.of(file[name.startIndex..<body.endIndex]) == sum else {
        throw broken("a chunk's check sum is wrong")
      }
      if chunks.isEmpty {
        var header = ByteReader(body)
        guard chunk.type == "IHDR", body.count == 13,
          let width = header.bigEndian(UInt32.self), let height = header.bigEndian(UInt32.self)
        else { throw broken("the header chunk is missing") }
        (info.width, info.height) = (Int(width), Int(height))
      }
      if chunk.type == "acTL" { info.isAnimated = true }
      chunks.append(chunk)
      start += reader.offset
      if chunk.type == "IEND" { break }
    }
    guard chunks.contains(where: { $0.type == "IDAT" }) else { throw broken("no image data") }
  }

  /// Chunks that say how to draw; everything else (texts, times, Exif, private) is left out, and
  /// so is what follows the end.
  private static let kept: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT",
    "bKGD", "pHYs",
  ]

  var stripped: [UInt8] {
    Self.signature + chunks.filter { Self.kept.contains($0.type) }.flatMap(\.bytes)
  }
}
