import FlatFiles

/// Dijkstra's algorithm from one place, up to a limit of time.
///
/// - Source: Dijkstra, "A note on two problems in connexion with graphs", Numer. Math. 1 (1959).
struct BoundedSearch {
  /// A node that was reached.
  struct Label: Hashable {
    var node: Int32
    var weight: Int64
    var durationMs: Int32
  }

  let metric: StreetMetric

  /// All nodes within the limit.
  ///
  /// Nodes are taken in the order of cost; one that is beyond the limit in time is not left, so that
  /// the limit holds for the way that a route would take.
  ///
  /// - Returns: in the order of cost.
  /// - Complexity: O(nodes reached · log).
  func reached(
    from seeds: [HierarchySearch.Seed], withinMs limit: Int32, in space: QuerySpace
  ) -> [Label] {
    let labels = space.forward
    var result: [Label] = []
    var queue = WeightQueue()
    for seed in seeds where seed.durationMs <= limit {
      improve(seed.node, seed.weight, seed.durationMs, labels, &queue)
    }
    let mode = metric.mode
    while let (weight, node) = queue.pop() {
      let index = Int(node)
      // A label that was improved after it had been queued.
      guard labels.weights[index] == weight, labels.parents[index] == -1 else { continue }
      // Each node is left once, even if it is queued twice with the same weight.
      labels.parents[index] = 0
      let sofar = labels.durations[index]
      result.append(Label(node: node, weight: weight, durationMs: sofar))
      for arc in Int(mode.arcFirst[index])..<Int(mode.arcFirst[index + 1]) {
        guard let step = metric.step(arc) else { continue }
        let duration = sofar &+ step.durationMs
        if duration > limit { continue }
        improve(mode.arcHeads[arc], weight + step.weight, duration, labels, &queue)
      }
    }
    labels.reset()
    return result
  }

  @inline(__always)
  private func improve(
    _ node: Int32, _ weight: Int64, _ durationMs: Int32, _ labels: QuerySpace.Labels,
    _ queue: inout WeightQueue
  ) {
    let index = Int(node)
    guard weight < labels.weights[index] else { return }
    if labels.weights[index] >= PathWeight.infinite { labels.chain.append(node) }
    labels.weights[index] = weight
    labels.durations[index] = durationMs
    labels.parents[index] = -1
    queue.push(weight, node)
  }
}

/// A binary heap of nodes, lightest first.
struct WeightQueue {
  private var items: [(weight: Int64, node: Int32)] = []

  mutating func push(_ weight: Int64, _ node: Int32) {
    items.append((weight, node))
    var child = items.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if items[parent].weight <= items[child].weight { break }
      items.swapAt(parent, child)
      child = parent
    }
  }

  mutating func pop() -> (weight: Int64, node: Int32)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    if items.isEmpty { return first }
    items[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      if child >= items.count { break }
      if child + 1 < items.count, items[child + 1].weight < items[child].weight { child += 1 }
      if items[parent].weight <= items[child].weight { break }
      items.swapAt(parent, child)
      parent = child
    }
    return first
  }
}
