import Foundation
import Geodesy

/// Measures from one position to entries and to boxes of entries.
protocol Metric {
  /// Greatest difference in metres between ``distance(lonE7:latE7:bound:)`` and the geodesic.
  var error: Double { get }
  /// Farther than this it does not measure, metres.
  var reach: Double { get }
  /// Metres to a position inside the box of `bound`; anything above `bound` if it is farther.
  func distance(lonE7: Int32, latE7: Int32, bound: Double) -> Double
  /// A box that holds all positions within `bound` metres.
  func box(bound: Double) -> FixedBox
  /// Metres that no position in the box is nearer than; right for boxes that come within `reach`,
  /// and above `reach` for others.
  func lowerBound(_ box: FixedBox) -> Double
  /// Metres that no position in the box is farther than; right where it is within `reach`.
  func upperBound(_ box: FixedBox) -> Double
}

/// Another metric, for what is at least so far away: what is nearer has no distance.
struct BeyondMetric<Inner: Metric>: Metric {
  let inner: Inner
  /// Metres, as the inner metric measures.
  let least: Double

  var error: Double { inner.error }
  var reach: Double { inner.reach }

  @inline(__always)
  func distance(lonE7: Int32, latE7: Int32, bound: Double) -> Double {
    let distance = inner.distance(lonE7: lonE7, latE7: latE7, bound: bound)
    return distance < least ? .nan : distance
  }

  @inline(__always)
  func box(bound: Double) -> FixedBox { inner.box(bound: bound) }

  /// Not a number, which no bound is above, for boxes that are wholly too near.
  @inline(__always)
  func lowerBound(_ box: FixedBox) -> Double {
    inner.upperBound(box) < least ? .nan : inner.lowerBound(box)
  }

  func upperBound(_ box: FixedBox) -> Double { inner.upperBound(box) }
}

/// The ruler; only where the circle of its reach does not cross the antimeridian.
struct RulerMetric: Metric {
  private let ruler: Ruler
  private let plane: PlaneBounds

  var error: Double { Ruler.errorBound }
  var reach: Double { Ruler.reach - 1 }

  /// Nil where the ruler does not reach, or the antimeridian is near.
  init?(at p: LonLat) {
    guard let ruler = Ruler(at: p),
      let plane = PlaneBounds(at: p, reach: Ruler.reach, least: ruler.leastMetresPerE7)
    else { return nil }
    self.ruler = ruler
    self.plane = plane
  }

  @inline(__always)
  func distance(lonE7: Int32, latE7: Int32, bound: Double) -> Double {
    let (lon, lat) = (Double(lonE7), Double(latE7))
    let squared = ruler.squaredDistance(lonE7: lon, latE7: lat)
    return squared <= bound * bound ? squared.squareRoot() : .infinity
  }

  @inline(__always)
  func box(bound: Double) -> FixedBox { plane.box(bound: bound) }

  @inline(__always)
  func lowerBound(_ box: FixedBox) -> Double { plane.lowerBound(box) }

  func upperBound(_ box: FixedBox) -> Double { plane.upperBound(box) }
}

/// Geodesics, with bounds from the unit sphere of the same longitudes and latitudes.
///
/// A path is at least as long on the ellipsoid as its angle on that sphere times the least radius
/// of curvature.
struct GlobalMetric: Metric {
  private let centre: LonLat
  private let sinLat: Double
  private let cosLat: Double

  // 15 nm by Karney; the same function answers and is compared with, so nothing is ambiguous.
  var error: Double { 0 }
  var reach: Double { .infinity }

  init(at p: LonLat) {
    centre = p
    sinLat = sin(p.lat * .pi / 180)
    cosLat = cos(p.lat * .pi / 180)
  }

  func box(bound: Double) -> FixedBox { .world }

  func distance(lonE7: Int32, latE7: Int32, bound: Double) -> Double {
    let p = FixedPosition(lonE7: lonE7, latE7: latE7).lonLat
    let lat = p.lat * .pi / 180
    let cosAngle =
      sinLat * sin(lat) + cosLat * cos(lat) * cos((p.lon - centre.lon) * .pi / 180)
    let least = GlobalMetric.metres(cosAngle: cosAngle)
    return least > bound ? least : Geodesic.distance(from: centre, to: p)
  }

  func lowerBound(_ box: FixedBox) -> Double {
    let bounds = box.bounds
    let toWest = abs((bounds.west - centre.lon).remainder(dividingBy: 360))
    let toEast = abs((bounds.east - centre.lon).remainder(dividingBy: 360))
    let isBetween =
      (bounds.west...max(bounds.west, bounds.east)).contains(centre.lon)
      || bounds.contains(LonLat(lon: centre.lon < 0 ? centre.lon + 360 : centre.lon - 360, lat: 0))
    let cosTurn = isBetween ? 1 : cos(min(toWest, toEast) * .pi / 180)
    // Along that meridian the cosine of the angle is a·sin(lat) + b·cos(lat), greatest at `best`.
    let (a, b) = (sinLat, cosLat * cosTurn)
    let best = atan2(a, b) * 180 / .pi
    func cosAngle(_ lat: Double) -> Double {
      a * sin(lat * .pi / 180) + b * cos(lat * .pi / 180)
    }
    if best >= bounds.south, best <= bounds.north {
      return GlobalMetric.metres(cosAngle: (a * a + b * b).squareRoot())
    }
    return GlobalMetric.metres(cosAngle: max(cosAngle(bounds.south), cosAngle(bounds.north)))
  }

  /// By way of one corner: the box is no wider than along its parallel nearest to the equator.
  func upperBound(_ box: FixedBox) -> Double {
    let bounds = box.bounds
    let corner = LonLat(lon: bounds.west, lat: bounds.south)
    let south = min(abs(bounds.south), abs(bounds.north))
    let widest = bounds.south <= 0 && bounds.north >= 0 ? 1 : cos(south * .pi / 180)
    let width = abs(bounds.east - bounds.west) * widest + (bounds.north - bounds.south)
    return Geodesic.distance(from: centre, to: corner)
      + width * .pi / 180 * Ellipsoid.greatestCurvatureRadius
  }

  /// The least length of a path of this angle; one metre is taken off for the rounding of the
  /// inverse cosine near 1.
  private static func metres(cosAngle: Double) -> Double {
    max(0, acos(min(1, max(-1, cosAngle))) * Ellipsoid.leastCurvatureRadius - 1)
  }
}
