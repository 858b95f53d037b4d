import Foundation
import Geodesy

extension Quaternion {
  /// Turns east, north, up at a position into earth-centred axes; of length 1.
  ///
  /// Exact at the poles, too, where east is what the longitude says.
  static func earth(fromENUAt position: LonLat) -> Quaternion {
    let tilt = (90 - position.lat) * .pi / 360
    let turn = (90 + position.lon) * .pi / 360
    let aboutX = Quaternion(x: sin(tilt), y: 0, z: 0, w: cos(tilt))
    let aboutZ = Quaternion(x: 0, y: 0, z: sin(turn), w: cos(turn))
    return aboutZ * aboutX
  }
}

/// Three perpendicular directions of length 1: rows of a rotation.
struct Axes {
  let x: Vector3
  let y: Vector3
  let z: Vector3

  /// Where a unit quaternion turns the three axes.
  init(_ rotation: Quaternion) {
    x = rotation.rotate(Vector3(x: 1, y: 0, z: 0))
    y = rotation.rotate(Vector3(x: 0, y: 1, z: 0))
    z = rotation.rotate(Vector3(x: 0, y: 0, z: 1))
  }

  /// The components of a vector along the axes.
  @inline(__always)
  func components(of v: Vector3) -> Vector3 {
    Vector3(x: v.dot(x), y: v.dot(y), z: v.dot(z))
  }
}
