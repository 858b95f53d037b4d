import FlatFiles

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
    let up = half(meeting.node, space.forward, metric.mode.up)
    for edge in up.edges { ms += Int64(metric.up.details[Int(edge)].durationMs) }
    let down = half(meeting.node, space.backward, metric.mode.down)
    for edge in down.edges { ms += Int64(metric.down.details[Int(edge)].durationMs) }
    return (up.seed, down.seed, ms)
  }

  /// The arcs of the path that the last run has found.
  ///
  /// - Complexity: O(arcs · log degree).
  func path(_ meeting: Meeting, in space: QuerySpace) -> Path {
    let up = half(meeting.node, space.forward, metric.mode.up)
    let down = half(meeting.node, space.backward, metric.mode.down)
    var arcs: [Int32] = []
    for edge in up.edges.reversed() { unpack(edge, isUp: true, into: &arcs) }
    for edge in down.edges { unpack(edge, isUp: false, into: &arcs) }
    return Path(source: up.seed, target: down.seed, arcs: arcs)
  }

  /// Goes back from the meeting to a seed: the edges, highest first.
  private func half(
    _ meeting: Int32, _ labels: QuerySpace.Labels, _ all: HierarchyEdges
  ) -> Half {
    var node = meeting
    var edges: [Int32] = []
    while labels.parents[Int(node)] >= 0 {
      let edge = labels.parents[Int(node)]
      edges.append(edge)
      node = all.tails[Int(edge)]
    }
    return Half(seed: node, edges: edges)
  }

  private func unpack(_ edge: Int32, isUp: Bool, into arcs: inout [Int32]) {
    var stack = [(edge, isUp)]
    let mode = metric.mode
    while let (edge, isUp) = stack.popLast() {
      let index = Int(edge)
      let via = isUp ? metric.up.details[index].via : metric.down.details[index].via
      if via < 0 {
        arcs.append(~via)
        continue
      }
      let all = isUp ? mode.up : mode.down
      let (low, high) = (all.tails[index], all.heads[index])
      // Up: low -> via -> high; down: high -> via -> low.
      let (start, end) = isUp ? (low, high) : (high, low)
      guard let first = mode.down.find(via, start), let second = mode.up.find(via, end) else {
        continue
      }
      // The last pushed comes first.
      stack.append((Int32(second), true))
      stack.append((Int32(first), false))
    }
  }
}
