import Archives
import Base

/// Writes small uncompressed PNG images, for instance of QR codes.
///
/// - Thread: pure.
public enum PNGWriter {
  /// A PNG file of 8-bit pixels, top row first.
  ///
  /// - Parameters:
  ///   - width: pixels, 1...12,000.
  ///   - height: pixels, 1...12,000.
  ///   - pixels: `width * height` bytes of grey, or three times as many of red, green, blue.
  /// - Returns: nil if the number of bytes fits neither, or a side is out of range.
  /// - Complexity: O(pixels); the file is as large as the pixels.
  /// - Source: W3C PNG, third edition; RFC 1950; RFC 1951, section 3.2.4 (stored blocks).
  public static func file(width: Int, height: Int, pixels: [UInt8]) -> [UInt8]? {
    guard (1...12_000).contains(width), (1...12_000).contains(height) else { return nil }
    let isColour = pixels.count == width * height * 3
    guard isColour || pixels.count == width * height else { return nil }
    let rowLength = isColour ? width * 3 : width
    var rows: [UInt8] = []
    rows.reserveCapacity((rowLength + 1) * height)
    for row in 0..<height {
      // Filter type 0: the row as it is.
      rows.append(0)
      rows += pixels[row * rowLength..<(row + 1) * rowLength]
    }
    var header = ByteWriter(capacity: 13)
    header.littleEndian(UInt32(clamping: width).byteSwapped)
    header.littleEndian(UInt32(clamping: height).byteSwapped)
    header.append([8, isColour ? 2 : 0, 0, 0, 0])
    var writer = ByteWriter(capacity: rows.count + 1024)
    writer.append(PNGFile.signature)
    chunk("IHDR", header.bytes, to: &writer)
    chunk("IDAT", zlib(rows), to: &writer)
    chunk("IEND", [], to: &writer)
    return writer.bytes
  }

  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var writer = ByteWriter(capacity: bytes.count + bytes.count / 10_000 + 16)
    writer.append([0x78, 0x01])
    var start = 0
    while start < bytes.count {
      let end = min(start + 65_535, bytes.count)
      writer.byte(end == bytes.count ? 1 : 0)
      let length = UInt16(clamping: end - start)
      writer.littleEndian(length)
      writer.littleEndian(~length)
      writer.append(bytes[start..<end])
      start = end
    }
    writer.littleEndian(Adler32.of(bytes).byteSwapped)
    return writer.bytes
  }

  private static func chunk(_ type: String, _ body: [UInt8], to writer: inout ByteWriter) {
    writer.littleEndian(UInt32(clamping: body.count).byteSwapped)
    let content = Array(type.utf8) + body
    writer.append(content)
    writer.littleEndian(CRC32.of(content).byteSwapped)
  }
}
