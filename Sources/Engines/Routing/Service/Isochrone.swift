import FlatFiles
import Geodesy

/// The area that is reached within a time: the streets that are reached, and what lies along them.
struct Isochrone {
  let metric: StreetMetric
  let start: SnappedPlace

  /// - Parameter start: of the streets that are as near, the nearest counts.
  init(metric: StreetMetric, start: SnappedPlace) {
    self.metric = metric
    self.start = start.on(start.segment, metric.network)
  }

  /// - Parameter seconds: limits; an area for each, in the same order.
  /// - Complexity: O(streets reached · log) + O(cells of the grid).
  func areas(seconds: [Double], in space: QuerySpace) -> [MultiPolygon] {
    let most = seconds.max() ?? 0
    let limit = Int32(min(max(most * 1000, 0), 1e9))
    let seeds = RouteEnds(metric).sources(start)
    let reached = BoundedSearch(metric: metric)
      .reached(from: seeds.map(\.seed), withinMs: limit, in: space)
    return seconds.map { limit in
      let lines = lines(reached, seeds, withinMs: limit * 1000)
      return ReachedArea(lines: lines, around: start.position).outline()
    }
  }

  /// The parts of streets that are reached in time.
  private func lines(
    _ reached: [BoundedSearch.Label], _ seeds: [RouteEnds.End], withinMs limit: Double
  ) -> [[LonLat]] {
    var lines: [[LonLat]] = []
    for (offset, share) in [(0, 1 - start.fraction), (1, start.fraction)] {
      let duration = metric.segments.durations[2 * start.segment + offset]
      guard duration != SegmentCosts.closed else { continue }
      let part = min(limit / Double(max(duration, 1)), share)
      add(
        start.segment, start.fraction, start.fraction + (offset == 0 ? part : -part), &lines)
    }
    let mode = metric.mode
    // A street that is travelled all along is drawn once.
    var isDrawn: Set<UInt32> = []
    for label in reached where Double(label.durationMs) < limit {
      let node = label.node
      for arc in Int(mode.arcFirst[Int(node)])..<Int(mode.arcFirst[Int(node) + 1]) {
        guard let step = metric.step(arc) else { continue }
        let share = min((limit - Double(label.durationMs)) / Double(max(step.durationMs, 1)), 1)
        let directed = mode.arcDirected[arc]
        if isDrawn.contains(directed >> 1) { continue }
        if share >= 1 { isDrawn.insert(directed >> 1) }
        if directed & 1 == 0 {
          add(Int(directed >> 1), 0, share, &lines)
        } else {
          add(Int(directed >> 1), 1, 1 - share, &lines)
        }
      }
    }
    return lines
  }

  private func add(_ segment: Int, _ from: Double, _ to: Double, _ lines: inout [[LonLat]]) {
    if min(from, to) == 0, max(from, to) == 1 {
      lines.append(metric.network.points(segment).map(\.lonLat))
      return
    }
    lines.append(LineCut(metric.network.points(segment)).part(from: from, to: to).map(\.lonLat))
  }
}
