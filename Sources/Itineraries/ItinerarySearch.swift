import Base
import Geodesy
import Routing
import Transit

/// One search for itineraries within the limits of a request.
struct ItinerarySearch {
  let request: ItineraryRequest
  let streets: StreetRouter
  let engines: [TransitEngine]
  let emissions: EmissionFactors
  /// What stood in the way of each mode, the nearest to an answer first.
  private var refusals: [Refusal] = []
  private var isLimited = false
  private var tooFar: [String] = []
  /// How many timetables have stops near both places.
  private var asked = 0

  init(
    _ request: ItineraryRequest, _ streets: StreetRouter, _ engines: [TransitEngine],
    _ emissions: EmissionFactors
  ) {
    self.request = request
    self.streets = streets
    self.engines = engines
    self.emissions = emissions
  }

  /// All that keeps the limits, chosen and ordered; empty if nothing does.
  mutating func run() -> [Itinerary] {
    let rides = request.publicModes.isEmpty ? [] : byTimetable()
    var all = rides
    for mode in [ItineraryMode.walk, .bicycle, .car] where request.modes.contains(mode) {
      guard let direct = direct(mode) else { continue }
      // Hours on foot are an answer only where there is no other.
      if mode == .walk, direct.duration > ItineraryPlanner.longWalk, !all.isEmpty { continue }
      all.append(direct)
    }
    if let limit = request.maximumCO2 {
      let kept = all.filter { $0.co2 <= limit }
      if kept.count < all.count { isLimited = true }
      all = kept
    }
    // Who asks for public transport is not put off with a walk because the timetable is old.
    if isOutside, all.allSatisfy({ $0.legs.allSatisfy { $0.mode == .walk } }) { return [] }
    return ItineraryChoice(request: request).best(all)
  }

  // Streets only.

  private mutating func direct(_ mode: ItineraryMode) -> Itinerary? {
    guard let street = mode.streetMode else { return nil }
    var profile = StreetProfile(street, avoid: request.streetAvoidances)
    profile.at = request.timing.instant
    let route: StreetRoute
    do throws(Refusal) {
      route = try streets.route(from: request.from, to: request.to, profile)
    } catch {
      refusals.append(error)
      return nil
    }
    let teller = LegTeller(request, streets, emissions)
    let seconds = teller.seconds(route)
    let departure: Instant
    switch request.timing {
    case .departAt(let instant): departure = instant
    case .arriveBy(let instant): departure = instant.adding(seconds: -Int64(seconds))
    }
    let leg = teller.leg(route, mode, departure: departure)
    if mode == .walk, let limit = request.maximumWalk, leg.distance > limit {
      tooFar.append(
        "on foot it is \(Int(leg.distance.rounded())) m, and at most \(Int(limit.rounded())) m "
          + "may be walked")
      isLimited = true
      return nil
    }
    return Itinerary(legs: [leg], departure: departure, arrival: leg.arrival)
  }

  // Public transport.

  private mutating func byTimetable() -> [Itinerary] {
    var result: [Itinerary] = []
    for engine in engines {
      let access = StopWays(engine, streets, request.from, request, toStops: true)
      let egress = StopWays(engine, streets, request.to, request, toStops: false)
      guard !access.ways.isEmpty, !egress.ways.isEmpty else { continue }
      asked += 1
      var query = TransitQuery(access: access.ways, egress: egress.ways)
      query.modes = request.publicModes.reduce(into: []) { $0.formUnion($1.transportModes) }
      query.greatestWalk = request.maximumWalk.map { Int(min(max($0, 0), 1_000_000)) }
      query.greatestGrams = request.maximumCO2.map { Int(min(max($0, 0), 1e9)) }
      do throws(Refusal) {
        let journeys = try ItinerarySearch.journeys(engine, query, request)
        let teller = JourneyTeller(request, streets, emissions, engine, access, egress)
        result += ItinerarySearch.few(journeys, request).compactMap(teller.itinerary)
      } catch {
        refusals.append(error)
      }
    }
    return result
  }

