import Base
import Transit

/// Finds the journeys of one timetable that stand in an answer.
struct JourneyFinder {
  private let request: ItineraryRequest
  private let engine: TransitEngine
  private let query: TransitQuery

  init(_ request: ItineraryRequest, _ engine: TransitEngine, _ query: TransitQuery) {
    (self.request, self.engine, self.query) = (request, engine, query)
  }

  /// Alternatives that take no absurdly long time: a bus of the next day that spares fifty metres of
  /// walking is none.
  func journeys() throws(Refusal) -> [Journey] {
    var found = try alternatives(query, nearQuickest: true)
    // Limits may leave only what is slower.
    if found.isEmpty, !request.limits.isEmpty {
      found = try alternatives(query, nearQuickest: false)
    }
    found += try unbroken(found)
    if let best = best(found) { found += try shorter(best) }
    // A slow line may cost less than the quick one beside it, as means often have fares of their own.
    if request.order == .cheapest, engine.hasFares, request.publicModes.count > 1 {
      for mode in TravelMode.allCases where request.publicModes.contains(mode) {
        var alone = query
        alone.modes = mode.transportModes
        found += try alternatives(alone, nearQuickest: true)
      }
    }
    return found
  }

  /// The best of ``journeys()``, found without the others where nothing limits the whole journey.
  func first() throws(Refusal) -> Journey? {
    guard query.isFree else { return best(try journeys()) }
    let found =
      switch request.timing {
      case .departAt(let instant): try departing(instant)
      case .arriveBy(let instant): try arriving(instant)
      }
    guard let first = quickest(found) else { return nil }
    return first.isBroken ? best(try journeys()) : quickest(try shorter(first) + [first])
  }

  /// The best journey and, as long as the answer has room, those that leave after it (or arrive
  /// before it), each the best that does.
  func row(_ found: [Journey], _ network: Int) throws(Refusal) -> [Journey] {
    guard let first = best(found) else { return [] }
    // Not those that were found otherwise: of one of these the best may leave later, and the next answer
    // would begin with it once more.
    var runs: Set = [first.runs(network)]
    var row = [first]
    while runs.count < request.count, let last = row.last {
      guard let found = best(try next(last)),
        // What leaves later with the same ride is no other one.
        let next = quickest(try shorter(found) + [found]),
        abs(Itinerary.seconds(first.departure, next.departure)) <= Self.maximumRow
      else { break }
      row.append(next)
      runs.insert(next.runs(network))
    }
    return row
  }

  /// Seconds between the first and the last departure of an answer that has room for both.
  private static let maximumRow = 7200.0

  private func best(_ journeys: [Journey]) -> Journey? {
    quickest(journeys.filter { !$0.isBroken }) ?? quickest(journeys)
  }

  private func quickest(_ journeys: [Journey]) -> Journey? {
    switch request.timing {
    case .departAt:
      journeys.min { ($0.arrival, $1.departure) < ($1.arrival, $0.departure) }
    case .arriveBy:
      journeys.max { ($0.departure, $1.arrival) < ($1.departure, $0.arrival) }
    }
  }

  /// How often, at most, journeys are looked for that take the place of one with hours at a stop.
  private static let repairs = 3

  /// Where one would stand about for hours between two rides on the quickest of some journeys: those that
  /// end before, or that begin after, and are the quickest of these.
  private func unbroken(_ found: [Journey]) throws(Refusal) -> [Journey] {
    var result: [Journey] = []
    var last = quickest(found)
    for _ in 0..<Self.repairs {
      guard let pause = last?.pause, pause.seconds > ItineraryChoice.maximumWait else { break }
      let most = Int64(ItineraryChoice.maximumWait)
      let others =
        switch request.timing {
        case .departAt: try departing(pause.end.adding(seconds: -most))
        case .arriveBy: try arriving(pause.start.adding(seconds: most))
        }
      result += others
      last = quickest(others)
    }
    return result
  }

  /// Those that leave as late, or arrive as early, as the best does, and take less time.
  private func shorter(_ best: Journey) throws(Refusal) -> [Journey] {
    switch request.timing {
    case .departAt:
      try arriving(best.arrival).filter { $0.departure > best.departure }
    case .arriveBy:
      try departing(best.departure).filter { $0.arrival < best.arrival }
    }
  }

  private func next(_ last: Journey) throws(Refusal) -> [Journey] {
    switch request.timing {
    case .departAt: try departing(last.departure.adding(seconds: 1))
    case .arriveBy: try arriving(last.arrival.adding(seconds: -1))
    }
  }

  private func departing(_ moment: Instant) throws(Refusal) -> [Journey] {
    query.isFree
      ? try engine.earliest(query, departAt: moment)
      : try engine.alternatives(query, departAt: moment, nearQuickest: true)
  }

  private func arriving(_ moment: Instant) throws(Refusal) -> [Journey] {
    query.isFree
      ? try engine.latest(query, arriveBy: moment)
      : try engine.alternatives(query, arriveBy: moment, nearQuickest: true)
  }

  private func alternatives(
    _ query: TransitQuery, nearQuickest: Bool
  ) throws(Refusal) -> [Journey] {
    switch request.timing {
    case .departAt(let instant):
      try engine.alternatives(query, departAt: instant, nearQuickest: nearQuickest)
    case .arriveBy(let instant):
      try engine.alternatives(query, arriveBy: instant, nearQuickest: nearQuickest)
    }
  }
}

extension ItineraryRequest {
  /// The question to a timetable, with ways to its stops and from them.
  func query(_ access: StopWays, _ egress: StopWays) -> TransitQuery {
    var query = TransitQuery(access: access.ways, egress: egress.ways)
    query.modes = publicModes.reduce(into: []) { $0.formUnion($1.transportModes) }
    query.change = ChangeRule(least: minimumChange)
    query.maximumWalk = maximumWalk.map { Int(min(max($0, 0), 1_000_000)) }
    query.maximumGrams = maximumCO2.map { Int(min(max($0, 0), 1e9)) }
    return query
  }
}

extension TransitQuery {
  /// Whether nothing limits the whole journey, so that the quickest are found at once.
  fileprivate var isFree: Bool { maximumWalk == nil && maximumGrams == nil }
}
