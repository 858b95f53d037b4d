/// Reads Mapbox vector tiles, strictly: anything that the specification forbids is an error.
///
/// - Source: Mapbox Vector Tile specification 2.1, section 4.
public struct TileReader {
  public struct Invalid: Error, CustomStringConvertible {
    public var description: String
  }

  public struct Feature {
    /// 1 points, 2 lines, 3 polygons.
    public var type: UInt64
    /// Each line, or ring without its closing point; all points in one.
    public var parts: [[(x: Int, y: Int)]]
    public var attributes: [String: String]
  }

  public struct Layer {
    public var name: String
    public var extent: UInt64
    public var features: [Feature]
  }

  private enum Field {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  public static func read(_ bytes: [UInt8]) throws -> [Layer] {
    var layers: [Layer] = []
    for (number, field) in try fields(bytes[...]) {
      guard number == 3, case .bytes(let content) = field else {
        throw Invalid(description: "field \(number) in a tile")
      }
      layers.append(try layer(content))
    }
    guard Set(layers.map(\.name)).count == layers.count else {
      throw Invalid(description: "a layer twice")
    }
    return layers
  }

  private static func layer(_ bytes: ArraySlice<UInt8>) throws -> Layer {
    var layer = Layer(name: "", extent: 4096, features: [])
    var version: UInt64 = 0
    var (keys, values): ([String], [String]) = ([], [])
    var features: [ArraySlice<UInt8>] = []
    for (number, field) in try fields(bytes) {
      switch (number, field) {
      case (15, .number(let value)): version = value
      case (1, .bytes(let name)): layer.name = String(decoding: name, as: UTF8.self)
      case (2, .bytes(let feature)): features.append(feature)
      case (3, .bytes(let key)): keys.append(String(decoding: key, as: UTF8.self))
      case (4, .bytes(let value)): values.append(try self.value(value))
      case (5, .number(let extent)): layer.extent = extent
      default: throw Invalid(description: "field \(number) in a layer")
      }
    }
    guard version == 2, !layer.name.isEmpty, !features.isEmpty, Set(keys).count == keys.count else {
      throw Invalid(description: "layer \(layer.name) of version \(version)")
    }
    layer.features = try features.map { try feature($0, keys, values) }
    return layer
  }

  private static func value(_ bytes: ArraySlice<UInt8>) throws -> String {
    guard let (number, field) = try fields(bytes).first else {
      throw Invalid(description: "an empty value")
    }
    switch (number, field) {
    case (1, .bytes(let text)): return String(decoding: text, as: UTF8.self)
    case (3, .number(let bits)): return String(Double(bitPattern: bits))
    case (4, .number(let integer)): return String(Int64(bitPattern: integer))
    default: throw Invalid(description: "value of type \(number)")
    }
  }

  private static func feature(
    _ bytes: ArraySlice<UInt8>, _ keys: [String], _ values: [String]
  ) throws -> Feature {
    var feature = Feature(type: 0, parts: [], attributes: [:])
    var commands: [UInt64] = []
    for (number, field) in try fields(bytes) {
      switch (number, field) {
      case (1, .number): break
      case (2, .bytes(let content)):
        let tags = try packed(content)
        guard tags.count % 2 == 0 else { throw Invalid(description: "an odd number of tags") }
        for i in stride(from: 0, to: tags.count, by: 2) {
          guard tags[i] < keys.count, tags[i + 1] < values.count else {
            throw Invalid(description: "a tag beyond the layer's")
          }
          feature.attributes[keys[Int(tags[i])]] = values[Int(tags[i + 1])]
        }
      case (3, .number(let type)): feature.type = type
      case (4, .bytes(let content)): commands = try packed(content)
      default: throw Invalid(description: "field \(number) in a feature")
      }
    }
    feature.parts = try parts(commands, type: feature.type)
    return feature
  }

  private static func parts(_ commands: [UInt64], type: UInt64) throws -> [[(x: Int, y: Int)]] {
    var parts: [[(x: Int, y: Int)]] = []
    var (x, y, index) = (0, 0, 0)
    while index < commands.count {
      let (command, count) = (commands[index] & 7, Int(commands[index] >> 3))
      index += 1
      if command == 7 {
        guard type == 3, count == 1, (parts.last?.count ?? 0) >= 3 else {
          throw Invalid(description: "a ring of fewer than three points")
        }
        continue
      }
      guard command == 1 || command == 2, count > 0, index + 2 * count <= commands.count,
        type == 1 || command == 2 || count == 1
      else { throw Invalid(description: "command \(command) for \(count)") }
      if command == 1 { parts.append([]) }
      guard !parts.isEmpty else { throw Invalid(description: "a line without a start") }
      for _ in 0..<count {
        let (dx, dy) = (signed(commands[index]), signed(commands[index + 1]))
        if command == 2, dx == 0, dy == 0 { throw Invalid(description: "a step of nothing") }
        x += dx
        y += dy
        index += 2
        parts[parts.count - 1].append((x, y))
      }
    }
    guard (1...3).contains(type), !parts.isEmpty else {
      throw Invalid(description: "a feature without a geometry")
    }
    return parts
  }

  private static func signed(_ value: UInt64) -> Int {
    Int(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
  }

  private static func packed(_ bytes: ArraySlice<UInt8>) throws -> [UInt64] {
    var rest = bytes
    var values: [UInt64] = []
    while !rest.isEmpty { values.append(try number(&rest)) }
    return values
  }

  private static func fields(_ bytes: ArraySlice<UInt8>) throws -> [(UInt64, Field)] {
    var rest = bytes
    var fields: [(UInt64, Field)] = []
    while !rest.isEmpty {
      let key = try number(&rest)
      switch key & 7 {
      case 0: fields.append((key >> 3, .number(try number(&rest))))
      case 1:
        guard rest.count >= 8 else { throw Invalid(description: "cut") }
        let bits = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        fields.append((key >> 3, .number(bits)))
      case 2:
        let length = try number(&rest)
        guard length <= rest.count else { throw Invalid(description: "cut") }
        fields.append((key >> 3, .bytes(rest.prefix(Int(length)))))
        rest = rest.dropFirst(Int(length))
      default: throw Invalid(description: "wire type \(key & 7)")
      }
    }
    return fields
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { throw Invalid(description: "cut") }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    throw Invalid(description: "a number that is too long")
  }
}
