import FlatFiles
import Geodesy
import SpatialIndex

/// Turns collected streets into the content of a network file.
struct NetworkBuilder {
  /// What came out, for the person who imports.
  struct Summary: Hashable, Sendable {
    var ways = 0
    var segments = 0
    var restrictions = 0
    /// Nodes of each mode's graph.
    var nodes: [Int] = []
  }

  private var writer: FlatFileWriter
  private var summary = Summary()

  private init(writer: FlatFileWriter) { self.writer = writer }

  /// - Parameters:
  ///   - writer: gets the arrays of the network.
  ///   - progress: called with what is being done.
  static func build(
    _ collected: consuming StreetCollector, heights: (any HeightSource)? = nil,
    into writer: inout FlatFileWriter, progress: (String) -> Void = { _ in }
  ) -> Summary {
    var collector = consume collected
    var builder = NetworkBuilder(writer: writer)
    progress("Cutting streets at junctions")
    let cutter = SegmentCutter(&collector, heights: heights)
    let restrictions = RestrictionResolver(collector, cutter).resolve()
    builder.summary.ways = collector.ways.count
    builder.summary.segments = cutter.segments.count
    builder.summary.restrictions = restrictions.count
    builder.addSegments(cutter, collector)
    let attributes = collector.attributes
    // As large as the network itself, and told to the end.
    collector = StreetCollector()
    for mode in StreetMode.allCases {
      progress("Ordering the network for mode \(mode.rawValue)")
      let junctions = JunctionGraph.build(mode, cutter, attributes)
      let graph =
        mode == .car ? TurnGraph.build(cutter, attributes, restrictions) : junctions
      let order =
        mode == .car
        ? NetworkBuilder.order(turns: graph, junctions: junctions)
        : NestedDissection.order(junctions.undirected, positions: junctions.positions)
      builder.add(graph.ranked(by: order), mode)
      builder.summary.nodes.append(graph.nodeCount)
    }
    writer = builder.writer
    return builder.summary
  }

  private mutating func addSegments(_ cutter: SegmentCutter, _ collector: StreetCollector) {
    let segments = cutter.segments
    writer.add(NetworkFile.from, segments.from)
    writer.add(NetworkFile.to, segments.to)
    writer.add(NetworkFile.attributes, segments.attributes)
    writer.add(NetworkFile.names, segments.names)
    writer.add(NetworkFile.ways, segments.ways)
    writer.add(NetworkFile.lengths, segments.lengthsCm)
    writer.add(NetworkFile.climbs, segments.climbs)
    writer.add(NetworkFile.descents, segments.descents)
    writer.add(NetworkFile.signals, segments.signals)
    writer.add(NetworkFile.shapeStarts, segments.shapeStarts)
    writer.add(NetworkFile.shape, segments.shape)
    writer.add(NetworkFile.attributeTable, collector.attributes)
    writer.add(NetworkFile.nameStarts, collector.names.starts)
    writer.add(NetworkFile.nameBytes, collector.names.bytes)
    let boxes = (0..<segments.count).flatMap { segment in
      FixedBox.boxes(around: segments.points(segment)).map {
        PackedBoxes.Entry(box: $0, item: UInt32(segment))
      }
    }
    writer.add(NetworkFile.tree, PackedBoxes(boxes).snapshotBytes())
  }

  /// Orders a graph of turns after the junctions' network: the streets that split it come last.
  private static func order(turns: ArcGraph, junctions: ArcGraph) -> [Int32] {
    let graph = junctions.undirected
    let levels = NestedDissection.edgeLevels(graph, positions: junctions.positions)
    let keys = turns.nodeSegments.map { directed -> Int32 in
      let head = junctions.endNodes[Int(directed)]
      let tail = junctions.endNodes[Int(directed ^ 1)]
      guard let slot = graph.slot(of: Int(tail), to: head) else { return .max }
      return levels[slot]
    }
    // Chains are not taken out first: they may carry a cut, which no other node would then hold.
    return (0..<Int32(clamping: turns.nodeCount)).sorted { a, b in
      keys[Int(a)] != keys[Int(b)] ? keys[Int(a)] > keys[Int(b)] : a < b
    }
  }

