/// A box of longitudes and latitudes; `west > east` means that it crosses the antimeridian.
///
/// - Thread: pure.
public struct Bounds: Hashable, Sendable {
  /// Degrees, -180...180.
  public var west: Double
  /// Degrees, -90...90, at most `north`.
  public var south: Double
  /// Degrees, -180...180.
  public var east: Double
  public var north: Double

  public init(west: Double, south: Double, east: Double, north: Double) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// The whole earth.
  public static let world = Bounds(west: -180, south: -90, east: 180, north: 90)

  public var crossesAntimeridian: Bool { west > east }

  /// The size in square degrees, to tell a larger box from a smaller one.
  public var squareDegrees: Double {
    parts.reduce(0) { $0 + ($1.east - $1.west) * ($1.north - $1.south) }
  }

  /// One box, or two where this one crosses the antimeridian; none of them crosses it.
  public var parts: [Bounds] {
    guard crossesAntimeridian else { return [self] }
    return [
      Bounds(west: west, south: south, east: 180, north: north),
      Bounds(west: -180, south: south, east: east, north: north),
    ]
  }

  /// Whether the position lies inside or on the border.
  public func contains(_ p: LonLat) -> Bool {
    guard p.lat >= south, p.lat <= north else { return false }
    return crossesAntimeridian ? p.lon >= west || p.lon <= east : p.lon >= west && p.lon <= east
  }

  /// Whether the two boxes share at least a point.
  public func intersects(_ other: Bounds) -> Bool {
    for a in parts {
      for b in other.parts
      where a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north {
        return true
      }
    }
    return false
  }
}
