import Geodesy
import OSMFiles

/// Cuts ways into segments at junctions, at barriers and where nodes are missing.
struct SegmentCutter {
  /// The street nodes: positions and what stands on them.
  private(set) var positions: [FixedPosition] = []
  private(set) var flags: [UInt8] = []
  private(set) var segments = StreetSegments()
  /// The segments of each way; one entry more than ways.
  private(set) var waySegments: [UInt32] = [0]
  /// Number of each collected node among the street nodes; `max` inside of segments.
  private(set) var streetNodes: [UInt32]

  private static let none = UInt32.max
  /// The gates that are segments already.
  private var gates: Set<UInt32> = []

  /// - Complexity: O(nodes of all ways · log n).
  init(_ collector: inout StreetCollector, heights: (any HeightSource)?) {
    let indices = SegmentCutter.resolve(collector)
    streetNodes = Array(repeating: SegmentCutter.none, count: collector.nodes.ids.count)
    let crossings = SquareCrossings(collector).crossings
    let uses = SegmentCutter.uses(collector, indices, crossings)
    let cuts = BarrierRules.NodeFlags.blocksSomeone.rawValue
    let holds = BarrierRules.NodeFlags.holdsSomeone.rawValue
    for (number, way) in collector.ways.enumerated() {
      let attributes = attributesOfFerry(number, way, indices, &collector)
      let isLevel = !collector.attributes[Int(attributes)].flags.isDisjoint(with: [
        .tunnel, .bridge,
      ])
      var line = Line()
      for place in way.firstNode..<way.firstNode + way.nodeCount {
        let node = indices[place]
        if node == SegmentCutter.none {
          emit(line, way, attributes, collector, heights, isLevel)
          line = Line()
          continue
        }
        if line.nodes.last == node { continue }
        line.nodes.append(node)
        let flags = collector.nodeFlags[Int(node)]
        if flags & holds != 0, let side = sideOfGate(at: place, way, node, uses) {
          let behind = newNode(beside: node, collector)
          if side == .before { line.end = behind }
          emit(line, way, attributes, collector, heights, isLevel)
          let gate = collector.attributes[Int(attributes)].behindGate(
            .init(rawValue: flags & holds))
          emitGate(
            node, behind, side, way, attributes: collector.number(of: gate), collector)
          line = Line(nodes: [node], start: side == .behind ? behind : nil)
        } else if line.nodes.count > 1, uses[Int(node)] > 1 || flags & cuts != 0 {
          emit(line, way, attributes, collector, heights, isLevel)
          line = Line(nodes: [node])
        }
      }
      emit(line, way, attributes, collector, heights, isLevel)
      waySegments.append(UInt32(segments.count))
    }
    for crossing in crossings { emit(crossing, collector, heights) }
  }

  /// The number of each reference among the needed nodes; `max` where the extract lacks it.
  private static func resolve(_ collector: StreetCollector) -> [UInt32] {
    collector.refs.map { id in
      collector.nodes.known(id).map { UInt32($0) } ?? none
    }
  }

  /// How often each node is part of a way; ends count twice, so that ways end at junctions.
  private static func uses(
    _ collector: StreetCollector, _ indices: [UInt32], _ crossings: [SquareCrossings.Crossing]
  ) -> [UInt8] {
    var uses = [UInt8](repeating: 0, count: collector.nodes.ids.count)
    func use(_ node: UInt32) {
      if node != none, uses[Int(node)] < 6 { uses[Int(node)] += 1 }
    }
    for way in collector.ways {
      for place in way.firstNode..<way.firstNode + way.nodeCount { use(indices[place]) }
      use(indices[way.firstNode])
      use(indices[way.firstNode + way.nodeCount - 1])
    }
    for crossing in crossings {
      for node in [crossing.from, crossing.to] {
        use(node)
        use(node)
      }
    }
    return uses
  }

  /// A piece of a way that is not yet a segment.
  private struct Line {
    var nodes: [UInt32] = []
    /// The street nodes at its ends where they are not those of the map.
    var start: UInt32?
    var end: UInt32?
  }

