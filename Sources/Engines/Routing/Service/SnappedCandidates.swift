import FlatFiles

/// Where a position may be brought onto the streets: on the main network, and on a nearer island.
struct SnappedCandidates: Sendable {
  /// On the main network; on the island if there is no other.
  var main: SnappedPlace?
  var island: SnappedPlace?

  /// Far from any street.
  init() {}

  init(_ nearest: Snapper.Nearest) {
    main = nearest.main ?? nearest.island
    if nearest.main != nil, nearest.island != nil { main?.isPastIsland = true }
    island = nearest.island
  }

  /// Two positions on the same island are joined there; otherwise both go to the main network.
  func pair(
    _ other: SnappedCandidates, _ metric: StreetMetric
  ) -> (from: SnappedPlace, to: SnappedPlace, isIsland: Bool)? {
    if let a = island, let b = other.island,
      metric.mode.components[a.segment] == metric.mode.components[b.segment]
    {
      return (a, b, true)
    }
    guard let a = main, let b = other.main else { return nil }
    return (a, b, false)
  }
}
