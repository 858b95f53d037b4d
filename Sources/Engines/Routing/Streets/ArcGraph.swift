import Geodesy

/// A directed graph of one mode: taking an arc means to travel along one directed segment.
///
/// For walking and cycling its nodes are junctions. For cars its nodes are directed segments that
/// were travelled to their end, so that an arc is a turn with what follows it.
struct ArcGraph {
  static let none: Int32 = -1

  /// Where nodes are, for ordering.
  var positions: [FixedPosition] = []
  var tails: [Int32] = []
  var heads: [Int32] = []
  /// The directed segment of each arc.
  var directed: [UInt32] = []
  /// The turn before it, as ``TurnCost``.
  var turns: [UInt16] = []
  /// The directed segment of each node, in a graph of turns.
  var nodeSegments: [UInt32] = []
  /// The node where one is after a directed segment; -1 where the mode cannot go.
  ///
  /// In a graph of junctions it is set for both directions as soon as one is open.
  var endNodes: [Int32]

  var nodeCount: Int { positions.count }

  init(segmentCount: Int) {
    endNodes = Array(repeating: ArcGraph.none, count: 2 * segmentCount)
  }

  /// The same nodes, joined wherever there is an arc.
  var undirected: UndirectedGraph {
    UndirectedGraph(nodeCount: nodeCount, edges: zip(tails, heads).map { ($0, $1) })
  }

  mutating func addNode(_ position: FixedPosition) -> Int32 {
    positions.append(position)
    return Int32(positions.count - 1)
  }

  mutating func addArc(
    _ tail: Int32, _ head: Int32, _ segment: UInt32, turn: TurnCost = TurnCost(bits: 0)
  ) {
    tails.append(tail)
    heads.append(head)
    directed.append(segment)
    turns.append(turn.bits)
  }

  /// The same graph with nodes numbered by rank and arcs sorted by their tail.
  func ranked(by order: [Int32]) -> ArcGraph {
    var rank = [Int32](repeating: 0, count: nodeCount)
    for (place, node) in order.enumerated() { rank[Int(node)] = Int32(place) }
    var result = ArcGraph(segmentCount: endNodes.count / 2)
    result.positions = order.map { positions[Int($0)] }
    result.nodeSegments = nodeSegments.isEmpty ? [] : order.map { nodeSegments[Int($0)] }
    result.endNodes = endNodes.map { $0 == ArcGraph.none ? $0 : rank[Int($0)] }
    var starts = [Int32](repeating: 0, count: nodeCount + 1)
    for tail in tails { starts[Int(rank[Int(tail)]) + 1] += 1 }
    for i in 0..<nodeCount { starts[i + 1] += starts[i] }
    result.tails = Array(repeating: 0, count: tails.count)
    result.heads = result.tails
    result.directed = Array(repeating: 0, count: tails.count)
    result.turns = Array(repeating: 0, count: tails.count)
    for arc in tails.indices {
      let tail = rank[Int(tails[arc])]
      let place = Int(starts[Int(tail)])
      starts[Int(tail)] += 1
      result.tails[place] = tail
      result.heads[place] = rank[Int(heads[arc])]
      result.directed[place] = directed[arc]
      result.turns[place] = turns[arc]
    }
    return result
  }
}
