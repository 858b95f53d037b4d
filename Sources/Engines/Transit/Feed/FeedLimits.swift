/// Bounds on a feed, so that a broken or hostile one cannot take all memory.
///
/// - Thread: pure.
public struct FeedLimits: Sendable {
  /// Most bytes of one table, unpacked.
  public var tableBytes = 2 << 30
  public var stops = 2_000_000
  public var trips = 10_000_000
  public var stopTimes = 200_000_000
  /// Most fares, and most rows of their rules.
  public var fareRows = 2_000_000
  public var shapePoints = 50_000_000
  /// Most days between the first and the last day of service.
  public var days = 36_600
  /// Most words of all services' day sets together.
  public var dayWords = 20_000_000
  public var readsShapes = true

  public init() {}
}
