/// Entry points for a fuzzer: each takes any bytes and must return.
public enum GeoPackageFuzzTargets {
  /// Reads the bytes as a geometry of a GeoPackage; says whether they are a point.
  public static func point(_ bytes: [UInt8]) -> Bool {
    (try? GeoPackagePoint(decoding: bytes)) != nil
  }
}
