import Base
import FlatFiles
import Geodesy

/// Where heights of the ground come from.
public protocol HeightSource: Sendable {
  /// Metres above the tile's datum; nil where nothing is known.
  func height(at position: LonLat) -> Double?
}

/// One square degree of heights from the Shuttle Radar Topography Mission, an `.hgt` file.
///
/// - Source: NASA SRTM topography documentation: rows from the north, big-endian 16-bit metres above
///   the EGM96 geoid, -32768 = unknown; 1201 or 3601 samples a side, borders shared.
public struct ElevationTile: Sendable, HeightSource {
  /// The south-west corner, whole degrees.
  public let west: Int
  public let south: Int
  /// Samples from border to border, both included: 1201 or 3601.
  public let side: Int
  /// As in the file: big-endian.
  fileprivate let memory: FlatMemory

  /// Takes the unpacked content of a file.
  ///
  /// - Parameter name: such as `N43E007.hgt`; says where the tile lies.
  /// - Throws: `invalid-content` if name or length are not those of a height file.
  public init(name: String, content: [UInt8]) throws(Refusal) {
    let place = try ElevationTile.place(name, length: content.count)
    (south, west, side) = place
    memory = FlatMemory(copying: content)
  }

  /// Maps an unpacked file; it must not be changed in place while this lives.
  ///
  /// - Throws: `invalid-content` if it cannot be read, or as ``init(name:content:)``.
  /// - Complexity: O(1); pages are read as heights are asked for.
  public init(path: String) throws(Refusal) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do throws(FlatFileError) {
      memory = try FlatMemory(mapping: path)
    } catch {
      throw .invalid(name, error.description)
    }
    (south, west, side) = try ElevationTile.place(name, length: memory.bytes.count)
  }

  /// Takes heights from elsewhere, in whole metres.
  ///
  /// - Parameters:
  ///   - south, west: the south-west corner, whole degrees; -90...89 and -180...179.
  ///   - side: 1201 or 3601 samples a side.
  ///   - height: metres above the EGM96 geoid; nil where nothing is known.
  /// - Throws: `invalid-content` for a corner or side that no height file has.
  /// - Complexity: O(side²).
  public init(
    south: Int, west: Int, side: Int, height: (LonLat) -> Double?
  ) throws(Refusal) {
    guard (-90...89).contains(south), (-180...179).contains(west), side == 1201 || side == 3601
    else { throw .invalid("file", "there is no height file of \(south), \(west)") }
    var content: [UInt8] = []
    content.reserveCapacity(2 * side * side)
    for row in 0..<side {
      let lat = Double(south + 1) - Double(row) / Double(side - 1)
      for column in 0..<side {
        let lon = Double(west) + Double(column) / Double(side - 1)
        let metres = height(LonLat(lon: lon, lat: lat)).flatMap {
          abs($0) < 32_000 ? Int16($0.rounded()) : nil
        }
        let bits = UInt16(bitPattern: metres ?? .min)
        content.append(UInt8(bits >> 8))
        content.append(UInt8(truncatingIfNeeded: bits))
      }
    }
    try self.init(name: Self.fileName(south: south, west: west), content: content)
  }

  /// The name of the file with the tile of this corner, such as `N43E007.hgt`.
  public var fileName: String { Self.fileName(south: south, west: west) }

  /// The name of the file with the tile of a south-west corner in whole degrees.
  public static func fileName(south: Int, west: Int) -> String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(abs(number))
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    return (south < 0 ? "S" : "N") + digits(south, 2) + (west < 0 ? "W" : "E") + digits(west, 3)
      + ".hgt"
  }

  private static func place(
    _ name: String, length: Int
  ) throws(Refusal) -> (south: Int, west: Int, side: Int) {
    guard let corner = ElevationTile.corner(name) else {
      throw .invalid("name", "the name of a height file is its corner, such as N43E007.hgt")
    }
    switch length {
    case 1201 * 1201 * 2: return (corner.south, corner.west, 1201)
    case 3601 * 3601 * 2: return (corner.south, corner.west, 3601)
    default:
      throw .invalid(
        name, "a height file has 2,884,802 or 25,934,402 bytes; this one has \(length)")
    }
  }

  /// Metres; the smallest number where nothing is known.
  private func sample(_ row: Int, _ column: Int) -> Int16 {
    Int16(
      bigEndian: memory.bytes.loadUnaligned(
        fromByteOffset: 2 * (row * side + column), as: Int16.self))
  }

  private static func corner(_ name: String) -> (south: Int, west: Int)? {
    let letters = Array(name.uppercased().utf8.prefix(7))
    guard letters.count == 7,
      let lat = Int(String(decoding: letters[1...2], as: UTF8.self)), (0...90).contains(lat),
      let lon = Int(String(decoding: letters[4...6], as: UTF8.self)), (0...180).contains(lon)
    else { return nil }
    switch (letters[0], letters[3]) {
    case (0x4e, 0x45): return (lat, lon)
    case (0x4e, 0x57): return (lat, -lon)
    case (0x53, 0x45): return (-lat, lon)
    case (0x53, 0x57): return (-lat, -lon)
    default: return nil
    }
  }

  /// The height between the four samples around, by bilinear interpolation.
  public func height(at position: LonLat) -> Double? {
    let x = (position.lon - Double(west)) * Double(side - 1)
    let y = (Double(south + 1) - position.lat) * Double(side - 1)
    guard x >= 0, y >= 0, x <= Double(side - 1), y <= Double(side - 1) else { return nil }
    let column = min(Int(x), side - 2)
    let row = min(Int(y), side - 2)
    let (u, v) = (x - Double(column), y - Double(row))
    var sum = 0.0
    var weights = 0.0
    for (dx, dy, weight) in [
      (0, 0, (1 - u) * (1 - v)), (1, 0, u * (1 - v)), (0, 1, (1 - u) * v), (1, 1, u * v),
    ] {
      let sample = sample(row + dy, column + dx)
      if sample == .min { continue }
      sum += Double(sample) * weight
      weights += weight
    }
    return weights > 0.2 ? sum / weights : nil
  }
}

/// Several tiles side by side.
public struct ElevationTiles: HeightSource {
  /// By corner.
  private let tiles: [Int: ElevationTile]

  /// How many there are.
  public var count: Int { tiles.count }

  public init(_ tiles: [ElevationTile] = []) {
    self.tiles = Dictionary(
      tiles.map { (ElevationTiles.key(south: $0.south, west: $0.west), $0) }
    ) { first, _ in first }
  }

  private static func key(south: Int, west: Int) -> Int { south * 1000 + west }

  /// Metres above the EGM96 geoid; nil where no tile knows.
  public func height(at position: LonLat) -> Double? {
    guard position.lat.isFinite, position.lon.isFinite, abs(position.lat) <= 90,
      abs(position.lon) <= 180
    else { return nil }
    let key = ElevationTiles.key(
      south: Int(position.lat.rounded(.down)), west: Int(position.lon.rounded(.down)))
    return tiles[key]?.height(at: position)
  }
}

extension ElevationTile {
  /// Writes the tile in one step: readers see the old file or the new one.
  public func write(to path: String) throws(FlatFileError) {
    try FlatFileWriter.write(Array(memory.bytes), to: path)
  }
}
