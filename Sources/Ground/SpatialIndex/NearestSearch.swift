import Geodesy

/// Looks for the nearest entries in trees, one after the other.
struct NearestSearch<M: Metric> {
  let metric: M
  private(set) var collector: HitCollector

  init(metric: M, limit: Int, bound: Double, heap: [Double]) {
    self.metric = metric
    collector = HitCollector(limit: limit, error: metric.error, bound: bound, heap: heap)
  }

  /// The work space, to be used again.
  consuming func finish() -> [Double] { collector.emptied() }

  /// Descends into the nearest child first, and into others as long as they can hold an entry
  /// within the bound.
  ///
  /// - Complexity: O(log n + k) nodes for entries spread like on a map.
  /// - Source: Roussopoulos, Kelley, Vincent, "Nearest neighbor queries", SIGMOD 1995.
  mutating func search(
    _ run: PackedRun<PackedPoints>, into hits: inout [SpatialHit], where filter: ((UInt32) -> Bool)?
  ) {
    let nodes = run.tree.nodes
    if nodes.height == 0 {
      if nodes.leafCount == 1 { scan(run, leaf: 0, into: &hits, where: filter) }
      return
    }
    // For each level of the way down: what the children of the node there are not nearer than.
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 16 * (nodes.height + 1)) { buffer in
      guard let lowerBounds = buffer.baseAddress else { return }
      var place = InlineArray<9, Int>(repeating: 0)
      var level = nodes.height
      measure(nodes, level, 0, lowerBounds + 16 * level)
      while true {
        let lane = NearestSearch.takeLeast(lowerBounds + 16 * level, atMost: collector.bound)
        guard lane >= 0 else {
          if level == nodes.height { return }
          level += 1
          continue
        }
        let child = place[level] * PackedNodes.fanout + lane
        if level == 1 {
          scan(run, leaf: child, into: &hits, where: filter)
        } else {
          level -= 1
          place[level] = child
          measure(nodes, level, child, lowerBounds + 16 * level)
        }
      }
    }
  }

  @inline(__always)
  private func measure(
    _ nodes: PackedNodes, _ level: Int, _ index: Int, _ lowerBounds: UnsafeMutablePointer<Double>
  ) {
    let block = nodes.node(level: level, index)
    for lane in 0..<PackedNodes.fanout {
      (lowerBounds + lane).initialize(to: metric.lowerBound(PackedNodes.box(block, lane)))
    }
    let used = max(0, nodes.levelCounts[level - 1] - index * PackedNodes.fanout)
    for lane in min(used, 16)..<16 { lowerBounds[lane] = .nan }
  }

  /// Takes the lane with the least value out (NaN takes its place), or -1 if none is at most
  /// `bound`.
  @inline(__always)
  private static func takeLeast(_ values: UnsafeMutablePointer<Double>, atMost bound: Double) -> Int
  {
    var best = -1
    var value = bound
    for lane in 0..<16 where values[lane] <= value {
      value = values[lane]
      best = lane
    }
    if best >= 0 { values[best] = .nan }
    return best
  }

  @inline(__always)
  private mutating func scan(
    _ run: PackedRun<PackedPoints>, leaf index: Int, into hits: inout [SpatialHit],
    where filter: ((UInt32) -> Bool)?
  ) {
    run.forEach(inLeaf: index, in: metric.box(bound: collector.bound)) { lon, lat, item in
      let distance = metric.distance(lonE7: lon, latE7: lat, bound: collector.bound)
      guard distance <= collector.bound else { return }
      if let filter, !filter(item) { return }
      collector.add(
        SpatialHit(
          distance: distance, item: item, position: FixedPosition(lonE7: lon, latE7: lat)),
        to: &hits)
    }
  }
}
