/// Strongly connected components: within one, every node can be reached from every other.
///
/// - Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972),
///   without recursion.
struct Components {
  /// The component of each node.
  private(set) var component: [UInt32]
  /// Number of nodes of each component.
  private(set) var sizes: [UInt32] = []

  /// - Parameters:
  ///   - first: where the arcs of each node start; one entry more than nodes.
  ///   - heads: where arcs lead.
  /// - Complexity: O(nodes + arcs).
  init(first: [Int32], heads: [Int32]) {
    let count = first.count - 1
    let open = UInt32.max
    component = Array(repeating: open, count: count)
    var index = [Int32](repeating: -1, count: count)
    var low = index
    var next = Array(first.dropLast())
    var path: [Int32] = []
    var stack: [Int32] = []
    var counter: Int32 = 0
    for root in 0..<count where index[root] < 0 {
      path.append(Int32(root))
      while let top = path.last {
        let node = Int(top)
        if index[node] < 0 {
          index[node] = counter
          low[node] = counter
          counter += 1
          stack.append(top)
        }
        var descends = false
        while next[node] < first[node + 1] {
          let head = Int(heads[Int(next[node])])
          next[node] += 1
          if index[head] < 0 {
            path.append(Int32(head))
            descends = true
            break
          }
          if component[head] == open { low[node] = min(low[node], index[head]) }
        }
        if descends { continue }
        path.removeLast()
        if let parent = path.last {
          low[Int(parent)] = min(low[Int(parent)], low[node])
        }
        guard low[node] == index[node] else { continue }
        var size: UInt32 = 0
        while let member = stack.popLast() {
          component[Int(member)] = UInt32(sizes.count)
          size += 1
          if Int(member) == node { break }
        }
        sizes.append(size)
      }
    }
  }
}
