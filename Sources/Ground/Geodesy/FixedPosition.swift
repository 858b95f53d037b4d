/// A position in whole 1e-7 degrees (1.1 cm), the form that indexes and snapshots keep.
///
/// Fits two `Int32`: 180·10⁷ < 2³¹. Comparing and boxing such positions is exact.
///
/// - Thread: pure.
public struct FixedPosition: Hashable, Sendable, BitwiseCopyable {
  /// 1e-7 degrees east, -1_800_000_000...1_800_000_000.
  public var lonE7: Int32
  /// 1e-7 degrees north, -900_000_000...900_000_000.
  public var latE7: Int32

  public init(lonE7: Int32, latE7: Int32) {
    self.lonE7 = lonE7
    self.latE7 = latE7
  }

  /// Rounds to the nearest step; values out of range are clamped, NaN becomes 0.
  public init(_ position: LonLat) {
    lonE7 = FixedPosition.fixed(position.lon, limit: 1_800_000_000)
    latE7 = FixedPosition.fixed(position.lat, limit: 900_000_000)
  }

  /// The doubles that are nearest to the seven decimals: what reading those decimals gives, which a
  /// product with 1e-7 often misses by the last bit.
  public var lonLat: LonLat { LonLat(lon: Double(lonE7) / 1e7, lat: Double(latE7) / 1e7) }

  private static func fixed(_ degrees: Double, limit: Double) -> Int32 {
    let scaled = (degrees * 1e7).rounded()
    return scaled.isNaN ? 0 : Int32(min(max(scaled, -limit), limit))
  }
}
