import Foundation
import Geodesy

/// How many metres a degree has at most within 20 km of a position.
///
/// A straight line in longitude and latitude with these factors is at least as long as the geodesic.
enum CalmScale {
  static func metresPerDegree(at p: LonLat) -> (lon: Double, lat: Double) {
    let degree = Ellipsoid.greatestCurvatureRadius * .pi / 180
    let nearestToEquator = max(0, abs(p.lat) - 0.181) * .pi / 180
    return (degree * cos(nearestToEquator), degree)
  }
}
