/// One layer of a vector tile, in the making.
///
/// - Source: Mapbox Vector Tile specification 2.1, section 4.
struct TileLayerWriter {
  /// What a feature is told with.
  enum Value: Hashable {
    case text(String)
    case number(Double)
    case integer(Int)
    case flag(Bool)
  }

  /// A point of the tile's grid.
  struct Point: Hashable {
    var x: Int32
    var y: Int32
  }

  enum Shape {
    case points([Point])
    case lines([[Point]])
    /// Outlines and their holes; each ring closed in mind, its first point not repeated.
    case polygons([[[Point]]])
  }

  /// Steps across a tile.
  static let extent = 4096

  private let name: String
  private var keys: [String: UInt32] = [:]
  private var keyList: [String] = []
  private var values: [Value: UInt32] = [:]
  private var valueList: [Value] = []
  private var features = ProtobufWriter()
  private(set) var count = 0

  init(_ name: String) { self.name = name }

  mutating func add(_ shape: Shape, id: UInt64? = nil, _ attributes: [(String, Value)]) {
    var geometry = TileGeometryWriter()
    let type: UInt64
    switch shape {
    case .points(let points):
      type = 1
      geometry.points(points)
    case .lines(let lines):
      type = 2
      for line in lines { geometry.line(line) }
    case .polygons(let polygons):
      type = 3
      for polygon in polygons { geometry.polygon(polygon) }
    }
    guard !geometry.commands.isEmpty else { return }
    var feature = ProtobufWriter()
    if let id { feature.number(1, id) }
    var tags: [UInt32] = []
    for (key, value) in attributes {
      tags.append(number(ofKey: key))
      tags.append(number(ofValue: value))
    }
    if !tags.isEmpty { feature.packed(2, tags) }
    feature.number(3, type)
    feature.packed(4, geometry.commands)
    features.bytes(2, feature.bytes)
    count += 1
  }

  private mutating func number(ofKey key: String) -> UInt32 {
    if let known = keys[key] { return known }
    let number = UInt32(keyList.count)
    keys[key] = number
    keyList.append(key)
    return number
  }

  private mutating func number(ofValue value: Value) -> UInt32 {
    if let known = values[value] { return known }
    let number = UInt32(valueList.count)
    values[value] = number
    valueList.append(value)
    return number
  }

  /// The layer as a field of a tile; nothing for a layer without features.
  var bytes: [UInt8] {
    if count == 0 { return [] }
    var layer = ProtobufWriter()
    layer.number(15, 2)
    layer.text(1, name)
    var content = layer.bytes + features.bytes
    var rest = ProtobufWriter()
    for key in keyList { rest.text(3, key) }
    for value in valueList {
      var message = ProtobufWriter()
      switch value {
      case .text(let text): message.text(1, text)
      case .number(let number): message.double(3, number)
      case .flag(let flag): message.number(7, flag ? 1 : 0)
      case .integer(let integer): message.number(4, UInt64(bitPattern: Int64(integer)))
      }
      rest.bytes(4, message.bytes)
    }
    rest.number(5, UInt64(TileLayerWriter.extent))
    content += rest.bytes
    var tile = ProtobufWriter()
    tile.bytes(3, content)
    return tile.bytes
  }
}

/// Geometry as commands with relative positions.
///
/// - Source: Mapbox Vector Tile specification 2.1, section 4.3.
private struct TileGeometryWriter {
  private(set) var commands: [UInt32] = []
  private var x: Int32 = 0
  private var y: Int32 = 0

  mutating func points(_ points: [TileLayerWriter.Point]) {
    guard !points.isEmpty else { return }
    commands.append(1 | UInt32(points.count) << 3)
    for point in points { move(to: point) }
  }

  mutating func line(_ line: [TileLayerWriter.Point]) {
    guard let first = line.first, line.count > 1 else { return }
    commands.append(1 | 1 << 3)
    move(to: first)
    commands.append(2 | UInt32(line.count - 1) << 3)
    for point in line.dropFirst() { move(to: point) }
  }

  /// Outlines clockwise on the screen, holes the other way round.
  mutating func polygon(_ rings: [[TileLayerWriter.Point]]) {
    for (index, ring) in rings.enumerated() {
      guard let area = TileGeometryWriter.area(ring), area != 0 else {
        if index == 0 { return }
        continue
      }
      let isRight = (area > 0) == (index == 0)
      line(isRight ? ring : ring.reversed())
      commands.append(7 | 1 << 3)
    }
  }

  private mutating func move(to point: TileLayerWriter.Point) {
    commands.append(ProtobufWriter.zigzag(point.x &- x))
    commands.append(ProtobufWriter.zigzag(point.y &- y))
    (x, y) = (point.x, point.y)
  }

  /// Twice the area, positive clockwise on the screen; nil for fewer than three points.
  private static func area(_ ring: [TileLayerWriter.Point]) -> Int64? {
    guard ring.count >= 3, var last = ring.last else { return nil }
    var sum: Int64 = 0
    for point in ring {
      sum += Int64(last.x) * Int64(point.y) - Int64(point.x) * Int64(last.y)
      last = point
    }
    return sum
  }
}
