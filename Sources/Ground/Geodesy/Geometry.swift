/// A line through at least two positions, in order.
public struct LineString: Hashable, Sendable {
  public var points: [LonLat]

  public init(_ points: [LonLat]) { self.points = points }
}

/// A polygon: an outer ring and holes.
///
/// Every ring is closed (its last position repeats the first) and has at least four positions.
/// Edges are straight in longitude and latitude (RFC 7946, section 3.1.1); a polygon that crosses
/// the antimeridian is cut there into parts of a ``MultiPolygon`` (section 3.1.9).
public struct Polygon: Hashable, Sendable {
  /// The outer ring first, then the holes.
  public var rings: [[LonLat]]

  public init(_ rings: [[LonLat]]) { self.rings = rings }

  public var exterior: [LonLat] { rings.first ?? [] }
}

/// An area of one or several polygons that do not overlap.
public struct MultiPolygon: Hashable, Sendable {
  public var polygons: [Polygon]

  public init(_ polygons: [Polygon]) { self.polygons = polygons }
}

/// The geometries that Wayside stores and exchanges.
public enum Geometry: Hashable, Sendable {
  case point(LonLat)
  case line(LineString)
  case polygon(Polygon)
  case multiPolygon(MultiPolygon)

  /// Every position, ring closures included.
  public var positions: [LonLat] {
    switch self {
    case .point(let point): [point]
    case .line(let line): line.points
    case .polygon(let polygon): polygon.rings.flatMap { $0 }
    case .multiPolygon(let multi): multi.polygons.flatMap { $0.rings.flatMap { $0 } }
    }
  }
}
