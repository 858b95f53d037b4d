import Base
import Geodesy

extension Polygon {
  /// Whether an edge of a ring spans more than 180 degrees of longitude, which says that it was
  /// meant to go the other way round the earth.
  public var crossesAntimeridian: Bool {
    rings.contains { ring in zip(ring, ring.dropFirst()).contains { abs($0.lon - $1.lon) > 180 } }
  }

  /// The polygon in parts, none of which crosses the antimeridian.
  ///
  /// An edge of more than 180 degrees is taken the short way round.
  ///
  /// - Returns: valid parts with the orientation of RFC 7946; the polygon itself, oriented, if it
  ///   does not cross.
  /// - Throws: ``Refusal`` of kind `invalid` if a ring encloses a pole or the area is not valid.
  /// - Source: RFC 7946, section 3.1.9.
  public func cutAtAntimeridian(at pointer: String = "") throws(Refusal) -> MultiPolygon {
    guard crossesAntimeridian else {
      let whole = try PolygonTopology.validated(.polygon(self), at: pointer)
      if case .polygon(let polygon) = whole { return MultiPolygon([polygon]) }
      return MultiPolygon([self])
    }
    var unwrapped: [[LonLat]] = []
    for ring in rings {
      let (turned, isClosed) = ring.unwrappedLongitudes
      guard isClosed else {
        throw .invalid(pointer, "the area encloses a pole; cut it into parts that do not")
      }
      unwrapped.append(turned)
    }
    // Each hole goes to the turn of the earth on which its outer ring lies.
    let shellMiddle = Self.middle(unwrapped[0])
    for i in unwrapped.indices.dropFirst() {
      let turns = ((shellMiddle - Self.middle(unwrapped[i])) / 360).rounded()
      unwrapped[i] = unwrapped[i].map { LonLat(lon: $0.lon + 360 * turns, lat: $0.lat) }
    }
    let whole = try PolygonTopology.validated(.polygon(Polygon(unwrapped)), at: pointer)
    guard case .polygon(let valid) = whole else { return MultiPolygon([]) }
    var parts: [Polygon] = []
    for turn in [-360.0, 0, 360] {
      let window = Polygon([
        [
          LonLat(lon: turn - 180, lat: -90), LonLat(lon: turn + 180, lat: -90),
          LonLat(lon: turn + 180, lat: 90), LonLat(lon: turn - 180, lat: 90),
          LonLat(lon: turn - 180, lat: -90),
        ]
      ])
      let piece = try PolygonTopology.intersection(MultiPolygon([valid]), MultiPolygon([window]))
      for polygon in piece.polygons {
        parts.append(
          Polygon(
            polygon.rings.map { ring in
              ring.map { LonLat(lon: min(max($0.lon - turn, -180), 180), lat: $0.lat) }
            }))
      }
    }
    return MultiPolygon(parts)
  }

  /// The polygon, in parts if it crosses the antimeridian; as it is if it cannot be cut.
  public var partsAtAntimeridian: MultiPolygon {
    guard crossesAntimeridian, let parts = try? cutAtAntimeridian() else {
      return MultiPolygon([self])
    }
    return parts
  }

  private static func middle(_ ring: [LonLat]) -> Double {
    let longitudes = ring.map(\.lon)
    return ((longitudes.min() ?? 0) + (longitudes.max() ?? 0)) / 2
  }
}

extension MultiPolygon {
  /// The area in valid parts, none of which crosses the antimeridian.
  ///
  /// - Throws: as ``Polygon/cutAtAntimeridian(at:)``, or if parts overlap.
  public func cutAtAntimeridian(at pointer: String = "") throws(Refusal) -> MultiPolygon {
    var parts: [Polygon] = []
    for polygon in polygons { parts += try polygon.cutAtAntimeridian(at: pointer).polygons }
    _ = try PolygonTopology.validated(.multiPolygon(MultiPolygon(parts)), at: pointer)
    return MultiPolygon(parts)
  }
}

extension LineString {
  /// Whether a step spans more than 180 degrees of longitude.
  public var crossesAntimeridian: Bool {
    zip(points, points.dropFirst()).contains { abs($0.lon - $1.lon) > 180 }
  }

  /// The line in parts, none of which crosses the antimeridian; each crossing ends one part and
  /// starts the next, at the same latitude.
  ///
  /// - Source: RFC 7946, section 3.1.9.
  public var cutAtAntimeridian: [LineString] {
    var parts: [LineString] = []
    var current: [LonLat] = []
    for point in points {
      if let last = current.last, abs(point.lon - last.lon) > 180 {
        let side: Double = last.lon > 0 ? 180 : -180
        let span = (180 - abs(last.lon)) + (180 - abs(point.lon))
        let share = span > 0 ? (180 - abs(last.lon)) / span : 0
        let lat = last.lat + (point.lat - last.lat) * share
        let end = LonLat(lon: side, lat: lat)
        if current.last != end { current.append(end) }
        if current.count >= 2 { parts.append(LineString(current)) }
        let start = LonLat(lon: -side, lat: lat)
        current = start == point ? [] : [start]
      }
      current.append(point)
    }
    if current.count >= 2 { parts.append(LineString(current)) }
    return parts
  }
}

extension [LonLat] {
  /// The positions with longitudes that go on beyond ±180 instead of jumping, and whether the last
  /// comes back to the first.
  fileprivate var unwrappedLongitudes: (points: [LonLat], isClosed: Bool) {
    var result: [LonLat] = []
    result.reserveCapacity(count)
    var offset = 0.0
    for (i, point) in enumerated() {
      if i > 0 {
        let step = point.lon - self[i - 1].lon
        if step > 180 { offset -= 360 } else if step < -180 { offset += 360 }
      }
      result.append(LonLat(lon: point.lon + offset, lat: point.lat))
    }
    return (result, offset == 0)
  }
}
