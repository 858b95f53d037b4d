import Foundation
import Geodesy
import Topology

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
    guard let first = points.first, points.allSatisfy({ abs($0.lat) <= 85 }),
      // Only corners of the points' own hull can become corners of the circles' hull.
      let corners = PolygonTopology.convexHull(of: points.map { unwrapped($0, around: first.lon) })
    else { return nil }
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
    guard let ring = PolygonTopology.convexHull(of: circles), ring.count > 2,
      let west = ring.map(\.lon).min(), let east = ring.map(\.lon).max(), east - west < 180
    else { return nil }
    let turned = ring.map { LonLat(lon: LonLat.normalise(lon: $0.lon), lat: $0.lat) }
    guard let parts = try? Polygon([turned + turned.prefix(1)]).cutAtAntimeridian() else {
      return nil
    }
    return MultiPolygon(parts.polygons.map(rounded))
  }

  /// The point with its longitude moved by whole turns to within half a turn of `lon`.
  private static func unwrapped(_ point: LonLat, around lon: Double) -> LonLat {
    LonLat(lon: lon + (point.lon - lon).remainder(dividingBy: 360), lat: point.lat)
  }

  /// To whole 1e-7 degrees, the precision of exchange, so that a tour survives export and import.
  private static func rounded(_ polygon: Polygon) -> Polygon {
    Polygon(
      polygon.rings.map { ring in
        ring.map {
          LonLat(lon: ($0.lon * 1e7).rounded() / 1e7, lat: ($0.lat * 1e7).rounded() / 1e7)
        }
      })
  }
}
