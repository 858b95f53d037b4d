import Base
import Calendar
import Geodesy
import Itineraries

/// The journeys to a meeting and on from it, as plans have them.
///
/// - Thread: confined.
final class MeetingJourneys {
  let planner: TravelPlanner
  private let moments: (any TravelMoments)?

  /// When one leaves and arrives by the fastest journey.
  struct Found {
    var departure: Instant
    var arrival: Instant
    /// Whether it was found without looking for others.
    var isQuick: Bool
  }

  init(planner: TravelPlanner, moments: (any TravelMoments)?) {
    (self.planner, self.moments) = (planner, moments)
  }

  /// Milliseconds by which one wants to be there before.
  var buffer: Int64 { Int64(planner.preferences.buffer) * 60_000 }

  /// The fastest journey; nil for none.
  func fastest(
    from: LonLat, to: LonLat, _ timing: TravelTiming, _ rules: TravelRules
  ) -> Found? {
    var request = TravelRequest(from: from, to: to, timing: timing, rules: rules)
    request.rules.order = .fastest
    request.changeTime = planner.preferences.changeTime
    request.boardingTime = planner.preferences.boardingTime
    if let (departure, arrival) = moments?.moments(request) {
      return Found(departure: departure, arrival: arrival, isQuick: true)
    }
    guard case .journey(let journey) = planner.times.journey(request) else { return nil }
    return Found(departure: journey.departure, arrival: journey.arrival, isQuick: false)
  }
}

extension MeetingJourneys {
  /// Milliseconds that one needs along streets alone, whenever one leaves; nil where there is no such way, or one
  /// of more than two hours.
  func direct(from: LonLat, to: LonLat, _ rules: TravelRules) -> Int64? {
    moments?.directSeconds(from: from, to: to, by: rules)
      .flatMap { $0 <= TravelPlan.earlySeconds ? $0 * 1000 : nil }
  }
}

/// From when on one is in time at a meeting that one comes to from one place, by the rules of one day.
///
/// - Thread: confined.
final class MeetingArrivals {
  private let journeys: MeetingJourneys
  private let from: LonLat
  private let place: LonLat
  private let rules: TravelRules
  private let earliest: Instant
  private let isHome: Bool
  /// Who leaves so many milliseconds before is there, and not too early; nil where that is no way.
  private let direct: Int64?
  /// When one arrives who leaves at once, nil for never; nil until it was asked for.
  private var first: Instant??
  /// Beginnings for which some journey arrives neither too late nor too early.
  private var good: [ClosedRange<Instant>] = []
  /// Beginnings for which all journeys arrive too early.
  private var early: [ClosedRange<Instant>] = []
  /// What a plan says where there is no journey.
  private var isAllowedWithout: Bool?

  init(
    _ journeys: MeetingJourneys, from: LonLat, to place: LonLat, _ rules: TravelRules,
    earliest: Instant, isHome: Bool
  ) {
    (self.journeys, self.from, self.place) = (journeys, from, place)
    (self.rules, self.earliest, self.isHome) = (rules, earliest, isHome)
    direct = journeys.direct(from: from, to: place, rules)
  }

  func allows(_ start: Instant) -> Bool {
    if let direct, start >= earliest.adding(milliseconds: direct + journeys.buffer) { return true }
    if good.contains(where: { $0.contains(start) }) { return true }
    if early.contains(where: { $0.contains(start) }) { return isLiked(start) }
    guard !isHome else { return isCovered(start) }
    guard let first = soonest() else { return isAllowedWithout(start) }
    let wanted = first.adding(milliseconds: journeys.buffer)
    if start < first { return false }
    // Between, a plan falls back to who leaves at once.
    if start < wanted { return plan(start) }
    let last = wanted.adding(seconds: TravelPlan.earlySeconds)
    good.append(wanted...last)
    return start <= last || isCovered(start)
  }

  private func soonest() -> Instant? {
    if let first { return first }
    let found = journeys.fastest(from: from, to: place, .departAt(earliest), rules)?.arrival
    first = .some(found)
    return found
  }

  /// Whether some journey arrives in time and not too early; one that leaves last says it of all.
  private func isCovered(_ start: Instant) -> Bool {
    let wanted = start.adding(milliseconds: -journeys.buffer)
    guard let last = journeys.fastest(from: from, to: place, .arriveBy(wanted), rules) else {
      return isAllowedWithout(start)
    }
    // One would have to have left already.
    guard last.departure >= earliest else { return plan(start) }
    let soonest = last.arrival.adding(milliseconds: journeys.buffer)
    let latest = soonest.adding(seconds: TravelPlan.earlySeconds)
    good.append(soonest...latest)
    if start <= latest { return true }
    early.append(latest.adding(milliseconds: 1)...start)
    return isLiked(start)
  }

  /// Whether what is liked better than the fastest comes less early.
  private func isLiked(_ start: Instant) -> Bool { rules.order != .fastest && plan(start) }

  private func isAllowedWithout(_ start: Instant) -> Bool {
    if let isAllowedWithout { return isAllowedWithout }
    let isAllowed = plan(start)
    isAllowedWithout = isAllowed
    return isAllowed
  }

  /// What a plan says of this time alone.
  private func plan(_ start: Instant) -> Bool {
    switch journeys.planner.verdict(
      from: from, to: place, at: start, earliest: earliest, by: rules)
    {
    case .unreachable, .early: false
    case .reachable, .tight, .unknown: true
    }
  }
}

/// Until when one may stay at a meeting, to be in time at what follows.
///
/// - Thread: confined.
final class MeetingDeparture {
  /// Whether what follows cannot be reached in time without the meeting either; nil until it was asked for.
  var isUnreachableAnyway: Bool?
  private let journeys: MeetingJourneys
  private let place: LonLat
  private let stop: CalendarStop
  private let rules: TravelRules
  /// When one who goes along streets alone has to leave; nil where that is no way.
  private let direct: Instant?
  /// The journey that leaves last, nil for none.
  private lazy var last: MeetingJourneys.Found? =
    rules.modes.isEmpty
    ? nil : journeys.fastest(from: place, to: stop.position, .arriveBy(wanted), rules)
  private var wanted: Instant { stop.start.adding(milliseconds: -journeys.buffer) }

  init(
    _ journeys: MeetingJourneys, from place: LonLat, to stop: CalendarStop, _ rules: TravelRules
  ) {
    (self.journeys, self.place, self.stop, self.rules) = (journeys, place, stop, rules)
    direct = journeys.direct(from: place, to: stop.position, rules)
      .map { stop.start.adding(milliseconds: -$0 - journeys.buffer) }
  }

  /// Whether what follows can be reached by who leaves then.
  func allows(_ end: Instant) -> Bool {
    if let direct, end <= direct { return true }
    if let last {
      if end <= last.departure { return true }
      // Nobody who leaves later is there in time, unless some minutes of it are only to have in hand.
      if last.isQuick, journeys.buffer == 0 { return false }
    }
    return journeys.planner.verdict(
      from: place, to: stop.position, at: stop.start, earliest: max(end, journeys.planner.now),
      by: rules) != .unreachable
  }
}
