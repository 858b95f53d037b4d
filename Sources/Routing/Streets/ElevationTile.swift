import Base
import Geodesy

/// Where heights of the ground come from.
protocol HeightSource: Sendable {
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
  private let side: Int
  private let samples: [Int16]

  /// Takes the unpacked content of a file.
  ///
  /// - Parameter name: such as `N43E007.hgt`; says where the tile lies.
  public init(name: String, content: [UInt8]) throws(Refusal) {
    guard let corner = ElevationTile.corner(name) else {
      throw .invalid("name", "the name of a height file is its corner, such as N43E007.hgt")
    }
    switch content.count {
    case 1201 * 1201 * 2: side = 1201
    case 3601 * 3601 * 2: side = 3601
    default:
      throw .invalid(
        name, "a height file has 2,884,802 or 25,934,402 bytes; this one has \(content.count)")
    }
    (south, west) = corner
    samples = (0..<side * side).map { i in
      Int16(bitPattern: UInt16(content[2 * i]) << 8 | UInt16(content[2 * i + 1]))
    }
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
      let sample = samples[(row + dy) * side + column + dx]
      if sample == .min { continue }
      sum += Double(sample) * weight
      weights += weight
    }
    return weights > 0.2 ? sum / weights : nil
  }
}

/// Several tiles side by side.
struct ElevationTiles: HeightSource {
  private let tiles: [[Int]: ElevationTile]

  init(_ tiles: [ElevationTile]) {
    self.tiles = Dictionary(tiles.map { ([$0.south, $0.west], $0) }) { first, _ in first }
  }

  func height(at position: LonLat) -> Double? {
    guard position.lat.isFinite, position.lon.isFinite, abs(position.lat) <= 90,
      abs(position.lon) <= 180
    else { return nil }
    let corner = [Int(position.lat.rounded(.down)), Int(position.lon.rounded(.down))]
    return tiles[corner]?.height(at: position)
  }
}
