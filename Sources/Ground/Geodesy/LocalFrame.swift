import Foundation

/// The east-north-up (ENU) frame at a place: a plane touching the ellipsoid's parallel surface.
///
/// Local coordinates are metres: x to the east, y to the north, z up.
///
/// - Source: OGC GeoPose 1.0 (21-056r11), section 7 (LTP-ENU).
/// - Thread: pure.
public struct LocalFrame: Hashable, Sendable {
  public let position: LonLat
  /// Metres above the ellipsoid.
  public let height: Double
  private let origin: Vector3
  private let east: Vector3
  private let north: Vector3
  private let up: Vector3

  public init(at position: LonLat, height: Double) {
    self.position = position
    self.height = height
    origin = Ellipsoid.ecef(position, height: height)
    let (lat, lon) = (position.lat * .pi / 180, position.lon * .pi / 180)
    east = Vector3(x: -sin(lon), y: cos(lon), z: 0)
    north = Vector3(x: -sin(lat) * cos(lon), y: -sin(lat) * sin(lon), z: cos(lat))
    up = Vector3(x: cos(lat) * cos(lon), y: cos(lat) * sin(lon), z: sin(lat))
  }

  /// Local coordinates of an ECEF position.
  public func local(ecef: Vector3) -> Vector3 {
    let offset = ecef - origin
    return Vector3(x: offset.dot(east), y: offset.dot(north), z: offset.dot(up))
  }

  /// Local coordinates of a geodetic position.
  public func local(_ position: LonLat, height: Double) -> Vector3 {
    local(ecef: Ellipsoid.ecef(position, height: height))
  }

  /// ECEF position of local coordinates.
  public func ecef(local: Vector3) -> Vector3 {
    origin + east * local.x + north * local.y + up * local.z
  }

  /// Geodetic position of local coordinates; nil near the earth's centre.
  public func geodetic(local: Vector3) -> (position: LonLat, height: Double)? {
    Ellipsoid.geodetic(ecef(local: local))
  }
}
