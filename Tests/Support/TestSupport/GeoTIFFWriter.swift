/// Writes small GeoTIFF files for tests: one band of 32-bit numbers, in one strip, little-endian.
///
/// - Source: TIFF 6.0; OGC GeoTIFF Standard 1.1.
public struct GeoTIFFWriter {
  public var columns: Int
  /// Row by row from the north.
  public var heights: [Float]
  /// Degrees of the north-western corner of the first sample, or of its middle.
  public var west = 10.0
  public var north = 2.0
  public var step = 1.0 / 1200
  /// The sample, by column and row, that `west` and `north` are of.
  public var tie = (column: 0.0, row: 0.0)
  /// Whether samples stand for points, not for the cells around them.
  public var arePoints = true
  public var noData: String?
  /// GeoKeys by number.
  public var keys: [(UInt16, UInt16)] = [(1024, 2), (2048, 4326)]
  public var bands: UInt16 = 1

  public init(columns: Int, heights: [Float]) {
    self.columns = columns
    self.heights = heights
  }

  public var bytes: [UInt8] {
    var file: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
    let strip = file.count
    for height in heights { append(height.bitPattern, to: &file) }
    var tags: [(tag: UInt16, type: UInt16, count: Int, data: [UInt8])] = []
    func add(_ tag: UInt16, _ value: Int) {
      tags.append((tag, 4, 1, Self.bytes(UInt32(value))))
    }
    add(256, columns)
    add(257, heights.count / max(columns, 1))
    tags.append((258, 3, 1, Self.bytes(UInt16(32))))
    tags.append((259, 3, 1, Self.bytes(UInt16(1))))
    tags.append((262, 3, 1, Self.bytes(UInt16(1))))
    add(273, strip)
    tags.append((277, 3, 1, Self.bytes(bands)))
    add(278, heights.count / max(columns, 1))
    add(279, heights.count * 4)
    tags.append((339, 3, 1, Self.bytes(UInt16(3))))
    tags.append((33550, 12, 3, Self.doubles([step, step, 0])))
    tags.append((33922, 12, 6, Self.doubles([tie.column, tie.row, 0, west, north, 0])))
    let all = (keys + [(1025, arePoints ? 2 : 1)]).sorted { $0.0 < $1.0 }
    var directory: [UInt16] = [1, 1, 0, UInt16(all.count)]
    for (key, value) in all { directory += [key, 0, 1, value] }
    var words: [UInt8] = []
    for word in directory { append(word, to: &words) }
    tags.append((34735, 3, directory.count, words))
    if let noData {
      tags.append((42113, 2, noData.utf8.count + 1, Array(noData.utf8) + [0]))
    }
    // What is longer than four bytes lies before the directory.
    var entries: [UInt8] = []
    for tag in tags {
      append(tag.tag, to: &entries)
      append(tag.type, to: &entries)
      append(UInt32(tag.count), to: &entries)
      if tag.data.count <= 4 {
        entries += tag.data + [UInt8](repeating: 0, count: 4 - tag.data.count)
      } else {
        append(UInt32(file.count), to: &entries)
        file += tag.data + (tag.data.count % 2 == 0 ? [] : [0])
      }
    }
    file.replaceSubrange(4..<8, with: Self.bytes(UInt32(file.count)))
    append(UInt16(tags.count), to: &file)
    file += entries
    append(UInt32(0), to: &file)
    return file
  }

  private func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    bytes += Self.bytes(value)
  }

  private static func doubles(_ values: [Double]) -> [UInt8] {
    values.flatMap { value -> [UInt8] in bytes(value.bitPattern) }
  }

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
