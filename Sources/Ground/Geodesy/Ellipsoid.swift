import Foundation

/// The WGS 84 ellipsoid and earth-centred, earth-fixed (ECEF) positions.
///
/// ECEF: metres from the earth's centre, x through 0°E on the equator, y through 90°E, z through
/// the north pole. Heights are metres above the ellipsoid.
///
/// - Source: NGA.STND.0036 (WGS 84), tables 3.1 and 3.3.
/// - Thread: pure.
public enum Ellipsoid {
  /// Semi-major axis, metres.
  public static let a = 6_378_137.0
  /// Flattening.
  public static let f = 1 / 298.257_223_563
  /// Semi-minor axis, metres.
  public static let b = a * (1 - f)
  /// First eccentricity, squared.
  public static let e2 = f * (2 - f)
  /// The least radius of curvature (meridian, at the equator), metres.
  ///
  /// A path on the ellipsoid is at least this long per radian of the same path drawn, with the
  /// same latitudes and longitudes, on a unit sphere.
  public static let leastCurvatureRadius = a * (1 - e2)
  /// The greatest radius of curvature (at the poles), metres.
  public static let greatestCurvatureRadius = a * a / b
  /// No two positions are farther apart than this, metres.
  public static let greatestDistance = 20_003_932.0

  /// The radius of curvature in the prime vertical at the latitude whose sine is given, metres.
  static func primeVerticalRadius(sinLat: Double) -> Double {
    a / (1 - e2 * sinLat * sinLat).squareRoot()
  }

  /// The ECEF position of a geodetic one.
  public static func ecef(_ position: LonLat, height: Double) -> Vector3 {
    let lat = position.lat * .pi / 180
    let lon = position.lon * .pi / 180
    let n = primeVerticalRadius(sinLat: sin(lat))
    let r = (n + height) * cos(lat)
    return Vector3(x: r * cos(lon), y: r * sin(lon), z: (n * (1 - e2) + height) * sin(lat))
  }

  /// The geodetic position of an ECEF one; the longitude of a point on the axis is 0.
  ///
  /// Within 1e-9 m and 1e-15 rad from 10 km below to 10,000 km above the ellipsoid.
  ///
  /// - Returns: nil if `ecef` is not finite or within 100 km of the earth's centre, where the
  ///   latitude is not unique.
  /// - Source: Bowring, "The accuracy of geodetic latitude and height equations", Survey Review 28
  ///   (1985), iterated.
  public static func geodetic(_ ecef: Vector3) -> (position: LonLat, height: Double)? {
    let distance = ecef.length
    guard distance.isFinite, distance > 100_000 else { return nil }
    let r = (ecef.x * ecef.x + ecef.y * ecef.y).squareRoot()
    let ep2 = e2 / (1 - e2)
    var reduced = atan2(ecef.z * a, r * b)
    var lat = 0.0
    for _ in 0..<4 {
      let (s, c) = (sin(reduced), cos(reduced))
      lat = atan2(ecef.z + ep2 * b * s * s * s, r - e2 * a * c * c * c)
      reduced = atan2(b * sin(lat), a * cos(lat))
    }
    let (s, c) = (sin(lat), cos(lat))
    let n = primeVerticalRadius(sinLat: s)
    // Well conditioned at the poles as well as at the equator.
    let height = r * c + ecef.z * s - n * (1 - e2 * s * s)
    let lon = r == 0 ? 0 : atan2(ecef.y, ecef.x)
    return (LonLat(lon: lon * 180 / .pi, lat: lat * 180 / .pi), height)
  }
}
