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
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16 * (nodes.height + 1)) { buffer in
      guard let waiting = buffer.baseAddress else { return }
      var place = InlineArray<9, Int>(repeating: 0)
      var level = nodes.height
      measure(nodes, level, 0, waiting + 16 * level)
      while true {
        let lane = NearestSearch.takeLeast(waiting + 16 * level, atMost: Float(collector.bound))
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
          measure(nodes, level, child, waiting + 16 * level)
        }
      }
    }
  }

  /// Writes for each child a lower bound of its distance, as a `Float` whose last four bits are the lane.
  ///
  /// So that the least of 16 is found by comparing integers, without a branch. The bound is lessened by more
  /// than rounding and the lane can add to it.
  @inline(__always)
  private func measure(
    _ nodes: PackedNodes, _ level: Int, _ index: Int, _ waiting: UnsafeMutablePointer<UInt32>
  ) {
    let block = nodes.node(level: level, index)
    for lane in 0..<PackedNodes.fanout {
      let metres = Float(metric.lowerBound(PackedNodes.box(block, lane)) * 0.999_997)
      (waiting + lane).initialize(to: (metres.bitPattern & ~15) | UInt32(truncatingIfNeeded: lane))
    }
    let used = max(0, nodes.levelCounts[level - 1] - index * PackedNodes.fanout)
    for lane in min(used, 16)..<16 { waiting[lane] = .max }
  }

  /// Takes the lane with the least value out, or -1 if none is at most `bound`.
  @inline(__always)
  private static func takeLeast(_ waiting: UnsafeMutablePointer<UInt32>, atMost bound: Float) -> Int
  {
    var least = UInt32.max
    for lane in 0..<16 { least = min(least, waiting[lane]) }
    // Not a number, where nothing waits, is not at most anything.
    guard Float(bitPattern: least & ~15) <= bound else { return -1 }
    let lane = Int(least & 15)
    waiting[lane] = .max
    return lane
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
