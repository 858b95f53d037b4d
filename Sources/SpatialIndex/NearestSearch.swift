import Geodesy

/// Looks for the nearest entries in trees, one after the other.
struct NearestSearch<M: Metric> {
  let metric: M
  private(set) var collector: HitCollector

  init(metric: M, limit: Int, bound: Double) {
    self.metric = metric
    collector = HitCollector(limit: limit, error: metric.error, bound: bound)
  }

  /// Opens the nodes of a tree, nearest first, until none can hold an entry within the bound.
  ///
  /// - Complexity: O(log n + k) nodes for entries spread like on a map.
  /// - Source: Hjaltason, Samet, "Distance browsing in spatial databases", TODS 24 (1999).
  mutating func search(
    _ run: PointRun, queue: inout NodeQueue, hits: inout [SpatialHit],
    where filter: ((UInt32) -> Bool)?
  ) {
    let nodes = run.tree.nodes
    if nodes.count == 0 { return }
    queue.removeAll()
    queue.push(.init(lowerBound: 0, level: Int32(nodes.height), index: 0))
    while let next = queue.popNearest(), next.lowerBound <= collector.bound {
      let index = Int(next.index)
      if next.level == 0 {
        scan(run, leaf: index, hits: &hits, where: filter)
        continue
      }
      let level = Int(next.level)
      let block = nodes.node(level: level, index)
      let first = index * PackedNodes.fanout
      let used = min(PackedNodes.fanout, nodes.levelCounts[level - 1] - first)
      for lane in 0..<max(0, used) {
        let lower = metric.lowerBound(PackedNodes.box(block, lane))
        if lower <= collector.bound {
          queue.push(
            .init(
              lowerBound: lower, level: next.level - 1,
              index: UInt32(truncatingIfNeeded: first + lane)))
        }
      }
    }
  }

  @inline(__always)
  private mutating func scan(
    _ run: PointRun, leaf index: Int, hits: inout [SpatialHit], where filter: ((UInt32) -> Bool)?
  ) {
    let nodes = run.tree.nodes
    let leaf = nodes.leaf(index)
    let used = min(PackedNodes.fanout, nodes.count - index * PackedNodes.fanout)
    let dead = run.dead.map { $0[index] } ?? 0
    for lane in 0..<used where dead & (1 << UInt16(lane)) == 0 {
      let place = leaf + lane * 4
      let lon = place.load(as: Int32.self)
      let lat = place.load(fromByteOffset: 64, as: Int32.self)
      let distance = metric.distance(lonE7: lon, latE7: lat, bound: collector.bound)
      guard distance <= collector.bound else { continue }
      let item = place.load(fromByteOffset: 128, as: UInt32.self)
      if let filter, !filter(item) { continue }
      collector.add(
        SpatialHit(
          distance: distance, item: item, position: FixedPosition(lonE7: lon, latE7: lat)),
        to: &hits)
    }
  }
}
