import Dispatch
import FlatFiles

/// Finds the weights of a hierarchy's shortcuts from those of its arcs.
///
/// Node by node upwards, every way down from a node to a lower one and up again may be a shorter way
/// to an upper neighbour. A node only reads edges of lower nodes and writes its own, so that subtrees
/// of the elimination tree are done side by side.
///
/// - Source: Dibbelt, Strasser, Wagner, "Customizable contraction hierarchies", JEA 21 (2016),
///   section 7 (basic customisation).
struct Customisation {
  private let mode: ModeNetwork
  private let plan: CustomisationPlan

  init(_ mode: ModeNetwork, _ plan: CustomisationPlan) {
    self.mode = mode
    self.plan = plan
  }

  /// The memory of one direction's edges.
  // Invariant: while arcs are added, each lane alone has one `Side`; while triangles are relaxed, each
  // writes the edges of its own nodes only, and reads those of their lower nodes, which are its own.
  private struct Side: @unchecked Sendable {
    var weights: UnsafeMutablePointer<Int64>
    var details: UnsafeMutablePointer<StreetMetric.Detail>
  }

  /// The weights of all edges, upwards and downwards.
  ///
  /// - Complexity: O(arcs + triangles), on two threads.
  func run(
    _ network: StreetNetwork, _ segments: SegmentCosts
  ) -> (up: StreetMetric.Side, down: StreetMetric.Side) {
    var up = StreetMetric.Side(uninitialised: mode.up.count)
    var down = StreetMetric.Side(uninitialised: mode.down.count)
    up.withPointers { upWeights, upDetails in
      down.withPointers { downWeights, downDetails in
        let up = Side(weights: upWeights, details: upDetails)
        let down = Side(weights: downWeights, details: downDetails)
        DispatchQueue.concurrentPerform(iterations: 2) { lane in
          let side = lane == 0 ? up : down
          let count = lane == 0 ? mode.up.count : mode.down.count
          side.weights.initialize(repeating: PathWeight.infinite, count: count)
          side.details.initialize(repeating: .init(durationMs: 0, via: 0), count: count)
          addArcs(to: side, parity: Int32(lane), network, segments)
        }
        DispatchQueue.concurrentPerform(iterations: plan.lanes.count) { lane in
          relax(plan.lanes[lane], up, down)
        }
        relax(plan.top, up, down)
      }
    }
    return (up, down)
  }

  /// Gives each edge the lightest arc that it stands for.
  ///
  /// - Parameter parity: 0 for edges upwards, 1 for those downwards.
  private func addArcs(
    to side: Side, parity: Int32, _ network: StreetNetwork, _ segments: SegmentCosts
  ) {
    let edges = mode.arcEdges.buffer
    for arc in 0..<edges.count where edges[arc] >= 0 && edges[arc] & 1 == parity {
      guard let step = StreetMetric.step(arc, mode, segments, network) else { continue }
      let edge = Int(edges[arc] >> 1)
      if step.weight < side.weights[edge] {
        side.weights[edge] = step.weight
        side.details[edge] = .init(durationMs: step.durationMs, via: ~Int32(arc))
      }
    }
  }

  /// - Parameter nodes: ascending; all their lower neighbours are among them or done.
  private func relax(_ nodes: [Int32], _ up: Side, _ down: Side) {
    // Where the edge to each upper neighbour of the node at hand is; what other nodes have left
    // there lies before the node's own edges, and is passed over.
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * mode.nodeCount) { slots in
      slots.initialize(repeating: 0)
      guard let upSlots = slots.baseAddress else { return }
      let downSlots = upSlots + mode.nodeCount
      for node in nodes {
        Customisation.relax(Int(node), plan.up, mode.up, first: down, second: up, upSlots)
        Customisation.relax(Int(node), plan.down, mode.down, first: up, second: down, downSlots)
      }
    }
  }

  /// - Parameters:
  ///   - first: the edges between the node and its lower neighbours.
  ///   - second: the edges on from there, and those that are improved.
  @inline(__always)
  private static func relax(
    _ node: Int, _ fans: CustomisationPlan.Fans, _ edges: HierarchyEdges, first: Side,
    second: Side, _ slots: UnsafeMutablePointer<Int32>
  ) {
    let range = Int(fans.first[node])..<Int(fans.first[node + 1])
    if range.isEmpty { return }
    let heads = edges.heads.buffer
    let tails = edges.tails.buffer
    let own = edges.range(node)
    for edge in own { slots[Int(heads[edge])] = Int32(truncatingIfNeeded: edge) }
    fans.fans.withUnsafeBufferPointer { fans in
      for place in range {
        let fan = fans[place]
        let weight = first.weights[Int(fan.edge)]
        if weight >= PathWeight.infinite { continue }
        for j in Int(fan.start)..<Int(fan.end) {
          let edge = Int(slots[Int(heads[j])])
          let sum = weight + second.weights[j]
          // Only a damaged file lacks the edge.
          if sum < second.weights[edge], edge >= own.lowerBound {
            second.weights[edge] = sum
            second.details[edge] = StreetMetric.Detail(
              durationMs: first.details[Int(fan.edge)].durationMs &+ second.details[j].durationMs,
              via: tails[j])
          }
        }
      }
    }
  }
}
