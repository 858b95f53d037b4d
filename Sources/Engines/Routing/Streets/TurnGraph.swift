import Foundation
import Geodesy

/// Builds the graph of cars: nodes are directed segments, arcs are turns.
///
/// A restriction over via segments needs memory of where one came from: the segments on its way are
/// doubled for those who are under it, as in a finite automaton.
struct TurnGraph {
  private let cutter: SegmentCutter
  private let attributes: [StreetAttributes]
  private let restrictions: [TurnRestriction]
  private var startingAt: [UInt32: [Int]] = [:]
  /// Directed segments that leave each street node, flat.
  private var leavingFirst: [Int32] = []
  private var leaving: [UInt32] = []
  private var graph: ArcGraph
  private var doubled: [DoubledState: Int32] = [:]
  private var waiting: [(state: Int32, key: DoubledState)] = []

  /// A directed segment under restrictions: which, and how far along each.
  private struct DoubledState: Hashable {
    var directed: UInt32
    var active: [ActiveRestriction]
  }

  private struct ActiveRestriction: Hashable {
    var number: Int
    /// Place of the present segment in the restriction's path.
    var place: Int
  }

  static func build(
    _ cutter: SegmentCutter, _ attributes: [StreetAttributes], _ restrictions: [TurnRestriction]
  ) -> ArcGraph {
    var builder = TurnGraph(cutter, attributes, restrictions)
    builder.addArcs()
    return builder.graph
  }

  private init(
    _ cutter: SegmentCutter, _ attributes: [StreetAttributes], _ restrictions: [TurnRestriction]
  ) {
    self.cutter = cutter
    self.attributes = attributes
    let segments = cutter.segments
    graph = ArcGraph(segmentCount: segments.count)
    var counts = [Int32](repeating: 0, count: cutter.positions.count + 1)
    for segment in 0..<segments.count {
      let access = attributes[Int(segments.attributes[segment])].access(.car)
      let points = segments.points(segment)
      let middle = points[points.startIndex + points.count / 2]
      if access.forward != .no {
        graph.endNodes[segment * 2] = graph.addNode(middle)
        graph.nodeSegments.append(UInt32(segment * 2))
        counts[Int(segments.from[segment]) + 1] += 1
      }
      if access.backward != .no {
        graph.endNodes[segment * 2 + 1] = graph.addNode(middle)
        graph.nodeSegments.append(UInt32(segment * 2 + 1))
        counts[Int(segments.to[segment]) + 1] += 1
      }
    }
    for i in 0..<counts.count - 1 { counts[i + 1] += counts[i] }
    leavingFirst = counts
    leaving = Array(repeating: 0, count: Int(counts[counts.count - 1]))
    let usable = graph.endNodes
    self.restrictions = restrictions.filter { restriction in
      restriction.path.allSatisfy { usable[Int($0)] != ArcGraph.none }
    }
    for directed in graph.endNodes.indices where graph.endNodes[directed] != ArcGraph.none {
      let node = Int(start(UInt32(directed)))
      leaving[Int(counts[node])] = UInt32(directed)
      counts[node] += 1
    }
    for (number, restriction) in self.restrictions.enumerated() {
      startingAt[restriction.path[0], default: []].append(number)
    }
  }

  private mutating func addArcs() {
    for directed in graph.endNodes.indices {
      let state = graph.endNodes[directed]
      if state != ArcGraph.none {
        addTurns(from: state, DoubledState(directed: UInt32(directed), active: []))
      }
    }
    while let next = waiting.popLast() { addTurns(from: next.state, next.key) }
  }

