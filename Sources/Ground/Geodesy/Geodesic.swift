import CProj

/// Shortest lines on the WGS 84 ellipsoid, right across the antimeridian and at the poles.
///
/// Distances are metres, accurate to 15 nanometres; bearings are degrees clockwise from north.
/// Results are NaN for positions that are not finite or have a latitude beyond ±90.
///
/// - Complexity: about 1 µs per call.
/// - Source: Karney, "Algorithms for geodesics", Journal of Geodesy 87 (2013), as in PROJ.
/// - Thread: pure.
public enum Geodesic {
  /// The line between two positions.
  public struct Inverse: Hashable, Sendable {
    /// Metres.
    public var distance: Double
    /// Direction at the start, 0..<360 degrees; towards the second position.
    public var initialBearing: Double
    /// Direction at the end, 0..<360 degrees; the way the line goes on.
    public var finalBearing: Double
  }

  /// The length in metres of the shortest line.
  public static func distance(from a: LonLat, to b: LonLat) -> Double {
    var metres = 0.0
    geod_inverse(wgs84, a.lat, a.lon, b.lat, b.lon, &metres, nil, nil)
    return metres
  }

  /// The direction in which `b` lies, seen from `a`: 0..<360 degrees, 0 = north, 90 = east.
  public static func bearing(from a: LonLat, to b: LonLat) -> Double {
    inverse(from: a, to: b).initialBearing
  }

  /// Length and directions of the shortest line.
  public static func inverse(from a: LonLat, to b: LonLat) -> Inverse {
    var metres = 0.0
    var initial = 0.0
    var final = 0.0
    geod_inverse(wgs84, a.lat, a.lon, b.lat, b.lon, &metres, &initial, &final)
    return Inverse(
      distance: metres, initialBearing: turn(initial), finalBearing: turn(final))
  }

  /// Where one comes by going `metres` straight on in a direction.
  ///
  /// - Parameters:
  ///   - bearingDegrees: clockwise from north; any finite value.
  ///   - metres: any finite value; a negative one goes backwards.
  /// - Returns: longitude in -180...180.
  public static func destination(
    from start: LonLat, bearingDegrees: Double, distanceMetres metres: Double
  ) -> LonLat {
    destinationAndBearing(from: start, bearingDegrees, metres).position
  }

  /// The same, and the direction there.
  static func destinationAndBearing(
    from start: LonLat, _ bearingDegrees: Double, _ metres: Double
  ) -> (position: LonLat, bearing: Double) {
    var lat = 0.0
    var lon = 0.0
    var bearing = 0.0
    geod_direct(wgs84, start.lat, start.lon, bearingDegrees, metres, &lat, &lon, &bearing)
    return (LonLat(lon: lon, lat: lat), turn(bearing))
  }

  /// The position at `fraction` (0 = `a`, 1 = `b`) of the shortest line.
  public static func interpolate(from a: LonLat, to b: LonLat, fraction: Double) -> LonLat {
    let line = inverse(from: a, to: b)
    return destination(
      from: a, bearingDegrees: line.initialBearing, distanceMetres: line.distance * fraction)
  }

  /// Brings a bearing into 0..<360; NaN stays NaN.
  public static func turn(_ degrees: Double) -> Double {
    let turned = degrees.remainder(dividingBy: 360)
    if !(turned < 0) { return turned }
    let positive = turned + 360
    // A tiny negative angle rounds up to a whole turn.
    return positive < 360 ? positive : 0
  }

  /// A bearing with so many decimals, as interfaces write it: 0..<360, for 359.9999 is 0 and not 360.
  ///
  /// - Parameter decimals: 0 to 9.
  public static func rounded(bearing degrees: Double, decimals: Int) -> Double {
    let scale = (0..<min(max(decimals, 0), 9)).reduce(1.0) { scale, _ in scale * 10 }
    let rounded = (turn(degrees) * scale).rounded() / scale
    return rounded < 360 ? rounded : 0
  }

  // Invariant: written once by the initializer of this constant, only read afterwards; the
  // functions of geodesic.h take it as a pointer to const.
  private nonisolated(unsafe) static let wgs84: UnsafePointer<geod_geodesic> = {
    let pointer = UnsafeMutablePointer<geod_geodesic>.allocate(capacity: 1)
    pointer.initialize(to: geod_geodesic())
    geod_init(pointer, Ellipsoid.a, Ellipsoid.f)
    return UnsafePointer(pointer)
  }()
}
