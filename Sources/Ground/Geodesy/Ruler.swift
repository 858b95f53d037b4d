import Foundation

/// Measures distances from one position at a few nanoseconds each, without trigonometry per point.
///
/// A Gauss mid-latitude formula: the factors of longitude and latitude are taken at the middle
/// latitude as polynomials of the latitude difference, and the terms of third order of the sphere
/// are added. Against the geodesic the error is below ``errorBound`` up to ``reach``.
///
/// - Source: mid-latitude method, for instance Rapp, "Geometric Geodesy I", section 6; the third
///   order follows from sin²(s/2) = sin²(Δφ/2)·cos²(Δλ/2) + sin²(Δλ/2)·cos²(φm).
/// - Thread: pure.
@frozen
public struct Ruler: Sendable {
  /// Up to this distance in metres the ruler is exact within ``errorBound``.
  public static let reach = 20_000.0
  /// Up to this latitude, north and south, in degrees a ruler can stand.
  public static let maximumLatitude = 85.0
  /// Greatest difference in metres to the geodesic within ``reach`` (measured: 0.12 mm).
  public static let errorBound = 0.000_5

  /// Where the ruler stands.
  public let origin: LonLat

  /// Lower bounds of the metres per 1e-7 degree of longitude and of latitude within ``reach``.
  ///
  /// A position with differences `u`, `v` is at least `hypot(u·lon, v·lat)` metres away, if it is
  /// within ``reach`` at all.
  public let leastMetresPerE7: (lon: Double, lat: Double)

  // Degrees·1e7 of the origin, so that integers are subtracted without rounding.
  @usableFromInline let lonE7: Double
  @usableFromInline let latE7: Double
  // Metres per 1e-7 degree of longitude: a polynomial of the latitude difference in 1e-7 degrees.
  @usableFromInline let kx0: Double
  @usableFromInline let kx1: Double
  @usableFromInline let kx2: Double
  @usableFromInline let kx3: Double
  // The same of latitude.
  @usableFromInline let ky0: Double
  @usableFromInline let ky1: Double
  @usableFromInline let ky2: Double
  // 1 / (12·R²), and (1e-7 degree in radians)² / 12.
  @usableFromInline let curvature: Double
  @usableFromInline let radians2: Double
  // Half the convergence of meridians: radians per 1e-7 degree of longitude, and its slope.
  @usableFromInline let turn0: Double
  @usableFromInline let turn1: Double

  /// Nil beyond ``maximumLatitude`` or for a position that is not finite.
  public init?(at origin: LonLat) {
    guard origin.lon.isFinite, abs(origin.lat) <= Ruler.maximumLatitude else { return nil }
    self.origin = origin
    lonE7 = origin.lon * 1e7
    latE7 = origin.lat * 1e7
    let unit = 1e-7 * .pi / 180
    let s = sin(origin.lat * .pi / 180)
    let c = cos(origin.lat * .pi / 180)
    let w2 = 1 - Ellipsoid.e2 * s * s
    let n = Ellipsoid.a / w2.squareRoot()
    let m = n * (1 - Ellipsoid.e2) / w2
    let m1 = 3 * Ellipsoid.e2 * m * s * c / w2
    let m2 = 3 * Ellipsoid.e2 * m * (c * c - s * s) / w2
    // N·cos φ and its derivatives, at half the latitude difference.
    kx0 = n * c * unit
    kx1 = -m * s * unit * unit / 2
    kx2 = -(m1 * s + m * c) * unit * unit * unit / 8
    kx3 = m * s * unit * unit * unit * unit / 48
    // The meridian arc.
    ky0 = m * unit
    ky1 = m1 * unit * unit / 2
    ky2 = m2 * unit * unit * unit / 6
    curvature = 1 / (12 * m * n)
    radians2 = unit * unit / 12
    turn0 = s * unit / 2
    turn1 = c * unit * unit / 4
    // `reach` spans at most 0.181 degrees of latitude. Neither radius has an inner minimum there but
    // the meridian's at the equator, which the last factor covers.
    let span = 0.181 * .pi / 180
    let polewards = cos(min(abs(origin.lat) * .pi / 180 + span, .pi / 2))
    let least = max(0, abs(origin.lat) * .pi / 180 - span)
    let leastW2 = 1 - Ellipsoid.e2 * sin(least) * sin(least)
    leastMetresPerE7 = (
      Ellipsoid.a * polewards * unit * 0.999_999,
      Ellipsoid.leastCurvatureRadius / (leastW2 * leastW2.squareRoot()) * unit * 0.999_999
    )
  }

