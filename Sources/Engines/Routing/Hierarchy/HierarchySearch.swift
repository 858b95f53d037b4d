import FlatFiles

/// Shortest paths by walking up the elimination tree from both ends.
///
/// Every node that can lie on an upward path from a node is one of its ancestors in the tree, so
/// that no queue is needed.
///
/// - Source: Dibbelt, Strasser, Wagner, "Customizable contraction hierarchies", JEA 21 (2016),
///   section 8; Bauer, Columbus, Rutter, Wagner, "Search-space size in contraction hierarchies",
///   TCS 645 (2016).
struct HierarchySearch {
  /// A node where a search starts, with what it costs to be there.
  struct Seed: Hashable {
    var node: Int32
    var weight: Int64
    var durationMs: Int32
  }

  let metric: StreetMetric

  /// What was found: the weight, and where both halves meet.
  struct Meeting {
    var weight: Int64
    var node: Int32
  }

  /// Finds the lightest path from any source to any target; nil if there is none below `limit`.
  ///
  /// The labels stay in `space` for ``path(_:_:)`` until they are reset.
  ///
  /// - Complexity: O(ancestors of the ends and their edges): some thousand steps in a city.
  func run(
    from sources: [Seed], to targets: [Seed], below limit: Int64 = PathWeight.infinite,
    in space: QuerySpace
  ) -> Meeting? {
    var best = limit
    var meeting: Int32 = -1
    var here = Cursors(sources)
    var there = Cursors(targets)
    for seed in sources { space.forward.seed(seed.node, seed.weight) }
    for seed in targets { space.backward.seed(seed.node, seed.weight) }
    let mode = metric.mode
    let (forward, backward) = (space.forward, space.backward)
    metric.up.weights.withUnsafeBufferPointer { up in
      metric.down.weights.withUnsafeBufferPointer { down in
        while true {
          let node = min(here.least, there.least)
          if node == .max { break }
          let index = Int(node)
          if here.least == node, there.least == node {
            let sum = forward.weights[index] + backward.weights[index]
            if sum < best {
              best = sum
              meeting = node
            }
          }
          let parent = mode.parents[index]
          if here.least == node {
            HierarchySearch.relax(node, mode.up, up, forward, below: best)
            here.advance(to: parent)
          }
          if there.least == node {
            HierarchySearch.relax(node, mode.down, down, backward, below: best)
            there.advance(to: parent)
          }
        }
      }
    }
    return meeting < 0 ? nil : Meeting(weight: best, node: meeting)
  }

  @inline(__always)
  static func relax(
    _ node: Int32, _ edges: HierarchyEdges, _ weights: UnsafeBufferPointer<Int64>,
    _ labels: QuerySpace.Labels, below limit: Int64
  ) {
    labels.chain.append(node)
    let weight = labels.weights[Int(node)]
    if weight >= limit { return }
    let heads = edges.heads.buffer
    for edge in edges.range(Int(node)) {
      let head = Int(heads[edge])
      let sum = weight + weights[edge]
      if sum < labels.weights[head] {
        labels.weights[head] = sum
        labels.parents[head] = Int32(truncatingIfNeeded: edge)
      }
    }
  }
}

/// The nodes at which several walks up the elimination tree stand; walks that meet become one.
struct Cursors {
  private var nodes: [Int32] = []
  /// The lowest of them; `max` when all have ended.
  private(set) var least: Int32 = .max

  init(_ seeds: [HierarchySearch.Seed]) {
    for seed in seeds where !nodes.contains(seed.node) { nodes.append(seed.node) }
    least = nodes.min() ?? .max
  }

  /// Moves the lowest walk to its parent; -1 ends it.
  @inline(__always)
  mutating func advance(to next: Int32) {
    let parent = next < 0 ? .max : next
    if nodes.count == 1 {
      nodes[0] = parent
      least = parent
      return
    }
    nodes.removeAll { $0 == least || $0 == parent }
    nodes.append(parent)
    least = nodes.min() ?? .max
  }
}
