import Base

/// A street network in service: with the weights of the profiles in use and work spaces.
///
/// - Thread: shared.
final class LoadedNetwork: Sendable {
  /// So many profiles are kept beside the three usual ones.
  private static let mostMetrics = 8

  let network: StreetNetwork
  private let spaces: [QuerySpaces]
  private let metrics = Guarded([StreetMetric]())

  init(_ network: StreetNetwork) {
    self.network = network
    spaces = network.modes.map { QuerySpaces(nodes: $0.nodeCount) }
  }

  /// The weights of a profile; computed at its first use and kept while it is used.
  func metric(_ profile: StreetProfile) -> StreetMetric {
    let known = metrics.withLock { metrics -> StreetMetric? in
      guard let index = metrics.firstIndex(where: { $0.profile == profile }) else { return nil }
      let metric = metrics[index]
      if index > 0 {
        metrics.remove(at: index)
        metrics.insert(metric, at: 0)
      }
      return metric
    }
    if let known { return known }
    let metric = StreetMetric(network, profile)
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
