/// Nodes and their neighbours in flat arrays, without loops and repeated edges.
struct UndirectedGraph: Sendable {
  /// Where the neighbours of each node start; one entry more than nodes.
  private(set) var first: [Int32]
  private(set) var neighbours: [Int32]

  var nodeCount: Int { first.count - 1 }

  /// - Parameter edges: pairs of nodes below `nodeCount`, in any order and number.
  /// - Complexity: O(n + m log d).
  init(nodeCount: Int, edges: [(Int32, Int32)]) {
    var counts = [Int32](repeating: 0, count: nodeCount + 1)
    for (a, b) in edges where a != b {
      counts[Int(a) + 1] += 1
      counts[Int(b) + 1] += 1
    }
    for i in 0..<nodeCount { counts[i + 1] += counts[i] }
    var all = [Int32](repeating: 0, count: Int(counts[nodeCount]))
    var next = counts
    for (a, b) in edges where a != b {
      all[Int(next[Int(a)])] = b
      next[Int(a)] += 1
      all[Int(next[Int(b)])] = a
      next[Int(b)] += 1
    }
    var first: [Int32] = [0]
    first.reserveCapacity(nodeCount + 1)
    var unique: [Int32] = []
    unique.reserveCapacity(all.count)
    for node in 0..<nodeCount {
      var last: Int32 = -1
      for neighbour in all[Int(counts[node])..<Int(counts[node + 1])].sorted() {
        if neighbour != last { unique.append(neighbour) }
        last = neighbour
      }
      first.append(Int32(unique.count))
    }
    self.first = first
    neighbours = unique
  }

  func neighbours(of node: Int) -> ArraySlice<Int32> {
    neighbours[Int(first[node])..<Int(first[node + 1])]
  }

  /// The places of a node's neighbours in the flat list.
  func slots(of node: Int) -> Range<Int> { Int(first[node])..<Int(first[node + 1]) }

  /// The place of one neighbour; nil if it is none.
  func slot(of node: Int, to neighbour: Int32) -> Int? {
    slots(of: node).first { neighbours[$0] == neighbour }
  }
}
