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

    /// Memory that is filled through ``withPointers(_:)`` before anything reads it.
    init(uninitialised count: Int) {
      weights = Array(unsafeUninitializedCapacity: count) { $1 = count }
      details = Array(unsafeUninitializedCapacity: count) { $1 = count }
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
  /// The period of road speeds it holds for; nil for the usual speeds.
  let period: Int?
  let mode: ModeNetwork
  let segments: SegmentCosts
  /// From lower to higher nodes, and back.
  let up: Side
  let down: Side

  /// Customises the hierarchy.
  ///
  /// - Parameters:
  ///   - factors: those of the period.
  /// - Complexity: O(triangles); about 5 to 20 ms for a city, on two threads.
  init(
    _ network: StreetNetwork, _ profile: StreetProfile, period: Int? = nil,
    factors: [Int32: Double] = [:]
  ) {
    self.network = network
    self.profile = profile
    let mode = network.mode(profile.mode)
    let segments = SegmentCosts(network, profile, factors: factors)
    self.period = period
    self.mode = mode
    self.segments = segments
    (up, down) = Customisation(mode, network.plan(profile.mode)).run(network, segments)
  }

  /// Weight and time of one arc; nil where the profile may not take it.
  @inline(__always)
  static func step(
    _ arc: Int, _ mode: ModeNetwork, _ segments: SegmentCosts, _ network: StreetNetwork
  ) -> (weight: Int64, durationMs: Int32)? {
    let directed = Int(mode.arcDirected[arc])
    let cost = segments.costs[directed]
    if cost == SegmentCosts.closed { return nil }
    let turn = mode.turn(arc)
    let weight = PathWeight.pack(
      cost: Int64(cost) + turn.cost, lengthCm: Int64(network.lengthsCm[directed >> 1]))
    return (weight, segments.durations[directed] &+ turn.milliseconds)
  }

  func step(_ arc: Int) -> (weight: Int64, durationMs: Int32)? {
    StreetMetric.step(arc, mode, segments, network)
  }
}
