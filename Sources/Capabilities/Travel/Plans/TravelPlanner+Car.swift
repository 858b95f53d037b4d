import Calendar
import Itineraries

extension TravelPreferences {
  /// Whether a park and ride is among the means of any day.
  var parksAndRides: Bool {
    general.modes.contains(.parkAndRide)
      || days.values.contains { $0.modes.contains(.parkAndRide) }
  }
}

extension TravelPlanner {
  /// Where the own car stands when one sets out for an occurrence; nil if it is at hand, as it is at
  /// home.
  ///
  /// - Parameter timeline: in order of time.
  func parkedCar(before occurrence: Occurrence, in timeline: [Occurrence]) -> ParkedCar? {
    guard preferences.parksAndRides,
      let previous = Self.previous(of: occurrence, in: timeline)
    else { return nil }
    let car = parkedCar(before: previous, in: timeline)
    // The way there has been gone: as it was planned, for all that is known.
    if previous.start <= now { return kept[previous.key].map { $0.carStands(before: car) } ?? car }
    let place = Self.previous(of: previous, in: timeline)
    let rules = preferences.rules(for: previous)
    if let plan = kept[previous.key],
      plan.holds(on: basis(previous, place, rules, car), now: now)
    {
      return plan.carStands(before: car)
    }
    return plan(previous, after: place, by: rules, car: car).carStands(before: car)
  }

  /// The way from one place to another while the own car stands somewhere else: without it, or first
  /// there and on by car, whichever is better.
  ///
  /// - Parameter isHome: whether the car has to come along.
  func answer(_ request: TravelRequest, past car: ParkedCar, isHome: Bool) -> TravelAnswer {
    guard isHome || request.rules.modes.contains(.car),
      case .journey(let driven) = times.journey(request.fetching(car))
    else { return without(request, car) }
    guard !isHome, case .journey(let other) = without(request, car) else {
      return .journey(driven)
    }
    let isBetter =
      switch request.timing {
      case .departAt: driven.arrival < other.arrival
      case .arriveBy: driven.departure > other.departure
      }
    return .journey(isBetter ? driven : other)
  }

  private func without(_ request: TravelRequest, _ car: ParkedCar) -> TravelAnswer {
    var request = request
    request.rules.modes.subtract([.car, .parkAndRide])
    guard !request.rules.modes.isEmpty else {
      return .none(NoJourney(.limits, "The car stands elsewhere, and no other means is at hand."))
    }
    let answer = times.journey(request)
    guard case .journey(var journey) = answer else { return answer }
    journey.carStands = car
    return .journey(journey)
  }
}

extension TravelPlan {
  /// Where the own car stands when one is there.
  ///
  /// - Parameter car: where it stood when one set out.
  func carStands(before car: ParkedCar?) -> ParkedCar? { journey.map(\.carStands) ?? car }
}

extension TravelRequest {
  fileprivate func fetching(_ car: ParkedCar) -> TravelRequest {
    var request = self
    request.car = car
    return request
  }
}
