import Base
import Geodesy

/// Answers questions about journeys from one timetable.
///
/// - Thread: shared; searches run side by side.
public final class TransitEngine: Sendable {
  public let timetable: Timetable
  let delays: DelayOverlay
  private let clock: FeedClock
  private let places: StopPlaces
  let fares: FareCalculator

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
    guard let clock = FeedClock(timetable.timeZone) else {
      throw FeedRule.timeZone.refusal("agency.txt", nil, "agency_timezone", "is unknown")
    }
    self.timetable = timetable
    self.delays = delays
    self.clock = clock
    places = StopPlaces(timetable.stops)
    fares = FareCalculator(timetable.fares)
  }

  /// The same timetable with other delays.
  public func with(_ delays: DelayOverlay) throws(Refusal) -> TransitEngine {
    try TransitEngine(timetable, delays: delays)
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
    let day = try day(around: instant)
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
    let day = try day(around: instant)
    let end = seconds(instant, day, roundUp: false)
    let found = quickest(day.backward, from: query.egress, to: query.access, at: -end, query)
    return told(found.map { $0.reversed(day.backward) }, day)
  }

  private func quickest(
    _ window: ServiceWindow, from access: [StopAccess], to egress: [StopAccess], at start: Int32,
    _ query: TransitQuery
  ) -> [FoundJourney] {
    var search = RoundSearch(stopCount: timetable.stops.count, rides: query.greatestRides)
    search.start(egress: egress, latest: start + Int32(query.greatestDuration))
    _ = search.run(window, access: access, departure: start, modes: query.modeBits)
    var result: [FoundJourney] = []
    for count in 1...query.greatestRides where search.isReached(rides: count) {
      let rides = search.journey(rides: count, window).map {
        FoundJourney.Ride(
          line: Int($0.line), trip: Int($0.trip), board: Int($0.board), alight: Int($0.alight))
      }
      guard let first = rides.first, let last = rides.last else { continue }
      let from = Int(window.stops[window.lines[first.line].stops.lowerBound + first.board])
      let to = Int(window.stops[window.lines[last.line].stops.lowerBound + last.alight])
      guard let access = best(access, from), let egress = best(egress, to) else { continue }
      let journey = FoundJourney(access: access, rides: rides, egress: egress)
      result.append(journey.tightened(window))
    }
    return result
  }

  private func best(_ list: [StopAccess], _ stop: Int) -> StopAccess? {
    list.filter { $0.stop == stop }.min { ($0.seconds, $0.metres) < ($1.seconds, $1.metres) }
  }

  // Days

  func told(_ found: [FoundJourney], _ day: Day) -> [Journey] {
    let builder = JourneyBuilder(timetable: timetable, window: day.forward, origin: day.origin)
    return found.compactMap(builder.journey)
  }

  func check(_ query: TransitQuery) throws(Refusal) {
    guard (1...16).contains(query.greatestRides) else {
      throw .invalid("greatestRides", "must be 1 to 16")
    }
    guard (1...86_400).contains(query.greatestDuration) else {
      throw .invalid("greatestDuration", "must be 1 to 86,400 seconds")
    }
    for way in query.access + query.egress {
      guard timetable.stops.indices.contains(way.stop), (0...86_400).contains(way.seconds),
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

  func day(around instant: Instant) throws(Refusal) -> Day {
    let number = clock.day(of: instant)
    guard number >= timetable.firstDay - 1, number <= timetable.firstDay + timetable.dayCount else {
      throw Refusal(
        .invalid, "outside-timetable",
        """
        The timetable holds from \(timetable.firstDate) to \(timetable.lastDate); ask for a time within, \
        or import a newer feed.
        """)
    }
    return day(number)
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
    let forward = WindowBuilder.window(of: timetable, day: number, clock: clock, delays: delays)
    let made = Day(
      day: number, origin: clock.origin(ofDay: number), forward: forward,
      backward: forward.reversed())
    days.withLock { days in
      guard !days.contains(where: { $0.day == number }) else { return }
      days.insert(made, at: 0)
      if days.count > Self.keptDays { days.removeLast() }
    }
    return made
  }
}
