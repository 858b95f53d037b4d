import FlatFiles

/// What travelling along each directed segment costs under a profile.
///
/// - Thread: immutable, shared.
struct SegmentCosts: Sendable {
  /// Cannot be used.
  static let closed = Int32.max
  /// No single segment costs more, in milliseconds: three days.
  private static let most = 259_200_000.0

  /// What ways are chosen by: milliseconds, weighted by how much the street is disliked.
  let costs: [Int32]
  /// Milliseconds.
  let durations: [Int32]

  /// - Parameter factors: what the speed on directed segments is multiplied with; 0 closes them.
  /// - Complexity: O(segments), about 10 ns each.
  init(
    _ network: StreetNetwork, _ profile: StreetProfile, factors: [Int32: Double] = [:]
  ) {
    let model = profile.speedModel
    let paces = network.attributeTable.map { street in
      (model.pace(street, isForward: true), model.pace(street, isForward: false))
    }
    let signalCost = model.signalMilliseconds
    let count = network.segmentCount
    let component = network.mode(profile.mode).components.buffer
    let attributes = network.attributeNumbers.buffer
    let lengths = network.lengthsCm.buffer
    let signals = network.signals.buffer
    let climbs = network.climbs.buffer
    let descents = network.descents.buffer
    var costs = [Int32](repeating: SegmentCosts.closed, count: 2 * count)
    var durations = costs
    costs.withUnsafeMutableBufferPointer { costs in
      durations.withUnsafeMutableBufferPointer { durations in
        for segment in 0..<count where component[segment] != .max {
          let pair = paces[Int(attributes[segment])]
          let metres = Double(lengths[segment]) / 100
          let wait = Double(signals[segment]) * signalCost
          let (climb, descent) = (Double(climbs[segment]) / 10, Double(descents[segment]) / 10)
          for (offset, pace) in [(0, pair.0), (1, pair.1)] {
            guard let pace else { continue }
            let slope = SegmentCosts.slope(
              metres: metres, up: offset == 0 ? climb : descent,
              down: offset == 0 ? descent : climb, model)
            let duration = metres * pace.millisecondsPerMetre * slope.time + wait
            durations[2 * segment + offset] = SegmentCosts.milliseconds(duration)
            costs[2 * segment + offset] = SegmentCosts.milliseconds(
              duration * pace.aversion * slope.aversion + pace.once)
          }
        }
        for (directed, factor) in factors where costs[Int(directed)] != SegmentCosts.closed {
          let place = Int(directed)
          guard factor > 0 else {
            costs[place] = SegmentCosts.closed
            durations[place] = SegmentCosts.closed
            continue
          }
          costs[place] = SegmentCosts.milliseconds(Double(costs[place]) / factor)
          durations[place] = SegmentCosts.milliseconds(Double(durations[place]) / factor)
        }
      }
    }
    self.costs = costs
    self.durations = durations
  }

  /// A segment that climbs and falls is taken as one even rise and one even fall.
  @inline(__always)
  private static func slope(
    metres: Double, up: Double, down: Double, _ model: any SpeedModel
  ) -> (time: Double, aversion: Double) {
    let total = up + down
    guard total > 0, metres > 1 else { return (1, 1) }
    let steepness = total / metres
    let rise = up / total
    let time =
      rise * model.slopeFactor(steepness) + (1 - rise) * model.slopeFactor(-steepness)
    return (time, 1 + model.hillAversion * rise * min(steepness * 10, 3))
  }

  /// Rounded; at least 1.
  private static func milliseconds(_ value: Double) -> Int32 {
    Int32(min(max(value + 0.5, 1), most))
  }
}
