/// Tree nodes still to be opened, the nearest first: a binary heap.
struct NodeQueue: Sendable {
  struct Node: Sendable {
    /// No entry below is nearer than this, metres.
    var lowerBound: Double
    var level: Int32
    var index: UInt32
  }

  private var heap: [Node] = []

  mutating func removeAll() { heap.removeAll(keepingCapacity: true) }

  mutating func push(_ node: Node) {
    var hole = heap.count
    heap.append(node)
    while hole > 0 {
      let parent = (hole - 1) / 2
      if heap[parent].lowerBound <= node.lowerBound { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = node
  }

  mutating func popNearest() -> Node? {
    guard let nearest = heap.first, let last = heap.popLast() else { return nil }
    let count = heap.count
    if count == 0 { return nearest }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      if child >= count { break }
      if child + 1 < count, heap[child + 1].lowerBound < heap[child].lowerBound { child += 1 }
      if heap[child].lowerBound >= last.lowerBound { break }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = last
    return nearest
  }
}
