import Base

/// When to leave and when one arrives: a row of a table of all departures.
///
/// - Thread: pure.
public struct TransitDeparture: Sendable, Hashable {
  /// When to leave the origin at the latest for the first ride.
  public var departure: Instant
  /// The earliest arrival after leaving then.
  public var arrival: Instant
  /// The fewest rides that arrive as early.
  public var rides: Int
}

extension TransitEngine {
  /// Longest span of a table of departures, in seconds.
  public static let maximumSpan = 86_400

  /// All departures of a span of time that are worth leaving at: each arrives earlier than every
  /// later one.
  ///
  /// Answers "when must I leave" for every moment of arrival at once: the last row that arrives in
  /// time.
  ///
  /// - Parameters:
  ///   - start: the earliest departure.
  ///   - end: the latest; at most ``maximumSpan`` seconds later.
  /// - Returns: in the order of departure.
  /// - Throws: as ``earliest(_:departAt:)``, or for a span that makes no sense.
  /// - Complexity: about one search per departure from the stops around, each of which stops where
  ///   a later departure arrives as early.
  public func departures(
    _ query: TransitQuery, from start: Instant, until end: Instant
  ) throws(Refusal) -> [TransitDeparture] {
    try check(query)
    guard query.maximumWalk == nil, query.maximumGrams == nil else {
      throw .invalid("greatestWalk", "is not kept by a table of departures; ask for alternatives")
    }
    guard start <= end, end.milliseconds - start.milliseconds <= Int64(Self.maximumSpan) * 1000
    else { throw .invalid("until", "must lie at most a day behind the earliest departure") }
    let day = try day(around: start, query)
    let span =
      seconds(
        start, day, roundUp: true)...max(
        seconds(start, day, roundUp: true), seconds(end, day, roundUp: false))
    var search = RoundSearch(stopCount: stops.count, rides: query.maximumRides)
    search.start(egress: query.egress, latest: RoundSearch.never, change: query.change)
    var best = RoundSearch.never
    var result: [TransitDeparture] = []
    for departure in moments(day.forward, query, span).reversed() {
      guard
        search.run(
          day.forward, access: query.access, departure: departure, modes: query.modeBits),
        let arrival = search.goals.min(), arrival < best
      else { continue }
      best = arrival
      guard arrival - departure <= Int32(query.maximumDuration),
        let rides = search.goals.firstIndex(of: arrival)
      else { continue }
      result.append(
        TransitDeparture(
          departure: Instant(milliseconds: (day.origin + Int64(departure)) * 1000),
          arrival: Instant(milliseconds: (day.origin + Int64(arrival)) * 1000), rides: rides))
    }
    return result.reversed()
  }

  /// When one has to leave the origin for each departure at the stops around it, in order.
  private func moments(
    _ window: ServiceWindow, _ query: TransitQuery, _ span: ClosedRange<Int32>
  ) -> [Int32] {
    var moments: Set<Int32> = []
    let modes = query.modeBits
    for way in query.access {
      for at in Int(window.callStarts[way.stop])..<Int(window.callStarts[way.stop + 1]) {
        let call = window.calls[at]
        let line = window.lines[Int(call.line)]
        let position = Int(call.position)
        guard line.mode & modes != 0, window.flags[Int(line.firstStop) + position] & 1 != 0
        else { continue }
        for trip in 0..<Int(line.tripCount) {
          let moment = window.departure(line, trip, position) - Int32(way.seconds)
          if span.contains(moment) { moments.insert(moment) }
        }
      }
    }
    return moments.sorted()
  }
}
