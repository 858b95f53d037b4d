import Foundation
import Geodesy

/// Draws an area around a tour whose editors have drawn none.
///
/// The area is the convex hull, in longitude and latitude, of circles around all points of the
/// route and all stops; the circles are polygons of 16 sides that contain the true circle. Where
/// the hull crosses the antimeridian it is cut there.
enum TourAreaBuilder {
  private static let sides = 16

  /// - Parameter margin: metres that the area reaches beyond route and stops at least.
  /// - Returns: nil beyond 85 degrees of latitude, where a hull in degrees makes no sense, and for
  ///   points that are spread over more than half of the earth.
  static func area(around points: [LonLat], margin: Double) -> MultiPolygon? {
    guard let first = points.first, points.allSatisfy({ abs($0.lat) <= 85 }) else { return nil }
    // Only corners of the points' own hull can become corners of the circles' hull.
    let corners = hull(points.map { unwrapped($0, around: first.lon) })
    let radius = margin / cos(.pi / Double(sides))
    let circles = corners.flatMap { corner in
      (0..<sides).map { side in
        let bearing = 360 * Double(side) / Double(sides)
        let point = Geodesic.destination(
          from: LonLat(lon: LonLat.normalise(lon: corner.lon), lat: corner.lat),
          bearingDegrees: bearing, distanceMetres: radius)
        return unwrapped(point, around: corner.lon)
      }
    }
    let ring = hull(circles)
    guard let west = ring.map(\.lon).min(), let east = ring.map(\.lon).max(), east - west < 180
    else { return nil }
    if east > 180 { return cut(ring, at: 180) }
    if west < -180 { return cut(ring, at: -180) }
    return MultiPolygon([closed(ring)])
  }

  /// The point with its longitude moved by whole turns to within half a turn of `lon`.
  private static func unwrapped(_ point: LonLat, around lon: Double) -> LonLat {
    LonLat(lon: lon + (point.lon - lon).remainder(dividingBy: 360), lat: point.lat)
  }

  /// Corners of the convex hull, counter-clockwise, not closed (Andrew's monotone chain).
  private static func hull(_ points: [LonLat]) -> [LonLat] {
    let sorted = Set(points).sorted { ($0.lon, $0.lat) < ($1.lon, $1.lat) }
    guard sorted.count > 2 else { return sorted }
    func chain(_ points: some Sequence<LonLat>) -> [LonLat] {
      var chain: [LonLat] = []
      for point in points {
        while let b = chain.last, let a = chain.dropLast().last,
          (b.lon - a.lon) * (point.lat - a.lat) <= (b.lat - a.lat) * (point.lon - a.lon)
        {
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain
    }
    return chain(sorted).dropLast() + chain(sorted.reversed()).dropLast()
  }

  /// Two polygons, one on each side of the meridian `at` (180 or -180).
  private static func cut(_ ring: [LonLat], at meridian: Double) -> MultiPolygon {
    let west = clipped(ring) { meridian - $0.lon }
    let east = clipped(ring) { $0.lon - meridian }
    func turned(_ ring: [LonLat], by degrees: Double) -> Polygon {
      closed(ring.map { LonLat(lon: $0.lon + degrees, lat: $0.lat) })
    }
    return MultiPolygon([
      turned(west, by: meridian > 0 ? 0 : 360), turned(east, by: meridian > 0 ? -360 : 0),
    ])
  }

  /// The part of a convex ring where `depth`, an affine function, is not negative.
  private static func clipped(_ ring: [LonLat], _ depth: (LonLat) -> Double) -> [LonLat] {
    var result: [LonLat] = []
    guard var a = ring.last else { return [] }
    for b in ring {
      let (da, db) = (depth(a), depth(b))
      if (da < 0) != (db < 0) {
        let t = da / (da - db)
        result.append(LonLat(lon: a.lon + t * (b.lon - a.lon), lat: a.lat + t * (b.lat - a.lat)))
      }
      if db >= 0 { result.append(b) }
      a = b
    }
    return result
  }

  private static func closed(_ ring: [LonLat]) -> Polygon {
    // Whole 1e-7 degrees, the precision of exchange, so that a tour survives export and import.
    let rounded = ring.map {
      LonLat(lon: ($0.lon * 1e7).rounded() / 1e7, lat: ($0.lat * 1e7).rounded() / 1e7)
    }
    return Polygon([rounded + rounded.prefix(1)])
  }
}
