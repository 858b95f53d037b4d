import FlatFiles

/// What every customisation of a hierarchy does alike: the lower triangles of each node, and which
/// nodes can be done side by side.
///
/// The elimination tree falls into subtrees that share no edge. They are dealt to two lanes of about
/// the same work; the nodes above them come last.
///
/// - Source: Dibbelt, Strasser, Wagner, "Customizable contraction hierarchies", JEA 21 (2016),
///   section 7 (lower triangles; parallelisation by the tree).
/// - Thread: immutable, shared.
final class CustomisationPlan: Sendable {
  /// A lower node `v` of a node `l`, with its edges on to nodes above `l`.
  struct Fan: BitwiseCopyable, Sendable {
    /// The edge between `v` and `l`, of the other direction.
    var edge: Int32
    /// The edges of `v` beyond `l`.
    var start: Int32
    var end: Int32
  }

  /// The fans of all nodes, for one direction.
  struct Fans: Sendable {
    /// Where those of each node start; one entry more than nodes.
    var first: [Int32]
    var fans: [Fan]
  }

  /// Ways down to a lower node and up again, and ways from above down and down on.
  let up: Fans
  let down: Fans
  /// Nodes of each lane, and those above all lanes; ascending.
  let lanes: [[Int32]]
  let top: [Int32]

  /// - Complexity: O(edges).
  init(_ mode: ModeNetwork) {
    up = CustomisationPlan.fans(of: mode.up, over: mode.down, nodes: mode.nodeCount)
    down = CustomisationPlan.fans(of: mode.down, over: mode.up, nodes: mode.nodeCount)
    let work = CustomisationPlan.work(up, down, nodes: mode.nodeCount)
    (lanes, top) = CustomisationPlan.split(work, mode.parents)
  }

  private static func fans(
    of edges: HierarchyEdges, over other: HierarchyEdges, nodes: Int
  ) -> Fans {
    let heads = edges.heads.buffer
    let otherHeads = other.heads.buffer
    /// Calls `body` with each lower node's edge, and the edges beyond its end.
    func each(_ body: (Int, Fan) -> Void) {
      for node in 0..<nodes {
        let range = edges.range(node)
        var start = range.lowerBound
        for edge in other.range(node) {
          let low = otherHeads[edge]
          while start < range.upperBound, heads[start] <= low { start += 1 }
          if start == range.upperBound { break }
          body(
            Int(low),
            Fan(
              edge: Int32(truncatingIfNeeded: edge), start: Int32(truncatingIfNeeded: start),
              end: Int32(truncatingIfNeeded: range.upperBound)))
        }
      }
    }
    var first = [Int32](repeating: 0, count: nodes + 1)
    each { low, _ in first[low + 1] += 1 }
    for node in 0..<nodes { first[node + 1] += first[node] }
    var next = first
    var fans = [Fan](
      repeating: Fan(edge: 0, start: 0, end: 0), count: Int(first.last ?? 0))
    each { low, fan in
      fans[Int(next[low])] = fan
      next[low] += 1
    }
    return Fans(first: first, fans: fans)
  }

  /// Triangles of each node, and one for itself.
  private static func work(_ up: Fans, _ down: Fans, nodes: Int) -> [Int] {
    (0..<nodes).map { node in
      var sum = 1
      for side in [up, down] {
        for fan in Int(side.first[node])..<Int(side.first[node + 1]) {
          sum += Int(side.fans[fan].end - side.fans[fan].start)
        }
      }
      return sum
    }
  }

  private static func split(
    _ work: [Int], _ parents: FlatArray<Int32>
  ) -> (lanes: [[Int32]], top: [Int32]) {
    let count = work.count
    // Parents come after their children.
    var below = work
    var children = [[Int32]](repeating: [], count: count)
    var open: [Int32] = []
    for node in 0..<count {
      let parent = Int(parents[node])
      if parent < 0 {
        open.append(Int32(node))
      } else {
        below[parent] += below[node]
        children[parent].append(Int32(node))
      }
    }
    let total = open.reduce(0) { $0 + below[Int($1)] }
    // Open the largest subtree until all are small, or what lies above them is too much.
    var isTop = [Bool](repeating: false, count: count)
    var above = 0
    while let largest = open.indices.max(by: { below[Int(open[$0])] < below[Int(open[$1])] }),
      below[Int(open[largest])] > total / 8, above < total / 4
    {
      let node = open.remove(at: largest)
      isTop[Int(node)] = true
      above += work[Int(node)]
      open += children[Int(node)]
    }
    var lane = [UInt8](repeating: 0, count: count)
    var loads = [0, 0]
    for root in open.sorted(by: { below[Int($0)] > below[Int($1)] }) {
      let lighter = loads[0] <= loads[1] ? 0 : 1
      lane[Int(root)] = UInt8(lighter)
      loads[lighter] += below[Int(root)]
    }
    var lanes: [[Int32]] = [[], []]
    var isRoot = [Bool](repeating: false, count: count)
    for root in open { isRoot[Int(root)] = true }
    var top: [Int32] = []
    for node in (0..<count).reversed() {
      if isTop[node] {
        top.append(Int32(node))
        continue
      }
      if !isRoot[node] { lane[node] = lane[Int(parents[node])] }
      lanes[Int(lane[node])].append(Int32(node))
    }
    return (lanes.map { $0.reversed() }, top.reversed())
  }
}
