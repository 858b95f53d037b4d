import Base
import Calendar
import Geodesy

/// Whether somebody can be at a meeting, and at what follows it, if it begins at some time: as the plans say that are
/// made when it stands in the calendar.
///
/// Plans are made for few times only. What is known of one holds for others: whoever is there in time from an
/// appointment is so at every later time, and a journey that arrives not too early for one time is what keeps later
/// ones from being too early.
///
/// - Thread: confined.
public final class MeetingReach {
  private let meeting: Meeting
  private let guest: MeetingGuest
  private let planner: TravelPlanner
  private let journeys: MeetingJourneys
  private let days: MeetingDays
  /// By the guest's stops: when the day of each begins, where it takes place; nil until it was asked for.
  private var daysOfStops: [Instant?]
  private var arrivals: [ArrivalKey: MeetingArrivals] = [:]
  private var departures: [Int: MeetingDeparture] = [:]

  /// Where one comes from, and the day by whose rules.
  private struct ArrivalKey: Hashable {
    /// Position among the guest's stops; -1 for home.
    var previous: Int
    var day: CivilDate
  }

  /// - Parameters:
  ///   - days: of the meeting's zone, for all who come.
  ///   - moments: around the place, for all who come.
  public init(
    _ meeting: Meeting, _ guest: MeetingGuest, now: Instant, days: MeetingDays,
    times: any TravelTimes, moments: (any TravelMoments)?
  ) {
    (self.meeting, self.guest, self.days) = (meeting, guest, days)
    daysOfStops = Array(repeating: nil, count: guest.stops.count)
    planner =
      guest.situation?.planner(times)
      ?? TravelPlanner(
        times: times, preferences: guest.preferences, account: guest.account, now: now)
    journeys = MeetingJourneys(planner: planner, moments: moments)
  }

  /// Whether neither the way there nor the way on is refused, if it begins then.
  public func allows(_ start: Instant) -> Bool {
    if guest.situation != nil, needsCars(start) { return allowsByPlans(start) }
    return isReached(start) && leadsOn(start)
  }

  /// The same by a plan for the meeting and one for what follows, for this time alone.
  ///
  /// - Complexity: that of a few searches for ways.
  func allowsByPlans(_ start: Instant) -> Bool {
    let timeline = (guest.situation?.timeline ?? guest.stops.map { occurrence($0) })
      .sorted(by: Occurrence.inOrder)
    let here = occurrence(
      CalendarStop(
        item: EntityID(high: .max, low: .max), start: start, end: end(of: start),
        position: meeting.place, zone: meeting.zone))
    let all = (timeline + [here]).sorted(by: Occurrence.inOrder)
    switch planner.plan(here, in: all).verdict {
    case .unreachable, .early: return false
    case .reachable, .tight, .unknown: break
    }
    guard let next = TravelPlanner.next(after: here, in: all),
      planner.plan(next, in: all).verdict == .unreachable
    else { return true }
    return planner.plan(next, in: timeline).verdict == .unreachable
  }

  private func end(of start: Instant) -> Instant {
    start.adding(seconds: Int64(meeting.durationSeconds))
  }

  // The way there

  private func isReached(_ start: Instant) -> Bool {
    let previous = previous(of: start)
    let place = previous.map { guest.stops[$0].position } ?? guest.preferences.home?.position
    // Nothing is known of how one gets there.
    guard let place else { return true }
    if Geodesic.distance(from: place, to: meeting.place) < 1 { return true }
    let day = days.day(of: start).date
    let key = ArrivalKey(previous: previous ?? -1, day: day)
    if let known = arrivals[key] { return known.allows(start) }
    let rules = guest.preferences.rules(on: day)
    guard !rules.modes.isEmpty else { return false }
    let made = MeetingArrivals(
      journeys, from: place, to: meeting.place, rules,
      earliest: max(previous.map { guest.stops[$0].end } ?? planner.now, planner.now),
      isHome: previous == nil)
    arrivals[key] = made
    return made.allows(start)
  }

  /// How many of the stops have begun at a time.
  private func begun(at start: Instant) -> Int {
    let stops = guest.stops
    var (low, high) = (0, stops.count)
    while low < high {
      let middle = (low + high) / 2
      if stops[middle].start <= start { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The stop before it, as ``TravelPlanner/previous(of:in:)`` finds it.
  private func previous(of start: Instant) -> Int? {
    let midnight = days.day(of: start).start
    for index in (0..<begun(at: start)).reversed() {
      let stop = guest.stops[index]
      if stop.end.adding(seconds: TravelPlanner.straightOn) >= start { return index }
      if stop.start.adding(seconds: TravelPlanner.longestDay) < start { return nil }
      if stop.start >= midnight { return index }
    }
    return nil
  }

  // The way on

  private func leadsOn(_ start: Instant) -> Bool {
    guard let number = next(after: start) else { return true }
    let stop = guest.stops[number]
    guard stop.start > planner.now,
      Geodesic.distance(from: stop.position, to: meeting.place) >= 1
    else { return true }
    let known: MeetingDeparture
    if let departure = departures[number] {
      known = departure
    } else {
      known = MeetingDeparture(
        journeys, from: meeting.place, to: stop, guest.preferences.rules(for: stop))
      departures[number] = known
    }
    return known.allows(end(of: start)) || isUnreachable(number)
  }

  /// The stop whose way begins at the meeting.
  private func next(after start: Instant) -> Int? {
    let number = begun(at: start)
    guard number < guest.stops.count else { return nil }
    let stop = guest.stops[number]
    if end(of: start).adding(seconds: TravelPlanner.straightOn) >= stop.start { return number }
    if start.adding(seconds: TravelPlanner.longestDay) < stop.start { return nil }
    let midnight = daysOfStops[number] ?? stop.zone.start(of: stop.day)
    daysOfStops[number] = midnight
    return start >= midnight ? number : nil
  }

  /// Whether a stop cannot be reached in time from where one comes without the meeting.
  private func isUnreachable(_ number: Int) -> Bool {
    if let known = departures[number]?.isUnreachableAnyway { return known }
    let timeline = guest.stops.map { occurrence($0) }
    let verdict = planner.plan(timeline[number], in: timeline).verdict
    departures[number]?.isUnreachableAnyway = verdict == .unreachable
    return verdict == .unreachable
  }

  // Cars that were left somewhere

  /// Whether the ways may depend on where the own car was left.
  private func needsCars(_ start: Instant) -> Bool {
    previous(of: start) != nil || next(after: start) != nil
  }

  private func occurrence(_ stop: CalendarStop) -> Occurrence {
    var item = CalendarItem(
      id: stop.item, uid: "", organizer: guest.account, title: "",
      start: stop.zone.wallTime(at: stop.start), zone: stop.zone,
      duration: Int(clamping: Int64(stop.end.seconds(since: stop.start))), createdAt: planner.now,
      updatedAt: planner.now)
    item.place = Place(position: stop.position)
    var part = Participation(of: guest.account, in: item, .accepted, at: planner.now)
    part.modes = stop.modes
    var occurrence = Occurrence(item, part, at: stop.start)
    occurrence.end = stop.end
    return occurrence
  }
}

extension TravelPreferences {
  /// What holds for a stop, as for an occurrence.
  fileprivate func rules(for stop: CalendarStop) -> TravelRules {
    var rules = rules(on: stop.day)
    if let modes = stop.modes { rules.modes.formIntersection(modes) }
    return rules
  }
}
