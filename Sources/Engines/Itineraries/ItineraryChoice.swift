import Base
import Transit

/// Chooses the few itineraries of an answer.
struct ItineraryChoice {
  let request: ItineraryRequest

  /// What itineraries are compared by; all the less the better.
  private struct Cost: Hashable {
    /// Milliseconds.
    var arrival: Int64
    var departure: Int64
    /// Whether it can begin at any time.
    var isDirect: Bool
    var rides: Int
    var walk: Int
    var grams: Int
    /// Smallest units of the currency; `max` if unknown.
    var fare: Int
    /// Whether one stands about for hours between two rides.
    var isBroken: Bool

    var duration: Int64 { arrival - departure }

    /// Whether it leaves no earlier and arrives no later, but for so many milliseconds.
    func isAsQuick(_ other: Cost, slack: Int64 = 0) -> Bool {
      if isDirect { return duration - slack <= other.duration }
      return arrival - slack <= other.arrival && departure + slack >= other.departure
    }

    func isNoWorse(_ other: Cost) -> Bool {
      isAsQuick(other) && rides <= other.rides && walk <= other.walk && grams <= other.grams
        && fare <= other.fare
    }

    /// Whether nobody would take the other instead: it has more rides, and gains next to nothing by
    /// them.
    func makesPointless(_ other: Cost) -> Bool {
      let more = other.rides - rides
      return more > 0 && isAsQuick(other, slack: Int64(more) * ItineraryChoice.worthARide)
        && walk <= other.walk + max(other.walk / 4, 100) && grams <= other.grams + 50
        && fare <= other.fare
    }
  }

  /// Milliseconds that one ride more has to save.
  private static let worthARide: Int64 = 120_000
  /// Nobody stands about for longer than so many seconds where there is another way.
  static let maximumWait = 7200.0

  private func cost(_ way: ItineraryCandidate, _ currency: String?) -> Cost {
    Cost(
      arrival: way.arrival.milliseconds, departure: way.departure.milliseconds,
      isDirect: way.direct != nil, rides: way.rides, walk: Int(way.walk.rounded()),
      grams: Int(way.co2.rounded()), fare: fare(way, currency),
      isBroken: way.pause > Self.maximumWait)
  }

  /// Those that differ in their trips and of which none is better in everything, best first by the
  /// order asked for.
  ///
  /// Of ways that are as good by the order the one that takes least time is the best. Of ways with the
  /// same trips and other stops the best by the order is kept. A way that waits for
  /// hours, or changes once more for nothing, is left out unless it is the best by the order.
  func best(_ all: [ItineraryCandidate]) -> [ItineraryCandidate] { chosen(all).map { all[$0] } }

  /// The same by their positions.
  func chosen(_ all: [ItineraryCandidate]) -> [Int] {
    let currency = all.lazy.compactMap { $0.fare?.currency }.first
    var sorted = all.enumerated().map { (index: $0, way: $1, cost: cost($1, currency)) }
      .sorted { key($0.cost).lexicographicallyPrecedes(key($1.cost)) }
    var known: Set<[TripRun]> = []
    sorted.removeAll { !$0.way.runs.isEmpty && !known.insert($0.way.runs).inserted }
    let costs = sorted.map(\.cost)
    let isPatient = sorted.contains { $0.way.wait <= Self.maximumWait }
    sorted = sorted.indices.filter { index in
      let one = costs[index]
      let isBeaten = costs.indices.contains { other in
        other != index && costs[other].isNoWorse(one) && (costs[other] != one || other < index)
      }
      if isBeaten { return false }
      if index == 0 { return true }
      if isPatient, sorted[index].way.wait > Self.maximumWait { return false }
      return !costs.contains { $0.makesPointless(one) }
    }.map { sorted[$0] }
    guard sorted.count > request.count else { return sorted.map(\.index) }
    // The best by the order; then the best of each other kind, so that the few are different.
    var chosen = [0]
    let others: [(Cost) -> Int64] = [
      { time($0) }, { Int64($0.rides) }, { Int64($0.walk) }, { Int64($0.grams) },
      { Int64($0.fare) },
    ]
    for other in others where chosen.count < request.count {
      let index = sorted.indices.min { (other(sorted[$0].cost), $0) < (other(sorted[$1].cost), $1) }
      if let index, !chosen.contains(index) { chosen.append(index) }
    }
    for index in sorted.indices where chosen.count < request.count && !chosen.contains(index) {
      chosen.append(index)
    }
    return chosen.sorted().map { sorted[$0].index }
  }

  private func time(_ cost: Cost) -> Int64 {
    switch request.timing {
    case .departAt: cost.arrival
    case .arriveBy: -cost.departure
    }
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
    let rest = [time(cost), cost.duration, Int64(cost.rides), Int64(cost.walk)]
    // A night at a stop is no way where there is another.
    let isBroken: Int64 = cost.isBroken ? 1 : 0
    switch request.order {
    case .fastest: return [isBroken] + rest
    case .fewestTransfers: return [isBroken, Int64(cost.rides)] + rest
    case .leastEmissions: return [isBroken, Int64(cost.grams)] + rest
    // What costs an unknown amount comes last.
    case .cheapest: return [isBroken, Int64(cost.fare)] + rest
    }
  }
}
