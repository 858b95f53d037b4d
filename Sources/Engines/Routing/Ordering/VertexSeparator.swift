/// Finds few nodes whose removal splits a part of a graph in two, by maximum flow.
///
/// The part is swept in four directions; the nodes at one end are sources, those at the other end
/// sinks; every node carries one unit. The fewest nodes that all flow must pass are the separator.
///
/// - Source: Schild, Sommer, "On balanced separators in road networks", SEA 2015 (inertial flow);
///   Ford, Fulkerson (1956) with unit capacities on nodes.
struct VertexSeparator {
  /// Neighbours of the part's nodes, in numbers of the part.
  private let first: [Int32]
  private let neighbours: [Int32]
  private let count: Int
  // One unit of flow passes at most through a node: where it comes from and where it goes.
  private var previous: [Int32]
  private var next: [Int32]
  private var isSink: [Bool]
  // Breadth-first search over states: 2·node = entering, 2·node + 1 = leaving.
  private var seen: [Int32]
  private var from: [Int32]
  private var stamp: Int32 = 0
  private var queue: [Int32]

  private static let none: Int32 = -1
  private static let source: Int32 = -2
  private static let sink: Int32 = -3

  /// Which side each node is on.
  enum Side: UInt8 { case left, right, separator }

  init(first: [Int32], neighbours: [Int32]) {
    self.first = first
    self.neighbours = neighbours
    count = first.count - 1
    previous = [Int32](repeating: VertexSeparator.none, count: count)
    next = previous
    isSink = [Bool](repeating: false, count: count)
    seen = [Int32](repeating: 0, count: 2 * count)
    from = seen
    queue = seen
  }

  /// - Parameter orders: the part's nodes along each direction of the sweep.
  /// - Returns: the side of each node; at least one node is on a side other than `left`, and the
  ///   separator is never all there is for parts of four nodes and more.
  mutating func best(of orders: [[Int32]]) -> [Side] {
    var best: [Side] = []
    var bestScore = Double.infinity
    for order in orders {
      let size = max(1, count * 3 / 10)
      guard let flow = maximumFlow(order, terminals: size, below: bestScore) else { continue }
      let sides = cut(flow)
      var sizes = (left: 0, right: 0)
      for side in sides {
        if side == .left { sizes.left += 1 }
        if side == .right { sizes.right += 1 }
      }
      let small = Double(min(sizes.left, sizes.right))
      // Smaller separators first, better balance among equals.
      let score = Double(flow) + 1 - small / Double(count)
      if score < bestScore {
        bestScore = score
        best = sides
      }
    }
    return best
  }

  /// The value of the flow; nil as soon as it cannot be better than `limit`.
  private mutating func maximumFlow(
    _ order: [Int32], terminals: Int, below limit: Double
  ) -> Int? {
    for i in 0..<count {
      previous[i] = VertexSeparator.none
      next[i] = VertexSeparator.none
      isSink[i] = false
    }
    for node in order.suffix(terminals) { isSink[Int(node)] = true }
    let sources = order.prefix(terminals)
    var flow = 0
    while let end = search(from: sources) {
      augment(to: end)
      flow += 1
      if Double(flow) >= limit { return nil }
    }
    return flow
  }

  /// Looks for one more unit of flow: the state from which it reaches the sink.
  private mutating func search(from sources: ArraySlice<Int32>) -> Int32? {
    stamp += 1
    let stamp = stamp
    return seen.withUnsafeMutableBufferPointer { seen in
      from.withUnsafeMutableBufferPointer { from in
        queue.withUnsafeMutableBufferPointer { queue -> Int32? in
          var head = 0
          var tail = 0
          func visit(_ state: Int32, _ origin: Int32) {
            if seen[Int(state)] == stamp { return }
            seen[Int(state)] = stamp
            from[Int(state)] = origin
            queue[tail] = state
            tail += 1
          }
          for node in sources where previous[Int(node)] == VertexSeparator.none {
            visit(2 * node, VertexSeparator.source)
          }
          while head < tail {
            let state = queue[head]
            head += 1
            let node = Int(state >> 1)
            if state & 1 == 0 {
              if previous[node] == VertexSeparator.none {
                visit(state + 1, state)
              } else if previous[node] >= 0 {
                visit(2 * previous[node] + 1, state)
              }
              continue
            }
            if isSink[node], next[node] != VertexSeparator.sink { return state }
            for i in Int(first[node])..<Int(first[node + 1]) {
              let neighbour = neighbours[i]
              if neighbour != next[node] { visit(2 * neighbour, state) }
            }
            if previous[node] != VertexSeparator.none { visit(state - 1, state) }
          }
          return nil
        }
      }
    }
  }

  /// Lays one unit along the path that was found.
  private mutating func augment(to end: Int32) {
    var path: [Int32] = []
    var state = end
    while state >= 0 {
      path.append(state)
      state = from[Int(state)]
    }
    path.reverse()
    // Flow taken back first, then flow added.
    for (a, b) in zip(path, path.dropFirst()) where a & 1 == 0 && b & 1 == 1 && a >> 1 != b >> 1 {
      next[Int(b >> 1)] = VertexSeparator.none
      previous[Int(a >> 1)] = VertexSeparator.none
    }
    for (a, b) in zip(path, path.dropFirst()) where a & 1 == 1 && b & 1 == 0 && a >> 1 != b >> 1 {
      next[Int(a >> 1)] = b >> 1
      previous[Int(b >> 1)] = a >> 1
    }
    if let start = path.first { previous[Int(start >> 1)] = VertexSeparator.source }
    next[Int(end >> 1)] = VertexSeparator.sink
  }

  /// The sides after the last, failed search.
  private func cut(_ flow: Int) -> [Side] {
    (0..<count).map { node in
      if seen[2 * node + 1] == stamp { return .left }
      return seen[2 * node] == stamp ? .separator : .right
    }
  }
}
