import Foundation

/// An orientation as three angles in degrees.
///
/// The body turns by `yaw` about the up axis (counter-clockwise from east), then by `pitch` about
/// its own turned y axis, then by `roll` about its own x axis.
///
/// - Source: OGC GeoPose 1.0 (21-056r11), Basic-YPR.
/// - Thread: pure.
public struct YawPitchRoll: Hashable, Sendable {
  public var yaw: Double
  public var pitch: Double
  public var roll: Double

  public init(yaw: Double, pitch: Double, roll: Double) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
  }

  /// The compass direction of the body's x axis: 0..<360 degrees clockwise from north.
  public var heading: Double { Geodesic.turn(90 - yaw) }
}

extension Quaternion {
  /// The rotation of these angles; of length 1.
  public init(_ angles: YawPitchRoll) {
    let half = Double.pi / 360
    let z = Quaternion(x: 0, y: 0, z: sin(angles.yaw * half), w: cos(angles.yaw * half))
    let y = Quaternion(x: 0, y: sin(angles.pitch * half), z: 0, w: cos(angles.pitch * half))
    let x = Quaternion(x: sin(angles.roll * half), y: 0, z: 0, w: cos(angles.roll * half))
    self = z * y * x
  }

  /// The angles of this unit quaternion: yaw and roll in -180...180, pitch in -90...90 degrees.
  ///
  /// Straight up or down (pitch ±90) yaw and roll turn about the same axis; roll is 0 then.
  public var yawPitchRoll: YawPitchRoll {
    let sinPitch = 2 * (w * y - z * x)
    let forwardEast = 1 - 2 * (y * y + z * z)
    let forwardNorth = 2 * (x * y + w * z)
    let level = (forwardEast * forwardEast + forwardNorth * forwardNorth).squareRoot()
    let degrees = 180 / Double.pi
    guard level > 1e-9 else {
      let yaw = (sinPitch > 0 ? -2 : 2) * atan2(x, w) * degrees
      return YawPitchRoll(
        yaw: yaw.remainder(dividingBy: 360), pitch: sinPitch > 0 ? 90 : -90, roll: 0)
    }
    return YawPitchRoll(
      yaw: atan2(forwardNorth, forwardEast) * degrees, pitch: atan2(sinPitch, level) * degrees,
      roll: atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) * degrees)
  }

  /// Turns glTF's axes (x right, y up, z towards the viewer) into east, north, up:
  /// (x, y, z) becomes (x, -z, y).
  public static let fromGLTF = Quaternion(x: 0.5.squareRoot(), y: 0, z: 0, w: 0.5.squareRoot())
}

extension Vector3 {
  /// A vector of glTF's axes in east, north, up: (x, -z, y); exact.
  public var enuFromGLTF: Vector3 { Vector3(x: x, y: -z, z: y) }

  /// A vector of east, north, up in glTF's axes: (x, z, -y); exact.
  public var glTFFromENU: Vector3 { Vector3(x: x, y: z, z: -y) }
}
