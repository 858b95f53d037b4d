import Base

extension TransitEngine {
  /// Journeys from a moment on of which none is better than another in arrival, number of rides,
  /// walking and CO2 at once; keeps the limits on walking and CO2 of the whole journey.
  ///
  /// Journeys that differ by less than 50 m or 10 g from one that arrives no later are left out
  /// where there is no limit of that kind.
  ///
  /// - Returns: fewest rides first, then earliest.
  /// - Throws: as ``earliest(_:departAt:)``.
  /// - Complexity: that of ``earliest(_:departAt:)`` times the size of the bags; about a
  ///   millisecond in a city.
  public func alternatives(
    _ query: TransitQuery, departAt instant: Instant
  ) throws(Refusal) -> [Journey] {
    try check(query)
    let day = try day(around: instant)
    let start = seconds(instant, day, roundUp: true)
    let found = pareto(day.forward, query.access, query.egress, start, query)
    return told(found, day)
  }

  /// The same of journeys that arrive by a moment: none leaves earlier than another without being
  /// better in something else.
  ///
  /// - Returns: fewest rides first, then latest departure.
  public func alternatives(
    _ query: TransitQuery, arriveBy instant: Instant
  ) throws(Refusal) -> [Journey] {
    try check(query)
    let day = try day(around: instant)
    let end = seconds(instant, day, roundUp: false)
    let found = pareto(day.backward, query.egress, query.access, -end, query)
    return told(found.map { $0.reversed(day.backward) }, day)
  }

  private func pareto(
    _ window: ServiceWindow, _ access: [StopAccess], _ egress: [StopAccess], _ start: Int32,
    _ query: TransitQuery
  ) -> [FoundJourney] {
    let bounds = ParetoSearch.Bounds(
      walk: Int32(clamping: query.greatestWalk ?? Int(Int32.max)),
      grams: Int32(clamping: query.greatestGrams ?? Int(Int32.max)),
      latest: start + Int32(query.greatestDuration),
      walkSlack: query.greatestWalk == nil ? 50 : 0,
      gramSlack: query.greatestGrams == nil ? 10 : 0)
    var search = ParetoSearch(window, egress: egress, modes: query.modeBits, bounds: bounds)
    return search.run(
      access: access, egress: egress, departure: start, rides: query.greatestRides
    ).map { $0.tightened(window) }
  }
}
