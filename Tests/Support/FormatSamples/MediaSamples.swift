import Archives
import Base
import Foundation
import MediaFormats

/// Small valid media files, made here.
public enum MediaSamples {
  public static func big16(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  public static func big32(_ value: Int) -> [UInt8] { big16(value >> 16) + big16(value) }

  public static func little32(_ value: Int) -> [UInt8] { big32(value).reversed() }

  public static func pngChunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + body
    return big32(body.count) + content + big32(Int(CRC32.of(content)))
  }

  /// A PNG with more chunks in front of its data.
  public static func png(width: Int = 3, height: Int = 2, _ more: [UInt8] = []) -> [UInt8] {
    let plain = PNGWriter.file(width: 3, height: 2, pixels: [0, 50, 100, 150, 200, 250]) ?? []
    let header = pngChunk("IHDR", big32(width) + big32(height) + [8, 0, 0, 0, 0])
    return Array(plain.prefix(8)) + header + more + Array(plain.dropFirst(33))
  }

  public static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xff, marker] + big16(payload.count + 2) + payload
  }

  /// Exif with an orientation and a place to look for.
  public static let exif: [UInt8] =
    Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    + [0, 0, 0, 0] + Array("GPS 49.41 8.71".utf8)

  /// The segments of a JPEG; its scan is not meant to be decoded.
  public static func jpeg(width: Int = 640, height: Int = 480, exif: Bool = true) -> [UInt8] {
    var file: [UInt8] = [0xff, 0xd8]
    file += segment(0xe0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 1, 1, 9, 9, 9])
    if exif { file += segment(0xe1, Self.exif) }
    file += segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0<xmp>secret</xmp>".utf8))
    file += segment(0xe2, Array("ICC_PROFILE\0profile".utf8))
    file += segment(0xed, Array("Photoshop secret".utf8))
    file += segment(0xfe, Array("secret comment".utf8))
    file += segment(0xdb, [0] + Array(repeating: 1, count: 64))
    file += segment(0xc0, [8] + big16(height) + big16(width) + [1, 1, 0x11, 0])
    file += segment(0xda, [1, 1, 0, 0, 63, 0]) + [0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]
    return file + [0xff, 0xd9] + Array("secret trailer".utf8)
  }

  /// A photo of 48 x 24 pixels, red on the left and blue on the right, that its camera held turned:
  /// upright it is 24 wide and 48 high.
  public static let photo: [UInt8] = {
    let base64 = """
      /9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxl\
      Z2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj\
      Y2P/wAARCAAYADADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA\
      FgEBAQEAAAAAAAAAAAAAAAAABgcF/8QAGREBAAMBAQAAAAAAAAAAAAAAAEOBwQUG/9oADAMBAAIRAxEAPwCKAyzwR1hH\
      KPOy1o53o7wAKBxYAS9RhHAo87LWjnejvAAoHH//2Q==
      """
    let plain = Data(base64Encoded: base64).map { [UInt8]($0) } ?? []
    return Array(plain.prefix(2)) + segment(0xe1, exif) + Array(plain.dropFirst(2))
  }()

  public static func riff(_ form: String, _ chunks: [(String, [UInt8])]) -> [UInt8] {
    var body = Array(form.utf8)
    for (name, content) in chunks {
      body += Array(name.utf8) + little32(content.count) + content
      if content.count % 2 == 1 { body.append(0) }
    }
    return Array("RIFF".utf8) + little32(body.count) + body
  }

  public static func webp(width: Int = 100, height: Int = 50, flags: UInt8 = 0x0c) -> [UInt8] {
    riff(
      "WEBP",
      [
        (
          "VP8X", [flags, 0, 0, 0] + little32(width - 1).prefix(3) + little32(height - 1).prefix(3)
        ),
        ("VP8L", [0x2f] + little32(99 | 49 << 14)),
        ("EXIF", Array("secret place".utf8)), ("XMP ", Array("secret".utf8)),
      ])
  }

  public static func wav(bytes: Int = 16_000) -> [UInt8] {
    riff(
      "WAVE",
      [
        ("fmt ", [1, 0, 1, 0] + little32(8000) + little32(8000) + [1, 0, 8, 0]),
        ("LIST", Array("INFOsecret".utf8)), ("data", Array(repeating: 128, count: bytes)),
      ])
  }

  public static func mp3(frames: Int = 50) -> [UInt8] {
    // MPEG 1 layer III, 128 kbit/s, 44,100 Hz: 417 bytes a frame.
    let frame: [UInt8] = [0xff, 0xfb, 0x90, 0x00] + Array(repeating: 0, count: 413)
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 10] + Array("secret tag".utf8)
    let old = Array("TAG".utf8) + Array("secret".utf8) + Array(repeating: 0, count: 119)
    return tag + (0..<frames).flatMap { _ in frame } + old
  }

  public static func flac(samples: Int = 88_200) -> [UInt8] {
    let packed = 44_100 << 44 | 15 << 36 | samples
    let info =
      Array(repeating: UInt8(0), count: 10) + big32(packed >> 32) + big32(packed)
      + Array(repeating: 0, count: 16)
    let comment = Array("secret comment".utf8)
    return Array("fLaC".utf8) + [0] + big32(34).dropFirst() + info
      + [0x84] + big32(comment.count).dropFirst() + comment + [0xff, 0xf8, 1, 2, 3]
  }

  public static func oggPage(_ packets: [[UInt8]], position: Int, sequence: Int) -> [UInt8] {
    var lacing: [UInt8] = []
    for packet in packets {
      lacing += Array(repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    }
    var page = Array("OggS".utf8) + [0, 0] + little32(position) + little32(0) + little32(7)
    page +=
      little32(sequence) + [0, 0, 0, 0, UInt8(lacing.count)] + lacing + packets.flatMap { $0 }
    let sum = OggCRC.of(page)
    page.replaceSubrange(22..<26, with: little32(Int(sum)))
    return page
  }

  public static func opus() -> [UInt8] {
    let head = Array("OpusHead".utf8) + [1, 1] + [0x38, 0x01] + little32(48_000) + [0, 0, 0]
    let secret = Array("ARTIST=secret artist".utf8)
    let tags =
      Array("OpusTags".utf8) + little32(4) + Array("test".utf8) + little32(1)
      + little32(secret.count) + secret
    return oggPage([head], position: 0, sequence: 0) + oggPage([tags], position: 0, sequence: 1)
      + oggPage([[1, 2, 3]], position: 96_312, sequence: 2)
  }

  public static func vorbis() -> [UInt8] {
    let head =
      [1] + Array("vorbis".utf8) + little32(0) + [2] + little32(44_100)
      + Array(repeating: 0, count: 14)
    let secret = Array(String(repeating: "secret ", count: 60).utf8)
    let tags =
      [3] + Array("vorbis".utf8) + little32(0) + little32(1) + little32(secret.count)
      + secret + [1]
    return oggPage([head], position: 0, sequence: 0)
      + oggPage([tags, [5, 6, 7]], position: 0, sequence: 1)
      + oggPage([[1, 2, 3]], position: 44_100, sequence: 2)
  }

  public static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    big32(body.count + 8) + Array(type.utf8) + body
  }

  /// - Parameter header: of the movie; without one, that of a sound of 2.5 s.
  public static func mp4(
    handler: String = "soun", codec: String = "mp4a", header: [UInt8]? = nil
  ) -> [UInt8] {
    let movie = box(
      "mvhd", header ?? [0, 0, 0, 0] + big32(0) + big32(0) + big32(1000) + big32(2500))
    let handlerBox = box(
      "hdlr", Array(repeating: 0, count: 8) + Array(handler.utf8) + [0, 0, 0, 0])
    let table = box(
      "stbl", box("stsd", big32(0) + big32(1) + box(codec, Array(repeating: 0, count: 28))))
    let track = box(
      "trak", box("mdia", handlerBox + box("minf", table)) + box("udta", Array("secret".utf8)))
    return box("ftyp", Array("M4A \0\0\0\0".utf8))
      + box("moov", movie + track + box("udta", box("meta", Array("secret artist".utf8))))
      + box("uuid", Array("secret".utf8)) + box("mdat", [1, 2, 3, 4])
  }
}
