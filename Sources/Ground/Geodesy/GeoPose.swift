/// Where a thing stands and how it is turned.
///
/// The orientation is the rotation of the thing's own axes in the local east-north-up frame of
/// the position.
///
/// - Source: OGC GeoPose 1.0 (21-056r11), Basic-Quaternion.
/// - Thread: pure.
public struct GeoPose: Hashable, Sendable {
  public var position: LonLat
  /// Metres above the WGS 84 ellipsoid.
  public var height: Double
  /// A unit quaternion, within 1e-9.
  public var orientation: Quaternion

  public init(position: LonLat, height: Double, orientation: Quaternion = .identity) {
    self.position = position
    self.height = height
    self.orientation = orientation
  }
}
