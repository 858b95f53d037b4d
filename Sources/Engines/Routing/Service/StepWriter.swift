import FlatFiles
import Geodesy

/// Groups a path into steps and words them.
struct StepWriter {
  let metric: StreetMetric
  let pieces: [RouteAssembler.Piece]
  let line: [FixedPosition]
  /// Where each piece starts in the line.
  let starts: [Int]

  func steps() -> [RouteStep] {
    guard let first = pieces.first, line.count >= 2 else { return [] }
    var steps: [RouteStep] = []
    var exits = 0
    for (index, piece) in pieces.enumerated() {
      let isFirst = index == 0
      let before = isFirst ? first : pieces[index - 1]
      let wasRound = isRoundabout(before)
      let isRound = isRoundabout(piece)
      let turn = isFirst ? 0 : turn(at: index)
      if isRound, !isFirst, wasRound { exits += exitsBetween(before, piece) }
      if !isFirst, wasRound, !isRound, let last = steps.indices.last,
        steps[last].maneuver == .roundabout
      {
        // The step through the roundabout goes on in the street behind it.
        exits += 1
        steps[last].street = name(piece)
        steps[last].instruction = Instructions.roundabout(
          exit: exits, street: name(piece), mode: metric.profile.mode)
        add(piece, to: &steps[last])
        continue
      }
      let goesOn =
        !isFirst && (isRound ? wasRound : !startsStep(before, piece, turn, at: index))
      if goesOn, let last = steps.indices.last {
        add(piece, to: &steps[last])
        continue
      }
      if isRound { exits = 0 }
      steps.append(step(piece, turn: turn, isFirst: isFirst, isRound: isRound, at: index))
      if let last = steps.indices.last { add(piece, to: &steps[last]) }
    }
    steps.append(arrival())
    return steps
  }

  private func step(
    _ piece: RouteAssembler.Piece, turn: Double, isFirst: Bool, isRound: Bool, at index: Int
  ) -> RouteStep {
    let kind = metric.network.attributes(piece.segment).kind
    let start = starts[index]
    let bearing = Geodesic.turn(
      TurnGeometry.bearing(line[start], line[min(start + 1, line.count - 1)]))
    let maneuver: RouteStep.Maneuver =
      isFirst ? .depart : isRound ? .roundabout : StepWriter.maneuver(turn, kind)
    let street = name(piece)
    return RouteStep(
      maneuver: maneuver, street: street, distance: 0, duration: 0,
      instruction: Instructions.text(
        maneuver, street: street, kind: kind, bearing: bearing, mode: metric.profile.mode),
      geometryStart: start, bearing: bearing)
  }

  private func arrival() -> RouteStep {
    let last = line.count - 1
    return RouteStep(
      maneuver: .arrive, street: "", distance: 0, duration: 0,
      instruction: "You have arrived.", geometryStart: last,
      bearing: Geodesic.turn(TurnGeometry.bearing(line[last - 1], line[last])))
  }

  private func add(_ piece: RouteAssembler.Piece, to step: inout RouteStep) {
    let length = Double(metric.network.lengthsCm[piece.segment]) / 100
    step.distance += length * piece.share
    let duration = metric.segments.durations[Int(piece.directed)]
    if duration != SegmentCosts.closed { step.duration += Double(duration) / 1000 * piece.share }
  }

  /// Whether something is to be said between two pieces.
  private func startsStep(
    _ before: RouteAssembler.Piece, _ piece: RouteAssembler.Piece, _ turn: Double, at index: Int
  ) -> Bool {
    let a = metric.network.attributes(before.segment).kind
    let b = metric.network.attributes(piece.segment).kind
    if (a == .steps) != (b == .steps) || (a == .ferry) != (b == .ferry) { return true }
    if (a == .elevator) != (b == .elevator) { return true }
    let sameName =
      metric.network.nameNumbers[before.segment] == metric.network.nameNumbers[piece.segment]
    if sameName, name(piece) != "" { return abs(turn) > 100 }
    if abs(turn) > 35, choices(at: before) > 1 { return true }
    return !sameName && name(piece) != ""
  }

  /// In how many ways one could go on after a piece.
  private func choices(at piece: RouteAssembler.Piece) -> Int {
    let node = metric.mode.endNodes[Int(piece.directed)]
    guard node >= 0 else { return 0 }
    let arcs = Int(metric.mode.arcFirst[Int(node)])..<Int(metric.mode.arcFirst[Int(node) + 1])
    return arcs.count { metric.mode.arcDirected[$0] != piece.directed ^ 1 }
  }

  private func exitsBetween(
    _ before: RouteAssembler.Piece, _ piece: RouteAssembler.Piece
  ) -> Int {
    max(0, choices(at: before) - 1)
  }

  private func turn(at index: Int) -> Double {
    let place = starts[index]
    guard place > 0, place + 1 < line.count else { return 0 }
    return TurnGeometry.turn(
      from: (line[place - 1], line[place]), to: (line[place], line[place + 1]))
  }

  private func isRoundabout(_ piece: RouteAssembler.Piece) -> Bool {
    metric.profile.mode != .walk
      && metric.network.attributes(piece.segment).flags.contains(.roundabout)
  }

  private func name(_ piece: RouteAssembler.Piece) -> String {
    metric.network.name(metric.network.nameNumbers[piece.segment])
  }

  private static func maneuver(_ turn: Double, _ kind: StreetKind) -> RouteStep.Maneuver {
    switch kind {
    case .steps: return .steps
    case .ferry: return .ferry
    case .elevator: return .elevator
    default: break
    }
    let size = abs(turn)
    if size < 20 { return .straight }
    if size > 170 { return .turnRound }
    if size < 50 { return turn > 0 ? .slightRight : .slightLeft }
    if size < 125 { return turn > 0 ? .right : .left }
    return turn > 0 ? .sharpRight : .sharpLeft
  }
}
