/// The shortcuts that contracting nodes in order of their rank can need, whatever the weights are.
///
/// Nodes are numbered by rank. Each edge belongs to its lower node and leads to a higher one; the
/// edges of a node are sorted by that.
///
/// - Source: Dibbelt, Strasser, Wagner, "Customizable contraction hierarchies", JEA 21 (2016),
///   section 4.
struct ContractionTopology: Sendable {
  /// Where the edges of each node start; one entry more than nodes.
  private(set) var first: [Int32] = [0]
  /// The higher ends.
  private(set) var heads: [Int32] = []

  var nodeCount: Int { first.count - 1 }

  /// - Parameter graph: numbered by rank.
  /// - Complexity: O(shortcuts · log).
  init(_ graph: UndirectedGraph) {
    let count = graph.nodeCount
    first.reserveCapacity(count + 1)
    heads.reserveCapacity(graph.neighbours.count * 2)
    var pending = [[Int32]](repeating: [], count: count)
    for node in 0..<count {
      var higher = pending[node]
      pending[node] = []
      for neighbour in graph.neighbours(of: node) where neighbour > Int32(node) {
        higher.append(neighbour)
      }
      higher.sort()
      let start = heads.count
      var last: Int32 = -1
      for head in higher {
        if head != last { heads.append(head) }
        last = head
      }
      first.append(Int32(heads.count))
      if heads.count > start + 1 {
        pending[Int(heads[start])].append(contentsOf: heads[(start + 1)...])
      }
    }
  }

  /// The edge between two nodes; nil if there is none.
  func edge(_ a: Int32, _ b: Int32) -> Int32? {
    let low = min(a, b)
    let high = max(a, b)
    var left = Int(first[Int(low)])
    var right = Int(first[Int(low) + 1])
    while left < right {
      let middle = (left + right) / 2
      if heads[middle] < high { left = middle + 1 } else { right = middle }
    }
    return left < Int(first[Int(low) + 1]) && heads[left] == high ? Int32(left) : nil
  }
}
