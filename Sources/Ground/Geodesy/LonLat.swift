/// A position on the WGS 84 ellipsoid, longitude first.
///
/// - Thread: pure.
public struct LonLat: Hashable, Sendable {
  /// Degrees east of Greenwich, -180...180.
  public var lon: Double
  /// Degrees north of the equator, -90...90.
  public var lat: Double

  /// Takes the values as they are; use ``init(validLon:lat:)`` for input from outside.
  public init(lon: Double, lat: Double) {
    self.lon = lon
    self.lat = lat
  }

  /// Nil unless both are finite and in range.
  public init?(validLon lon: Double, lat: Double) {
    guard (-180...180).contains(lon), (-90...90).contains(lat) else { return nil }
    self.init(lon: lon, lat: lat)
  }

  /// The same position with its longitude brought into -180..<180.
  public var normalised: LonLat { LonLat(lon: LonLat.normalise(lon: lon), lat: lat) }

  /// Brings a finite longitude into -180..<180.
  public static func normalise(lon: Double) -> Double {
    if lon >= -180, lon < 180 { return lon }
    let turned = (lon + 180).remainder(dividingBy: 360)
    return (turned < 0 ? turned + 360 : turned) - 180
  }
}
