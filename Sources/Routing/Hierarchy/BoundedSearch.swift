/// Dijkstra's algorithm from one place, up to a limit of time.
///
/// - Source: Dijkstra, "A note on two problems in connexion with graphs", Numer. Math. 1 (1959).
struct BoundedSearch {
  /// A node that was reached.
  struct Label {
    var weight: Int64
    var durationMs: Int32
  }

  let metric: StreetMetric

  /// All nodes within the limit.
  ///
  /// Nodes are taken in the order of cost; one that is beyond the limit in time is not left, so that
  /// the limit holds for the way that a route would take.
  ///
  /// - Complexity: O(nodes reached · log).
  func reached(from seeds: [HierarchySearch.Seed], withinMs limit: Int32) -> [Int32: Label] {
    var labels: [Int32: Label] = [:]
    var isDone: Set<Int32> = []
    var queue = WeightQueue()
    for seed in seeds where seed.durationMs <= limit {
      if labels[seed.node].map({ seed.weight < $0.weight }) ?? true {
        labels[seed.node] = Label(weight: seed.weight, durationMs: seed.durationMs)
        queue.push(seed.weight, seed.node)
      }
    }
    let mode = metric.mode
    while let (weight, node) = queue.pop() {
      guard isDone.insert(node).inserted, let label = labels[node], label.weight == weight else {
        continue
      }
      for arc in Int(mode.arcFirst[Int(node)])..<Int(mode.arcFirst[Int(node) + 1]) {
        guard let step = metric.step(arc) else { continue }
        let duration = label.durationMs &+ step.durationMs
        let sum = weight + step.weight
        if duration > limit { continue }
        let head = mode.arcHeads[arc]
        if labels[head].map({ sum < $0.weight }) ?? true {
          labels[head] = Label(weight: sum, durationMs: duration)
          queue.push(sum, head)
        }
      }
    }
    return labels
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