  private mutating func addTurns(from state: Int32, _ key: DoubledState) {
    let came = key.directed
    let node = Int(end(came))
    let isBlocked = cutter.flags[node] & BarrierRules.NodeFlags.blocksCar.rawValue != 0
    let exits = leaving[Int(leavingFirst[node])..<Int(leavingFirst[node + 1])]
    let ways = isBlocked ? 0 : exits.count { $0 != came ^ 1 }
    var active = key.active
    for number in startingAt[came] ?? [] {
      active.append(ActiveRestriction(number: number, place: 0))
    }
    for exit in exits {
      let isBack = exit == came ^ 1
      // Turning round is for dead ends.
      if isBack ? ways > 0 : isBlocked { continue }
      if active.contains(where: { forbids($0, exit) }) { continue }
      let on = active.filter { continues($0, exit) }
        .map { ActiveRestriction(number: $0.number, place: $0.place + 1) }
      let head = on.isEmpty ? graph.endNodes[Int(exit)] : doubledState(exit, on)
      graph.addArc(
        state, head, exit, turn: turnCost(came, exit, node: node, ways: ways, isBack: isBack))
    }
  }

  private func forbids(_ active: ActiveRestriction, _ exit: UInt32) -> Bool {
    let restriction = restrictions[active.number]
    guard active.place + 2 == restriction.path.count else { return false }
    return (restriction.path[active.place + 1] == exit) != restriction.isOnly
  }

  private func continues(_ active: ActiveRestriction, _ exit: UInt32) -> Bool {
    let path = restrictions[active.number].path
    return active.place + 2 < path.count && path[active.place + 1] == exit
  }

  private mutating func doubledState(_ directed: UInt32, _ active: [ActiveRestriction]) -> Int32 {
    let key = DoubledState(
      directed: directed,
      active: active.sorted { ($0.number, $0.place) < ($1.number, $1.place) })
    if let known = doubled[key] { return known }
    let original = graph.endNodes[Int(directed)]
    let state = graph.addNode(graph.positions[Int(original)])
    graph.nodeSegments.append(directed)
    doubled[key] = state
    waiting.append((state, key))
    return state
  }

  /// Rises around a right angle; signals and turning round cost more.
  private func turnCost(
    _ came: UInt32, _ exit: UInt32, node: Int, ways: Int, isBack: Bool
  ) -> TurnCost {
    if isBack { return TurnCost(seconds: 20, entersEndsOnly: false) }
    var seconds = 0.0
    if cutter.flags[node] & BarrierRules.NodeFlags.signals.rawValue != 0 { seconds += 2 }
    if cutter.flags[node] & BarrierRules.NodeFlags.slows.rawValue != 0 { seconds += 5 }
    let stays = isRoundabout(came) && isRoundabout(exit)
    if ways > 1, !stays {
      let angle = abs(TurnGeometry.turn(from: lastPoints(came), to: firstPoints(exit)))
      seconds += 6 / (1 + exp(-(angle - 90) / 14))
    }
    return TurnCost(seconds: seconds, entersEndsOnly: closeness(exit) > closeness(came))
  }

  private func closeness(_ directed: UInt32) -> Int {
    let street = attributes[Int(cutter.segments.attributes[Int(directed >> 1)])]
    return EndsOnly.closeness(street.access(.car)[directed & 1 == 0])
  }

  private func isRoundabout(_ directed: UInt32) -> Bool {
    attributes[Int(cutter.segments.attributes[Int(directed >> 1)])].flags.contains(.roundabout)
  }

  private func start(_ directed: UInt32) -> UInt32 {
    let segment = Int(directed >> 1)
    return directed & 1 == 0 ? cutter.segments.from[segment] : cutter.segments.to[segment]
  }

  private func end(_ directed: UInt32) -> UInt32 { start(directed ^ 1) }

  private func firstPoints(_ directed: UInt32) -> (FixedPosition, FixedPosition) {
    let points = cutter.segments.points(Int(directed >> 1))
    let (i, j) = (points.startIndex, points.endIndex - 1)
    return directed & 1 == 0 ? (points[i], points[i + 1]) : (points[j], points[j - 1])
  }

  private func lastPoints(_ directed: UInt32) -> (FixedPosition, FixedPosition) {
    let (a, b) = firstPoints(directed ^ 1)
    return (b, a)
  }
}
