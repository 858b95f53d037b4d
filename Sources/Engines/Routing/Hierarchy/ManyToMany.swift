import FlatFiles

/// Distances from many sources to many targets at once.
///
/// The labels of each target's search are left at the nodes; each source's search picks them up.
///
/// - Source: Knopp, Sanders, Schultes, Schulz, Wagner, "Computing many-to-many shortest paths using
///   highway hierarchies", ALENEX 2007 (buckets), over the elimination tree.
struct ManyToMany {
  /// Weights and durations, row by row; ``PathWeight/infinite`` where there is no path.
  struct Table {
    var weights: [Int64]
    var durationsMs: [Int32]
  }

  private struct Entry {
    var weight: Int64
    var target: Int32
    var durationMs: Int32
  }

  private let metric: StreetMetric
  private let isForward: Bool
  private var entries: [Entry] = []
  private var first: [Int32]
  private let targetCount: Int

  /// Searches from all targets.
  ///
  /// - Parameters:
  ///   - isForward: whether paths lead to the targets; else they come from them.
  ///   - limit: paths as heavy as this, or heavier, may be missed.
  /// - Complexity: O(targets · search) + O(nodes).
  init(
    _ metric: StreetMetric, targets: [[HierarchySearch.Seed]], isForward: Bool = true,
    below limit: Int64 = PathWeight.infinite, in space: QuerySpace
  ) {
    self.metric = metric
    self.isForward = isForward
    targetCount = targets.count
    let nodes = metric.mode.nodeCount
    var labels: [(node: Int32, entry: Entry)] = []
    first = Array(repeating: 0, count: nodes + 1)
    for (index, seeds) in targets.enumerated() {
      let side = isForward ? space.backward : space.forward
      ManyToMany.climb(metric, seeds, isForward: !isForward, side) { node, weight, duration in
        guard weight < limit else { return }
        labels.append(
          (node, Entry(weight: weight, target: Int32(index), durationMs: duration)))
        first[Int(node) + 1] += 1
      }
    }
    for node in 0..<nodes { first[node + 1] += first[node] }
    var next = first
    entries = Array(
      repeating: Entry(weight: 0, target: 0, durationMs: 0), count: labels.count)
    for label in labels {
      entries[Int(next[Int(label.node)])] = label.entry
      next[Int(label.node)] += 1
    }
  }

  /// One row: from a source to all targets.
  func row(from seeds: [HierarchySearch.Seed], in space: QuerySpace) -> Table {
    var row = Table(
      weights: Array(repeating: PathWeight.infinite, count: targetCount),
      durationsMs: Array(repeating: 0, count: targetCount))
    row.weights.withUnsafeMutableBufferPointer { weights in
      row.durationsMs.withUnsafeMutableBufferPointer { durations in
        entries.withUnsafeBufferPointer { entries in
          first.withUnsafeBufferPointer { first in
            let side = isForward ? space.forward : space.backward
            ManyToMany.climb(metric, seeds, isForward: isForward, side) { node, weight, duration in
              for place in Int(first[Int(node)])..<Int(first[Int(node) + 1]) {
                let entry = entries[place]
                let sum = weight + entry.weight
                if sum < weights[Int(entry.target)] {
                  weights[Int(entry.target)] = sum
                  durations[Int(entry.target)] = duration &+ entry.durationMs
                }
              }
            }
          }
        }
      }
    }
    return row
  }

  /// Walks up from seeds and calls `body` with every node that a path reaches.
  static func climb(
    _ metric: StreetMetric, _ seeds: [HierarchySearch.Seed], isForward: Bool,
    _ labels: QuerySpace.Labels, _ body: (Int32, Int64, Int32) -> Void
  ) {
    let side = isForward ? metric.up : metric.down
    let edges = isForward ? metric.mode.up : metric.mode.down
    let tails = edges.tails.buffer
    let details = side.details
    for seed in seeds { labels.seed(seed.node, seed.weight) }
    var cursors = Cursors(seeds)
    side.weights.withUnsafeBufferPointer { weights in
      while cursors.least != .max {
        let node = cursors.least
        HierarchySearch.relax(node, edges, weights, labels, below: PathWeight.infinite)
        cursors.advance(to: metric.mode.parents[Int(node)])
      }
    }
    for node in labels.chain {
      let index = Int(node)
      let weight = labels.weights[index]
      if weight >= PathWeight.infinite { continue }
      let parent = labels.parents[index]
      if parent >= 0 {
        labels.durations[index] =
          labels.durations[Int(tails[Int(parent)])] &+ details[Int(parent)].durationMs
      } else {
        labels.durations[index] =
          seeds.filter { $0.node == node }.min { $0.weight < $1.weight }?.durationMs ?? 0
      }
      body(node, weight, labels.durations[index])
    }
    labels.reset()
  }
}
