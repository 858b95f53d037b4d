import Base
import TestSupport
import Testing

@testable import Routing

@Suite("separators of small graphs")
struct SeparatorTests {
  /// Neighbours of each node, of an undirected graph.
  private static func graph(_ count: Int, _ edges: [(Int, Int)]) -> (first: [Int32], next: [Int32])
  {
    var first: [Int32] = [0]
    var next: [Int32] = []
    for node in 0..<count {
      for (a, b) in edges where a == node || b == node { next.append(Int32(a == node ? b : a)) }
      first.append(Int32(next.count))
    }
    return (first, next)
  }

  /// The fewest nodes without which nothing leads from the first to the last of the order.
  private static func fewest(
    _ count: Int, _ edges: [(Int, Int)], from sources: [Int], to sinks: [Int]
  ) -> Int {
    (0..<(1 << count)).filter { removed in
      func isThere(_ node: Int) -> Bool { removed & 1 << node == 0 }
      var reached = Set(sources.filter(isThere))
      var isGrowing = true
      while isGrowing {
        let more = edges.flatMap { a, b in
          (reached.contains(a) ? [b] : []) + (reached.contains(b) ? [a] : [])
        }.filter { isThere($0) && !reached.contains($0) }
        reached.formUnion(more)
        isGrowing = !more.isEmpty
      }
      return sinks.allSatisfy { !reached.contains($0) }
    }.map(\.nonzeroBitCount).min() ?? 0
  }

  @Test(
    "a separator has no more nodes than are needed, and nothing leads past it",
    arguments: [1, 2, 3])
  func fewestNodes(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var split = 0
    for _ in 0..<60 {
      let count = 7 + Int(random.next() % 5)
      var edges: [(Int, Int)] = []
      for a in 0..<count {
        for b in 0..<a where random.next() % 4 == 0 { edges.append((a, b)) }
      }
      let order = Array(0..<count).shuffled(using: &random)
      let (first, next) = Self.graph(count, edges)
      var separator = VertexSeparator(first: first, neighbours: next)
      let sides = separator.best(of: [order.map { Int32($0) }])
      #expect(sides.count == count)
      for (a, b) in edges {
        #expect(Set([sides[a], sides[b]]) != [.left, .right], "\(edges)")
      }
      let ends = max(1, count * 3 / 10)
      let least = Self.fewest(
        count, edges, from: Array(order.prefix(ends)), to: Array(order.suffix(ends)))
      // A source that is cut off itself may stay on the other side, and separates nothing then.
      #expect(sides.count { $0 == .separator } <= least, "\(edges) in \(order)")
      if least < ends, sides.contains(.left), sides.contains(.right) { split += 1 }
    }
    #expect(split > 10)
  }
}
