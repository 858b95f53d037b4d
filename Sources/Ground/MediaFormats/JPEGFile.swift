import Base

/// The segments of a JPEG image up to its end.
///
/// - Source: ITU-T T.81, annex B; Exif 2.32, section 4.6.4 (orientation).
struct JPEGFile {
  private struct Segment {
    var marker: UInt8
    /// What follows the length field; empty for markers without one.
    var payload: ArraySlice<UInt8>
    /// Compressed data behind a start of scan.
    var scan: ArraySlice<UInt8> = []
  }

  private var segments: [Segment] = []
  private(set) var info = ImageInfo(type: .jpeg, width: 0, height: 0)

  init(_ file: [UInt8]) throws(Refusal) {
    func broken(_ what: String) -> Refusal { UploadRule.imageBroken.refusal("", "JPEG: " + what) }
    guard file.starts(with: [0xff, 0xd8]) else { throw broken("the start marker is missing") }
    var i = 2
    while true {
      guard i + 1 < file.count else { throw broken("the file is cut off") }
      guard file[i] == 0xff else { throw broken("a marker is missing") }
      let marker = file[i + 1]
      if marker == 0xff {
        i += 1
        continue
      }
      i += 2
      if marker == 0xd9 { break }
      guard marker != 0x00, marker != 0x01, !(0xd0...0xd8).contains(marker) else {
        throw broken("a marker is in the wrong place")
      }
      guard i + 1 < file.count else { throw broken("the file is cut off") }
      let length = Int(file[i]) << 8 | Int(file[i + 1])
      guard length >= 2, length <= file.count - i else { throw broken("a segment is cut off") }
      var segment = Segment(marker: marker, payload: file[i + 2..<i + length])
      i += length
      try read(segment)
      if marker == 0xda {
        let end = Self.endOfScan(file, from: i)
        segment.scan = file[i..<end]
        i = end
      }
      guard segments.count < 10_000 else { throw broken("too many segments") }
      segments.append(segment)
    }
    guard info.width > 0, segments.contains(where: { $0.marker == 0xda }) else {
      throw broken("no image data")
    }
  }

  private mutating func read(_ segment: Segment) throws(Refusal) {
    let bytes = segment.payload
    switch segment.marker {
    case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
      var reader = ByteReader(bytes)
      guard info.width == 0, reader.take(1) != nil, let height = reader.bigEndian(UInt16.self),
        let width = reader.bigEndian(UInt16.self), width > 0, height > 0
      else { throw UploadRule.imageBroken.refusal("", "JPEG: the frame header is wrong") }
      (info.width, info.height) = (Int(width), Int(height))
    case 0xe1:
      if bytes.starts(with: Array("Exif\0\0".utf8)) {
        info.orientation = Self.orientation(tiff: bytes.dropFirst(6)) ?? 1
      }
    default: break
    }
  }

  /// The index of the next marker that is neither a stuffed zero nor a restart.
  private static func endOfScan(_ file: [UInt8], from start: Int) -> Int {
    var i = start
    while i + 1 < file.count {
      if file[i] == 0xff, file[i + 1] != 0, !(0xd0...0xd7).contains(file[i + 1]) { return i }
      i += 1
    }
    return file.count
  }

  private static func orientation(tiff: ArraySlice<UInt8>) -> Int? {
    let big = tiff.starts(with: [0x4d, 0x4d])
    guard big || tiff.starts(with: [0x49, 0x49]) else { return nil }
    func number<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> Int? {
      guard offset <= tiff.count else { return nil }
      var reader = ByteReader(tiff.dropFirst(offset))
      return (big ? reader.bigEndian(type) : reader.littleEndian(type)).map { Int($0) }
    }
    guard let directory = number(UInt32.self, at: 4),
      let count = number(UInt16.self, at: directory)
    else { return nil }
    for entry in 0..<count {
      let place = directory + 2 + entry * 12
      guard let tag = number(UInt16.self, at: place) else { return nil }
      if tag == 0x0112, let value = number(UInt16.self, at: place + 8), (1...8).contains(value) {
        return value
      }
    }
    return nil
  }

  /// The image without Exif, XMP, IPTC, comments, thumbnails and trailing data.
  ///
  /// The colour profile and Adobe's transform mark stay, and so does the orientation, in an Exif
  /// block that holds nothing else.
  var stripped: [UInt8] {
    var writer = ByteWriter(capacity: 1 << 16)
    writer.append([0xff, 0xd8] as [UInt8])
    if info.orientation != 1 { Self.append(0xe1, exif, to: &writer) }
    for segment in segments {
      switch segment.marker {
      case 0xe0:
        guard segment.payload.starts(with: Array("JFIF\0".utf8)), segment.payload.count >= 14 else {
          continue
        }
        // The last two bytes are the size of the thumbnail that is left out.
        Self.append(0xe0, Array(segment.payload.prefix(12)) + [0, 0], to: &writer)
      case 0xe2 where segment.payload.starts(with: Array("ICC_PROFILE\0".utf8)),
        0xee where segment.payload.starts(with: Array("Adobe".utf8)):
        Self.append(segment.marker, segment.payload, to: &writer)
      case 0xe1...0xef, 0xfe: continue
      default:
        Self.append(segment.marker, segment.payload, to: &writer)
        writer.append(segment.scan)
      }
    }
    writer.append([0xff, 0xd9] as [UInt8])
    return writer.bytes
  }

  private var exif: [UInt8] {
    Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]
      + [UInt8(clamping: info.orientation), 0, 0, 0, 0, 0, 0]
  }

  private static func append(
    _ marker: UInt8, _ payload: some Collection<UInt8>, to writer: inout ByteWriter
  ) {
    writer.append([0xff, marker])
    let length = UInt16(clamping: payload.count + 2)
    writer.littleEndian(length.byteSwapped)
    writer.append(payload)
  }
}
