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
}

/// The lower end of each edge, in a flat file beside ``ContractionTopology``.
extension ContractionTopology {
  var tails: [Int32] {
    var tails = [Int32](repeating: 0, count: heads.count)
    for node in 0..<nodeCount {
      for edge in first[node]..<first[node + 1] { tails[Int(edge)] = Int32(node) }
    }
    return tails
  }
}
