import Base

extension TransitEngine {
  /// When one gets off at each stop at the earliest, leaving at a moment or later.
  ///
  /// - Parameter query: of which the access, the means, the changes and the longest time count; the
  ///   egress only for whether a timetable holds there.
  /// - Returns: by the stop's number; nil for stops that are not reached by a ride within the query's
  ///   longest time.
  /// - Throws: as ``earliest(_:departAt:)``.
  /// - Complexity: one search, without a destination to end it early.
  public func reach(_ query: TransitQuery, departAt instant: Instant) throws(Refusal) -> [Instant?]
  {
    try check(query)
    let day = try day(around: instant, query)
    let start = seconds(instant, day, roundUp: true)
    var search = RoundSearch(stopCount: stops.count, rides: query.maximumRides)
    search.start(
      egress: [], latest: start + Int32(query.maximumDuration), change: query.change)
    _ = search.run(day.forward, access: query.access, departure: start, modes: query.modeBits)
    return stops.indices.map { stop in
      let arrival = search.arrival(at: stop)
      return arrival == RoundSearch.never
        ? nil : Instant(milliseconds: (day.origin + Int64(arrival)) * 1000)
    }
  }
}
