import Geodesy

/// Places that stand still, such as the stops of a timetable: what a network computes for them
/// once is kept for later questions about the same set.
///
/// - Thread: immutable, shared.
public final class PlaceSet: Sendable {
  /// By the number that answers name them by; nil for numbers that stand for no place.
  public let positions: [LonLat?]

  public init(_ positions: [LonLat?]) { self.positions = positions }
}

/// The way between a position and a place of a set.
public struct PlaceWay: Hashable, Sendable {
  /// The place's number in its set.
  public var place: Int
  /// Metres, for walkers with the ways to and from the streets.
  public var distance: Double
  /// Seconds, likewise.
  public var duration: Double
}

/// Which way one goes between a position and the places of a set.
public enum PlaceDirection: Hashable, Sendable {
  case toPlaces, fromPlaces
}
