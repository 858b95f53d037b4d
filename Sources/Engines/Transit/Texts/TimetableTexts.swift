import FlatFiles

/// Where a text lies among all.
struct TextRange: BitwiseCopyable, Sendable {
  var start: UInt32
  var count: UInt32
}

/// All texts of a file, one behind the other.
struct TextPool {
  var bytes: [UInt8] = []
  private var known: [String: TextRange] = [:]

  mutating func add(_ text: String) -> TextRange {
    if let range = known[text] { return range }
    let utf8 = Array(text.utf8)
    let range = TextRange(
      start: UInt32(clamping: bytes.count), count: UInt32(clamping: utf8.count))
    bytes += utf8
    known[text] = range
    return range
  }

  mutating func add(_ texts: [String]) -> [TextRange] { texts.map { add($0) } }
}

struct TextReader {
  private let bytes: FlatArray<UInt8>

  init(_ bytes: FlatArray<UInt8>) { self.bytes = bytes }

  func rows(
    _ ranges: FlatArray<TextRange>, columns: Int
  ) throws(FlatFileError) -> [[String]] {
    guard ranges.count % columns == 0 else { throw .inconsistent("its texts") }
    var rows: [[String]] = []
    rows.reserveCapacity(ranges.count / columns)
    for row in 0..<ranges.count / columns {
      var texts: [String] = []
      for column in 0..<columns {
        let range = ranges[row * columns + column]
        let start = Int(range.start)
        guard start <= bytes.count, Int(range.count) <= bytes.count - start else {
          throw .inconsistent("a text")
        }
        texts.append(
          String(decoding: bytes.buffer[start..<start + Int(range.count)], as: UTF8.self))
      }
      rows.append(texts)
    }
    return rows
  }
}
