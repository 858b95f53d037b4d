/// Takes nodes of at most two neighbours out of a graph, again and again, joining their neighbours.
///
/// Dead ends and chains are most of a street network and need no dissection: eliminating them first
/// adds no more edges than it removes. Each round takes nodes that are not neighbours of each other,
/// so that a chain halves per round and the elimination tree stays shallow.
struct ChainReduction {
  /// The nodes taken out, first to last.
  private(set) var eliminated: [Int32] = []
  /// The nodes that are left.
  private(set) var core: [Int32] = []
  /// The edges between nodes that are left, in numbers of the whole graph, each once.
  private(set) var coreEdges: [(Int32, Int32)] = []

  /// - Complexity: O(n log n).
  init(_ graph: UndirectedGraph) {
    let count = graph.nodeCount
    // Eliminating a node with at most two neighbours never makes a list longer.
    var lists = graph.neighbours
    var degree = (0..<count).map { graph.first[$0 + 1] - graph.first[$0] }
    var isGone = [Bool](repeating: false, count: count)
    var waitsUntil = [Int32](repeating: 0, count: count)
    var candidates = (0..<count).filter { degree[$0] <= 2 }.map(Int32.init)
    var round: Int32 = 0

    func replace(_ old: Int32, by new: Int32?, in node: Int) {
      let start = Int(graph.first[node])
      let end = start + Int(degree[node])
      var place = start
      var hasNew = false
      for i in start..<end {
        if lists[i] == old { place = i }
        if let new, lists[i] == new { hasNew = true }
      }
      if let new, !hasNew {
        lists[place] = new
      } else {
        lists[place] = lists[end - 1]
        degree[node] -= 1
      }
    }

    while !candidates.isEmpty {
      round += 1
      var later: [Int32] = []
      for candidate in candidates {
        let node = Int(candidate)
        if isGone[node] { continue }
        if waitsUntil[node] == round {
          later.append(candidate)
          continue
        }
        isGone[node] = true
        eliminated.append(candidate)
        let start = Int(graph.first[node])
        let a = degree[node] > 0 ? Int(lists[start]) : -1
        let b = degree[node] > 1 ? Int(lists[start + 1]) : -1
        if a >= 0 { replace(candidate, by: b >= 0 ? Int32(b) : nil, in: a) }
        if b >= 0 { replace(candidate, by: Int32(a), in: b) }
        for neighbour in [a, b] where neighbour >= 0 {
          if waitsUntil[neighbour] != round, degree[neighbour] <= 2 {
            later.append(Int32(neighbour))
          }
          waitsUntil[neighbour] = round
        }
      }
      candidates = later
    }

    for node in 0..<count where !isGone[node] {
      core.append(Int32(node))
      let start = Int(graph.first[node])
      for i in start..<start + Int(degree[node]) where lists[i] > Int32(node) {
        coreEdges.append((Int32(node), lists[i]))
      }
    }
  }
}
