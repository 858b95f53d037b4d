import FlatFiles
import Geodesy

/// The area that is reached within a time: the streets that are reached, and what lies along them.
struct Isochrone {
  /// Where one gets onto the streets, and when.
  struct Start {
    var place: SnappedPlace
    var delayMs: Int32
  }

  let metric: StreetMetric
  /// One at least.
  private let starts: [Start]

  /// - Parameter starts: of the streets that are as near to each, the nearest counts.
  init(metric: StreetMetric, starts: [Start]) {
    self.metric = metric
    self.starts = starts.map {
      Start(place: $0.place.on($0.place.segment, metric.network), delayMs: $0.delayMs)
    }
  }

  /// - Parameter seconds: limits; an area for each, in the same order.
  /// - Complexity: O(streets reached · log) + O(cells of the grid).
  func areas(seconds: [Double], in space: QuerySpace) -> [MultiPolygon] {
    guard let centre = starts.first?.place.position else {
      return seconds.map { _ in MultiPolygon([]) }
    }
    let most = seconds.max() ?? 0
    let limit = Int32(min(max(most * 1000, 0), 1e9))
    let ends = RouteEnds(metric)
    var seeds: [HierarchySearch.Seed] = []
    for start in starts where start.delayMs <= limit {
      let delay = PathWeight.pack(cost: Int64(start.delayMs), lengthCm: 0)
      for end in ends.sources(start.place) {
        var seed = end.seed
        seed.weight += delay
        seed.durationMs += start.delayMs
        seeds.append(seed)
      }
    }
    let reached = BoundedSearch(metric: metric).reached(from: seeds, withinMs: limit, in: space)
    return seconds.map { limit in
      let lines = lines(reached, withinMs: limit * 1000)
      return ReachedArea(lines: lines, around: centre).outline()
    }
  }

  /// The parts of streets that are reached in time.
  private func lines(_ reached: [BoundedSearch.Label], withinMs limit: Double) -> [[LonLat]] {
    var lines: [[LonLat]] = []
    for start in starts where Double(start.delayMs) < limit {
      addStart(start.place, limit - Double(start.delayMs), &lines)
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

  /// Along the street on which one starts, in both directions.
  private func addStart(_ place: SnappedPlace, _ milliseconds: Double, _ lines: inout [[LonLat]]) {
    for (offset, share) in [(0, 1 - place.fraction), (1, place.fraction)] {
      let duration = metric.segments.durations[2 * place.segment + offset]
      guard duration != SegmentCosts.closed else { continue }
      let part = min(milliseconds / Double(max(duration, 1)), share)
      add(
        place.segment, place.fraction, place.fraction + (offset == 0 ? part : -part), &lines)
    }
  }

  private func add(_ segment: Int, _ from: Double, _ to: Double, _ lines: inout [[LonLat]]) {
    if min(from, to) == 0, max(from, to) == 1 {
      lines.append(metric.network.points(segment).map(\.lonLat))
      return
    }
    lines.append(LineCut(metric.network.points(segment)).part(from: from, to: to).map(\.lonLat))
  }
}
