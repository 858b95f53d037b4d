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

  let network: StreetNetwork
  let profile: StreetProfile
  let mode: ModeNetwork
  let segments: SegmentCosts
  /// From the lower to the higher node of each edge, and back.
  let up: [Int64]
  let down: [Int64]
  let upDetails: [Detail]
  let downDetails: [Detail]

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
    let count = mode.edgeHeads.count
    var up = [Int64](repeating: PathWeight.infinite, count: count)
    var down = up
    var upDetails = [Detail](repeating: Detail(durationMs: 0, via: 0), count: count)
    var downDetails = upDetails
    for arc in 0..<mode.arcHeads.count {
      let edge = mode.arcEdges[arc]
      guard edge >= 0, let step = StreetMetric.step(arc, mode, segments, network) else { continue }
      let index = Int(edge >> 1)
      let detail = Detail(durationMs: step.durationMs, via: ~Int32(arc))
      if edge & 1 == 0 {
        if step.weight < up[index] { (up[index], upDetails[index]) = (step.weight, detail) }
      } else {
        if step.weight < down[index] { (down[index], downDetails[index]) = (step.weight, detail) }
      }
    }
    StreetMetric.relaxTriangles(mode, &up, &down, &upDetails, &downDetails)
    self.up = up
    self.down = down
    self.upDetails = upDetails
    self.downDetails = downDetails
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

  /// Every pair of edges up from a node may be a shorter way between their upper ends.
  private static func relaxTriangles(
    _ mode: ModeNetwork, _ upArray: inout [Int64], _ downArray: inout [Int64],
    _ upDetailArray: inout [Detail], _ downDetailArray: inout [Detail]
  ) {
    let first = mode.edgeFirst.buffer
    let heads = mode.edgeHeads.buffer
    upArray.withUnsafeMutableBufferPointer { up in
      downArray.withUnsafeMutableBufferPointer { down in
        upDetailArray.withUnsafeMutableBufferPointer { upDetails in
          downDetailArray.withUnsafeMutableBufferPointer { downDetails in
            for node in 0..<mode.nodeCount {
              let start = Int(first[node])
              let end = Int(first[node + 1])
              for i in start..<end {
                let (upI, downI) = (up[i], down[i])
                if upI >= PathWeight.infinite, downI >= PathWeight.infinite { continue }
                var edge = Int(first[Int(heads[i])])
                for j in i + 1..<max(end, i + 1) {
                  let high = heads[j]
                  while heads[edge] < high { edge += 1 }
                  let upward = downI + up[j]
                  if upward < up[edge] {
                    up[edge] = upward
                    upDetails[edge] = Detail(
                      durationMs: downDetails[i].durationMs &+ upDetails[j].durationMs,
                      via: Int32(node))
                  }
                  let downward = down[j] + upI
                  if downward < down[edge] {
                    down[edge] = downward
                    downDetails[edge] = Detail(
                      durationMs: downDetails[j].durationMs &+ upDetails[i].durationMs,
                      via: Int32(node))
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
