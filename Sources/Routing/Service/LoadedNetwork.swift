import Base

/// A street network in service: with the weights of the profiles in use and work spaces.
///
/// - Thread: shared.
final class LoadedNetwork: Sendable {
  /// So many profiles are kept beside the three usual ones.
  private static let mostMetrics = 8

  let network: StreetNetwork
  private let spaces: [QuerySpaces]
  private let metrics: Guarded<[StreetMetric]>
  /// Nil where the usual speeds hold.
  private let overlay: SpeedOverlay?
  /// What was asked for, of which the overlay takes what concerns it.
  let speeds: RoadSpeeds

  init(_ network: StreetNetwork, _ speeds: RoadSpeeds = RoadSpeeds()) {
    self.network = network
    self.speeds = speeds
    spaces = network.modes.map { QuerySpaces(nodes: $0.nodeCount) }
    metrics = Guarded([])
    overlay = SpeedOverlay(speeds, network)
  }

  /// The same network with other road speeds; weights of the usual speeds stay.
  init(_ other: LoadedNetwork, _ speeds: RoadSpeeds) {
    network = other.network
    self.speeds = speeds
    spaces = other.spaces
    metrics = Guarded(other.metrics.current.filter { $0.period == nil })
    overlay = SpeedOverlay(speeds, network)
  }

  /// The weights of a profile; computed at its first use and kept while it is used.
  func metric(_ asked: StreetProfile) -> StreetMetric {
    var profile = asked
    profile.at = nil
    // Traffic is that of cars.
    let moment = asked.mode == .car ? asked.at : nil
    let period = moment.flatMap { overlay?.period(at: $0) }
    let known = metrics.withLock { metrics -> StreetMetric? in
      guard
        let index = metrics.firstIndex(where: { $0.profile == profile && $0.period == period })
      else { return nil }
      let metric = metrics[index]
      if index > 0 {
        metrics.remove(at: index)
        metrics.insert(metric, at: 0)
      }
      return metric
    }
    if let known { return known }
    var factors: [Int32: Double] = [:]
    if let moment, let overlay, period != nil { factors = overlay.factors(at: moment) }
    let metric = StreetMetric(network, profile, period: period, factors: factors)
    metrics.withLock { metrics in
      metrics.insert(metric, at: 0)
      if metrics.count > LoadedNetwork.mostMetrics { metrics.removeLast() }
    }
    return metric
  }

  /// Computes the weights of the usual profiles, so that the first request does not wait.
  func prepare() {
    for mode in StreetMode.allCases { _ = metric(StreetProfile(mode)) }
  }

  func with<Result>(_ mode: StreetMode, _ body: (QuerySpace) -> Result) -> Result {
    spaces[mode.index].with(body)
  }
}
