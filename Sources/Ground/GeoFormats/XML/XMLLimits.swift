/// Bounds on GPX and KML files.
///
/// - Thread: pure.
public struct XMLLimits: Sendable {
  public var bytes = 5 << 20
  /// Deepest nesting of elements.
  public var depth = 32
  /// Most elements in all.
  public var elements = 500_000
  /// Most positions in all.
  public var points = 100_000
  /// Most attributes of one element.
  public var attributes = 64

  public init() {}
}
