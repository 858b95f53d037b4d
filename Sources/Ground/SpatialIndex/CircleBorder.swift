import Foundation
import Geodesy

/// Whether positions are inside of a circle, as the geodesic says, at a few nanoseconds each.
///
/// - Thread: pure.
struct CircleBorder {
  let ruler: Ruler
  private let metres: Double
  /// Upper bounds of metres per 1e-7 degree within the circle.
  private let east: Double
  private let north: Double
  private let lonE7: Double
  private let latE7: Double

  /// Nil where a ruler does not reach.
  init?(around centre: LonLat, metres: Double) {
    guard metres < Ruler.reach, let ruler = Ruler(at: centre) else { return nil }
    self.ruler = ruler
    self.metres = metres
    (lonE7, latE7) = (centre.lon * 1e7, centre.lat * 1e7)
    let unit = 1e-7 * Double.pi / 180
    north = Ellipsoid.greatestCurvatureRadius * unit
    let span = metres / Ellipsoid.leastCurvatureRadius
    let nearestToEquator = max(0, abs(centre.lat) * .pi / 180 - span)
    east = Ellipsoid.greatestCurvatureRadius * cos(nearestToEquator) * unit
  }

  /// - Parameter lon: may lie beyond ±180° so that the difference to the centre is the short way.
  @inline(__always)
  func encloses(lonE7 lon: Double, latE7 lat: Double) -> Bool {
    let x = (lon - lonE7) * east
    let y = (lat - latE7) * north
    // A straight line in longitude and latitude is at least as long as the geodesic.
    if x * x + y * y < metres * metres { return true }
    return isInside(lon, lat)
  }

  /// Whether all of a box is certainly inside of the circle.
  ///
  /// - Parameter shift: added to the box's longitudes, as in ``Ruler/shift(to:)``.
  @inline(__always)
  func encloses(_ box: FixedBox, shift: Double) -> Bool {
    let (toWest, toEast) = (Double(box.west) + shift - lonE7, Double(box.east) + shift - lonE7)
    let x = max(abs(toWest), abs(toEast)) * east
    let y = max(abs(Double(box.south) - latE7), abs(Double(box.north) - latE7)) * north
    return x * x + y * y < metres * metres
  }

  private func isInside(_ lon: Double, _ lat: Double) -> Bool {
    let measured = ruler.squaredDistance(lonE7: lon, latE7: lat).squareRoot()
    if abs(measured - metres) > Ruler.errorBound { return measured < metres }
    let place = LonLat(lon: LonLat.normalise(lon: lon / 1e7), lat: lat / 1e7)
    return Geodesic.distance(from: ruler.origin, to: place) <= metres
  }
}

extension Ruler {
  /// By how much longitudes of a box, in 1e-7 degrees, are to be moved so that their differences to
  /// the origin are the short way: a turn or none.
  @inline(__always)
  func shift(to box: FixedBox) -> Double {
    let centre = origin.lon * 1e7
    if Double(box.west) - centre > 1_800_000_000 { return -3_600_000_000 }
    return centre - Double(box.east) > 1_800_000_000 ? 3_600_000_000 : 0
  }
}
