import Geodesy

/// Flat roofs in the way of sight, for eyes above them.
///
/// A ray that comes out of a building again has met a wall; so only roofs right above the point
/// looked at are asked.
struct Roofs {
  private var items: [UInt32] = []

  /// Whether the ray to a point goes down through the roof of the building that the point is in.
  ///
  /// - Parameters:
  ///   - p: the point, relative to the eye in its east, north, up.
  ///   - own: buildings to be seen through, ascending.
  ///   - grace: points at most so many metres below a roof are in sight.
  mutating func hide(
    _ p: Vector3, from eye: Eye, in walls: Walls, own: [UInt32], grace: Double
  ) -> Bool {
    let eyeHeight = eye.camera.pose.height
    guard eyeHeight > walls.lowestTop, let point = eye.frame.geodetic(local: p) else {
      return false
    }
    for number in walls.buildings(around: point.position, height: point.height, using: &items)
    where !own.contains(number) {
      let building = walls.buildings[Int(number)]
      guard eyeHeight > building.top, building.top - point.height > grace,
        let place = Roofs.crossing(p, pointHeight: point.height, at: building.top, from: eye)
      else { continue }
      if building.contains(place) { return true }
    }
    return false
  }

  /// Where the ray to `p` comes down to a height above the ellipsoid.
  private static func crossing(
    _ p: Vector3, pointHeight: Double, at height: Double, from eye: Eye
  ) -> LonLat? {
    let eyeHeight = eye.camera.pose.height
    var (above, below) = (0.0, 1.0)
    var along = (eyeHeight - height) / (eyeHeight - pointHeight)
    // A straight ray's height is nearly linear; each step takes the rest of the error off.
    for _ in 0..<4 {
      guard let place = eye.frame.geodetic(local: p * along) else { return nil }
      if abs(place.height - height) < 1e-4 { return place.position }
      if place.height > height { above = along } else { below = along }
      let slope = (pointHeight - eyeHeight)
      let next = along + (height - place.height) / slope
      along = next > above && next < below ? next : (above + below) / 2
    }
    return eye.frame.geodetic(local: p * along)?.position
  }
}
