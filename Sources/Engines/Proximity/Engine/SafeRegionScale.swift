import Foundation
import Geodesy

/// How many metres a degree has at most within 20 km of a position.
///
/// A straight line in longitude and latitude with these factors is at least as long as the geodesic.
enum SafeRegionScale {
  /// Of the greatest radius of curvature, `Ellipsoid.greatestCurvatureRadius`, rounded up.
  static var metresPerLat: Double { 111_694 }

  static func metresPerLon(at p: LonLat) -> Double {
    metresPerLat * cos(max(0, abs(p.lat) - 0.181) * .pi / 180)
  }
}
