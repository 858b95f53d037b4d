/// Bounds on a GeoJSON text.
///
/// - Thread: pure.
public struct GeoJSONLimits: Sendable {
  /// Most bytes of a file.
  public var bytes = 5 << 20
  /// Deepest nesting of arrays and objects.
  public var depth = 16
  /// Most positions in all.
  public var vertices = 100_000

  public init() {}
}

/// The geometry types of GeoJSON that ``Geometry`` can hold.
public enum GeometryKind: String, CaseIterable, Sendable {
  case point = "Point"
  case lineString = "LineString"
  case polygon = "Polygon"
  case multiPolygon = "MultiPolygon"
}
