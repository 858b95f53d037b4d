import Foundation
import Geodesy
import SpatialIndex

extension Sector {
  /// Beyond this latitude a plane does not do.
  private static let maximumLatitude = 85.0

  /// The compass directions that a camera takes in, for what is at most at its range: rules most of
  /// what is around a camera out by positions alone.
  ///
  /// Nil where the camera sees what is right above or below it, or stands too near to a pole.
  init?(_ eye: Eye) {
    let place = eye.camera.pose.position
    guard abs(place.lat) <= Sector.maximumLatitude else { return nil }
    // The corners of the picture. Whatever is inside of it lies between two of them, seen from above,
    // as the directions of a pyramid without the vertical are less than half a turn.
    let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map { sideways, upwards in
      let direction =
        eye.own.x + eye.own.y * (sideways * eye.tanHorizontal)
        + eye.own.z * (upwards * eye.tanVertical)
      return eye.enu.components(of: direction)
    }
    func side(_ sign: Double) -> (x: Double, y: Double)? {
      let extreme = corners.first { a in
        corners.allSatisfy { b in sign * (a.x * b.y - a.y * b.x) >= 0 }
      }
      guard let extreme else { return nil }
      let length = (extreme.x * extreme.x + extreme.y * extreme.y).squareRoot()
      return length > 1e-6 ? (extreme.x / length, extreme.y / length) : nil
    }
    guard let right = side(1), let left = side(-1) else { return nil }
    let unit = 1e-7 * .pi / 180
    let (sine, cosine) = (sin(place.lat * .pi / 180), cos(place.lat * .pi / 180))
    let square = 1 - Ellipsoid.e2 * sine * sine
    let radius = Ellipsoid.a / square.squareRoot()
    let metresPerLon = radius * cosine * unit
    let metresPerLat = radius * (1 - Ellipsoid.e2) / square * unit
    // The convergence of meridians bends the plane by tan φ · d² / R; 5 m for everything else, for
    // instance things up to 1000 km high.
    let range = eye.camera.range
    self.init(
      at: place, right: (-right.y * metresPerLon, right.x * metresPerLat),
      left: (left.y * metresPerLon, -left.x * metresPerLat),
      slack: 5 + 1.4 * (abs(sine) / cosine) * range * range / Ellipsoid.leastCurvatureRadius)
  }
}
