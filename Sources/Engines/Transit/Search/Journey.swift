import Base

/// A way from an origin to a destination with at least one ride.
///
/// - Thread: immutable, shared.
public struct Journey: Sendable, Hashable {
  /// A stop of a ride.
  public struct Call: Sendable, Hashable {
    /// Position in ``TransitEngine/stops``.
    public var stop: Int
    public var arrival: Instant
    public var departure: Instant
  }

  /// A part of the journey in one vehicle.
  public struct Ride: Sendable, Hashable {
    /// Position in ``TransitEngine/timetables``.
    public var feed: Int
    /// Position in its ``Timetable/routes``.
    public var route: Int
    /// The feed's `trip_id`.
    public var trip: String
    /// Where it says it goes; empty if the feed does not say.
    public var headsign: String
    public var mode: TransportMode
    /// From where one boards to where one alights, both included, without stops that it passes.
    public var calls: [Call]
    /// Metres along straight lines between stops.
    public var metres: Int
    /// Grams of CO2 per passenger.
    public var grams: Int
    /// When its trip leaves its first stop: tells one run of a trip from another.
    public var start: Instant
    /// When one boards and alights by the timetable, without the delays that are known.
    public var plannedDeparture: Instant
    public var plannedArrival: Instant
    /// If it runs by headway, the seconds between two; its times are then one of many.
    public var headwaySeconds: Int?
    public var wheelchair: Feed.Accessibility
    public var bicycles: Feed.Accessibility
    /// From where one boards to where one alights among the timetable's stops of patterns: those
    /// that it passes, too.
    var path: Range<Int>
    /// Position in the timetable's shapes; nil if it has none.
    var shape: Int?
  }

  /// A part of the journey on foot.
  public struct Walk: Sendable, Hashable {
    /// The stop where it starts; nil at the origin.
    public var from: Int?
    /// The stop where it ends; nil at the destination.
    public var to: Int?
    public var departure: Instant
    public var arrival: Instant
    public var metres: Int
  }

  /// A part of the journey by one means.
  public enum Leg: Sendable, Hashable {
    case walk(Walk)
    case ride(Ride)
  }

  /// In order.
  ///
  /// Ways at the ends are always there, if only of 0 metres; changes at the same stop have no leg.
  public var legs: [Leg]
  /// When to leave the origin at the latest for the first ride.
  public var departure: Instant
  public var arrival: Instant
  public var walkMetres: Int
  public var grams: Int

  public var rides: [Ride] {
    legs.compactMap { leg in if case .ride(let ride) = leg { ride } else { nil } }
  }

  /// Seconds from departure to arrival.
  public var duration: Int { Int((arrival.milliseconds - departure.milliseconds) / 1000) }
}
