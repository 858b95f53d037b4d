import Base

extension TransitEngine {
  /// Whether any fares are known.
  public var hasFares: Bool { currency != nil }

  /// The currency in which rides are paid, the first that is named; nil if no fares are known.
  public var currency: String? {
    parts.lazy.compactMap { $0.timetable.fares.fares.first?.price.currency }.first
  }

  /// The least that a journey costs; nil if the fares that are known do not pay for all its rides,
  /// or are of different currencies.
  ///
  /// No fare pays for rides of several timetables.
  ///
  /// - Complexity: O(rides² · fare rules for their zones).
  public func price(of journey: Journey) -> Price? {
    guard hasFares else { return nil }
    let rides = journey.rides
    var sum: Price?
    var start = 0
    while start < rides.count {
      let feed = rides[start].feed
      let end = rides[start...].firstIndex { $0.feed != feed } ?? rides.count
      guard let price = price(rides[start..<end], parts[feed]),
        sum.map({ $0.currency == price.currency }) ?? true
      else { return nil }
      sum = Price(
        minorUnits: (sum?.minorUnits ?? 0) + price.minorUnits, currency: price.currency)
      start = end
    }
    return sum
  }

  private func price(_ rides: ArraySlice<Journey.Ride>, _ part: FeedPart) -> Price? {
    part.fares.price(
      rides.map { ride in
        FareCalculator.Ride(
          route: ride.route, agency: part.timetable.routes[ride.route].agency,
          stops: part.timetable.patternStops[ride.path].map { Int($0) },
          boarding: (ride.calls.first?.departure.milliseconds ?? 0) / 1000)
      })
  }
}
