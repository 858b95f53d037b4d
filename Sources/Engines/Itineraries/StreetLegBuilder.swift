import Base
import Geodesy
import Routing
import Transit

/// Makes legs of ways along streets.
struct StreetLegBuilder {
  let request: ItineraryRequest
  let streets: StreetRouter
  let emissions: EmissionFactors

  init(_ request: ItineraryRequest, _ streets: StreetRouter, _ emissions: EmissionFactors) {
    self.request = request
    self.streets = streets
    self.emissions = emissions
  }

  /// Whole seconds, rounded up.
  func seconds(_ way: StreetPath) -> Int { seconds(way.duration + way.approach.seconds) }

  private func seconds(_ exact: Double) -> Int {
    let seconds = exact.rounded(.up)
    return seconds.isFinite ? Int(min(max(seconds, 0), 1e8)) : 0
  }

  /// Grams of CO2 equivalent.
  func co2(_ mode: TravelMode, metres: Double) -> Double {
    mode == .car ? metres / 1000 * emissions.car : 0
  }

  func leg(_ route: StreetRoute, _ mode: TravelMode, departure: Instant) -> Itinerary.Leg {
    let last = route.geometry.count - 1
    let distance = route.distance + route.approach.metres
    let seconds = seconds(route.duration + route.approach.seconds)
    return Itinerary.Leg(
      mode: mode, departure: departure, arrival: departure.adding(seconds: Int64(seconds)),
      distance: distance, co2: co2(mode, metres: distance),
      geometry: route.geometry,
      steps: route.steps.map { step in
        Itinerary.Step(
          instruction: step.instruction, name: step.street, distance: step.distance,
          duration: step.duration, position: route.geometry[min(max(step.geometryStart, 0), last)])
      },
      snapped: Itinerary.Snapped(
        start: route.from.distance, end: route.to.distance,
        isOverWater: route.from.isOverWater || route.to.isOverWater))
  }

  /// The walks between a vehicle and the places: metres, 0 where it stands in front of them.
  func walks(_ way: StreetPath, _ mode: TravelMode) -> (start: Double, end: Double) {
    guard mode.isOwnVehicle else { return (0, 0) }
    return (Approach.toVehicle(way.from), Approach.toVehicle(way.to))
  }

  /// Whole seconds of a walk off the streets.
  func walkSeconds(_ metres: Double) -> Int { seconds(Approach.seconds(metres)) }

  /// A way by an own vehicle or on foot, with the walks to the vehicle and from it.
  func legs(_ way: StreetPath, _ mode: TravelMode, departure: Instant) -> [Itinerary.Leg] {
    let walks = walks(way, mode)
    var legs: [Itinerary.Leg] = []
    if walks.start > 0 { legs.append(walk(way.from, isStart: true, departure: departure)) }
    legs.append(leg(way.route(), mode, departure: legs.last?.arrival ?? departure))
    if walks.end > 0, let last = legs.last {
      legs.append(walk(way.to, isStart: false, departure: last.arrival))
    }
    return legs
  }

  private func walk(
    _ place: SnappedPlace, isStart: Bool, departure: Instant
  ) -> Itinerary.Leg {
    let line = isStart ? [place.requested, place.position] : [place.position, place.requested]
    let distance = Approach.toVehicle(place)
    let arrival = departure.adding(seconds: Int64(walkSeconds(distance)))
    let street = place.street.isEmpty ? "the street" : place.street
    let metres = Int(distance.rounded())
    let doubt = place.isOverWater ? "water lies between" : "the way is not known"
    return Itinerary.Leg(
      mode: .walk, departure: departure, arrival: arrival, distance: distance, co2: 0,
      geometry: line,
      steps: [
        Itinerary.Step(
          instruction: isStart
            ? "Go about \(metres) m to \(street); \(doubt)."
            : "Go about \(metres) m from \(street); \(doubt).", name: place.street,
          distance: distance, duration: Itinerary.seconds(departure, arrival),
          position: line[0])
      ], isEstimate: true)
  }

  /// A way between given moments, as a journey has planned it.
  ///
  /// - Parameter route: the way along streets; nil if none is known.
  func leg(
    _ route: StreetRoute?, from: LonLat, to: LonLat, _ mode: TravelMode, departure: Instant,
    arrival: Instant, metres: Int
  ) -> Itinerary.Leg {
    if let route {
      var leg = leg(route, mode, departure: departure)
      leg.arrival = arrival
      return leg
    }
    return Itinerary.Leg(
      mode: mode, departure: departure, arrival: arrival, distance: Double(metres), co2: 0,
      geometry: [from, to],
      steps: [
        Itinerary.Step(
          instruction: "Go about \(metres) m; the way is not known.", name: "",
          distance: Double(metres), duration: Itinerary.seconds(departure, arrival), position: from)
      ], isEstimate: true)
  }
}

/// The routes that one answer has asked for: journeys share their ways to, between and from stops.
///
/// - Thread: confined.
private final class KnownRoutes {
  private struct Key: Hashable {
    var from: Int?
    var to: Int?
    var mode: TravelMode
  }

  private var routes: [Key: StreetRoute?] = [:]

  func route(
    from: Int?, to: Int?, _ mode: TravelMode, find: () -> StreetPath?
  ) -> StreetRoute? {
    let key = Key(from: from, to: to, mode: mode)
    if let known = routes[key] { return known }
    let route = find()?.route()
    routes[key] = .some(route)
    return route
  }
}

