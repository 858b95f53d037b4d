import Base
import Geodesy
import Routing
import Transit

/// A question for how far one gets by public transport and on foot.
///
/// - Thread: pure.
public struct ReachRequest: Sendable, Hashable {
  public var departure: Instant
  /// Public ones; what is not public counts for nothing, as one walks at any rate.
  public var modes = TravelMode.publicModes
  public var avoiding: Set<TravelAvoidance> = []
  /// As ``ItineraryRequest/minimumChange``.
  public var minimumChange = ChangeRule.usual.least
  /// As ``ItineraryRequest/minimumBoarding``.
  public var minimumBoarding = ItineraryRequest.usualBoarding

  public init(departure: Instant) { self.departure = departure }

  func question(from place: LonLat) -> ItineraryRequest {
    var question = ItineraryRequest(
      from: place, to: place, timing: .departAt(departure), modes: modes.union([.walk]))
    question.avoiding = avoiding
    question.minimumChange = minimumChange
    question.minimumBoarding = minimumBoarding
    return question
  }
}

/// What is reached by public transport and on foot.
///
/// - Thread: immutable, shared.
public struct ReachAnswer: Sendable {
  /// A stop with the moment at which one gets off there at the earliest.
  public struct Stop: Sendable, Hashable {
    public var name: String
    public var position: LonLat
    public var arrival: Instant
  }

  /// An area for each limit, in their order.
  public var areas: [MultiPolygon]
  /// Reached within the longest limit, the first first; the platforms of a station are one.
  public var stops: [Stop]
}

extension ItineraryPlanner {
  /// A table by public transport has at most so many sources, each of which is a search.
  public static let maximumReachSources = 50
  /// The longest way in such a table, in seconds.
  public static let longestReach = 6 * 3600

  /// How far one gets from a place: by rides, and on foot around where they end.
  ///
  /// To the first stop one walks as far as in an itinerary; behind the last one any way.
  ///
  /// - Parameter seconds: one or several limits, 1...14,400.
  /// - Throws: `outside-timetable`, `no-network-near`.
  /// - Complexity: tens of milliseconds in a city.
  public func reach(
    from place: LonLat, seconds: [Double], _ request: ReachRequest
  ) throws(Refusal) -> ReachAnswer {
    let limit = Int(min(max(seconds.max() ?? 0, 1), 14_400).rounded(.up))
    let networks = try usable(request)
    let question = request.question(from: place)
    var stops: [ReachAnswer.Stop] = []
    var later: [(places: PlaceSet, after: [Double?])] = []
    var outcome = ReachOutcome()
    for network in networks {
      guard
        let arrivals = outcome.note({ () throws(Refusal) in
          try arrivals(network, question, within: limit)
        })
      else { continue }
      stops += Self.stations(arrivals, network.engine)
      later.append(
        (
          network.stops,
          arrivals.map { $0.map { Itinerary.seconds(request.departure, $0) } }
        ))
    }
    try outcome.check()
    stops.sort { ($0.arrival, $0.name) < ($1.arrival, $1.name) }
    let areas = try streets.isochrone(
      at: place, seconds: seconds, StreetProfile(.walk, avoid: question.streetAvoidances),
      later: later)
    return ReachAnswer(areas: areas, stops: stops)
  }