  /// Alternatives that take no absurdly long time: a bus of the next day that spares fifty metres of
  /// walking is none, and looking for it costs more than all the others.
  private static func journeys(
    _ engine: TransitEngine, _ query: TransitQuery, _ request: ItineraryRequest
  ) throws(Refusal) -> [Journey] {
    func alternatives(_ query: TransitQuery) throws(Refusal) -> [Journey] {
      switch request.timing {
      case .departAt(let instant): try engine.alternatives(query, departAt: instant)
      case .arriveBy(let instant): try engine.alternatives(query, arriveBy: instant)
      }
    }
    let quickest =
      switch request.timing {
      case .departAt(let instant): try engine.earliest(query, departAt: instant)
      case .arriveBy(let instant): try engine.latest(query, arriveBy: instant)
      }
    guard let last = quickest.last else { return [] }
    let moment = request.timing.instant.milliseconds
    let seconds =
      switch request.timing {
      case .departAt: Int((last.arrival.milliseconds - moment) / 1000)
      case .arriveBy: Int((moment - last.departure.milliseconds) / 1000)
      }
    var near = query
    near.greatestDuration = min(max(seconds + 1800, seconds * 3 / 2), query.greatestDuration)
    near.greatestRides = min(last.rides.count + 1, query.greatestRides)
    let found = try alternatives(near)
    // Limits may leave only what is slower.
    return found.isEmpty && !request.limits.isEmpty ? try alternatives(query) : found
  }

  /// Of many journeys those that can be in the answer: geometry and steps are made for few.
  private static func few(_ journeys: [Journey], _ request: ItineraryRequest) -> [Journey] {
    guard journeys.count > 2 * request.count else { return journeys }
    let isForward: Bool
    if case .departAt = request.timing { isForward = true } else { isForward = false }
    func time(_ journey: Journey) -> Int64 {
      isForward ? journey.arrival.milliseconds : -journey.departure.milliseconds
    }
    let orders: [(Journey) -> (Int64, Int64)] = [
      { (time($0), Int64($0.walkMetres)) },
      { (Int64($0.rides.count), time($0)) },
      { (Int64($0.walkMetres), time($0)) },
      { (Int64($0.grams), time($0)) },
    ]
    var chosen: Set<Int> = []
    for order in orders {
      let sorted = journeys.indices.sorted { order(journeys[$0]) < order(journeys[$1]) }
      chosen.formUnion(sorted.prefix(max(request.count / 2, 2)))
    }
    return chosen.sorted().map { journeys[$0] }
  }

  /// Whether no timetable around holds for the time.
  private var isOutside: Bool {
    asked > 0 && refusals.count { $0.slug == "outside-timetable" } == asked
  }

  /// Whether it is the limits alone that keep the places from the stops of a timetable.
  private var reachesStopsWithoutLimits: Bool {
    let request = request.relaxed
    return engines.contains { engine in
      !StopWays(engine, streets, request.from, request, toStops: true).ways.isEmpty
        && !StopWays(engine, streets, request.to, request, toStops: false).ways.isEmpty
    }
  }

  /// Why nothing was found.
  var reason: NoItinerary {
    if isOutside, let refusal = refusals.first(where: { $0.slug == "outside-timetable" }) {
      return NoItinerary(reason: .outsideTimetable, detail: refusal.detail)
    }
    let usesStreets = request.modes.contains { $0.streetMode != nil }
    if let refusal = refusals.first(where: { $0.slug == "no-network-near" }), usesStreets,
      request.limits.isEmpty || !reachesStopsWithoutLimits
    {
      return NoItinerary(reason: .noNetworkNear, detail: refusal.detail)
    }
    let limits = request.limits
    if isLimited || !limits.isEmpty {
      let what = tooFar.isEmpty ? limits.joined(separator: "; ") : tooFar.joined(separator: "; ")
      return NoItinerary(
        reason: .limits,
        detail: "No way from one place to the other keeps the limits: \(what).")
    }
    return NoItinerary(
      reason: .noPath,
      detail: refusals.first?.detail
        ?? "Neither streets nor timetables connect the two places at that time.")
  }
}
