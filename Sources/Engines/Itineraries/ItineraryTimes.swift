import Base
import Geodesy
import Routing
import Transit

/// When one leaves and arrives by the fastest itinerary, for many questions about few places: what a planner says
/// at that moment, without the ways.
///
/// - Thread: confined.
public final class ItineraryTimes {
  /// A departure and an arrival.
  public struct Times: Sendable, Hashable {
    public var departure: Instant
    public var arrival: Instant
    /// Whether some of the way is by public transport.
    public var isPublic: Bool
  }

  /// What ways to and from stops depend on.
  private struct StopKey: Hashable {
    var place: LonLat
    var isToStops: Bool
    var network: Int
    var modes: Set<TravelMode>
    var maximumWalk: Double?
    var avoiding: Set<TravelAvoidance>
    var boarding: Int
  }

  private struct StreetKey: Hashable {
    var from: LonLat
    var to: LonLat
    var mode: TravelMode
    var avoiding: Set<TravelAvoidance>
  }

  private let streets: StreetRouter
  private let networks: [TransitNetwork]
  /// Metres per second that nobody walks faster along a straight line.
  private let fastestWalk: Double
  private let hasRoadSpeeds: Bool
  private var stops: [StopKey: StopWays] = [:]
  private var ways: [StreetKey: StreetSummary?] = [:]

  /// With the timetables that are in use now.
  public init(_ planner: ItineraryPlanner) {
    streets = planner.streets
    networks = planner.timetables()
    fastestWalk = streets.fastestWalk
    hasRoadSpeeds = streets.hasRoadSpeeds
  }

  /// Looks for the ways along streets between a place and others, both ways, all at once.
  public func prepare(
    around place: LonLat, from starts: Set<LonLat>, by mode: TravelMode,
    avoiding: Set<TravelAvoidance>
  ) {
    guard let profile = profile(mode, avoiding), !starts.isEmpty else { return }
    let starts = Array(starts)
    guard let (there, back) = try? streets.tables(starts: starts, places: [place], profile) else {
      return
    }
    for (row, start) in starts.enumerated() {
      ways[StreetKey(from: start, to: place, mode: mode, avoiding: avoiding)] =
        .some(there.doorToDoor[row][0])
      ways[StreetKey(from: place, to: start, mode: mode, avoiding: avoiding)] =
        .some(back.doorToDoor[0][row])
    }
  }

  /// What ``ItineraryPlanner/plan(_:)`` tells first; nil where there is nothing to tell, or only it knows.
  public func best(_ request: ItineraryRequest) -> Times? {
    guard isSimple(request),
      !(request.modes.contains(.bicycle)
        && networks.contains { $0.engine.carriesBicycles } && !request.publicModes.isEmpty)
    else { return nil }
    guard let (ridden, refusal) = ridden(request) else { return nil }
    guard let direct = direct(request, isRidden: ridden != nil) else { return nil }
    guard let seconds = direct.seconds else { return ridden }
    let times: Times
    switch request.timing {
    case .departAt(let instant):
      times = Times(departure: instant, arrival: instant.adding(seconds: seconds), isPublic: false)
      if let ridden, ridden.arrival <= times.arrival { return ridden }
    case .arriveBy(let instant):
      times = Times(departure: instant.adding(seconds: -seconds), arrival: instant, isPublic: false)
      if let ridden, ridden.departure >= times.departure { return ridden }
    }
    // A walk alone may be no answer where the timetable is old.
    return refusal && direct.isWalk && !request.publicModes.isEmpty ? nil : times
  }

  /// Seconds of the fastest way along streets alone, which can be gone at any time; nil for none, for a walk of
  /// hours, and where only a planner knows.
  public func directSeconds(_ request: ItineraryRequest) -> Int64? {
    isSimple(request) ? direct(request, isRidden: true)?.seconds : nil
  }

  /// Whether nothing of it needs a whole search.
  private func isSimple(_ request: ItineraryRequest) -> Bool {
    request.order == .fastest && request.via.isEmpty && request.carAt == nil
      && request.maximumCO2 == nil && !request.modes.contains(.parkAndRide)
      && !(request.modes.contains(.car) && hasRoadSpeeds)
  }

  // Streets

