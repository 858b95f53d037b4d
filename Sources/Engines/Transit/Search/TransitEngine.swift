import Base
import Geodesy

/// Answers questions about journeys from one timetable, or from several that are joined by walks.
///
/// Joined timetables keep their own time zones, days of service, delays and fares; their stops are
/// numbered one timetable after the other.
///
/// - Thread: shared; searches run side by side.
public final class TransitEngine: Sendable {
  /// The only timetable, or the first of those that are joined.
  public let timetable: Timetable
  /// The stops of all timetables.
  public let stops: [Timetable.Stop]
  let parts: [FeedPart]
  let footpaths: FootpathTable
  let changeSeconds: [Int32]
  private let clock: FeedClock
  private let places: StopPlaces

  /// A day made ready, for searches forwards and backwards.
  struct Day: Sendable {
    var day: Int
    var origin: Int64
    var forward: ServiceWindow
    var backward: ServiceWindow
  }

  /// Days used last, latest first.
  private let days = Guarded<[Day]>([])
  private static let keptDays = 4

  /// - Throws: ``Refusal`` if the time zone's name is unknown.
  public init(_ timetable: Timetable, delays: DelayOverlay = DelayOverlay()) throws(Refusal) {
    let part = try FeedPart(timetable, delays: delays)
    self.timetable = timetable
    parts = [part]
    stops = timetable.stops
    footpaths = timetable.footpaths
    changeSeconds = timetable.changeSeconds
    clock = part.clock
    places = StopPlaces(stops)
  }

  /// The same timetable with other delays; of joined ones, the first.
  public func with(_ delays: DelayOverlay) -> TransitEngine {
    var parts = self.parts
    parts[0].delays = delays
    return TransitEngine(self, parts)
  }

  /// The same timetables as they were published; itself where no delays are known.
  ///
  /// - Complexity: O(parts); another engine makes its days ready anew.
  public var asPlanned: TransitEngine {
    guard parts.contains(where: { !$0.delays.isEmpty }) else { return self }
    let planned = parts.map { part in
      var part = part
      part.delays = DelayOverlay()
      return part
    }
    return TransitEngine(self, planned)
  }

  private init(_ other: TransitEngine, _ parts: [FeedPart]) {
    timetable = other.timetable
    self.parts = parts
    stops = other.stops
    footpaths = other.footpaths
    changeSeconds = other.changeSeconds
    clock = other.clock
    places = other.places
  }

  /// Joins the timetables of several engines, with their delays.
  ///
  /// - Parameter walks: those between stops of different timetables, numbered as in ``stops``.
  /// - Complexity: O(stops + walks); trips are not copied.
  public init?(joining engines: [TransitEngine], walks: [Footpath]) {
    guard let first = engines.first else { return nil }
    var parts: [FeedPart] = []
    var stops: [Timetable.Stop] = []
    var changeSeconds: [Int32] = []
    var all = walks
    for engine in engines {
      let start = stops.count
      for part in engine.parts {
        var moved = part
        moved.firstStop += start
        parts.append(moved)
      }
      stops += engine.stops.map { stop in
        var moved = stop
        moved.parent = stop.parent.map { $0 + start }
        return moved
      }
      changeSeconds += engine.changeSeconds
      all += engine.footpaths.all.map {
        Footpath(
          from: $0.from + start, to: $0.to + start, seconds: $0.seconds, metres: $0.metres,
          ruledSeconds: $0.ruledSeconds)
      }
    }
    timetable = first.timetable
    self.parts = parts
    self.stops = stops
    self.changeSeconds = changeSeconds
    footpaths = FootpathTable(all, stopCount: stops.count)
    clock = first.clock
    places = StopPlaces(stops)
  }

  /// The timetables it answers from.
  public var timetables: [Timetable] { parts.map(\.timetable) }

  /// Whether a bicycle can be taken along on any trip.
  public var carriesBicycles: Bool { parts.contains(where: \.carriesBicycles) }

  /// Where the stops are at which one can get on and off; nil for stations and the like.
  public var platformPositions: [LonLat?] {
    stops.map { $0.kind == .platform ? $0.position : nil }
  }

  /// The stops around a place by straight walks, nearest first.
  public func stops(around position: LonLat, walk: StraightWalk = StraightWalk()) -> [StopAccess] {
    places.around(position, walk: walk)
  }

  /// The service day's date of an instant, in days after 1970-01-01.
  public func day(of instant: Instant) -> Int { clock.day(of: instant) }

  /// When a service day's seconds start.
  public func start(ofDay day: Int) -> Instant {
    Instant(milliseconds: clock.origin(ofDay: day) * 1000)
  }

  /// The quickest journeys from a moment on: one for every number of rides that arrives earlier
  /// than fewer rides do, fewest rides first.
  ///
  /// - Throws: ``Refusal`` `outside-timetable`, or for a query that makes no sense.
  /// - Complexity: about O(rides · times of lines touched).
  public func earliest(_ query: TransitQuery, departAt instant: Instant) throws(Refusal)
    -> [Journey]
  {
    try check(query)
    let day = try day(around: instant, query)
    let start = seconds(instant, day, roundUp: true)
    let found = quickest(
      day.forward, from: query.access, to: query.egress, at: start, query)
    return told(found, day)
  }

  /// The journeys that leave latest and still arrive by a moment, fewest rides first.
  ///
  /// The same search in the reversed window, at the same price.
  public func latest(_ query: TransitQuery, arriveBy instant: Instant) throws(Refusal) -> [Journey]
  {
    try check(query)
    let day = try day(around: instant, query)
    let end = seconds(instant, day, roundUp: false)
    let found = quickest(day.backward, from: query.egress, to: query.access, at: -end, query)
    return told(found.map { $0.reversed(day.backward) }, day)
  }

