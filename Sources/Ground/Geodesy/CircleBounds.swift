import Foundation

extension Bounds {
  /// A box around all positions within `metres` of `centre`, at most 1 % too wide.
  ///
  /// Right at the poles (all longitudes) and across the antimeridian.
  ///
  /// - Returns: nil if the radius is negative or anything is not a number.
  public static func circle(around centre: LonLat, metres: Double) -> Bounds? {
    guard metres >= 0, centre.lon.isFinite, (-90...90).contains(centre.lat) else { return nil }
    // A geodesic of this length spans at most this angle on the sphere of the same coordinates.
    let angle = min(metres / Ellipsoid.leastCurvatureRadius, .pi)
    let reach = angle * 180 / .pi + 1e-9
    let south = centre.lat - reach
    let north = centre.lat + reach
    let sine = sin(min(angle, .pi / 2))
    let cosine = cos(centre.lat * .pi / 180)
    guard south > -90, north < 90, angle < .pi / 2, sine < cosine else {
      return Bounds(west: -180, south: max(south, -90), east: 180, north: min(north, 90))
    }
    let half = asin(sine / cosine) * 180 / .pi + 1e-9
    guard half < 179.999_999 else {
      return Bounds(west: -180, south: south, east: 180, north: north)
    }
    return Bounds(
      west: LonLat.normalise(lon: centre.lon - half), south: south,
      east: LonLat.normalise(lon: centre.lon + half), north: north)
  }
}