  private func profile(
    _ mode: TravelMode, _ avoiding: Set<TravelAvoidance>
  ) -> StreetProfile? {
    mode.streetMode.map {
      StreetProfile($0, avoid: avoiding.reduce(into: []) { $0.formUnion($1.streets) }).quickest
    }
  }

  /// Seconds of the fastest way along streets alone, nil for none; nil where only a planner knows.
  private func direct(
    _ request: ItineraryRequest, isRidden: Bool
  ) -> (seconds: Int64?, isWalk: Bool)? {
    var best: (seconds: Int64?, isWalk: Bool) = (nil, false)
    for mode in [TravelMode.car, .bicycle, .walk] where request.modes.contains(mode) {
      if mode == .walk, let best = best.seconds, Double(best) <= leastWalk(request) { continue }
      // How far it is from the street to a vehicle is not told.
      if mode != .walk, request.maximumWalk != nil { return nil }
      guard let way = way(request, mode) else { continue }
      let seconds = Self.seconds(way.duration)
      if mode == .walk {
        if let limit = request.maximumWalk, way.distance > limit { continue }
        if way.duration > ItineraryPlanner.longWalk, isRidden { continue }
      }
      if seconds < best.seconds ?? .max { best = (seconds, mode == .walk) }
    }
    return best
  }

  /// Whole seconds.
  private static func seconds(_ exact: Double) -> Int64 {
    exact.isFinite ? Int64(min(max(exact.rounded(.up), 0), 1e9)) : 1_000_000_000
  }

  /// Seconds that a walk takes at the least.
  private func leastWalk(_ request: ItineraryRequest) -> Double {
    // Streets are measured a little otherwise, and a way may set out from any street as near.
    let metres = Geodesic.distance(from: request.from, to: request.to) * 0.99 - 20
    return max(0, metres / fastestWalk)
  }

  private func way(_ request: ItineraryRequest, _ mode: TravelMode) -> StreetSummary? {
    let key = StreetKey(
      from: request.from, to: request.to, mode: mode, avoiding: request.avoiding)
    if let known = ways[key] { return known }
    let table = profile(mode, request.avoiding).flatMap {
      try? streets.table(sources: [request.from], targets: [request.to], $0)
    }
    let way = table?.doorToDoor[0][0]
    ways[key] = .some(way)
    return way
  }

  // Public transport

  /// The best with rides, nil for none, and whether the nearest timetable does not hold at the time; nil where
  /// only a planner knows.
  private func ridden(_ request: ItineraryRequest) -> (best: Times?, isRefused: Bool)? {
    guard !request.publicModes.isEmpty else { return (nil, false) }
    var best: Journey?
    var nearest = Int.max
    var isRefused = false
    for number in networks.indices {
      let engine = networks[number].engine
      let access = stopWays(number, request.from, request, toStops: true)
      let egress = stopWays(number, request.to, request, toStops: false)
      guard !access.ways.isEmpty, !egress.ways.isEmpty else { continue }
      let query = request.query(access, egress)
      if access.nearest + egress.nearest < nearest {
        nearest = access.nearest + egress.nearest
        isRefused = engine.refusal(atNearest: query, request.timing.instant) != nil
      }
      guard let found = try? JourneyFinder(request, engine, query).first() else { continue }
      if found.isBroken { return nil }
      if let known = best, isNoWorse(known, found, request.timing) { continue }
      best = found
    }
    return (
      best.map { Times(departure: $0.departure, arrival: $0.arrival, isPublic: true) }, isRefused
    )
  }

  private func isNoWorse(
    _ one: Journey, _ other: Journey, _ timing: ItineraryRequest.Timing
  ) -> Bool {
    switch timing {
    case .departAt: (one.arrival, other.departure) <= (other.arrival, one.departure)
    case .arriveBy: (other.departure, one.arrival) <= (one.departure, other.arrival)
    }
  }

  private func stopWays(
    _ network: Int, _ place: LonLat, _ request: ItineraryRequest, toStops: Bool
  ) -> StopWays {
    let key = StopKey(
      place: place, isToStops: toStops, network: network, modes: request.modes,
      maximumWalk: request.maximumWalk, avoiding: request.avoiding,
      boarding: request.minimumBoarding)
    if let known = stops[key] { return known }
    let ways = StopWays(networks[network], streets, place, request, toStops: toStops)
    stops[key] = ways
    return ways
  }
}
