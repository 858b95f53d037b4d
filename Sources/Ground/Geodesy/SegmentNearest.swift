import Foundation

/// The point of a line that is nearest to some position.
public struct NearestPoint: Hashable, Sendable {
  public var position: LonLat
  /// Metres from the position asked about.
  public var distance: Double
  /// Metres from the line's start, along it.
  public var metresAlong: Double
}

extension Geodesic {
  /// The nearest point of the shortest line from `start` to `end`.
  ///
  /// Within 2 cm up to 20 km (1 mm up to 5 km) and 85° of latitude, where it costs a few dozen
  /// nanoseconds and a geodesic; within 1 mm beyond, by some 10 µs of iteration. For lines longer
  /// than a quarter of the earth it may be another local minimum.
  public static func nearest(
    to p: LonLat, onLineFrom start: LonLat, to end: LonLat
  ) -> NearestPoint {
    let line = inverse(from: start, to: end)
    if let (distance, fraction) = Ruler(at: p)?.nearest(onLineFrom: start, to: end) {
      let along = fraction * line.distance
      let position = destination(
        from: start, bearingDegrees: line.initialBearing, distanceMetres: along)
      return NearestPoint(position: position, distance: distance, metresAlong: along)
    }
    return iterate(to: p, from: start, line)
  }

  /// Drops perpendiculars onto the line on the sphere, again from each foot.
  private static func iterate(to p: LonLat, from start: LonLat, _ line: Inverse) -> NearestPoint {
    let radius = 6_371_009.0
    var along = line.distance / 2
    var foot = start
    for _ in 0..<30 {
      let forward: Double
      (foot, forward) = destinationAndBearing(from: start, line.initialBearing, along)
      let toPoint = inverse(from: foot, to: p)
      let angle = toPoint.distance / radius
      let turn = (toPoint.initialBearing - forward) * .pi / 180
      let step = radius * atan2(sin(angle) * cos(turn), cos(angle))
      let next = min(line.distance, max(0, along + step))
      let isDone = abs(next - along) < 1e-4
      along = next
      if isDone { break }
    }
    (foot, _) = destinationAndBearing(from: start, line.initialBearing, along)
    return NearestPoint(
      position: foot, distance: distance(from: foot, to: p), metresAlong: along)
  }
}

extension Ruler {
  /// Distance in metres to the shortest line between two positions, and where on it (0...1) the
  /// nearest point lies.
  ///
  /// Within 2 cm up to ``reach``, 1 mm up to 5 km.
  ///
  /// - Returns: nil if one of the ends is beyond ``reach``.
  public func nearest(
    onLineFrom start: LonLat, to end: LonLat
  ) -> (distance: Double, fraction: Double)? {
    guard let a = offset(to: start), let b = offset(to: end) else { return nil }
    let (dx, dy) = (b.east - a.east, b.north - a.north)
    let squared = dx * dx + dy * dy
    let fraction = squared > 0 ? min(1, max(0, -(a.east * dx + a.north * dy) / squared)) : 0
    let (x, y) = (a.east + fraction * dx, a.north + fraction * dy)
    return ((x * x + y * y).squareRoot(), fraction)
  }
}
