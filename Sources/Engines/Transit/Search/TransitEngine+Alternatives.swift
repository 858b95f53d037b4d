import Base

extension TransitEngine {
  /// Journeys from a moment on of which none is better than another in arrival, number of rides,
  /// walking and CO2 at once; keeps the limits on walking and CO2 of the whole journey.
  ///
  /// Journeys that differ by less than 50 m or 10 g from one that arrives no later are left out
  /// where there is no limit of that kind.
  ///
  /// - Parameter nearQuickest: whether only those are wanted that arrive within half of the duration
  ///   of the quickest after it, at least half an hour and at most two hours, with one ride more at most
  ///   (a restricted Pareto set).
  /// - Returns: fewest rides first, then earliest.
  /// - Throws: as ``earliest(_:departAt:)``.
  /// - Complexity: that of ``earliest(_:departAt:)`` times the size of the bags; below a millisecond
  ///   in a city.
  public func alternatives(
    _ query: TransitQuery, departAt instant: Instant, nearQuickest: Bool = false
  ) throws(Refusal) -> [Journey] {
    try check(query)
    let day = try day(around: instant, query)
    let start = seconds(instant, day, roundUp: true)
    let found = pareto(
      day.forward, day.backward, query.access, query.egress, start, query, nearQuickest)
    return told(found, day)
  }

  /// The same of journeys that arrive by a moment: none leaves earlier than another without being
  /// better in something else.
  ///
  /// - Returns: fewest rides first, then latest departure.
  public func alternatives(
    _ query: TransitQuery, arriveBy instant: Instant, nearQuickest: Bool = false
  ) throws(Refusal) -> [Journey] {
    try check(query)
    let day = try day(around: instant, query)
    let end = seconds(instant, day, roundUp: false)
    let found = pareto(
      day.backward, day.forward, query.egress, query.access, -end, query, nearQuickest)
    return told(found.map { $0.reversed(day.backward) }, day)
  }

  private func pareto(
    _ window: ServiceWindow, _ opposite: ServiceWindow, _ access: [StopAccess],
    _ egress: [StopAccess], _ start: Int32, _ query: TransitQuery, _ nearQuickest: Bool
  ) -> [FoundJourney] {
    var rides = query.maximumRides
    var latest = start + Int32(query.maximumDuration)
    var ceilings: [Int32]?
    if nearQuickest {
      var quickest = RoundSearch(stopCount: window.stopCount, rides: rides)
      quickest.start(egress: egress, latest: latest, change: query.change)
      guard quickest.run(window, access: access, departure: start, modes: query.modeBits),
        let arrival = quickest.goals.min(),
        let fewest = quickest.goals.firstIndex(of: arrival)
      else { return [] }
      latest = min(latest, arrival + min(max((arrival - start) / 2, 1800), 7200))
      rides = min(rides, fewest + 1)
      ceilings = quickest.ceilingsBackwards
    }
    var remaining = RoundSearch(stopCount: window.stopCount, rides: rides)
    remaining.start(egress: [], latest: -start, change: query.change, ceilings: ceilings)
    _ = remaining.run(opposite, access: egress, departure: -latest, modes: query.modeBits)
    let bounds = ParetoSearch.Bounds(
      walk: Int32(clamping: query.maximumWalk ?? Int(Int32.max)),
      grams: Int32(clamping: query.maximumGrams ?? Int(Int32.max)), latest: latest,
      walkSlack: query.maximumWalk == nil ? 50 : 0,
      gramSlack: query.maximumGrams == nil ? 10 : 0, change: query.change)
    var search = ParetoSearch(
      window, access: access, egress: egress, modes: query.modeBits, bounds: bounds,
      remaining: remaining)
    return search.run(departure: start).map { $0.tightened(window, query.change) }
  }
}
