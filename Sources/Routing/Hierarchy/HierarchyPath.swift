extension HierarchySearch {
  /// A half of a path: the seed where it starts and the edges from there upwards.
  private struct Half {
    var seed: Int32
    var edges: [Int32]
  }

  /// The path that the last run has found.
  struct Path {
    /// The source and the target it connects, by node.
    var source: Int32
    var target: Int32
    /// The arcs in between, in order.
    var arcs: [Int32]
  }

  /// Milliseconds between the seeds of the last run, without unpacking.
  func duration(_ meeting: Meeting, in space: QuerySpace) -> (
    source: Int32, target: Int32, ms: Int64
  ) {
    var ms: Int64 = 0
    let up = half(meeting.node, space.forward)
    for edge in up.edges { ms += Int64(metric.upDetails[Int(edge)].durationMs) }
    let down = half(meeting.node, space.backward)
    for edge in down.edges { ms += Int64(metric.downDetails[Int(edge)].durationMs) }
    return (up.seed, down.seed, ms)
  }

  /// The arcs of the path that the last run has found.
  ///
  /// - Complexity: O(arcs · log degree).
  func path(_ meeting: Meeting, in space: QuerySpace) -> Path {
    let up = half(meeting.node, space.forward)
    let down = half(meeting.node, space.backward)
    var arcs: [Int32] = []
    for edge in up.edges.reversed() { unpack(edge, isUp: true, into: &arcs) }
    for edge in down.edges { unpack(edge, isUp: false, into: &arcs) }
    return Path(source: up.seed, target: down.seed, arcs: arcs)
  }

  /// Goes back from the meeting to a seed: the edges, highest first.
  private func half(_ meeting: Int32, _ labels: QuerySpace.Labels) -> Half {
    var node = meeting
    var edges: [Int32] = []
    while labels.parents[Int(node)] >= 0 {
      let edge = labels.parents[Int(node)]
      edges.append(edge)
      node = metric.mode.edgeTails[Int(edge)]
    }
    return Half(seed: node, edges: edges)
  }

  private func unpack(_ edge: Int32, isUp: Bool, into arcs: inout [Int32]) {
    var stack = [(edge, isUp)]
    let mode = metric.mode
    while let (edge, isUp) = stack.popLast() {
      let index = Int(edge)
      let via = isUp ? metric.upDetails[index].via : metric.downDetails[index].via
      if via < 0 {
        arcs.append(~via)
        continue
      }
      let low = mode.edgeTails[index]
      let high = mode.edgeHeads[index]
      guard let toLow = mode.edge(via, low), let toHigh = mode.edge(via, high) else { continue }
      // Up: low -> via -> high; down: high -> via -> low. The last pushed comes first.
      if isUp {
        stack.append((Int32(toHigh), true))
        stack.append((Int32(toLow), false))
      } else {
        stack.append((Int32(toLow), true))
        stack.append((Int32(toHigh), false))
      }
    }
  }
}