/// Makes itineraries of journeys by public transport.
struct JourneyTeller {
  private let legs: StreetLegBuilder
  private let request: ItineraryRequest
  private let engine: TransitEngine
  private let access: StopWays
  private let egress: StopWays
  private let known = KnownRoutes()

  init(_ legs: StreetLegBuilder, _ engine: TransitEngine, _ access: StopWays, _ egress: StopWays) {
    self.legs = legs
    request = legs.request
    self.engine = engine
    self.access = access
    self.egress = egress
  }

  /// Nil for a journey without rides.
  func itinerary(_ journey: Journey, _ fare: Price?) -> Itinerary? {
    guard !journey.rides.isEmpty else { return nil }
    var result: [Itinerary.Leg] = []
    for leg in journey.legs {
      switch leg {
      case .walk(let walk):
        if walk.from == nil, let stop = walk.to, let parked = access.parked[stop] {
          result += parked.legs(legs, to: engine.stops[stop], walk)
        } else if let leg = self.walk(walk) {
          result.append(leg)
        }
      case .ride(let ride): result.append(self.ride(ride))
      }
    }
    return Itinerary(
      legs: result, departure: journey.departure, arrival: journey.arrival, fare: fare)
  }

  private func walk(_ walk: Journey.Walk) -> Itinerary.Leg? {
    if walk.metres == 0, walk.departure == walk.arrival { return nil }
    let stops = engine.stops
    let from = walk.from.map { stops[$0].position } ?? request.from
    let to = walk.to.map { stops[$0].position } ?? request.to
    let mode: TravelMode =
      switch (walk.from, walk.to) {
      case (nil, let stop?): access.mode(of: walk, stop: stop)
      case (let stop?, nil): egress.mode(of: walk, stop: stop)
      default: .walk
      }
    let route = known.route(from: walk.from, to: walk.to, mode) {
      switch (walk.from, walk.to) {
      case (nil, let stop?): return access.way(mode, stop: stop)
      case (let stop?, nil): return egress.way(mode, stop: stop)
      default:
        let profile = StreetProfile(.walk, avoid: request.streetAvoidances)
        return try? legs.streets.way(from: from, to: to, profile, explains: false)
      }
    }
    var leg = legs.leg(
      route, from: from, to: to, mode, departure: walk.departure, arrival: walk.arrival,
      metres: walk.metres)
    leg.from = walk.from.map { stops[$0].name }
    leg.to = walk.to.map { stops[$0].name }
    // What was planned with counts, so that the limits on the whole hold for what is told.
    if mode == .walk { leg.distance = Double(walk.metres) }
    return leg
  }

  private func ride(_ ride: Journey.Ride) -> Itinerary.Leg {
    let timetable = engine.timetables[ride.feed]
    let route = timetable.routes[ride.route]
    let stops = ride.calls.map { call in
      Itinerary.Stop(
        name: engine.stops[call.stop].name, position: engine.stops[call.stop].position,
        arrival: call.arrival, departure: call.departure)
    }
    let mode = TravelMode(ride.mode)
    let first = ride.calls.first?.departure ?? Instant(milliseconds: 0)
    let last = ride.calls.last?.arrival ?? first
    let name = Self.name(mode, route.name)
    let towards = ride.headsign.isEmpty ? "" : " towards \(ride.headsign)"
    let from = stops.first?.name ?? ""
    let to = stops.last?.name ?? ""
    let duration = Itinerary.seconds(first, last)
    var steps: [Itinerary.Step] = []
    if let start = stops.first {
      steps.append(
        Itinerary.Step(
          instruction: "Take \(name)\(towards) at \(from).", name: from,
          distance: Double(ride.metres), duration: duration, position: start.position))
    }
    if let end = stops.last {
      let count = stops.count - 1
      steps.append(
        Itinerary.Step(
          instruction: "Get off at \(to) after \(count) \(count == 1 ? "stop" : "stops").",
          name: to, distance: 0, duration: 0, position: end.position))
    }
    return Itinerary.Leg(
      mode: mode, departure: first, arrival: last, distance: Double(ride.metres),
      co2: Double(ride.grams), geometry: engine.geometry(of: ride), steps: steps, from: from,
      to: to,
      ride: Itinerary.Ride(
        line: route.name, headsign: ride.headsign,
        agency: route.agency.map { timetable.agencies[$0].name } ?? "", colour: route.colour,
        textColour: route.textColour, stops: stops, headway: ride.headwaySeconds,
        wheelchair: ride.wheelchair == .unknown ? nil : ride.wheelchair == .possible,
        bicycles: ride.bicycles == .unknown ? nil : ride.bicycles == .possible,
        trip: ride.trip, plannedDeparture: ride.plannedDeparture,
        plannedArrival: ride.plannedArrival))
  }

  /// `bus 11`, `tram 5`; a name that says it itself stays as it is.
  private static func name(_ mode: TravelMode, _ line: String) -> String {
    if line.isEmpty { return "the \(mode.rawValue)" }
    // Most names are numbers: too short to hold a word.
    let saysIt =
      line.utf8.count >= mode.rawValue.utf8.count && line.lowercased().contains(mode.rawValue)
    return saysIt ? line : "\(mode.rawValue) \(line)"
  }
}
