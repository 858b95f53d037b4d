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

  /// - Complexity: O(nodes of all ways · log n).
  init(_ collector: inout StreetCollector, heights: (any HeightSource)?) {
    let indices = SegmentCutter.resolve(collector)
    streetNodes = Array(repeating: SegmentCutter.none, count: collector.nodes.ids.count)
    let crossings = SquareCrossings(collector).crossings
    let uses = SegmentCutter.uses(collector, indices, crossings)
    let cuts = BarrierRules.NodeFlags.blocksSomeone.rawValue
    for (number, way) in collector.ways.enumerated() {
      let attributes = attributesOfFerry(number, way, indices, &collector)
      let isLevel = !collector.attributes[Int(attributes)].flags.isDisjoint(with: [
        .tunnel, .bridge,
      ])
      var line: [UInt32] = []
      for place in way.firstNode..<way.firstNode + way.nodeCount {
        let node = indices[place]
        if node == SegmentCutter.none {
          emit(line, way, attributes, collector, heights, isLevel)
          line = []
          continue
        }
        if line.last == node { continue }
        line.append(node)
        if line.count > 1, uses[Int(node)] > 1 || collector.nodeFlags[Int(node)] & cuts != 0 {
          emit(line, way, attributes, collector, heights, isLevel)
          line = [node]
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
      if node != none, uses[Int(node)] < 4 { uses[Int(node)] += 1 }
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

  private mutating func emit(
    _ line: [UInt32], _ way: StreetCollector.Way, _ attributes: UInt32,
    _ collector: StreetCollector, _ heights: (any HeightSource)?, _ isLevel: Bool
  ) {
    guard line.count >= 2, let a = line.first, let b = line.last else { return }
    let signal = BarrierRules.NodeFlags.signals.rawValue
    let signals = line.dropFirst().dropLast().count {
      collector.nodeFlags[Int($0)] & signal != 0
    }
    let from = streetNode(a, collector)
    let to = streetNode(b, collector)
    segments.append(
      from: from, to: to, attributes: attributes, name: way.name, way: way.id, signals: signals,
      line: line.map { collector.nodes.positions[Int($0)] }, heights: heights,
      isLevel: isLevel)
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
