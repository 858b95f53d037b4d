import Base
import Calendar
import Cryptography
import Geodata
import Geodesy
import Itineraries
import Routing
import Travel

/// Travel times for appointments, from the imported maps and timetables.
///
/// Where no map covers a place, it is estimated as ``StraightLineTimes`` does, and the answer says
/// so.
///
/// - Thread: shared.
struct NetworkTravelTimes: TravelTimes {
  let planner: ItineraryPlanner
  /// Knows no delays: those of a day say nothing of another that it stands for.
  let asPlanned: ItineraryPlanner
  let geodata: GeodataLibrary

  /// Another value with other rules of which way is the best: all plans are made anew by them.
  private static let planning = "2 "
  /// Metres.
  private static let aroundStops = 10_000.0

  var dataVersion: String { version(\.stateOfWays) }
  var lastingVersion: String { version(\.lastingStateOfWays) }

  private func version(_ state: KeyPath<GeodataSnapshot, String>) -> String {
    let snapshot = geodata.current
    guard Self.hasWays(snapshot) else { return StraightLineTimes().dataVersion }
    // Plans outlive the process, so that it must not count what this one has seen.
    let digest = BLAKE2b.hash(Array((Self.planning + snapshot[keyPath: state]).utf8))
    return "geodata-" + Base64URL.encode(Array(digest.bytes.prefix(16)))
  }

  private static func hasWays(_ snapshot: GeodataSnapshot) -> Bool {
    !snapshot.maps.isEmpty || !snapshot.timetables.isEmpty
  }

  func journey(_ request: TravelRequest) -> TravelAnswer {
    let snapshot = geodata.current
    guard Self.hasWays(snapshot) else { return StraightLineTimes().journey(request) }
    let answer = answer(to: request, snapshot)
    if request.rules.modes.contains(where: \.isPublic), !answer.usesPublicTransport,
      let typical = typical(request, snapshot)
    {
      return .journey(typical)
    }
    return answer
  }

  func moments(
    around place: LonLat, _ starts: [(LonLat, TravelRules)]
  ) -> (any TravelMoments)? {
    let snapshot = geodata.current
    guard Self.hasWays(snapshot) else { return nil }
    let moments = NetworkTravelMoments(self, snapshot)
    moments.prepare(around: place, starts)
    return moments
  }

  /// By what maps and timetables tell of the day itself.
  private func answer(to request: TravelRequest, _ snapshot: GeodataSnapshot) -> TravelAnswer {
    switch planner.plan(Self.question(request)) {
    case .found(let itineraries, _, _):
      guard let best = itineraries.first else { break }
      return .journey(Self.journey(best, request.car, snapshot))
    case .none(let none):
      // Without a map nobody knows of ways on foot alone: those are estimated.
      if none.reason == .noNetworkNear || none.reason == .limits, request.car == nil,
        snapshot.map(covering: request.from) == nil
      {
        return StraightLineTimes().journey(request)
      }
      return .none(NoJourney(Self.reason(none.reason), none.detail))
    }
    return .none(NoJourney(.noPath, "Nothing connects the two places."))
  }

  /// How one travels on the same day of a week that timetables tell of, for days after the last of those with stops
  /// around; another one, of a place far away, may tell of the day.
  private func typical(_ request: TravelRequest, _ snapshot: GeodataSnapshot) -> Journey? {
    let around = snapshot.timetables.filter { timetable in
      Self.isServed(request.from, by: timetable) || Self.isServed(request.to, by: timetable)
    }
    for week in TypicalWeek.candidates(request.timing.instant, around) {
      let known = request.moved(to: week.instant)
      guard case .found(let itineraries, _, _) = asPlanned.plan(Self.question(known)),
        let best = itineraries.first
      else { continue }
      let journey = Self.journey(best, request.car, snapshot)
      // That week may have a holiday on this day; whoever goes by own means in all of them needs no timetable.
      if journey.legs.contains(where: \.mode.isPublic) { return week.moved(journey) }
    }
    return nil
  }

