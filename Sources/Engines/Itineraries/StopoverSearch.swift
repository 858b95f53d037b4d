import Base
import Geodesy
import Routing
import Transit

/// One search for itineraries over places to call at.
///
/// The way is planned part by part, from where the time is given: of the ways up to a place the few
/// that differ most in time, walking, changes and CO2 are led on. The quickest of them is the quickest
/// of all, as leaving earlier never arrives later; under limits on the whole way one that keeps them
/// may be missed where none of the few does.
struct StopoverSearch {
  /// How many ways are led on from each place.
  static let width = 4

  let request: ItineraryRequest
  let streets: StreetRouter
  let networks: [TransitNetwork]
  let emissions: EmissionFactors
  private var reasons: [NoItinerary] = []

  init(
    _ request: ItineraryRequest, _ streets: StreetRouter, _ networks: [TransitNetwork],
    _ emissions: EmissionFactors
  ) {
    self.request = request
    self.streets = streets
    self.networks = networks
    self.emissions = emissions
  }

  /// All that keeps the limits, chosen and ordered; empty if nothing does.
  mutating func run() -> [Itinerary] {
    let given = Array(request.via.indices)
    let hasTimetable = !request.publicModes.isEmpty
    var all: [ItineraryCandidate] = []
    // What was left at home is not at hand later: own vehicles go all the way, or not at all.
    if hasTimetable {
      all += tours(by: request.withoutVehicles, given).map { candidate($0) }
    }
    for mode in [TravelMode.walk, .bicycle, .car] where request.modes.contains(mode) {
      if mode == .walk, hasTimetable { continue }
      let order = request.choosesOrder ? order(mode) ?? given : given
      all += tours(by: [mode], order).map { candidate($0, direct: mode) }
    }
    return ItineraryChoice(request: request).best(all).compactMap { $0.tell() }
  }

  /// Where the next answers begin; nothing for ways that can begin at any time.
  ///
  /// Right behind the best by time: between it and one that is better in something else others may
  /// leave, of which this answer does not tell.
  static func pages(_ found: [Itinerary], _ timing: ItineraryRequest.Timing) -> ItineraryPages {
    let ridden = found.filter { way in way.legs.contains { $0.ride != nil } }
    let best =
      switch timing {
      case .departAt:
        ridden.min { ($0.arrival, $1.departure) < ($1.arrival, $0.departure) }
      case .arriveBy:
        ridden.max { ($0.departure, $1.arrival) < ($1.departure, $0.arrival) }
      }
    return ItineraryPages(
      earlier: best?.arrival.adding(seconds: -1), later: best?.departure.adding(seconds: 1))
  }

  /// Why nothing was found.
  var reason: NoItinerary {
    let order: [NoItinerary.Reason] = [.outsideTimetable, .limits, .noNetworkNear]
    let first = order.lazy.compactMap { reason in reasons.first { $0.reason == reason } }.first
    guard var reason = first ?? reasons.first else {
      return NoItinerary(reason: .noPath, detail: "No mode leads over the places to call at.")
    }
    if reason.reason == .limits {
      reason.detail =
        "No way over the places to call at was found that keeps the limits on the whole way: "
        + request.limits.joined(separator: "; ") + "."
    }
    return reason
  }

  // Parts.

  /// A way over the first places, or over the last ones where the time to arrive is given.
  private struct Tour {
    /// In order of time.
    var parts: [Itinerary]
    /// The numbers of the places between the parts.
    var calls: [Int]
  }

  private func candidate(_ tour: Tour, direct: TravelMode? = nil) -> ItineraryCandidate {
    var candidate = ItineraryCandidate(
      Itinerary(joining: tour.parts, calls: tour.calls.map { ($0, request.via[$0].position) }))
    if let direct { candidate.direct = direct }
    return candidate
  }

