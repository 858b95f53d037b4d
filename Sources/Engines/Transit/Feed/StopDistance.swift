import Geodesy

/// Straight distances between stops.
enum StopDistance {
  static func metres(_ a: LonLat, _ b: LonLat) -> Double {
    Ruler(at: a)?.distance(to: b) ?? Geodesic.distance(from: a, to: b)
  }
}
