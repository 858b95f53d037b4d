/// Builds the graph of a mode that may turn as it likes: walking and cycling.
enum JunctionGraph {
  static func build(
    _ mode: StreetMode, _ cutter: SegmentCutter, _ attributes: [StreetAttributes]
  ) -> ArcGraph {
    let segments = cutter.segments
    var graph = ArcGraph(segmentCount: segments.count)
    var nodes = [Int32](repeating: ArcGraph.none, count: cutter.positions.count)
    let blocks = BarrierRules.NodeFlags.blocks(mode).rawValue

    // Behind a barrier that stops the mode, every street ends for itself.
    func node(_ street: UInt32) -> Int32 {
      let index = Int(street)
      if cutter.flags[index] & blocks != 0 { return graph.addNode(cutter.positions[index]) }
      if nodes[index] == ArcGraph.none { nodes[index] = graph.addNode(cutter.positions[index]) }
      return nodes[index]
    }

    for segment in 0..<segments.count {
      let access = attributes[Int(segments.attributes[segment])].access(mode)
      if access.isNone { continue }
      let a = node(segments.from[segment])
      let b = node(segments.to[segment])
      let forward = UInt32(segment) * 2
      graph.endNodes[segment * 2] = b
      graph.endNodes[segment * 2 + 1] = a
      if access.forward != .no { graph.addArc(a, b, forward) }
      if access.backward != .no { graph.addArc(b, a, forward + 1) }
    }
    return graph
  }
}
