import Base
import Geodesy
import Routing
import Transit

/// One search for itineraries within the limits of a request.
struct ItinerarySearch {
  let request: ItineraryRequest
  let streets: StreetRouter
  let networks: [TransitNetwork]
  let emissions: EmissionFactors
  /// Where a car may be left.
  let parkAndRide: [ParkAndRide]
  /// What stood in the way of each mode, the nearest to an answer first.
  private var refusals: [Refusal] = []
  /// The modes for which the streets had no way.
  private var refusedModes: [TravelMode] = []
  private var isLimited = false
  private var tooFar: [String] = []
  /// The timetables with the nearest stops: the least seconds to and from them, and why they do not hold
  /// for the time.
  private var nearest: (seconds: Int, refusal: Refusal?)?
  /// By timetable: the best journey, and what leaves next or arrives before, one after the other.
  private var series: [[Journey]] = []
  private(set) var pages = ItineraryPages()

  init(
    _ request: ItineraryRequest, _ streets: StreetRouter, _ networks: [TransitNetwork],
    _ emissions: EmissionFactors, parkAndRide: [ParkAndRide] = []
  ) {
    self.request = request
    self.parkAndRide = parkAndRide
    self.streets = streets
    self.networks = networks
    self.emissions = emissions
  }

  /// All that keeps the limits, chosen and ordered; empty if nothing does.
  mutating func run() -> [Itinerary] {
    let teller = StreetLegBuilder(request, streets, emissions)
    var all =
      request.publicModes.isEmpty ? [] : byTimetable(teller) + withBicycle(teller) + withCar(teller)
    for mode in [TravelMode.walk, .bicycle, .car] where request.modes.contains(mode) {
      guard let direct = direct(mode, teller) else { continue }
      // Hours on foot are an answer only where there is no other.
      if mode == .walk, direct.duration > ItineraryPlanner.longWalk, !all.isEmpty { continue }
      all.append(direct)
    }
    if let limit = request.maximumCO2 {
      let kept = all.filter { $0.co2 <= limit }
      if kept.count < all.count { isLimited = true }
      all = kept
    }
    let chosen = ItineraryChoice(request: request).best(all)
    // Who asks for public transport is not put off with a walk because the timetable is old.
    if nearest?.refusal != nil, request.needsTimetable ?? true,
      chosen.allSatisfy({ $0.direct == .walk })
    {
      return []
    }
    pages = pages(chosen)
    return chosen.compactMap { $0.tell() }
  }

  /// Where the next answers begin: behind the journeys in a row that were chosen.
  private func pages(_ chosen: [ItineraryCandidate]) -> ItineraryPages {
    let runs = Set(chosen.map(\.runs))
    var pages = ItineraryPages()
    for (network, journeys) in series.enumerated() {
      guard let first = journeys.first else { continue }
      let last =
        journeys.dropFirst().prefix { runs.contains($0.runs(network)) }.last ?? first
      let (early, late) =
        switch request.timing {
        case .departAt: (first, last)
        case .arriveBy: (last, first)
        }
      let (earlier, later) = (
        early.arrival.adding(seconds: -1), late.departure.adding(seconds: 1)
      )
      pages.earlier = max(pages.earlier ?? earlier, earlier)
      pages.later = min(pages.later ?? later, later)
    }
    return pages
  }

  // Streets only.

