import Base
import Calendar
import Geodata
import Geodesy
import Itineraries
import Travel

/// When one leaves and arrives, as ``NetworkTravelTimes`` says of the ways around one place.
///
/// - Thread: confined.
final class NetworkTravelMoments: TravelMoments {
  private let times: ItineraryTimes
  private let asPlanned: ItineraryTimes
  private let snapshot: GeodataSnapshot
  private var timetables: [ImportedTimetable] { snapshot.timetables }
  /// Which of the timetables serve a place.
  private var served: [LonLat: [Bool]] = [:]

  init(_ source: NetworkTravelTimes, _ snapshot: GeodataSnapshot) {
    times = ItineraryTimes(source.planner)
    asPlanned = ItineraryTimes(source.asPlanned)
    self.snapshot = snapshot
  }

  /// Looks for the ways along streets all at once, but for walks of who has something faster: few of them matter.
  func prepare(around place: LonLat, _ starts: [(LonLat, TravelRules)]) {
    struct Means: Hashable {
      var mode: TravelMode
      var avoiding: Set<TravelAvoidance>
    }
    var places: [Means: Set<LonLat>] = [:]
    for (start, rules) in starts {
      let vehicles = [TravelMode.bicycle, .car].filter(rules.modes.contains)
      let modes = vehicles.isEmpty ? [TravelMode.walk].filter(rules.modes.contains) : vehicles
      for mode in modes {
        places[Means(mode: mode, avoiding: rules.avoiding), default: []].insert(start)
      }
    }
    for (means, starts) in places {
      times.prepare(around: place, from: starts, by: means.mode, avoiding: means.avoiding)
    }
  }

  func moments(_ request: TravelRequest) -> (departure: Instant, arrival: Instant)? {
    guard let best = times.best(NetworkTravelTimes.question(request)) else { return nil }
    guard !best.isPublic, request.rules.modes.contains(where: \.isPublic) else {
      return (best.departure, best.arrival)
    }
    let around = served(request.from, request.to)
    if around.isEmpty { return (best.departure, best.arrival) }
    for week in TypicalWeek.candidates(request.timing.instant, around) {
      // Whether it has a way by public transport, only a whole search may know.
      let known = NetworkTravelTimes.question(request.moved(to: week.instant))
      guard let typical = asPlanned.best(known) else { return nil }
      if typical.isPublic { return (week.moved(typical.departure), week.moved(typical.arrival)) }
    }
    return (best.departure, best.arrival)
  }

  func directSeconds(from: LonLat, to: LonLat, by rules: TravelRules) -> Int64? {
    // The moment is of no matter.
    var request = TravelRequest(
      from: from, to: to, timing: .departAt(Instant(milliseconds: 0)), rules: rules)
    request.rules.order = .fastest
    return times.directSeconds(NetworkTravelTimes.question(request))
  }

  func knowledge(from: LonLat, to: LonLat, by modes: Set<TravelMode>) -> WayKnowledge {
    guard snapshot.map(covering: from) != nil, snapshot.map(covering: to) != nil else {
      return .withoutMap
    }
    if modes.isDisjoint(with: TravelMode.publicModes) { return .known }
    let isTold = zip(servers(of: from), servers(of: to)).contains { $0 && $1 }
    return isTold ? .known : .withoutTimetable
  }

  /// The timetables with a stop around one of two places.
  private func served(_ one: LonLat, _ other: LonLat) -> [ImportedTimetable] {
    let (here, there) = (servers(of: one), servers(of: other))
    return timetables.indices.filter { here[$0] || there[$0] }.map { timetables[$0] }
  }

  private func servers(of place: LonLat) -> [Bool] {
    if let known = served[place] { return known }
    let servers = timetables.map { NetworkTravelTimes.isServed(place, by: $0) }
    served[place] = servers
    return servers
  }
}

extension TravelTiming {
  /// The moment that is asked for.
  var instant: Instant {
    switch self {
    case .departAt(let instant), .arriveBy(let instant): instant
    }
  }
}

extension TravelRequest {
  /// The same at another moment.
  func moved(to instant: Instant) -> TravelRequest {
    var moved = self
    moved.timing =
      switch timing {
      case .departAt: .departAt(instant)
      case .arriveBy: .arriveBy(instant)
      }
    return moved
  }
}
