import Base

extension TransitEngine {
  /// Whether any fares are known.
  public var hasFares: Bool { !timetable.fares.isEmpty }

  /// The currency in which rides are paid, the first that is named; nil if no fares are known.
  public var currency: String? { timetable.fares.fares.first?.price.currency }

  /// The least that a journey costs; nil if the fares that are known do not pay for all its rides.
  ///
  /// - Complexity: O(rides² · fare rules for their zones).
  public func price(of journey: Journey) -> Price? {
    guard hasFares else { return nil }
    return fares.price(
      journey.rides.map { ride in
        FareCalculator.Ride(
          route: ride.route, agency: timetable.routes[ride.route].agency,
          stops: ride.calls.map(\.stop),
          boarding: (ride.calls.first?.departure.milliseconds ?? 0) / 1000)
      })
  }
}
