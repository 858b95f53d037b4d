import Base
import Calendar
import Cryptography
import Geodesy
import Itineraries

/// Makes plans for the occurrences of one calendar: pure but for the travel times it asks for.
///
/// - Thread: pure.
struct TravelPlanner {
  let times: any TravelTimes
  let preferences: TravelPreferences
  let account: EntityID
  let now: Instant
  /// Plans that were made before, by which is known where the own car was left.
  var kept: [Occurrence.Key: TravelPlan] = [:]

  /// Seconds between the end of an appointment and the next within which one goes straight from
  /// one to the other, also over midnight.
  static let straightOn: Int64 = 3 * 3600
  /// Seconds that no day is longer than: 26 hours.
  static let longestDay: Int64 = 26 * 3600
  /// Seconds ahead within which plans follow delays and road speeds: two days.
  static let soon: Int64 = 2 * 86_400

  /// The appointment that one comes from: the last one with a position that begins before, on the
  /// same day or not long before (CG-TV-08).
  ///
  /// - Parameter timeline: in order of time.
  static func previous(of occurrence: Occurrence, in timeline: [Occurrence]) -> Occurrence? {
    for other in timeline.reversed()
    where Occurrence.inOrder(other, occurrence) && other.position != nil {
      let isStraightOn = other.end.adding(seconds: straightOn) >= occurrence.start
      if isStraightOn { return other }
      if other.start.adding(seconds: longestDay) < occurrence.start { return nil }
      if occurrence.item.zone.wallTime(at: other.start).date == occurrence.day { return other }
    }
    return nil
  }

  /// The appointment that one goes on to.
  static func next(after occurrence: Occurrence, in timeline: [Occurrence]) -> Occurrence? {
    timeline.first { other in
      Occurrence.inOrder(occurrence, other) && other.position != nil
        && previous(of: other, in: timeline)?.key == occurrence.key
    }
  }

  /// Plans the way to one occurrence.
  ///
  /// - Parameters:
  ///   - live: where the device is now; it then begins there.
  ///   - relaxed: without limits, but for own vehicles (TV-RTE-10).
  func plan(
    _ occurrence: Occurrence, in timeline: [Occurrence], from live: LonLat? = nil,
    relaxed: Bool = false
  ) -> TravelPlan {
    var rules = preferences.rules(for: occurrence)
    if relaxed { rules = rules.relaxed }
    return plan(
      occurrence, after: Self.previous(of: occurrence, in: timeline), by: rules,
      car: parkedCar(before: occurrence, in: timeline), from: live)
  }

  /// Plans the way to one occurrence from the one before it.
  ///
  /// - Parameter car: where the own car stands, unless it is at hand.
  func plan(
    _ occurrence: Occurrence, after previous: Occurrence?, by rules: TravelRules, car: ParkedCar?,
    from live: LonLat? = nil
  ) -> TravelPlan {
    var plan = TravelPlan(
      item: occurrence.item.id, account: account, occurrence: occurrence.start, origin: .none,
      verdict: .unknown, detail: "", basis: basis(occurrence, previous, rules, car),
      computedAt: now)
    guard let target = occurrence.position else {
      plan.reason = .noPosition
      plan.detail = "It has no position, so there is no way to it."
      return plan
    }
    guard let (origin, from, earliest) = departure(previous, live) else {
      plan.reason = .noOrigin
      plan.detail = "Set a home or send your position to learn the way to the first appointment."
      return plan
    }
    plan.origin = origin
    plan.previous = origin == .previous ? previous?.item.id : nil
    fill(&plan, from, target, earliest, rules, car)
    return plan
  }

  /// What is said of an occurrence that has begun before a way to it was planned.
  func unplanned(_ occurrence: Occurrence, in timeline: [Occurrence]) -> TravelPlan {
    TravelPlan(
      item: occurrence.item.id, account: account, occurrence: occurrence.start, origin: .none,
      verdict: .unknown, detail: occurrence.end > now ? "It has begun." : "It is over.",
      basis: basis(of: occurrence, in: timeline), computedAt: now)
  }

