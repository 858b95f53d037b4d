import Calendar
import Geodesy

/// A sort of place at which people meet.
public enum MeetingPlaceKind: String, Sendable, CaseIterable {
  case cafe, restaurant, park, playground, sportsGround, library
}

/// Somewhere to meet.
///
/// - Thread: pure.
public struct MeetingPlace: Hashable, Sendable {
  /// Nil for one that was named by hand.
  public var kind: MeetingPlaceKind?
  public var place: Place

  public init(kind: MeetingPlaceKind?, place: Place) {
    self.kind = kind
    self.place = place
  }
}

/// The places of a map.
public protocol MeetingPlaces: Sendable {
  /// Named places of some kinds around a position, the nearest first; none without a map.
  ///
  /// - Parameters:
  ///   - metres: geodesic distance, inclusive.
  ///   - limit: at most so many, the nearest.
  func places(
    _ kinds: Set<MeetingPlaceKind>, around position: LonLat, withinMetres metres: Double,
    limit: Int
  ) -> [MeetingPlace]
}

/// No map: only places named by hand are ranked.
public struct NoMeetingPlaces: MeetingPlaces {
  public init() {}

  public func places(
    _ kinds: Set<MeetingPlaceKind>, around position: LonLat, withinMetres metres: Double,
    limit: Int
  ) -> [MeetingPlace] { [] }
}
