/// The shortcuts that contracting nodes in order of their rank can need, whatever the weights are.
///
/// Nodes are numbered by rank. Edges lead from a lower to a higher node (up) or back (down); both
/// are kept with their lower node, sorted by the higher one. Edges that no directed path can ever
/// use are left out: of a graph of turns these are more than half.
///
/// - Source: Dibbelt, Strasser, Wagner, "Customizable contraction hierarchies", JEA 21 (2016),
///   section 4; Buchhold, Wagner, Zeitz, Zündorf, "Customizable contraction hierarchies with turn
///   costs", ATMOS 2020, section 4 (removing edges that are always infinite).
struct ContractionTopology: Sendable {
  /// Edges of one direction.
  struct Edges: Sendable {
    /// Where the edges of each node start; one entry more than nodes.
    var first: [Int32] = [0]
    /// The lower and the higher ends.
    var tails: [Int32] = []
    var heads: [Int32] = []

    /// The edge between two nodes; nil if there is none.
    func find(_ low: Int32, _ high: Int32) -> Int? {
      (Int(first[Int(low)])..<Int(first[Int(low) + 1])).first { heads[$0] == high }
    }
  }

  private(set) var up = Edges()
  private(set) var down = Edges()
  /// The parent of each node in the elimination tree; -1 at a root.
  private(set) var parents: [Int32] = []

  /// - Parameters:
  ///   - graph: numbered by rank.
  ///   - arcs: tails and heads of its directed arcs.
  /// - Complexity: O(triangles).
  init(_ graph: UndirectedGraph, arcs: (tails: [Int32], heads: [Int32])) {
    let count = graph.nodeCount
    let all = ContractionTopology.fill(graph)
    parents = (0..<count).map { node in
      all.first[node] < all.first[node + 1] ? all.heads[Int(all.first[node])] : -1
    }
    var isUp = [Bool](repeating: false, count: all.heads.count)
    var isDown = isUp
    for (tail, head) in zip(arcs.tails, arcs.heads) where tail != head {
      guard let edge = all.find(min(tail, head), max(tail, head)) else { continue }
      if tail < head { isUp[edge] = true } else { isDown[edge] = true }
    }
    ContractionTopology.markPossible(all, &isUp, &isDown)
    up = ContractionTopology.kept(all, isUp)
    down = ContractionTopology.kept(all, isDown)
  }

  /// All edges that contraction can add, of no direction.
  private static func fill(_ graph: UndirectedGraph) -> Edges {
    let count = graph.nodeCount
    var edges = Edges()
    var pending = [[Int32]](repeating: [], count: count)
    for node in 0..<count {
      var higher = pending[node]
      pending[node] = []
      for neighbour in graph.neighbours(of: node) where neighbour > Int32(node) {
        higher.append(neighbour)
      }
      higher.sort()
      let start = edges.heads.count
      var last: Int32 = -1
      for head in higher {
        if head != last {
          edges.heads.append(head)
          edges.tails.append(Int32(node))
        }
        last = head
      }
      edges.first.append(Int32(edges.heads.count))
      if edges.heads.count > start + 1 {
        pending[Int(edges.heads[start])].append(contentsOf: edges.heads[(start + 1)...])
      }
    }
    return edges
  }

  /// Marks the directions in which each edge can stand for a path.
  private static func markPossible(
    _ edges: Edges, _ isUpArray: inout [Bool], _ isDownArray: inout [Bool]
  ) {
    isUpArray.withUnsafeMutableBufferPointer { isUp in
      isDownArray.withUnsafeMutableBufferPointer { isDown in
        edges.heads.withUnsafeBufferPointer { heads in
          for node in 0..<edges.first.count - 1 {
            let range = Int(edges.first[node])..<Int(edges.first[node + 1])
            for i in range where isUp[i] || isDown[i] {
              var edge = Int(edges.first[Int(heads[i])])
              for j in i + 1..<max(range.upperBound, i + 1) {
                while heads[edge] < heads[j] { edge += 1 }
                if isDown[i], isUp[j] { isUp[edge] = true }
                if isUp[i], isDown[j] { isDown[edge] = true }
              }
            }
          }
        }
      }
    }
  }

  private static func kept(_ all: Edges, _ isKept: [Bool]) -> Edges {
    var edges = Edges()
    for node in 0..<all.first.count - 1 {
      for edge in Int(all.first[node])..<Int(all.first[node + 1]) where isKept[edge] {
        edges.heads.append(all.heads[edge])
        edges.tails.append(Int32(node))
      }
      edges.first.append(Int32(edges.heads.count))
    }
    return edges
  }
}