  /// The seconds until one is at each target, leaving each source then or later: by public transport
  /// or on foot alone, whichever is quicker; as an itinerary says.
  ///
  /// - Returns: row by row; nil where the way takes more than ``longestReach``, or there is none.
  /// - Throws: `too-many-pairs`, `outside-timetable`.
  /// - Complexity: a search per source, milliseconds, and tens of microseconds per target.
  public func reachTable(
    sources: [LonLat], targets: [LonLat], _ request: ReachRequest
  ) throws(Refusal) -> [[Double?]] {
    guard sources.count <= Self.maximumReachSources else {
      throw Refusal(
        .tooLarge, "too-many-pairs",
        "A table by public transport has at most \(Self.maximumReachSources) sources.")
    }
    let networks = try usable(request)
    let avoidances = request.question(from: LonLat(lon: 0, lat: 0)).streetAvoidances
    var rows = try streets.table(
      sources: sources, targets: targets, StreetProfile(.walk, avoid: avoidances)
    ).doorToDoor.map {
      $0.map { cell in cell.map(\.duration).flatMap { $0 <= Self.longWalk ? $0 : nil } }
    }
    var outcome = ReachOutcome()
    for network in networks {
      let egress = targets.map { target in
        StopWays(network, streets, target, request.question(from: target), toStops: false).ways
      }
      let ends = egress.flatMap { $0 }
      for (row, source) in sources.enumerated() {
        let question = request.question(from: source)
        guard
          let arrivals = outcome.note({ () throws(Refusal) in
            try arrivals(network, question, within: Self.longestReach, egress: ends)
          })
        else { continue }
        for (column, ways) in egress.enumerated() {
          for way in ways {
            guard let arrival = arrivals[way.stop] else { continue }
            let seconds = Itinerary.seconds(request.departure, arrival) + Double(way.seconds)
            guard seconds <= Double(Self.longestReach) else { continue }
            rows[row][column] = min(rows[row][column] ?? seconds, seconds)
          }
        }
      }
    }
    try outcome.check()
    return rows
  }

  /// The timetables that hold for the time.
  private func usable(_ request: ReachRequest) throws(Refusal) -> [TransitNetwork] {
    let all = timetables()
    guard !all.isEmpty else {
      throw Refusal(
        .notFound, "no-network-near",
        "No timetable is imported, so nothing is known of public transport.")
    }
    var usable: [TransitNetwork] = []
    var refusal: Refusal?
    for network in all {
      do throws(Refusal) {
        _ = try network.engine.earliest(
          TransitQuery(access: [], egress: []), departAt: request.departure)
        usable.append(network)
      } catch {
        refusal = error
      }
    }
    if usable.isEmpty, let refusal { throw refusal }
    return usable
  }

  /// By the stop's number; nil if no stop is near the place.
  private func arrivals(
    _ network: TransitNetwork, _ question: ItineraryRequest, within seconds: Int,
    egress: [StopAccess] = []
  ) throws(Refusal) -> [Instant?]? {
    let access = StopWays(network, streets, question.from, question, toStops: true)
    guard !access.ways.isEmpty else { return nil }
    var query = TransitQuery(access: access.ways, egress: egress)
    query.modes = question.publicModes.reduce(into: []) { $0.formUnion($1.transportModes) }
    query.change = ChangeRule(least: question.minimumChange)
    query.maximumDuration = seconds
    return try network.engine.reach(query, departAt: question.timing.instant)
  }

  private static func stations(
    _ arrivals: [Instant?], _ engine: TransitEngine
  ) -> [ReachAnswer.Stop] {
    var first: [Int: Instant] = [:]
    for (stop, arrival) in arrivals.enumerated() {
      guard let arrival else { continue }
      let station = engine.stops[stop].parent ?? stop
      first[station] = min(first[station] ?? arrival, arrival)
    }
    return first.map { station, arrival in
      let stop = engine.stops[station]
      return ReachAnswer.Stop(name: stop.name, position: stop.position, arrival: arrival)
    }
  }
}

/// Whether any search for what is reached was possible: there may be a timetable for the time, and only
/// others for the stops around the places.
private struct ReachOutcome {
  private var isPossible = false
  private var refusal: Refusal?

  /// What a search has found; nil where it is refused, or no stop is near.
  mutating func note(_ search: () throws(Refusal) -> [Instant?]?) -> [Instant?]? {
    do throws(Refusal) {
      guard let found = try search() else { return nil }
      isPossible = true
      return found
    } catch {
      refusal = error
      return nil
    }
  }

  /// - Throws: the last refusal, if every search that had stops was refused.
  func check() throws(Refusal) {
    if !isPossible, let refusal { throw refusal }
  }
}