  private mutating func add(_ ranked: ArcGraph, _ mode: StreetMode) {
    let topology = ContractionTopology(
      ranked.undirected, arcs: (ranked.tails, ranked.heads))
    let first = NetworkBuilder.starts(ranked.tails.lazy.map { Int($0) }, count: ranked.nodeCount)
    let entries = NetworkBuilder.entries(ranked)
    let components = Components(first: first, heads: ranked.heads)
    let base = NetworkFile.modeBase(mode)
    writer.add(base, first)
    writer.add(base + 1, ranked.tails)
    writer.add(base + 2, ranked.heads)
    writer.add(base + 3, ranked.directed)
    writer.add(base + 4, ranked.turns)
    writer.add(base + 5, NetworkBuilder.edges(of: ranked, in: topology))
    writer.add(base + 6, entries.first)
    writer.add(base + 7, entries.arcs)
    writer.add(base + 8, ranked.endNodes)
    writer.add(base + 9, topology.parents)
    for (offset, edges) in [(UInt32(14), topology.up), (17, topology.down)] {
      writer.add(base + offset, edges.first)
      writer.add(base + offset + 1, edges.tails)
      writer.add(base + offset + 2, edges.heads)
    }
    writer.add(base + 12, NetworkBuilder.components(of: ranked, components))
    writer.add(base + 13, components.sizes)
    writer.add(base + 20, SnapRole.rolesOfSegments(ranked, first, entries, components))
  }

  /// Where the entries of each key start, for entries sorted by key.
  private static func starts(_ keys: some Sequence<Int>, count: Int) -> [Int32] {
    var starts = [Int32](repeating: 0, count: count + 1)
    for key in keys { starts[key + 1] += 1 }
    for i in 0..<count { starts[i + 1] += starts[i] }
    return starts
  }

  /// The arcs by the directed segment that they travel along.
  private static func entries(_ graph: ArcGraph) -> (first: [Int32], arcs: [Int32]) {
    let first = starts(graph.directed.lazy.map { Int($0) }, count: graph.endNodes.count)
    var next = first
    var arcs = [Int32](repeating: 0, count: graph.directed.count)
    for (arc, directed) in graph.directed.enumerated() {
      arcs[Int(next[Int(directed)])] = Int32(arc)
      next[Int(directed)] += 1
    }
    return (first, arcs)
  }

  /// The hierarchy's edge of each arc, doubled, plus 1 downwards; -1 for loops.
  private static func edges(of graph: ArcGraph, in topology: ContractionTopology) -> [Int32] {
    zip(graph.tails, graph.heads).map { tail, head in
      if tail == head { return -1 }
      let edge =
        tail < head ? topology.up.find(tail, head) : topology.down.find(head, tail)
      return edge.map { Int32($0) * 2 + (tail < head ? 0 : 1) } ?? -1
    }
  }

  /// The part of the network that each segment belongs to: where one can come from and go back to.
  ///
  /// Of a graph of turns it is the larger one of both directions. Of a graph of junctions it is the
  /// smaller one of both ends: a one-way street out of a dead end is not part of where it leads.
  private static func components(of graph: ArcGraph, _ components: Components) -> [UInt32] {
    let isTurns = !graph.nodeSegments.isEmpty
    return (0..<graph.endNodes.count / 2).map { segment in
      var best = UInt32.max
      for directed in [segment * 2, segment * 2 + 1] {
        let node = graph.endNodes[directed]
        guard node != ArcGraph.none else { continue }
        let component = components.component[Int(node)]
        let isLarger =
          best == .max || components.sizes[Int(component)] > components.sizes[Int(best)]
        if best == .max || isLarger == isTurns { best = component }
      }
      return best
    }
  }
}
