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

/// Which way one goes between a position and the places of a set.
public enum PlaceDirection: Hashable, Sendable {
  case toPlaces, fromPlaces
}

/// The ways between a position and the places of a set around it.
///
/// - Thread: immutable, shared.
public struct PlaceWays: Sendable {
  /// One of them.
  public struct Way: Hashable, Sendable {
    /// The place's number in its set.
    public var place: Int
    /// Metres, for walkers with the ways to and from the streets.
    public var distance: Double
    /// Seconds, likewise.
    public var duration: Double
  }

  /// In the order of the set.
  public let ways: [Way]
  private let here: SnappedCandidates
  private let places: FixedPlaces
  private let network: LoadedNetwork
  /// The places that lie on other maps, to which no streets lead from here.
  private let strangers: Set<Int>

  init(
    _ ways: [Way], _ here: SnappedCandidates, _ places: FixedPlaces, _ network: LoadedNetwork,
    strangers: Set<Int>
  ) {
    self.ways = strangers.isEmpty ? ways : ways.filter { !strangers.contains($0.place) }
    (self.here, self.places, self.network) = (here, places, network)
    self.strangers = strangers
  }

  /// Metres from the position to the streets that lead everywhere; nil if none are around.
  public var distanceHere: Double? { places.distance(here) }

  /// The places that are farther than so many metres from the streets that lead everywhere, have none
  /// around, or lie on another map.
  public func places(beyondMetres metres: Double) -> Set<Int> {
    places.beyond(metres).union(strangers)
  }

  /// The whole way between the position and a place; nil if there is none.
  ///
  /// - Complexity: tens of microseconds.
  public func way(_ place: Int) -> StreetPath? {
    guard !strangers.contains(place), let (from, to) = places.ends(here, place) else { return nil }
    let metric = places.metric
    let path = network.with(metric.profile.mode) { space in
      PathFinder(metric: metric).path(from: from, to: to, unpacks: true, in: space)
    }
    return path.map {
      StreetPath(RouteAssembler(metric: metric, path: $0, from: from, to: to))
    }
  }
}