  private mutating func direct(_ mode: TravelMode, _ teller: StreetLegBuilder)
    -> ItineraryCandidate?
  {
    guard let profile = request.profile(mode) else { return nil }
    let way: StreetPath
    do throws(Refusal) {
      way = try self.way(mode, profile)
    } catch {
      refusedModes.append(mode)
      return nil
    }
    let walks = teller.walks(way, mode)
    let seconds = Int64(
      teller.seconds(way) + teller.walkSeconds(walks.start) + teller.walkSeconds(walks.end))
    let distance = way.distance + way.approach.metres
    let walk = mode == .walk ? distance : walks.start + walks.end
    if let limit = request.maximumWalk, walk > limit {
      let what = mode == .walk ? "on foot" : "between the streets and the places"
      tooFar.append(
        "\(what) it is \(Int(walk.rounded())) m, and at most \(Int(limit.rounded())) m "
          + "may be walked")
      isLimited = true
      return nil
    }
    let departure: Instant
    switch request.timing {
    case .departAt(let instant): departure = instant
    case .arriveBy(let instant): departure = instant.adding(seconds: -seconds)
    }
    let arrival = departure.adding(seconds: seconds)
    // Nobody is paid; what a car costs is not known.
    let fare = mode == .car ? nil : currency.map { Price(minorUnits: 0, currency: $0) }
    return ItineraryCandidate(
      departure: departure, arrival: arrival, rides: 0, walk: walk,
      co2: teller.co2(mode, metres: distance), direct: mode, fare: fare
    ) {
      let legs = teller.legs(way, mode, departure: departure)
      return Itinerary(
        legs: legs, departure: departure, arrival: legs.last?.arrival ?? arrival, fare: fare)
    }
  }

  private func way(
    _ mode: TravelMode, _ profile: StreetProfile
  ) throws(Refusal) -> StreetPath {
    let way = try streets.way(from: request.from, to: request.to, profile, explains: false)
    guard mode == .car, streets.hasRoadSpeeds, case .arriveBy(let instant) = request.timing else {
      return way
    }
    // The speeds of roads are those of when a car sets out, which is known only now.
    var early = profile
    early.at = instant.adding(seconds: -Int64(way.duration.rounded(.up)))
    let other = try streets.way(from: request.from, to: request.to, early, explains: false)
    return other.duration > way.duration ? other : way
  }

  /// The currency of the first timetable that has fares.
  private var currency: String? { networks.lazy.compactMap { $0.engine.currency }.first }

  // Public transport.

  private mutating func byTimetable(_ teller: StreetLegBuilder) -> [ItineraryCandidate] {
    var result: [ItineraryCandidate] = []
    for (number, network) in networks.enumerated() {
      series.append([])
      let access = StopWays(network, streets, request.from, request, toStops: true)
      let egress = StopWays(network, streets, request.to, request, toStops: false)
      guard !access.ways.isEmpty, !egress.ways.isEmpty else { continue }
      let query = request.query(access, egress)
      let seconds = access.nearest + egress.nearest
      if seconds < nearest?.seconds ?? .max {
        nearest = (seconds, network.engine.refusal(atNearest: query, request.timing.instant))
      }
      let journeys = JourneyTeller(teller, network.engine, access, egress)
      do throws(Refusal) {
        let finder = JourneyFinder(request, network.engine, query)
        let found = try finder.journeys()
        series[number] = try finder.row(found, number)
        result += (found + series[number].dropFirst()).map {
          candidate($0, network.engine, number, journeys)
        }
      } catch {
        refusals.append(error)
      }
    }
    return result
  }

  /// By bicycle to the first stop and from the last one, with the bicycle on every ride: where the
  /// timetables say that it can be taken along.
  private mutating func withBicycle(_ teller: StreetLegBuilder) -> [ItineraryCandidate] {
    guard request.modes.contains(.bicycle) else { return [] }
    var result: [ItineraryCandidate] = []
    for (number, network) in networks.enumerated() where network.engine.carriesBicycles {
      let access = StopWays(
        network, streets, request.from, request, toStops: true, carriesBicycle: true)
      let egress = StopWays(
        network, streets, request.to, request, toStops: false, carriesBicycle: true)
      guard !access.ways.isEmpty, !egress.ways.isEmpty else { continue }
      var query = request.query(access, egress)
      query.carriesBicycle = true
      // Why there is none, the search without says.
      let finder = JourneyFinder(request, network.engine, query)
      guard let found = try? finder.journeys() else { continue }
      let teller = JourneyTeller(teller, network.engine, access, egress)
      result += withRow(found, finder, number).map {
        candidate($0, network.engine, number, teller)
      }
    }
    return result
  }