  private mutating func tours(by modes: Set<TravelMode>, _ order: [Int]) -> [Tour] {
    let via = request.via
    let places = [request.from] + order.map { via[$0].position } + [request.to]
    var tours = [Tour(parts: [], calls: [])]
    for step in 0...order.count {
      var next: [Tour] = []
      var reason: NoItinerary?
      let part: Int
      switch request.timing {
      case .departAt: part = step
      case .arriveBy: part = order.count - step
      }
      for tour in tours {
        var question = request
        (question.from, question.to) = (places[part], places[part + 1])
        (question.via, question.modes, question.count) = ([], modes, Self.width)
        let call: Int?
        switch request.timing {
        case .departAt:
          call = step == 0 ? nil : order[part - 1]
          if let last = tour.parts.last, let call {
            question.timing = .departAt(last.arrival.adding(seconds: Int64(via[call].stay)))
          }
        case .arriveBy:
          call = step == 0 ? nil : order[part]
          if let first = tour.parts.first, let call {
            question.timing = .arriveBy(first.departure.adding(seconds: -Int64(via[call].stay)))
          }
        }
        let (walk, grams) = tour.parts.reduce((0, 0)) { ($0.0 + $1.walk, $0.1 + $1.co2) }
        question.maximumWalk = request.maximumWalk.map { max($0 - walk, 0) }
        question.maximumCO2 = request.maximumCO2.map { max($0 - grams, 0) }
        var search = ItinerarySearch(question, streets, networks, emissions)
        let found = search.run()
        if found.isEmpty, reason == nil { reason = search.reason }
        for way in found {
          next.append(
            step == 0
              ? Tour(parts: [way], calls: [])
              : part == step
                ? Tour(parts: tour.parts + [way], calls: tour.calls + [call ?? 0])
                : Tour(parts: [way] + tour.parts, calls: [call ?? 0] + tour.calls))
        }
      }
      tours = few(next)
      if tours.isEmpty {
        if var reason {
          let number = part + 1
          reason.detail = "In part \(number) of \(order.count + 1) of the way: " + reason.detail
          reasons.append(reason)
        }
        return []
      }
    }
    return tours
  }

  /// Those that differ most, of which none is worse than another in everything.
  private func few(_ tours: [Tour]) -> [Tour] {
    if tours.count <= 1 { return tours }
    var question = request
    question.count = Self.width
    return ItineraryChoice(request: question).chosen(tours.map { candidate($0) }).map { tours[$0] }
  }

  /// The order that takes least time by a mode along streets; nil if the streets do not connect the
  /// places, which the search then says.
  private func order(_ mode: TravelMode) -> [Int]? {
    guard let profile = request.profile(mode) else { return nil }
    let via = request.via.map(\.position)
    // More is refused before it comes here.
    guard
      let table = try? streets.table(
        sources: [request.from] + via, targets: [request.to] + via, profile)
    else { return nil }
    return VisitOrder.best(via.count) { from, to in table.doorToDoor[from + 1][to + 1]?.duration }
  }
}

extension Itinerary {
  /// Several one after the other, with stopovers between.
  ///
  /// - Parameters:
  ///   - parts: one at least.
  ///   - calls: the numbers of the places between them, and where they are.
  init(joining parts: [Itinerary], calls: [(via: Int, position: LonLat)]) {
    self.init(
      legs: parts.flatMap(\.legs), departure: parts[0].departure,
      arrival: parts[parts.count - 1].arrival, fare: Self.sum(parts))
    var leg = 0
    for (number, call) in calls.enumerated() where number + 1 < parts.count {
      leg += parts[number].legs.count
      stopovers.append(
        Stopover(
          via: call.via, position: call.position, arrival: parts[number].arrival,
          departure: parts[number + 1].departure, leg: leg))
    }
  }

  /// What all of them cost; nil if that is not known of one, or not in one currency.
  private static func sum(_ parts: [Itinerary]) -> Price? {
    if parts.contains(where: \.isFareUnknown) { return nil }
    let fares = parts.compactMap(\.fare)
    guard let currency = fares.first?.currency, fares.allSatisfy({ $0.currency == currency }) else {
      return nil
    }
    return Price(minorUnits: fares.reduce(0) { $0 + $1.minorUnits }, currency: currency)
  }
}