  /// Whether one who sets out from a place then or later is at another at a time, as a plan says.
  func verdict(
    from: LonLat, to target: LonLat, at start: Instant, earliest: Instant, by rules: TravelRules
  ) -> TravelPlan.Verdict {
    var plan = TravelPlan(
      item: EntityID(high: 0, low: 0), account: account, occurrence: start, origin: .none,
      verdict: .unknown, detail: "", basis: [], computedAt: now)
    fill(&plan, from, target, earliest, rules, nil)
    return plan.verdict
  }

  private func departure(
    _ previous: Occurrence?, _ live: LonLat?
  ) -> (TravelPlan.Origin, LonLat, Instant)? {
    if let live { return (.live, live, now) }
    if let previous, let position = previous.position {
      return (.previous, position, max(previous.end, now))
    }
    return preferences.home?.position.map { (.home, $0, now) }
  }

  private func fill(
    _ plan: inout TravelPlan, _ from: LonLat, _ target: LonLat, _ earliest: Instant,
    _ rules: TravelRules, _ car: ParkedCar?
  ) {
    guard !rules.modes.isEmpty else {
      plan.verdict = .unreachable
      plan.reason = .limits
      plan.detail = "None of the means chosen for it is at hand that day."
      return
    }
    let early = plan.occurrence.adding(seconds: Int64(-60 * preferences.buffer))
    switch answer(from, target, .arriveBy(early), rules, car) {
    case .journey(let journey) where journey.departure >= earliest:
      let margin = Int(clamping: Int64(journey.departure.seconds(since: earliest)))
      plan.margin = margin
      plan.verdict = margin < TravelPlan.tightSeconds ? .tight : .reachable
      take(journey, &plan)
      guard journey.arrival < early.adding(seconds: -TravelPlan.earlySeconds) else { return }
      if rules.order != .fastest {
        var other = plan
        hurry(&other, from, target, earliest, rules, car, instead: "come hours before it")
        if other.isInTime { return plan = other }
      }
      plan.verdict = .early
      plan.detail = plan.comesEarly
    case .journey:
      let late = answer(from, target, .departAt(earliest), rules, car)
      if rules.order != .fastest, !late.arrives(by: plan.occurrence) {
        // What one likes best comes too late; whether one can be there is for the fastest to say.
        return hurry(&plan, from, target, earliest, rules, car, instead: "come too late")
      }
      guard case .journey(let late) = late else {
        plan.verdict = .unreachable
        plan.reason = .tooLate
        plan.detail = "The way takes longer than there is time."
        return
      }
      let margin = Int(clamping: Int64(plan.occurrence.seconds(since: late.arrival)))
      plan.margin = margin
      plan.verdict = margin < 0 ? .unreachable : .tight
      take(late, &plan)
      guard margin < 0 else { return }
      plan.reason = .tooLate
      plan.detail = "One would come \(minutes(-margin)) too late."
    case .none(let why):
      plan.reason = TravelPlan.Reason(why.reason)
      plan.detail = why.detail
      switch why.reason {
      case .noPath, .limits: plan.verdict = .unreachable
      case .noNetworkNear, .outsideTimetable, .unavailable: plan.verdict = .unknown
      }
    }
  }

  /// Plans the fastest way in place of the one that is preferred.
  ///
  /// - Parameter instead: what the other would do.
  private func hurry(
    _ plan: inout TravelPlan, _ from: LonLat, _ target: LonLat, _ earliest: Instant,
    _ rules: TravelRules, _ car: ParkedCar?, instead: String
  ) {
    var hurried = rules
    hurried.order = .fastest
    fill(&plan, from, target, earliest, hurried, car)
    guard plan.isInTime else { return }
    let note = "The way that is preferred would \(instead): this is the fastest."
    plan.detail = plan.detail.isEmpty ? note : "\(note) \(plan.detail)"
  }