  /// The squared distance in metres to a position given in 1e-7 degrees, not wrapped.
  ///
  /// Meaningless for differences far beyond ``reach``: check with ``isInReach(lonE7:latE7:)``, or
  /// ask only for positions inside the box of a circle within it.
  ///
  /// - Parameter lon: may lie beyond ±180° so that the difference to the origin is the short way.
  @inlinable @inline(__always)
  public func squaredDistance(lonE7 lon: Double, latE7 lat: Double) -> Double {
    let u = lon - lonE7
    let v = lat - latE7
    let x = u * (kx0 + v * (kx1 + v * (kx2 + v * kx3)))
    let y = v * (ky0 + v * (ky1 + v * ky2))
    let x2 = x * x
    let y2 = y * y
    return x2 + y2 + x2 * (x2 + 2 * y2) * curvature - u * u * (x2 + 3 * y2) * radians2
  }

  /// False only for positions that are certainly farther away than ``reach``.
  @inlinable @inline(__always)
  public func isInReach(lonE7 lon: Double, latE7 lat: Double) -> Bool {
    abs(lon - lonE7) * leastMetresPerE7.lon <= Ruler.reach
      && abs(lat - latE7) * leastMetresPerE7.lat <= Ruler.reach
  }

  /// The geodesic distance in metres: within ``errorBound`` up to ``reach``, exact beyond it.
  public func distance(to p: LonLat) -> Double {
    let lon = wrapped(p.lon)
    let squared = squaredDistance(lonE7: lon, latE7: p.lat * 1e7)
    // Written so that NaN goes to the exact way, too.
    guard isInReach(lonE7: lon, latE7: p.lat * 1e7), squared <= Ruler.reach * Ruler.reach else {
      return Geodesic.distance(from: origin, to: p)
    }
    return squared.squareRoot()
  }

  /// Metres to the east and to the north of the origin along the geodesic's initial direction
  /// (azimuthal equidistant plane); good within ``reach``.
  ///
  /// A straight line of this plane follows a geodesic within 2 cm over 20 km, 1 mm over 5 km.
  ///
  /// - Returns: nil beyond ``reach``.
  public func offset(to p: LonLat) -> (east: Double, north: Double)? {
    guard isInReach(lonE7: wrapped(p.lon), latE7: p.lat * 1e7) else { return nil }
    let u = wrapped(p.lon) - lonE7
    let v = p.lat * 1e7 - latE7
    let x = u * (kx0 + v * (kx1 + v * (kx2 + v * kx3)))
    let y = v * (ky0 + v * (ky1 + v * ky2))
    // Gauss's equations: the direction in the middle of the line, and (as tangent) half of what it
    // turns by between both ends.
    let (u2, v2) = (u * u * radians2, v * v * radians2)
    let (mx, my) = (x * (1 - u2 / 2), y * (1 - 1.5 * u2 - v2 / 2))
    let t = u * (turn0 + v * turn1) * (1 + u2)
    let cosTurn = 1 / (1 + t * t).squareRoot()
    let middle = (mx * mx + my * my).squareRoot()
    let scale = middle > 0 ? squaredLength(x, y, u).squareRoot() / middle * cosTurn : 0
    return ((mx - my * t) * scale, (mx * t + my) * scale)
  }

  private func squaredLength(_ x: Double, _ y: Double, _ u: Double) -> Double {
    let (x2, y2) = (x * x, y * y)
    return max(
      0, x2 + y2 + x2 * (x2 + 2 * y2) * curvature - u * u * (x2 + 3 * y2) * radians2)
  }

  /// The longitude in 1e-7 degrees, moved by whole turns to lie nearest to the origin.
  private func wrapped(_ lon: Double) -> Double {
    lonE7 + (lon * 1e7 - lonE7).remainder(dividingBy: 3_600_000_000)
  }
}