  private mutating func emit(
    _ line: Line, _ way: StreetCollector.Way, _ attributes: UInt32,
    _ collector: StreetCollector, _ heights: (any HeightSource)?, _ isLevel: Bool
  ) {
    guard line.nodes.count >= 2, let a = line.nodes.first, let b = line.nodes.last else { return }
    let signal = BarrierRules.NodeFlags.signals.rawValue
    let signals = line.nodes.dropFirst().dropLast().count {
      collector.nodeFlags[Int($0)] & signal != 0
    }
    let from = line.start ?? streetNode(a, collector)
    let to = line.end ?? streetNode(b, collector)
    segments.append(
      from: from, to: to, attributes: attributes, name: way.name, way: way.id, signals: signals,
      line: line.nodes.map { collector.nodes.positions[Int($0)] }, heights: heights,
      isLevel: isLevel)
  }

  // Gates.

  /// On which side of a gate its own street node lies: a gate is a segment without length.
  private enum Side { case before, behind }

  /// Nil where a way needs no gate: at a junction it is not known what it closes, and where two ways
  /// meet at it one of them has it.
  private mutating func sideOfGate(
    at place: Int, _ way: StreetCollector.Way, _ node: UInt32, _ uses: [UInt8]
  ) -> Side? {
    let isFirst = place == way.firstNode
    let isLast = place == way.firstNode + way.nodeCount - 1
    guard uses[Int(node)] == (isFirst || isLast ? 4 : 1), gates.insert(node).inserted else {
      return nil
    }
    return isLast ? .before : .behind
  }

  private mutating func newNode(beside node: UInt32, _ collector: StreetCollector) -> UInt32 {
    positions.append(collector.nodes.positions[Int(node)])
    flags.append(0)
    return UInt32(positions.count - 1)
  }

  private mutating func emitGate(
    _ node: UInt32, _ behind: UInt32, _ side: Side, _ way: StreetCollector.Way, attributes: UInt32,
    _ collector: StreetCollector
  ) {
    let here = streetNode(node, collector)
    let position = collector.nodes.positions[Int(node)]
    segments.append(
      from: side == .before ? behind : here, to: side == .before ? here : behind,
      attributes: attributes, name: way.name, way: way.id, signals: 0, line: [position, position],
      heights: nil, isLevel: true)
  }

  /// A straight way across a square.
  private mutating func emit(
    _ crossing: SquareCrossings.Crossing, _ collector: StreetCollector,
    _ heights: (any HeightSource)?
  ) {
    segments.append(
      from: streetNode(crossing.from, collector), to: streetNode(crossing.to, collector),
      attributes: crossing.attributes, name: crossing.name, way: 0, signals: 0,
      line: [crossing.from, crossing.to].map { collector.nodes.positions[Int($0)] },
      heights: heights, isLevel: false)
  }

  private mutating func streetNode(_ node: UInt32, _ collector: StreetCollector) -> UInt32 {
    if streetNodes[Int(node)] == SegmentCutter.none {
      streetNodes[Int(node)] = UInt32(positions.count)
      positions.append(collector.nodes.positions[Int(node)])
      flags.append(collector.nodeFlags[Int(node)])
    }
    return streetNodes[Int(node)]
  }

  /// A ferry's speed follows from the length of its whole line and the time that it takes.
  private func attributesOfFerry(
    _ number: Int, _ way: StreetCollector.Way, _ indices: [UInt32],
    _ collector: inout StreetCollector
  ) -> UInt32 {
    guard let seconds = collector.ferrySeconds[number] else { return way.attributes }
    var metres = 0.0
    var last: FixedPosition?
    for place in way.firstNode..<way.firstNode + way.nodeCount
    where indices[place] != SegmentCutter.none {
      let position = collector.nodes.positions[Int(indices[place])]
      if let last { metres += StreetSegments.distance(last, position) }
      last = position
    }
    var found = collector.attributes[Int(way.attributes)]
    found.fixedSpeed = UInt16(min(max((metres / seconds * 360).rounded(), 10), 20_000))
    return collector.number(of: found)
  }
}
