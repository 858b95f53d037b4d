import FlatFiles

/// Distances between one place and many, in one direction.
///
/// The label of a node is made at the first question that comes by it, from those of its ancestors
/// in the elimination tree, and kept: places of one town share almost all of theirs.
///
/// - Source: Strasser, Zeitz, "A Fast and Tight Heuristic for A* in Road Networks", SEA 2021 (lazy
///   RPHAST).
/// - Thread: confined.
final class OneToMany {
  private let metric: StreetMetric
  private let isForward: Bool
  /// From each node to the place, or from the place to each node.
  private var weights: [Int64]
  private var durationsMs: [Int32]
  private var isDone: [Bool]
  private var path: [Int32] = []

  /// Searches from the place.
  ///
  /// - Parameter isForward: whether paths lead to the place; else they come from it.
  /// - Complexity: O(search) + O(nodes).
  init(
    _ metric: StreetMetric, place: [HierarchySearch.Seed], isForward: Bool, in space: QuerySpace
  ) {
    self.metric = metric
    self.isForward = isForward
    let nodes = metric.mode.nodeCount
    weights = Array(repeating: PathWeight.infinite, count: nodes)
    durationsMs = Array(repeating: 0, count: nodes)
    isDone = Array(repeating: false, count: nodes)
    let side = isForward ? space.backward : space.forward
    ManyToMany.climb(metric, place, isForward: !isForward, side) { node, weight, duration in
      weights[Int(node)] = weight
      durationsMs[Int(node)] = duration
    }
  }

  /// The lightest path between seeds and the place; ``PathWeight/infinite`` where there is none.
  ///
  /// - Complexity: O(ancestors that no question came by yet, and their edges).
  func path(from seeds: [HierarchySearch.Seed]) -> (weight: Int64, durationMs: Int32) {
    var best = (weight: PathWeight.infinite, durationMs: Int32(0))
    for seed in seeds {
      let node = Int(seed.node)
      settle(seed.node)
      guard weights[node] < PathWeight.infinite else { continue }
      let sum = seed.weight + weights[node]
      if sum < best.weight { best = (sum, seed.durationMs &+ durationsMs[node]) }
    }
    return best
  }

  /// Makes the labels of a node and its ancestors, the highest first.
  private func settle(_ node: Int32) {
    var next = node
    while next >= 0, !isDone[Int(next)] {
      path.append(next)
      next = metric.mode.parents[Int(next)]
    }
    let edges = isForward ? metric.mode.up : metric.mode.down
    let side = isForward ? metric.up : metric.down
    let heads = edges.heads.buffer
    side.weights.withUnsafeBufferPointer { lengths in
      side.details.withUnsafeBufferPointer { details in
        while let node = path.popLast() {
          let index = Int(node)
          isDone[index] = true
          for edge in edges.range(index) {
            let head = Int(heads[edge])
            let weight = weights[head]
            if weight >= PathWeight.infinite || lengths[edge] >= PathWeight.infinite { continue }
            let sum = lengths[edge] + weight
            if sum < weights[index] {
              weights[index] = sum
              durationsMs[index] = details[edge].durationMs &+ durationsMs[head]
            }
          }
        }
      }
    }
  }
}