  /// The way home after the last appointment of a day that has a position; nil after any other,
  /// and where no home is known.
  ///
  /// It leads to where the own car was left, and home with it.
  ///
  /// - Parameter plan: how one gets to the appointment.
  func wayHome(
    after occurrence: Occurrence, in timeline: [Occurrence], _ plan: TravelPlan
  ) -> TravelAnswer? {
    guard let from = occurrence.position, let home = preferences.home?.position,
      Self.next(after: occurrence, in: timeline) == nil
    else { return nil }
    let rules = preferences.rules(for: occurrence)
    guard !rules.modes.isEmpty else {
      return .none(NoJourney(.limits, "None of the means chosen for it is at hand that day."))
    }
    let car = plan.carStands(before: parkedCar(before: occurrence, in: timeline))
    return answer(from, home, .departAt(occurrence.end), rules, car, isHome: true)
  }

  private func take(_ journey: Journey, _ plan: inout TravelPlan) {
    plan.journey = journey
    plan.leaveAt = journey.departure
    plan.arriveAt = journey.arrival
    plan.detail = journey.estimate ?? ""
  }

  /// Nobody travels between places that are the same.
  private func answer(
    _ from: LonLat, _ to: LonLat, _ timing: TravelTiming, _ rules: TravelRules,
    _ car: ParkedCar?, isHome: Bool = false
  ) -> TravelAnswer {
    guard Geodesic.distance(from: from, to: to) >= 1 else {
      let time: Instant
      switch timing {
      case .departAt(let at), .arriveBy(let at): time = at
      }
      var stay = Journey(legs: [], departure: time, arrival: time, distance: 0, co2: 0)
      stay.carStands = car
      return .journey(stay)
    }
    var request = TravelRequest(from: from, to: to, timing: timing, rules: rules)
    request.changeTime = preferences.changeTime
    request.boardingTime = preferences.boardingTime
    guard let car else { return times.journey(request) }
    return answer(request, past: car, isHome: isHome)
  }

  /// A digest of everything that a plan depends on, but for the time of its making and a position
  /// that a device sends.
  func basis(
    _ occurrence: Occurrence, _ previous: Occurrence?, _ rules: TravelRules, _ car: ParkedCar?
  ) -> [UInt8] {
    var json = JSONWriter(capacity: 512)
    func place(_ position: LonLat?, _ json: inout JSONWriter) {
      json.number(position?.lon ?? .nan)
      json.number(position?.lat ?? .nan)
    }
    json.array { json in
      json.integer(occurrence.start.milliseconds)
      place(occurrence.position, &json)
      if let previous {
        json.id(previous.item.id)
        json.integer(previous.end.milliseconds)
        place(previous.position, &json)
      } else {
        place(preferences.home?.position, &json)
      }
      json.string(WordSet.encode(rules.modes))
      json.number(rules.maximumWalk ?? -1)
      json.string(WordSet.encode(rules.avoiding))
      json.string(rules.order.rawValue)
      if preferences.buffer > 0 { json.integer(Int64(preferences.buffer)) }
      if preferences.changeTime != ItineraryRequest.usualChange {
        json.string("changeTime \(preferences.changeTime)")
      }
      json.string("boardingTime \(preferences.boardingTime)")
      if let car {
        json.string("car")
        place(car.position, &json)
      }
    }
    let isSoon = occurrence.start < now.adding(seconds: Self.soon)
    let version = isSoon ? times.dataVersion : times.lastingVersion
    return BLAKE2b.hash(json.bytes).bytes + Array(version.utf8)
  }
}

extension TravelAnswer {
  fileprivate func arrives(by time: Instant) -> Bool {
    guard case .journey(let journey) = self else { return false }
    return journey.arrival <= time
  }
}

extension TravelPlan {
  /// Whether one is there in time, and not hours before it.
  var isInTime: Bool { verdict == .reachable || verdict == .tight }

  /// Says how long before the time one would be there.
  fileprivate var comesEarly: String {
    let hours = arriveAt.map { Int(clamping: Int64(occurrence.seconds(since: $0)) / 3600) } ?? 0
    let said = "Nothing comes closer to it: one would be there \(hours) hours before."
    return detail.isEmpty ? said : "\(said) \(detail)"
  }
}

/// `1 minute`, `12 minutes`: seconds rounded up.
func minutes(_ seconds: Int) -> String {
  let count = max(0, (seconds + 59) / 60)
  return count == 1 ? "1 minute" : "\(count) minutes"
}
