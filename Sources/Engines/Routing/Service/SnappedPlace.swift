import Geodesy

/// A position brought onto the street network.
public struct SnappedPlace: Hashable, Sendable {
  /// What was asked for.
  public var requested: LonLat
  /// The nearest usable position on a street.
  public var position: LonLat
  /// Metres between the two.
  public var distance: Double
  /// The name of that street; empty where it has none.
  public var street: String
  /// True where a nearer street was passed over because nothing else can be reached from it.
  public var isPastIsland: Bool

  /// The segment, and how far along it in the direction of mapping, 0...1.
  var segment: Int
  var fraction: Double
}
