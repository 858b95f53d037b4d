import Base

/// A street network in service: with the weights of the profiles in use and work spaces.
///
/// - Thread: shared.
final class LoadedNetwork: Sendable {
  /// So many profiles are kept beside the three usual ones.
  private static let maximumMetrics = 8
  /// So many sets of places are kept, each for a profile and a direction.
  private static let maximumPlaces = 8

  let network: StreetNetwork
  private let spaces: [QuerySpaces]
  private let metrics: Guarded<RecentlyUsed<StreetMetric>>
  private let places: Guarded<RecentlyUsed<FixedPlaces>>
  /// Nil where the usual speeds hold.
  private let overlay: SpeedOverlay?
  /// What was asked for, of which the overlay takes what concerns it.
  let speeds: RoadSpeeds
  /// Metres per second of the fastest walk that there is.
  let fastestWalk: Double

  init(_ network: StreetNetwork, _ speeds: RoadSpeeds = RoadSpeeds()) {
    self.network = network
    self.speeds = speeds
    spaces = network.modes.map { QuerySpaces(nodes: $0.nodeCount) }
    metrics = Guarded(RecentlyUsed(capacity: LoadedNetwork.maximumMetrics))
    places = Guarded(RecentlyUsed(capacity: LoadedNetwork.maximumPlaces))
    overlay = SpeedOverlay(speeds, network)
    let model = WalkSpeeds(StreetProfile(.walk))
    fastestWalk = network.attributeTable.map(model.fastest).max() ?? 0
  }

  /// The same network with other road speeds; weights of the usual speeds stay.
  init(_ other: LoadedNetwork, _ speeds: RoadSpeeds) {
    network = other.network
    self.speeds = speeds
    spaces = other.spaces
    metrics = Guarded(other.metrics.current.filter { $0.period == nil })
    // These are of the usual speeds always.
    places = other.places
    overlay = SpeedOverlay(speeds, network)
    fastestWalk = other.fastestWalk
  }

  /// The weights of a profile; computed at its first use and kept while it is used.
  func metric(_ asked: StreetProfile) -> StreetMetric {
    var profile = asked
    profile.at = nil
    // Traffic is that of cars.
    let moment = asked.mode == .car ? asked.at : nil
    let period = moment.flatMap { overlay?.period(at: $0) }
    let known = metrics.withLock {
      $0.use { $0.profile == profile && $0.period == period }
    }
    if let known { return known }
    var factors: [Int32: Double] = [:]
    if let moment, let overlay, period != nil { factors = overlay.factors(at: moment) }
    let metric = StreetMetric(network, profile, period: period, factors: factors)
    metrics.withLock { $0.insert(metric) }
    return metric
  }

  /// The places of a set; brought onto the network at their first use and kept while they are used.
  func places(
    _ set: PlaceSet, _ profile: StreetProfile, _ direction: PlaceDirection
  ) -> FixedPlaces {
    var usual = profile
    usual.at = nil
    let known = places.withLock {
      $0.use { $0.set === set && $0.direction == direction && $0.metric.profile == usual }
    }
    if let known { return known }
    let metric = metric(usual)
    let made = with(usual.mode) { FixedPlaces(set, direction, metric, in: $0) }
    places.withLock { $0.insert(made) }
    return made
  }

  /// Computes the weights of the usual profiles, so that the first request does not wait.
  func prepare() {
    for mode in StreetMode.allCases { _ = metric(StreetProfile(mode)) }
  }

  func with<Result>(_ mode: StreetMode, _ body: (QuerySpace) -> Result) -> Result {
    spaces[mode.index].with(body)
  }
}
