import Base
import Transit

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
    /// Smallest units of the currency; `max` if unknown.
    var fare: Int

    func isNoWorse(_ other: Cost) -> Bool {
      time <= other.time && duration <= other.duration && transfers <= other.transfers
        && walk <= other.walk && grams <= other.grams && fare <= other.fare
    }
  }

  private func cost(_ way: ItineraryCandidate, _ currency: String?) -> Cost {
    let time: Int64 =
      switch request.timing {
      case .departAt: way.arrival.milliseconds
      case .arriveBy: -way.departure.milliseconds
      }
    return Cost(
      time: time, duration: way.arrival.milliseconds - way.departure.milliseconds,
      transfers: way.rides, walk: Int(way.walk.rounded()), grams: Int(way.co2.rounded()),
      fare: fare(way, currency))
  }

  /// Those of which none is better in everything, best first by the order asked for.
  func best(_ all: [ItineraryCandidate]) -> [ItineraryCandidate] {
    let currency = all.lazy.compactMap { $0.fare?.currency }.first
    let costs = all.map { cost($0, currency) }
    var kept: [(way: ItineraryCandidate, cost: Cost)] = []
    for (index, one) in costs.enumerated() {
      let isBeaten = costs.indices.contains { other in
        other != index && costs[other].isNoWorse(one) && (costs[other] != one || other < index)
      }
      if !isBeaten { kept.append((all[index], one)) }
    }
    let sorted = kept.sorted {
      key($0.cost).lexicographicallyPrecedes(key($1.cost))
    }
    guard sorted.count > request.count else { return sorted.map(\.way) }
    // The best by the order; then the best of each other kind, so that the few are different.
    var chosen = [0]
    let others: [(Cost) -> Int64] = [
      { $0.time }, { Int64($0.transfers) }, { Int64($0.walk) }, { Int64($0.grams) },
      { Int64($0.fare) },
    ]
    for other in others where chosen.count < request.count {
      let index = sorted.indices.min { (other(sorted[$0].cost), $0) < (other(sorted[$1].cost), $1) }
      if let index, !chosen.contains(index) { chosen.append(index) }
    }
    for index in sorted.indices where chosen.count < request.count && !chosen.contains(index) {
      chosen.append(index)
    }
    return chosen.sorted().map { sorted[$0].way }
  }

  /// On foot and by bicycle nobody is paid, whether fares are known or not.
  ///
  /// Amounts of other currencies than the first cannot be compared, and count as unknown.
  private func fare(_ way: ItineraryCandidate, _ currency: String?) -> Int {
    if way.direct == .walk || way.direct == .bicycle { return 0 }
    guard let fare = way.fare, fare.currency == currency else { return .max }
    return fare.minorUnits
  }

  private func key(_ cost: Cost) -> [Int64] {
    let rest = [cost.time, Int64(cost.transfers), Int64(cost.walk), cost.duration]
    switch request.order {
    case .fastest: return rest
    case .fewestTransfers: return [Int64(cost.transfers)] + rest
    case .leastEmissions: return [Int64(cost.grams)] + rest
    // What costs an unknown amount comes last.
    case .cheapest: return [Int64(cost.fare)] + rest
    }
  }
}
