extension Bounds {
  /// The smallest box around intervals of longitude: everything but the widest gap.
  ///
  /// - Parameter intervals: each with `west <= east`, within -180...180; at least one.
  static func longitudes(
    around intervals: [(west: Double, east: Double)]
  ) -> (west: Double, east: Double)? {
    let sorted = intervals.sorted { $0.west < $1.west }
    guard let first = sorted.first else { return nil }
    var reached = first.east
    var widest = 0.0
    var result: (west: Double, east: Double)?
    for interval in sorted.dropFirst() {
      if interval.west - reached > widest {
        widest = interval.west - reached
        result = (interval.west, reached)
      }
      reached = max(reached, interval.east)
    }
    let outer = first.west + 360 - reached
    guard let result, widest > outer else { return (first.west, reached) }
    return result
  }
}

extension Geometry {
  /// The smallest box around the geometry; it crosses the antimeridian where that makes it smaller.
  ///
  /// Lines take the short way between two positions; polygons never cross the antimeridian
  /// themselves, but their parts may lie on both sides of it.
  ///
  /// - Returns: nil without a position, or with one that is not finite.
  public var bounds: Bounds? {
    let positions = positions
    guard let first = positions.first else { return nil }
    var (south, north) = (first.lat, first.lat)
    for p in positions {
      guard p.lon.isFinite, p.lat.isFinite else { return nil }
      south = min(south, p.lat)
      north = max(north, p.lat)
    }
    guard let (west, east) = Bounds.longitudes(around: longitudeIntervals) else { return nil }
    return Bounds(west: west, south: south, east: east, north: north)
  }

  private var longitudeIntervals: [(west: Double, east: Double)] {
    switch self {
    case .point(let p): return [(p.lon, p.lon)]
    case .line(let line):
      guard line.points.count > 1 else { return line.points.map { ($0.lon, $0.lon) } }
      return zip(line.points, line.points.dropFirst()).flatMap { a, b in
        let (west, east) = (min(a.lon, b.lon), max(a.lon, b.lon))
        return east - west <= 180 ? [(west, east)] : [(-180.0, west), (east, 180.0)]
      }
    case .polygon(let polygon): return Geometry.interval(polygon)
    case .multiPolygon(let multi): return multi.polygons.flatMap(Geometry.interval)
    }
  }

  private static func interval(_ polygon: Polygon) -> [(west: Double, east: Double)] {
    let longitudes = polygon.rings.lazy.flatMap { $0 }.map(\.lon)
    guard let west = longitudes.min(), let east = longitudes.max() else { return [] }
    return [(west, east)]
  }
}
