import FlatFiles

/// The weights of one profile on the hierarchy of its mode.
///
/// - Source: Dibbelt, Strasser, Wagner, "Customizable contraction hierarchies", JEA 21 (2016),
///   section 7 (basic customisation).
/// - Thread: immutable, shared.
final class StreetMetric: Sendable {
  /// What lies behind an edge in one direction.
  struct Detail: BitwiseCopyable, Sendable {
    var durationMs: Int32
    /// An arc, as `~arc`, or the node between the two edges that this shortcut stands for.
    var via: Int32
  }

  /// The weights of one direction's edges.
  struct Side: Sendable {
    private(set) var weights: [Int64]
    private(set) var details: [Detail]

    init(count: Int) {
      weights = Array(repeating: PathWeight.infinite, count: count)
      details = Array(repeating: Detail(durationMs: 0, via: 0), count: count)
    }

    mutating func improve(_ edge: Int, _ weight: Int64, _ detail: Detail) {
      if weight < weights[edge] {
        weights[edge] = weight
        details[edge] = detail
      }
    }

    /// Both arrays as plain memory.
    mutating func withPointers(
      _ body: (UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Detail>) -> Void
    ) {
      weights.withUnsafeMutableBufferPointer { weights in
        details.withUnsafeMutableBufferPointer { details in
          if let w = weights.baseAddress, let d = details.baseAddress { body(w, d) }
        }
      }
    }
  }

  let network: StreetNetwork
  let profile: StreetProfile
  let mode: ModeNetwork
  let segments: SegmentCosts
  /// From lower to higher nodes, and back.
  let up: Side
  let down: Side

  /// Customises the hierarchy.
  ///
  /// - Complexity: O(triangles); about 10 to 50 ms for a city.
  init(_ network: StreetNetwork, _ profile: StreetProfile) {
    self.network = network
    self.profile = profile
    let mode = network.mode(profile.mode)
    let segments = SegmentCosts(network, profile)
    self.mode = mode
    self.segments = segments
    var up = Side(count: mode.up.count)
    var down = Side(count: mode.down.count)
    for arc in 0..<mode.arcHeads.count {
      let edge = mode.arcEdges[arc]
      guard edge >= 0, let step = StreetMetric.step(arc, mode, segments, network) else { continue }
      let detail = Detail(durationMs: step.durationMs, via: ~Int32(arc))
      if edge & 1 == 0 {
        up.improve(Int(edge >> 1), step.weight, detail)
      } else {
        down.improve(Int(edge >> 1), step.weight, detail)
      }
    }
    StreetMetric.relaxTriangles(mode, &up, &down)
    self.up = up
    self.down = down
  }

  /// Weight and time of one arc; nil where the profile may not take it.
  @inline(__always)
  static func step(
    _ arc: Int, _ mode: ModeNetwork, _ segments: SegmentCosts, _ network: StreetNetwork
  ) -> (weight: Int64, durationMs: Int32)? {
    let directed = Int(mode.arcDirected[arc])
    let cost = segments.costs[directed]
    if cost == SegmentCosts.closed { return nil }
    let turn = Int32(mode.arcTurns[arc]) * 100
    let weight = PathWeight.pack(
      cost: Int64(cost) + Int64(turn), lengthCm: Int64(network.lengthsCm[directed >> 1]))
    return (weight, segments.durations[directed] &+ turn)
  }

  func step(_ arc: Int) -> (weight: Int64, durationMs: Int32)? {
    StreetMetric.step(arc, mode, segments, network)
  }

  /// Every way into a node and out of it again may be a shorter way between its upper neighbours.
  private static func relaxTriangles(_ mode: ModeNetwork, _ up: inout Side, _ down: inout Side) {
    up.withPointers { upWeights, upDetails in
      down.withPointers { downWeights, downDetails in
        for node in 0..<mode.nodeCount {
          let into = mode.down.range(node)
          let out = mode.up.range(node)
          if into.isEmpty || out.isEmpty { continue }
          // Into it from a lower neighbour, out of it to a higher one.
          relax(
            mode.down.heads.buffer, into, downWeights, downDetails, mode.up.heads.buffer, out,
            upWeights, upDetails, target: mode.up, upWeights, upDetails, Int32(node))
          // Into it from a higher neighbour, out of it to a lower one.
          relax(
            mode.up.heads.buffer, out, upWeights, upDetails, mode.down.heads.buffer, into,
            downWeights, downDetails, target: mode.down, downWeights, downDetails, Int32(node))
        }
      }
    }
  }

  /// Joins each edge `a` with the edges `b` that lead to higher nodes.
  @inline(__always)
  private static func relax(
    _ aHeads: UnsafeBufferPointer<Int32>, _ a: Range<Int>, _ aWeights: UnsafeMutablePointer<Int64>,
    _ aDetails: UnsafeMutablePointer<Detail>, _ bHeads: UnsafeBufferPointer<Int32>,
    _ b: Range<Int>, _ bWeights: UnsafeMutablePointer<Int64>,
    _ bDetails: UnsafeMutablePointer<Detail>, target: HierarchyEdges,
    _ weights: UnsafeMutablePointer<Int64>, _ details: UnsafeMutablePointer<Detail>, _ via: Int32
  ) {
    let heads = target.heads.buffer
    var start = b.lowerBound
    for i in a {
      let low = aHeads[i]
      while start < b.upperBound, bHeads[start] <= low { start += 1 }
      if start == b.upperBound { return }
      let weight = aWeights[i]
      if weight >= PathWeight.infinite { continue }
      let range = target.range(Int(low))
      var edge = range.lowerBound
      for j in start..<b.upperBound {
        let high = bHeads[j]
        while edge < range.upperBound, heads[edge] < high { edge += 1 }
        // Only a damaged file lacks the edge.
        if edge == range.upperBound { break }
        let sum = weight + bWeights[j]
        if sum < weights[edge], heads[edge] == high {
          weights[edge] = sum
          details[edge] = Detail(
            durationMs: aDetails[i].durationMs &+ bDetails[j].durationMs, via: via)
        }
      }
    }
  }
}
