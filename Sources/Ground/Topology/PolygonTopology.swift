import Base
import CGEOS
import Geodesy

/// Validity and overlays of areas, planar in longitude and latitude, through GEOS.
///
/// Areas that cross the antimeridian must be cut there first: ``Polygon/cutAtAntimeridian()``.
///
/// - Thread: pure; every call uses its own GEOS context.
public enum PolygonTopology {
  /// Most positions that a check or an overlay takes.
  public static let maximumVertices = 100_000

  /// Checks that an area is one, and turns its rings as RFC 7946 wants.
  ///
  /// Rings must not cross or touch themselves, holes lie inside, parts not overlap, and the area be
  /// above zero. Points and lines pass as they are.
  ///
  /// - Parameter pointer: JSON Pointer to the geometry, for the refusal.
  /// - Returns: the same geometry with outer rings counter-clockwise and holes clockwise.
  /// - Throws: ``Refusal`` of kind `invalid` with GEOS's reason and the place.
  /// - Complexity: O(n log n) for usual areas; areas on which it would take more than about a second
  ///   are refused.
  /// - Source: OGC Simple Features 1.2.1, section 6.1.11; RFC 7946, section 3.1.6.
  public static func validated(
    _ geometry: Geometry, at pointer: String = ""
  ) throws(Refusal) -> Geometry {
    switch geometry {
    case .point, .line: return geometry
    case .polygon(let polygon):
      try check(geometry, at: pointer)
      return .polygon(polygon.oriented)
    case .multiPolygon(let multi):
      try check(geometry, at: pointer)
      return .multiPolygon(MultiPolygon(multi.polygons.map(\.oriented)))
    }
  }

  private static func check(_ geometry: Geometry, at pointer: String) throws(Refusal) {
    try limit([geometry], at: pointer)
    let context = try context()
    guard let shape = GEOSShape(geometry: geometry, context) else {
      throw .invalid(pointer, "the area cannot be built: \(context.lastError)")
    }
    var reason: UnsafeMutablePointer<CChar>?
    var location: OpaquePointer?
    let verdict = GEOSisValidDetail_r(context.handle, shape.pointer, 0, &reason, &location)
    defer { if let reason { GEOSFree_r(context.handle, reason) } }
    let text = reason.map { String(cString: $0) } ?? context.lastError
    if let place = GEOSShape(location, context) {
      throw .invalid(pointer, "the area is not valid: \(text)\(describe(place))")
    }
    guard verdict == 1 else { throw .invalid(pointer, "the area is not valid: \(text)") }
    var area = 0.0
    guard GEOSArea_r(context.handle, shape.pointer, &area) == 1, area > 0 else {
      throw .invalid(pointer, "the area has no surface")
    }
  }

  private static func describe(_ place: borrowing GEOSShape) -> String {
    var lon = 0.0
    var lat = 0.0
    guard GEOSGeomGetX_r(place.context.handle, place.pointer, &lon) == 1,
      GEOSGeomGetY_r(place.context.handle, place.pointer, &lat) == 1
    else { return "" }
    return " at longitude \(lon), latitude \(lat)"
  }

  private static func context() throws(Refusal) -> GEOSContext {
    guard let context = GEOSContext() else {
      throw Refusal(.busy, "out-of-memory", "There is no memory for this now.")
    }
    return context
  }

  private static func limit(_ geometries: [Geometry], at pointer: String) throws(Refusal) {
    let count = geometries.reduce(0) { $0 + $1.positions.count }
    guard count <= maximumVertices else {
      throw .invalid(pointer, "an area may have at most \(maximumVertices) positions, not \(count)")
    }
    guard !EdgeOverlaps.areTooMany(geometries) else {
      throw .invalid(pointer, "the area is too intricate: too many long edges lie side by side")
    }
  }

  /// The common part of two valid areas; without polygons if they share none.
  public static func intersection(
    _ a: MultiPolygon, _ b: MultiPolygon
  ) throws(Refusal) -> MultiPolygon {
    try overlay(a, b, GEOSIntersection_r)
  }

  /// The area of both.
  public static func union(_ a: MultiPolygon, _ b: MultiPolygon) throws(Refusal) -> MultiPolygon {
    try overlay(a, b, GEOSUnion_r)
  }

  private static func overlay(
    _ a: MultiPolygon, _ b: MultiPolygon,
    _ operation: (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> OpaquePointer?
  ) throws(Refusal) -> MultiPolygon {
    try limit([.multiPolygon(a), .multiPolygon(b)], at: "")
    let context = try context()
    guard let first = GEOSShape(multiPolygon: a, context),
      let second = GEOSShape(multiPolygon: b, context),
      let result = GEOSShape(operation(context.handle, first.pointer, second.pointer), context)
    else {
      throw .invalid("", "the areas cannot be laid over each other: \(context.lastError)")
    }
    return MultiPolygon(result.polygons.map(\.oriented))
  }

  /// Whether every point of `geometry` lies in the area or on its border.
  public static func covers(
    _ area: MultiPolygon, _ geometry: Geometry
  ) throws(Refusal) -> Bool {
    try relation(area, geometry, GEOSCovers_r)
  }

  /// Whether the two share at least a point.
  public static func intersects(
    _ area: MultiPolygon, _ geometry: Geometry
  ) throws(Refusal) -> Bool {
    try relation(area, geometry, GEOSIntersects_r)
  }

  private static func relation(
    _ area: MultiPolygon, _ geometry: Geometry,
    _ predicate: (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> CChar
  ) throws(Refusal) -> Bool {
    try limit([.multiPolygon(area), geometry], at: "")
    let context = try context()
    guard let first = GEOSShape(multiPolygon: area, context),
      let second = GEOSShape(geometry: geometry, context)
    else { throw .invalid("", "the geometries cannot be built: \(context.lastError)") }
    let answer = predicate(context.handle, first.pointer, second.pointer)
    guard answer == 0 || answer == 1 else {
      throw .invalid("", "the geometries cannot be compared: \(context.lastError)")
    }
    return answer == 1
  }
}

extension Polygon {
  /// The same polygon with its outer ring counter-clockwise and its holes clockwise.
  ///
  /// - Source: RFC 7946, section 3.1.6.
  public var oriented: Polygon {
    var result = self
    for i in rings.indices where (Polygon.doubleArea(rings[i]) > 0) != (i == 0) {
      result.rings[i].reverse()
    }
    return result
  }

  /// Twice the planar area, positive if the ring runs counter-clockwise.
  static func doubleArea(_ ring: [LonLat]) -> Double {
    guard let origin = ring.first else { return 0 }
    var sum = 0.0
    for (a, b) in zip(ring, ring.dropFirst()) {
      sum +=
        (a.lon - origin.lon) * (b.lat - origin.lat) - (b.lon - origin.lon) * (a.lat - origin.lat)
    }
    return sum
  }
}
