import Geodesy
import OSMFiles

/// The straight ways across squares, between the places where streets meet their outlines.
struct SquareCrossings {
  /// A straight way between two needed nodes.
  struct Crossing {
    var from: UInt32
    var to: UInt32
    var attributes: UInt32
    var name: UInt32
  }

  private(set) var crossings: [Crossing] = []

  /// - Complexity: O(corners² · outline) per square, with the limits of ``SquareVisibilityGraph``.
  init(_ collector: StreetCollector) {
    guard !collector.squares.squares.isEmpty else { return }
    let uses = SquareCrossings.walkUses(collector)
    for square in collector.squares.squares {
      let rings = collector.squares.rings(square) { collector.nodes.known($0).map(UInt32.init) }
      guard !rings.isEmpty else { continue }
      let own = square.isStreet ? 1 : 0
      let edges = SquareVisibilityGraph(
        rings.map { ring in
          ring.dropLast().map { node in
            SquareVisibilityGraph.Corner(
              node: node, position: collector.nodes.positions[Int(node)],
              isEntrance: Int(uses[Int(node)]) > own)
          }
        }
      ).shortestWays(skipsOutline: square.isStreet)
      for edge in edges {
        crossings.append(
          Crossing(
            from: edge.from, to: edge.to, attributes: square.attributes, name: square.name))
      }
    }
  }

  /// How many ways for feet each node is part of.
  private static func walkUses(_ collector: StreetCollector) -> [UInt8] {
    var uses = [UInt8](repeating: 0, count: collector.nodes.ids.count)
    for way in collector.ways where collector.attributes[Int(way.attributes)].walkBits != 0 {
      let refs = collector.refs[way.firstNode..<way.firstNode + way.nodeCount]
      // A closed way names its first node twice.
      let isClosed = refs.count > 2 && refs.first == refs.last
      for ref in isClosed ? refs.dropLast() : refs {
        guard let node = collector.nodes.known(ref), uses[node] < .max else { continue }
        uses[node] += 1
      }
    }
    return uses
  }
}
