import Foundation
import Geodesy

/// Successive turns about the local z, y and x axes, degrees.
///
/// - Source: OGC GeoPose 1.0 (21-056r11), Basic-YPR.
public struct YawPitchRoll: Hashable, Sendable {
  /// Counter-clockwise from east.
  public var yaw: Double
  /// -90...90.
  public var pitch: Double
  public var roll: Double

  /// The same turn as a unit quaternion.
  public var quaternion: Quaternion {
    func half(_ degrees: Double) -> (sin: Double, cos: Double) {
      let radians = degrees * .pi / 360
      return (sin(radians), cos(radians))
    }
    let (z, y, x) = (half(yaw), half(pitch), half(roll))
    return Quaternion(x: 0, y: 0, z: z.sin, w: z.cos) * Quaternion(x: 0, y: y.sin, z: 0, w: y.cos)
      * Quaternion(x: x.sin, y: 0, z: 0, w: x.cos)
  }

  public init(yaw: Double, pitch: Double, roll: Double) {
    (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll)
  }

  /// The angles of a unit quaternion; where the pitch is ±90 degrees, the roll is taken as 0.
  public init(_ q: Quaternion) {
    let sine = 2 * (q.w * q.y - q.z * q.x)
    let degrees = 180 / Double.pi
    if abs(sine) > 1 - 1e-12 {
      // Only yaw and roll together are determined.
      pitch = sine > 0 ? 90 : -90
      yaw = 2 * atan2(q.z, q.w) * degrees
      yaw = yaw > 180 ? yaw - 360 : yaw < -180 ? yaw + 360 : yaw
      roll = 0
    } else {
      pitch = asin(sine) * degrees
      yaw = atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z)) * degrees
      roll = atan2(2 * (q.w * q.x + q.y * q.z), 1 - 2 * (q.x * q.x + q.y * q.y)) * degrees
    }
  }
}
