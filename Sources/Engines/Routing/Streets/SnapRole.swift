/// What a street is good for at an end of a way.
///
/// A start only needs to reach the main network, an end only to be reached from it: a one-way street
/// out of a yard is a good start, and one into it a good end.
struct SnapRole: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
  /// From it one gets onto the main network.
  static let start = SnapRole(rawValue: 1)
  /// It is reached from the main network.
  static let end = SnapRole(rawValue: 2)
  static let both: SnapRole = [.start, .end]

  /// The roles of each segment of a graph.
  ///
  /// - Parameters:
  ///   - first: where the arcs of each node start; one entry more than nodes.
  ///   - entries: the arcs by the directed segment that they travel along.
  /// - Complexity: O(nodes + arcs).
  static func rolesOfSegments(
    _ graph: ArcGraph, _ first: [Int32], _ entries: (first: [Int32], arcs: [Int32]),
    _ components: Components
  ) -> [UInt8] {
    let least = leastMainSize(components.sizes)
    let main = components.component.map { components.sizes[Int($0)] >= least }
    let back = reversed(first, graph.heads, count: graph.nodeCount)
    let leads = reached(from: main, first: back.first, heads: back.tails)
    let isReached = reached(from: main, first: first, heads: graph.heads)
    return (0..<graph.endNodes.count / 2).map { segment in
      var roles: SnapRole = []
      for directed in [segment * 2, segment * 2 + 1] {
        let range = Int(entries.first[directed])..<Int(entries.first[directed + 1])
        // Where no arc travels along it, as against a one-way street, nobody starts or ends.
        guard !range.isEmpty || isOpenWithoutArcs(graph, directed) else { continue }
        let node = graph.endNodes[directed]
        if node != ArcGraph.none, leads[Int(node)] { roles.insert(.start) }
        let tails = entries.arcs[range].lazy.map { Int(graph.tails[Int($0)]) }
        if tails.contains(where: { isReached[$0] }) { roles.insert(.end) }
      }
      return roles.rawValue
    }
  }

  /// Parts of the network with fewer nodes are islands.
  static func leastMainSize(_ sizes: some Sequence<UInt32>) -> UInt32 {
    min(1000, (sizes.max() ?? 0) / 2)
  }

  /// In a graph of turns a directed segment that nothing leads onto may still be set out on.
  private static func isOpenWithoutArcs(_ graph: ArcGraph, _ directed: Int) -> Bool {
    !graph.nodeSegments.isEmpty && graph.endNodes[directed] != ArcGraph.none
  }

  /// All nodes that the arcs lead to from some, those included.
  private static func reached(from seeds: [Bool], first: [Int32], heads: [Int32]) -> [Bool] {
    var reached = seeds
    var waiting = seeds.indices.filter { seeds[$0] }
    while let node = waiting.popLast() {
      for arc in Int(first[node])..<Int(first[node + 1]) {
        let head = Int(heads[arc])
        guard !reached[head] else { continue }
        reached[head] = true
        waiting.append(head)
      }
    }
    return reached
  }

  /// The same arcs by the node that they lead to.
  private static func reversed(
    _ first: [Int32], _ heads: [Int32], count: Int
  ) -> (first: [Int32], tails: [Int32]) {
    var starts = [Int32](repeating: 0, count: count + 1)
    for head in heads { starts[Int(head) + 1] += 1 }
    for i in 0..<count { starts[i + 1] += starts[i] }
    var next = starts
    var tails = [Int32](repeating: 0, count: heads.count)
    for node in 0..<count {
      for arc in Int(first[node])..<Int(first[node + 1]) {
        let head = Int(heads[arc])
        tails[Int(next[head])] = Int32(node)
        next[head] += 1
      }
    }
    return (starts, tails)
  }
}
