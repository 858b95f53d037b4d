import Foundation
import Geodesy

/// Lambert's formula up to ``reach``, with bounds from a plane of longitude and latitude.
///
/// Between the ``RulerMetric``, which ends at 20 km, and the ``GlobalMetric``, whose bound of a box costs
/// several trigonometric functions: where the nearest are 100 km away, nearly all boxes and positions are
/// ruled out by a multiplication, and a geodesic is computed for those alone that are answered.
///
/// - Source: Lambert, "The distance between two widely separated points on the surface of the earth",
///   J. Washington Academy of Sciences 32, 1942.
struct WideMetric: Metric {
  private let plane: PlaneBounds
  /// The reduced latitude, radians, with its sine and cosine; and the longitude in radians.
  private let latitude: Double
  private let sine: Double
  private let cosine: Double
  private let longitude: Double

  /// Metres; the greatest seen among 200,000 pairs is 1.4.
  var error: Double { WideMetric.errorBound }
  var reach: Double { WideMetric.reach }

  static let errorBound = 10.0
  /// Metres; the plane's least scale is then still 0.8 of the true one at 50 degrees.
  static let reach = 1_000_000.0

  /// Nil where the circle of ``reach`` comes near a pole or crosses the antimeridian.
  init?(at p: LonLat) {
    guard let plane = PlaneBounds(at: p, reach: WideMetric.reach) else { return nil }
    self.plane = plane
    latitude = atan((1 - Ellipsoid.f) * tan(p.lat * .pi / 180))
    (sine, cosine) = (sin(latitude), cos(latitude))
    longitude = p.lon * .pi / 180
  }

  @inline(__always)
  func distance(lonE7: Int32, latE7: Int32, bound: Double) -> Double {
    let least = plane.lowerBound(lonE7: lonE7, latE7: latE7)
    return least > bound + error ? least : distance(lonE7: lonE7, latE7: latE7)
  }

  private func distance(lonE7: Int32, latE7: Int32) -> Double {
    let unit = 1e-7 * Double.pi / 180
    let other = atan((1 - Ellipsoid.f) * tan(Double(latE7) * unit))
    let turn = sin((Double(lonE7) * unit - longitude) / 2)
    let rise = sin((other - latitude) / 2)
    // Half the angle by the haversine, which is exact for small ones, too.
    let halfSine2 = min(1, rise * rise + cosine * cos(other) * turn * turn)
    guard halfSine2 > 0 else { return 0 }
    let angle = 2 * asin(halfSine2.squareRoot())
    let sineOfMiddle = sin((latitude + other) / 2)
    let (p2, q2) = (sineOfMiddle * sineOfMiddle, rise * rise)
    let sineOfAngle = sin(angle)
    let x = (angle - sineOfAngle) * p2 * (1 - q2) / max(1 - halfSine2, 1e-9)
    let y = (angle + sineOfAngle) * (1 - p2) * q2 / halfSine2
    return Ellipsoid.a * (angle - Ellipsoid.f / 2 * (x + y))
  }

  @inline(__always)
  func box(bound: Double) -> FixedBox { plane.box(bound: bound) }

  @inline(__always)
  func lowerBound(_ box: FixedBox) -> Double { plane.lowerBound(box) }

  func upperBound(_ box: FixedBox) -> Double { plane.upperBound(box) }
}

/// Bounds of the distance from one position to others within a reach, by the least and the greatest
/// metres of a step in longitude and in latitude there.
struct PlaneBounds {
  private let lonE7: Double
  private let latE7: Double
  private let leastLon: Double
  private let leastLat: Double
  private let greatestLon: Double
  private let greatestLat: Double
  private let reach: Double

  /// - Parameters:
  ///   - p: the position that is measured from.
  ///   - reach: metres, above 0.
  ///   - least: lower bounds of the metres of 1e-7 degree of longitude and latitude within the reach,
  ///     where better ones are known than those of the ellipsoid as a whole.
  /// - Returns: nil where the reach comes within 5 degrees of a pole or crosses the antimeridian.
  init?(at p: LonLat, reach: Double, least: (lon: Double, lat: Double)? = nil) {
    let unit = 1e-7 * Double.pi / 180
    let span = reach / Ellipsoid.leastCurvatureRadius
    let lat = abs(p.lat) * .pi / 180
    guard lat + span <= 85.2 * .pi / 180 else { return nil }
    self.reach = reach
    lonE7 = p.lon * 1e7
    latE7 = p.lat * 1e7
    // A circle of latitude has the radius N·cos φ, and N is at least the equator's radius.
    leastLon = least?.lon ?? Ellipsoid.a * cos(lat + span) * unit * 0.999_999
    leastLat = least?.lat ?? Ellipsoid.leastCurvatureRadius * unit * 0.999_999
    greatestLat = Ellipsoid.greatestCurvatureRadius * unit
    greatestLon = greatestLat * cos(max(0, lat - span))
    guard (1_800_000_000 - abs(lonE7)) * leastLon > reach else { return nil }
  }

  /// A box that holds all positions within `bound` metres, which counts up to the reach.
  @inline(__always)
  func box(bound: Double) -> FixedBox {
    // At most the reach, so that everything stays far inside of Int32; the whole part is cut off
    // towards zero, hence the extra step.
    let lon = min(bound, reach) / leastLon + 1
    let lat = min(bound, reach) / leastLat + 1
    return FixedBox(
      west: Int32(lonE7 - lon), south: Int32(max(latE7 - lat, -900_000_000)),
      east: Int32(lonE7 + lon), north: Int32(min(latE7 + lat, 900_000_000)))
  }

  /// Metres that a position is not nearer than, if it is within the reach at all.
  @inline(__always)
  func lowerBound(lonE7 lon: Int32, latE7 lat: Int32) -> Double {
    let dx = (Double(lon) - lonE7) * leastLon
    let dy = (Double(lat) - latE7) * leastLat
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Metres that no position in the box is nearer than; above the reach for boxes beyond it.
  @inline(__always)
  func lowerBound(_ box: FixedBox) -> Double {
    let dx = max(0, max(Double(box.west) - lonE7, lonE7 - Double(box.east))) * leastLon
    let dy = max(0, max(Double(box.south) - latE7, latE7 - Double(box.north))) * leastLat
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Metres that no position in the box is farther than; right where it is within the reach.
  func upperBound(_ box: FixedBox) -> Double {
    let dx = max(abs(Double(box.west) - lonE7), abs(Double(box.east) - lonE7)) * greatestLon
    let dy = max(abs(Double(box.south) - latE7), abs(Double(box.north) - latE7)) * greatestLat
    // A straight line in longitude and latitude is at least as long as the geodesic.
    return (dx * dx + dy * dy).squareRoot()
  }
}
