/// Writes small OpenStreetMap files in PBF, uncompressed, for tests.
///
/// - Source: OpenStreetMap wiki, "PBF format".
public struct OSMFileWriter {
  public typealias Tags = KeyValuePairs<String, String>

  private var strings = [""]
  private var numbers: [String: UInt64] = [:]
  private var nodes: [[UInt8]] = []
  private var ways: [[UInt8]] = []

  public init() {}

  /// Adds a node.
  public mutating func node(_ id: Int64, lon: Double, lat: Double, _ tags: Tags = [:]) {
    var node = Message()
    node.varint(1, Message.zigzag(id))
    write(tags, to: &node)
    node.varint(8, Message.zigzag(Int64((lat * 1e7).rounded())))
    let east = lon > 180 ? lon - 360 : lon
    node.varint(9, Message.zigzag(Int64((east * 1e7).rounded())))
    nodes.append(node.bytes)
  }

  /// Adds a way through nodes.
  public mutating func way(_ id: Int64, _ refs: [Int64], _ tags: Tags) {
    var way = Message()
    way.varint(1, UInt64(bitPattern: id))
    write(tags, to: &way)
    var previous: Int64 = 0
    var deltas: [UInt64] = []
    for ref in refs {
      deltas.append(Message.zigzag(ref - previous))
      previous = ref
    }
    way.packed(8, deltas)
    ways.append(way.bytes)
  }

  private mutating func write(_ tags: Tags, to message: inout Message) {
    message.packed(2, tags.map { number(of: $0.key) })
    message.packed(3, tags.map { number(of: $0.value) })
  }

  private mutating func number(of string: String) -> UInt64 {
    if let known = numbers[string] { return known }
    strings.append(string)
    numbers[string] = UInt64(strings.count - 1)
    return UInt64(strings.count - 1)
  }

  /// The whole file.
  public var bytes: [UInt8] {
    var header = Message()
    header.field(4, Array("OsmSchema-V0.6".utf8))
    var block = Message()
    var table = Message()
    for string in strings { table.field(1, Array(string.utf8)) }
    block.field(1, table.bytes)
    for (number, objects) in [(1, nodes), (3, ways)] where !objects.isEmpty {
      var group = Message()
      for object in objects { group.field(number, object) }
      block.field(2, group.bytes)
    }
    // Positions in steps of 1e-7 degrees.
    block.varint(17, 100)
    return OSMFileWriter.blob("OSMHeader", header.bytes)
      + OSMFileWriter.blob("OSMData", block.bytes)
  }

  private static func blob(_ type: String, _ content: [UInt8]) -> [UInt8] {
    var blob = Message()
    blob.field(1, content)
    var header = Message()
    header.field(1, Array(type.utf8))
    header.varint(3, UInt64(blob.bytes.count))
    let count = UInt32(header.bytes.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32($0))) } + header.bytes
      + blob.bytes
  }

  /// A town of streets in a grid: `side` by `side` junctions, 100 m apart at the equator.
  ///
  /// Every fourth street is a primary road; junction (column, row) is node `row * side + column + 1`.
  public static func town(side: Int, lon: Double, lat: Double) -> OSMFileWriter {
    var file = OSMFileWriter()
    for row in 0..<side {
      for column in 0..<side {
        file.node(
          Int64(row * side + column + 1), lon: lon + Double(column) * 9e-4,
          lat: lat + Double(row) * 9e-4)
      }
    }
    for line in 0..<side {
      let kind = line % 4 == 0 ? "primary" : "residential"
      file.way(
        Int64(2 * line + 1), (0..<side).map { Int64(line * side + $0 + 1) },
        ["highway": kind, "name": "Row \(line)"])
      file.way(
        Int64(2 * line + 2), (0..<side).map { Int64($0 * side + line + 1) },
        ["highway": kind, "name": "Column \(line)"])
    }
    return file
  }
}

/// A message in protocol buffers' wire format.
private struct Message {
  var bytes: [UInt8] = []

  static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }

  private mutating func number(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  mutating func varint(_ field: Int, _ value: UInt64) {
    number(UInt64(field << 3))
    number(value)
  }

  mutating func field(_ field: Int, _ content: [UInt8]) {
    number(UInt64(field << 3 | 2))
    number(UInt64(content.count))
    bytes += content
  }

  mutating func packed(_ field: Int, _ values: [UInt64]) {
    var content = Message()
    for value in values { content.number(value) }
    self.field(field, content.bytes)
  }
}