  /// Whether a timetable has a stop where one could walk or ride to.
  static func isServed(_ place: LonLat, by timetable: ImportedTimetable) -> Bool {
    guard let ruler = Ruler(at: place) else { return true }
    return timetable.stops.positions.contains { stop in
      guard let stop else { return false }
      return ruler.distance(to: stop) <= Self.aroundStops
    }
  }

  static func question(_ request: TravelRequest) -> ItineraryRequest {
    let timing: ItineraryRequest.Timing =
      switch request.timing {
      case .departAt(let instant): .departAt(instant)
      case .arriveBy(let instant): .arriveBy(instant)
      }
    var question = ItineraryRequest(
      from: request.from, to: request.to, timing: timing, modes: request.rules.modes)
    question.maximumWalk = request.rules.maximumWalk
    question.avoiding = request.rules.avoiding
    question.order = request.rules.order
    question.minimumChange = request.changeTime
    question.minimumBoarding = request.boardingTime
    question.carAt = request.car?.position
    question.count = 1
    return question
  }

  private static func journey(
    _ itinerary: Itinerary, _ fetched: ParkedCar?, _ snapshot: GeodataSnapshot
  ) -> Journey {
    var journey = Journey(
      legs: itinerary.legs.map { leg in
        Journey.Leg(
          mode: leg.mode, departure: leg.departure, arrival: leg.arrival, distance: leg.distance,
          line: leg.ride.map { name($0, leg.mode) },
          from: leg.from, to: leg.to, plannedDeparture: leg.ride?.plannedDeparture,
          plannedArrival: leg.ride?.plannedArrival, snapped: leg.snapped)
      }, departure: itinerary.departure, arrival: itinerary.arrival, distance: itinerary.distance,
      co2: itinerary.co2,
      estimate: estimate(itinerary, snapshot))
    guard let drive = itinerary.legs.lastIndex(where: { $0.mode == .car }) else { return journey }
    let car = itinerary.legs[drive]
    if let fetched {
      journey.carFetched = fetched
      journey.legs[drive].from = fetched.name
    } else if itinerary.legs[drive...].contains(where: { $0.ride != nil }) {
      journey.carStands = car.geometry.last.map { ParkedCar(position: $0, name: car.to) }
    }
    return journey
  }

  /// Says of a way some of which is estimated why that is so; nil for one that is known.
  private static func estimate(_ itinerary: Itinerary, _ snapshot: GeodataSnapshot) -> String? {
    let estimated = itinerary.legs.filter(\.isEstimate)
    if estimated.isEmpty { return nil }
    let isWithoutMap = estimated.contains { leg in
      leg.geometry.allSatisfy { snapshot.map(covering: $0) == nil }
    }
    if isWithoutMap {
      return "Ways on foot are estimated by the distance, because no map is imported here."
    }
    return "The way between the street and a place is not known; it is estimated by the distance."
  }

  /// `Bus 11`.
  private static func name(_ ride: Itinerary.Ride, _ mode: TravelMode) -> String {
    let word = mode.rawValue.prefix(1).uppercased() + mode.rawValue.dropFirst()
    if ride.line.isEmpty { return word }
    return ride.line.lowercased().contains(mode.rawValue) ? ride.line : "\(word) \(ride.line)"
  }

  private static func reason(_ reason: NoItinerary.Reason) -> NoJourney.Reason {
    switch reason {
    case .noNetworkNear: .noNetworkNear
    case .noPath: .noPath
    case .limits: .limits
    case .outsideTimetable: .outsideTimetable
    }
  }
}

extension TravelAnswer {
  /// Whether some of the way is by bus, train or the like.
  fileprivate var usesPublicTransport: Bool {
    guard case .journey(let journey) = self else { return false }
    return journey.legs.contains(where: \.mode.isPublic)
  }
}