  /// By car to a park and ride, and on by public transport: who comes back is asked where it stands.
  private mutating func withCar(_ teller: StreetLegBuilder) -> [ItineraryCandidate] {
    guard request.modes.isSuperset(of: [.parkAndRide, .walk]), !parkAndRide.isEmpty else {
      return []
    }
    let parked = ParkedCars(parkAndRide, teller)
    var result: [ItineraryCandidate] = []
    for (number, network) in networks.enumerated() {
      let access = StopWays(parked: parked.ways(to: network), request)
      let egress = StopWays(network, streets, request.to, request, toStops: false)
      guard !access.ways.isEmpty, !egress.ways.isEmpty else { continue }
      let query = request.query(access, egress)
      // Why there is none, the search without says.
      let finder = JourneyFinder(request, network.engine, query)
      guard let found = try? finder.journeys() else { continue }
      let journeys = JourneyTeller(teller, network.engine, access, egress)
      let all = withRow(found, finder, number)
      result += all.compactMap { journey -> ItineraryCandidate? in
        guard case .walk(let first) = journey.legs.first,
          let way = first.to.flatMap({ access.parked[$0] })
        else { return nil }
        // Nobody rides who is there sooner on foot from the car.
        let rest = Itinerary.seconds(first.departure, journey.arrival) - Double(way.car.seconds)
        let walk = teller.walkSeconds(Geodesic.distance(from: way.park.position, to: request.to))
        guard rest < Double(walk) else { return nil }
        var candidate = candidate(journey, network.engine, number, journeys)
        candidate.co2 += way.car.co2
        // What the car costs is not known.
        candidate.fare = nil
        candidate.tell = { journeys.itinerary(journey, nil) }
        return candidate
      }
    }
    return result
  }

  /// Journeys with an own vehicle, and the row of the best where there is none on foot: the answer would
  /// not lead on otherwise.
  private mutating func withRow(
    _ found: [Journey], _ finder: JourneyFinder, _ number: Int
  ) -> [Journey] {
    guard series.indices.contains(number), series[number].isEmpty,
      let row = try? finder.row(found, number)
    else { return found }
    series[number] = row
    return found + row.dropFirst()
  }

  private func candidate(
    _ journey: Journey, _ engine: TransitEngine, _ number: Int, _ teller: JourneyTeller
  ) -> ItineraryCandidate {
    let fare = engine.price(of: journey)
    return ItineraryCandidate(
      departure: journey.departure, arrival: journey.arrival, rides: journey.rides.count,
      walk: Double(journey.walkMetres), co2: Double(journey.grams), fare: fare,
      runs: journey.runs(number), wait: wait(journey), pause: journey.pause?.seconds ?? 0
    ) { teller.itinerary(journey, fare) }
  }

  /// The longest that one stands about on a journey, in seconds.
  private func wait(_ journey: Journey) -> Double {
    let around =
      switch request.timing {
      case .departAt(let instant): Itinerary.seconds(instant, journey.departure)
      case .arriveBy(let instant): Itinerary.seconds(journey.arrival, instant)
      }
    return max(around, journey.pause?.seconds ?? 0)
  }

  /// Whether it is the limits alone that keep the places from the stops of a timetable.
  private var reachesStopsWithoutLimits: Bool {
    let request = request.relaxed
    return networks.contains { network in
      !StopWays(network, streets, request.from, request, toStops: true).ways.isEmpty
        && !StopWays(network, streets, request.to, request, toStops: false).ways.isEmpty
    }
  }

  /// What the streets say against the modes, with distances.
  private var streetRefusals: [Refusal] {
    refusedModes.compactMap { mode in
      guard let profile = request.profile(mode) else { return nil }
      do throws(Refusal) {
        _ = try streets.way(from: request.from, to: request.to, profile)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Why nothing was found.
  var reason: NoItinerary {
    let refusals = self.refusals + streetRefusals
    if let refusal = nearest?.refusal {
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

extension Journey {
  func runs(_ network: Int) -> [TripRun] {
    rides.map { TripRun(network: network, feed: $0.feed, trip: $0.trip, start: $0.start) }
  }
}