  private func quickest(
    _ window: ServiceWindow, from access: [StopAccess], to egress: [StopAccess], at start: Int32,
    _ query: TransitQuery
  ) -> [FoundJourney] {
    var search = RoundSearch(stopCount: stops.count, rides: query.maximumRides)
    search.start(
      egress: egress, latest: start + Int32(query.maximumDuration), change: query.change)
    _ = search.run(window, access: access, departure: start, modes: query.modeBits)
    var result: [FoundJourney] = []
    for count in 1...query.maximumRides where search.isReached(rides: count) {
      let rides = search.journey(rides: count, window).map {
        FoundJourney.Ride(
          line: Int($0.line), trip: Int($0.trip), board: Int($0.board), alight: Int($0.alight))
      }
      guard let first = rides.first, let last = rides.last else { continue }
      let from = Int(window.stops[window.lines[first.line].stops.lowerBound + first.board])
      let to = Int(window.stops[window.lines[last.line].stops.lowerBound + last.alight])
      guard let access = best(access, from), let egress = best(egress, to) else { continue }
      let journey = FoundJourney(access: access, rides: rides, egress: egress)
      result.append(journey.tightened(window, query.change))
    }
    return result
  }

  private func best(_ list: [StopAccess], _ stop: Int) -> StopAccess? {
    list.filter { $0.stop == stop }.min { ($0.seconds, $0.metres) < ($1.seconds, $1.metres) }
  }

  // Days

  func told(_ found: [FoundJourney], _ day: Day) -> [Journey] {
    let builder = JourneyBuilder(
      parts: parts, window: day.forward, day: day.day, origin: day.origin)
    return found.compactMap(builder.journey)
  }

  func check(_ query: TransitQuery) throws(Refusal) {
    guard (1...16).contains(query.maximumRides) else {
      throw .invalid("greatestRides", "must be 1 to 16")
    }
    guard (1...86_400).contains(query.maximumDuration) else {
      throw .invalid("greatestDuration", "must be 1 to 86,400 seconds")
    }
    for way in query.access + query.egress {
      guard stops.indices.contains(way.stop), (0...86_400).contains(way.seconds),
        (0...1_000_000).contains(way.metres)
      else {
        throw .invalid("access", "names no stop, or is longer than a day or 1,000 km")
      }
    }
  }

  /// Seconds from the day's zero.
  func seconds(_ instant: Instant, _ day: Day, roundUp: Bool) -> Int32 {
    let milliseconds = instant.milliseconds - day.origin * 1000
    return Int32(clamping: (milliseconds + (roundUp ? 999 : 0)) / 1000)
  }

  /// The day of a moment, if a timetable holds then that has stops at the one end of a question's ways,
  /// and one that has some at the other end: a first ride is of a timetable of the stops around the start,
  /// whatever others tell of the time.
  func day(around instant: Instant, _ query: TransitQuery) throws(Refusal) -> Day {
    try requireTimetable(instant, at: nil)
    if parts.count > 1, !parts.allSatisfy({ $0.covers(instant) }) {
      for ways in [query.access, query.egress] where !ways.isEmpty {
        try requireTimetable(instant, at: Set(ways.map { part(of: $0.stop) }))
      }
    }
    return day(clock.day(of: instant))
  }

  /// Why the timetables of the nearest stop at each end of a question's ways do not hold at a moment; nil if
  /// they do.
  ///
  /// Where nothing good was found that may be the reason, though another timetable has stops around.
  public func refusal(atNearest query: TransitQuery, _ instant: Instant) -> Refusal? {
    for ways in [query.access, query.egress] {
      guard let nearest = ways.min(by: { $0.seconds < $1.seconds }) else { continue }
      do throws(Refusal) {
        try requireTimetable(instant, at: [part(of: nearest.stop)])
      } catch {
        return error
      }
    }
    return nil
  }

  /// - Parameter numbers: of the parts of which one has to hold at the moment; nil for all.
  func requireTimetable(_ instant: Instant, at numbers: Set<Int>?) throws(Refusal) {
    let asked = (numbers.map { $0.sorted() } ?? Array(parts.indices)).map { parts[$0] }
    guard !asked.contains(where: { $0.covers(instant) }) else { return }
    let spans = asked.map { "from \($0.timetable.firstDate) to \($0.timetable.lastDate)" }
    throw Refusal(
      .invalid, "outside-timetable",
      """
      The timetable holds \(spans.joined(separator: " and ")); ask for a time within, or import a \
      newer feed.
      """)
  }

  /// The number of the part that a stop belongs to.
  private func part(of stop: Int) -> Int {
    max((parts.firstIndex { $0.firstStop > stop } ?? parts.count) - 1, 0)
  }

  /// A day made ready; at most a few milliseconds for a day not used lately.
  func day(_ number: Int) -> Day {
    if let known = days.withLock({ days -> Day? in
      guard let at = days.firstIndex(where: { $0.day == number }) else { return nil }
      if at > 0 { days.insert(days.remove(at: at), at: 0) }
      return days[0]
    }) {
      return known
    }
    let origin = clock.origin(ofDay: number)
    let forward = WindowBuilder.window(of: self, day: number, origin: origin)
    let made = Day(day: number, origin: origin, forward: forward, backward: forward.reversed())
    days.withLock { days in
      guard !days.contains(where: { $0.day == number }) else { return }
      days.insert(made, at: 0)
      if days.count > Self.keptDays { days.removeLast() }
    }
    return made
  }
}
