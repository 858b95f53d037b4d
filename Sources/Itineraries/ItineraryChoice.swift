import Base

/// Chooses the few itineraries of an answer.
struct ItineraryChoice {
  let request: ItineraryRequest

  /// What itineraries are compared by; all the less the better.
  private struct Cost: Hashable {
    /// Milliseconds of arrival, or of minus departure.
    var time: Int64
    var duration: Int64
    var transfers: Int
    var walk: Int
    var grams: Int

    func isNoWorse(_ other: Cost) -> Bool {
      time <= other.time && duration <= other.duration && transfers <= other.transfers
        && walk <= other.walk && grams <= other.grams
    }
  }

  private func cost(_ itinerary: Itinerary) -> Cost {
    let time: Int64 =
      switch request.timing {
      case .departAt: itinerary.arrival.milliseconds
      case .arriveBy: -itinerary.departure.milliseconds
      }
    return Cost(
      time: time, duration: itinerary.arrival.milliseconds - itinerary.departure.milliseconds,
      transfers: itinerary.legs.count { $0.ride != nil }, walk: Int(itinerary.walk.rounded()),
      grams: Int(itinerary.co2.rounded()))
  }

  /// Those of which none is better in everything, best first by the order asked for.
  func best(_ all: [Itinerary]) -> [Itinerary] {
    let costs = all.map(cost)
    var kept: [(itinerary: Itinerary, cost: Cost)] = []
    for (index, one) in costs.enumerated() {
      let isBeaten = costs.indices.contains { other in
        other != index && costs[other].isNoWorse(one) && (costs[other] != one || other < index)
      }
      if !isBeaten { kept.append((all[index], one)) }
    }
    let sorted = kept.sorted {
      key($0.cost, $0.itinerary).lexicographicallyPrecedes(key($1.cost, $1.itinerary))
    }
    guard sorted.count > request.count else { return sorted.map(\.itinerary) }
    // The best by the order; then the best of each other kind, so that the few are different.
    var chosen = [0]
    let others: [(Cost) -> Int64] = [
      { $0.time }, { Int64($0.transfers) }, { Int64($0.walk) }, { Int64($0.grams) },
    ]
    for other in others where chosen.count < request.count {
      let index = sorted.indices.min { (other(sorted[$0].cost), $0) < (other(sorted[$1].cost), $1) }
      if let index, !chosen.contains(index) { chosen.append(index) }
    }
    for index in sorted.indices where chosen.count < request.count && !chosen.contains(index) {
      chosen.append(index)
    }
    return chosen.sorted().map { sorted[$0].itinerary }
  }

  private func key(_ cost: Cost, _ itinerary: Itinerary) -> [Int64] {
    let rest = [cost.time, Int64(cost.transfers), Int64(cost.walk), cost.duration]
    switch request.order {
    case .fastest: return rest
    case .fewestTransfers: return [Int64(cost.transfers)] + rest
    case .leastEmissions: return [Int64(cost.grams)] + rest
    // Walking and one's own bicycle are free; no fares of vehicles are known, nor of fuel.
    case .cheapest: return [itinerary.legs.allSatisfy(\.isFree) ? 0 : 1] + rest
    }
  }
}

extension Itinerary.Leg {
  fileprivate var isFree: Bool { mode == .walk || mode == .bicycle }
}
