import FlatFiles

/// The seeds of a search: how the ends of a route reach the network's nodes.
struct RouteEnds {
  struct End: Hashable {
    var seed: HierarchySearch.Seed
    /// The directed segment on which the route starts or ends.
    var directed: UInt32
  }

  private let metric: StreetMetric

  init(_ metric: StreetMetric) { self.metric = metric }

  /// From a place to the ends of its segment.
  func sources(_ place: SnappedPlace) -> [End] {
    var ends: [End] = []
    place.forEachSpot { segment, fraction in
      for (offset, part) in [(0, 1 - fraction), (1, fraction)] {
        let directed = 2 * segment + offset
        let node = metric.mode.endNodes[directed]
        guard node >= 0, let cost = partial(directed, part) else { continue }
        ends.append(
          End(
            seed: .init(node: node, weight: cost.weight, durationMs: cost.durationMs),
            directed: UInt32(directed)))
      }
    }
    return ends
  }

  /// From the nodes where one enters the segment of a place, to the place.
  func targets(_ place: SnappedPlace) -> [End] {
    var ends: [End] = []
    place.forEachSpot { segment, fraction in
      for (offset, part) in [(0, fraction), (1, 1 - fraction)] {
        let directed = 2 * segment + offset
        guard let cost = partial(directed, part) else { continue }
        let entries =
          Int(metric.mode.entryFirst[directed])..<Int(metric.mode.entryFirst[directed + 1])
        for entry in entries {
          let arc = Int(metric.mode.entryArcs[entry])
          let turn = metric.mode.turn(arc)
          ends.append(
            End(
              seed: .init(
                node: metric.mode.arcTails[arc],
                weight: cost.weight + PathWeight.pack(cost: turn.cost, lengthCm: 0),
                durationMs: cost.durationMs + turn.milliseconds),
              directed: UInt32(directed)))
        }
      }
    }
    return ends
  }

  /// Along one segment, where both places lie on the same.
  func direct(from a: SnappedPlace, to b: SnappedPlace) -> End? {
    var best: End?
    a.forEachSpot { segment, start in
      guard let end = b.fraction(on: segment) else { return }
      for (offset, part) in [(0, end - start), (1, start - end)] {
        let directed = 2 * segment + offset
        guard part >= 0, let cost = partial(directed, part) else { continue }
        if best.map({ cost.weight < $0.seed.weight }) ?? true {
          best = End(
            seed: .init(node: -1, weight: cost.weight, durationMs: cost.durationMs),
            directed: UInt32(directed))
        }
      }
    }
    return best
  }

  private func partial(_ directed: Int, _ part: Double) -> (weight: Int64, durationMs: Int32)? {
    let cost = metric.segments.costs[directed]
    if cost == SegmentCosts.closed { return nil }
    let share = min(max(part, 0), 1)
    let length = Double(metric.network.lengthsCm[directed >> 1]) * share
    return (
      PathWeight.pack(
        cost: Int64((Double(cost) * share).rounded()), lengthCm: Int64(length.rounded())),
      Int32((Double(metric.segments.durations[directed]) * share).rounded())
    )
  }
}
