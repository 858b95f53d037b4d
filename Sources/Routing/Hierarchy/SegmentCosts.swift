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

  /// - Complexity: O(segments), about 30 ns each.
  init(_ network: StreetNetwork, _ profile: StreetProfile) {
    let model = profile.speedModel
    let paces = network.attributeTable.map { street in
      (model.pace(street, isForward: true), model.pace(street, isForward: false))
    }
    let count = network.segmentCount
    let component = network.mode(profile.mode).components
    var costs = [Int32](repeating: SegmentCosts.closed, count: 2 * count)
    var durations = costs
    for segment in 0..<count where component[segment] != .max {
      let pair = paces[Int(network.attributeNumbers[segment])]
      for (offset, pace) in [(0, pair.0), (1, pair.1)] {
        guard let pace else { continue }
        let metres = Double(network.lengthsCm[segment]) / 100
        let up = Double(offset == 0 ? network.climbs[segment] : network.descents[segment]) / 10
        let down = Double(offset == 0 ? network.descents[segment] : network.climbs[segment]) / 10
        let slope = SegmentCosts.slope(metres: metres, up: up, down: down, model)
        let signals = Double(network.signals[segment]) * model.signalMilliseconds
        let duration = metres * pace.millisecondsPerMetre * slope.time + signals
        durations[2 * segment + offset] = SegmentCosts.milliseconds(duration)
        costs[2 * segment + offset] = SegmentCosts.milliseconds(
          duration * pace.aversion * slope.aversion)
      }
    }
    self.costs = costs
    self.durations = durations
  }

  /// A segment that climbs and falls is taken as one even rise and one even fall.
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

  private static func milliseconds(_ value: Double) -> Int32 {
    Int32(min(max(value.rounded(), 1), most))
  }
}
