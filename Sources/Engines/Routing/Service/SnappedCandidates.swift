import FlatFiles

/// Where a position may be brought onto the streets: on the main network, and on a nearer island.
struct SnappedCandidates: Sendable {
  /// On the main network; on the island if there is no other.
  var main: SnappedPlace?
  var island: SnappedPlace?
  /// Whether ``main`` is on the main network.
  private(set) var isOnMain = false

  /// Far from any street.
  init() {}

  init(_ nearest: Snapper.Nearest) {
    main = nearest.main ?? nearest.island
    if nearest.main != nil, nearest.island != nil { main?.isPastIsland = true }
    island = nearest.island
    isOnMain = nearest.main != nil
  }

  private var nearest: SnappedPlace? { island ?? main }

  /// Two positions on the same island are joined there; otherwise both go to the main network.
  ///
  /// - Parameter other: where the way ends; this is where it begins, or the other way round.
  func pair(
    _ other: SnappedCandidates, _ metric: StreetMetric
  ) -> (from: SnappedPlace, to: SnappedPlace, isIsland: Bool)? {
    // One of them may be part of the main network for its own end of the way.
    if island != nil || other.island != nil, let a = nearest, let b = other.nearest,
      metric.mode.components[a.segment] == metric.mode.components[b.segment]
    {
      return (a, b, true)
    }
    guard let a = main, let b = other.main else { return nil }
    return (a, b, false)
  }
}
