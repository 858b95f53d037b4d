import Base

/// A departure as a board at a stop shows it.
///
/// - Thread: pure.
public struct BoardDeparture: Sendable, Hashable {
  /// Position in ``TransitEngine/stops``.
  public var stop: Int
  /// Position in ``TransitEngine/timetables``, and there in ``Timetable/routes``.
  public var feed: Int
  public var route: Int
  /// The feed's `trip_id`.
  public var trip: String
  /// Where it says it goes; the name of its last stop if the feed does not say.
  public var headsign: String
  public var mode: TransportMode
  /// By the timetable, and with the delays that are known.
  public var planned: Instant
  public var expected: Instant
  /// If it runs by headway, the seconds between two; its times are then one of many.
  public var headwaySeconds: Int?
}

extension TransitEngine {
  /// What leaves from stops, for people to get on.
  ///
  /// Cancelled trips and skipped stops are not among it.
  ///
  /// - Parameters:
  ///   - stops: platforms; stations are those of their platforms (``Timetable/platforms(of:)``).
  ///   - seconds: how far the board looks ahead, at most a day.
  /// - Returns: at most `limit`, in the order of the expected departures.
  /// - Throws: ``Refusal`` `outside-timetable`.
  /// - Complexity: O(departures in the time, log).
  public func board(
    _ stops: [Int], from start: Instant, seconds: Int, limit: Int
  ) throws(Refusal) -> [BoardDeparture] {
    let day = try day(around: start)
    let window = day.forward
    let first = self.seconds(start, day, roundUp: true)
    let last = first + Int32(min(max(seconds, 0), 86_400))
    var found: [BoardDeparture] = []
    for stop in Set(stops) where self.stops.indices.contains(stop) {
      for at in Int(window.callStarts[stop])..<Int(window.callStarts[stop + 1]) {
        let line = window.lines[Int(window.calls[at].line)]
        let position = Int(window.calls[at].position)
        // Nobody gets on at the last stop.
        guard window.flags[Int(line.firstStop) + position] & 1 != 0,
          position + 1 < Int(line.stopCount),
          var trip = window.trip(
            of: line, at: position, leavingAfter: first, before: Int(line.tripCount))
        else { continue }
        while trip < Int(line.tripCount), window.departure(line, trip, position) <= last {
          found.append(departure(line, trip, position, stop, day))
          trip += 1
        }
      }
    }
    found.sort {
      ($0.expected, $0.planned, $0.stop, $0.trip) < ($1.expected, $1.planned, $1.stop, $1.trip)
    }
    return Array(found.prefix(max(limit, 0)))
  }

  private func departure(
    _ line: ServiceWindow.Line, _ number: Int, _ position: Int, _ stop: Int, _ day: Day
  ) -> BoardDeparture {
    let part = parts[Int(line.feed)]
    let timetable = part.timetable
    let pattern = timetable.patterns[Int(line.pattern)]
    let run = day.forward.tripDays[Int(line.firstTrip) + number]
    let trip = timetable.trips[Int(run.trip)]
    let name = timetable.tripNames[Int(trip.name)]
    let end = Int(timetable.patternStops[pattern.stops.upperBound - 1])
    return BoardDeparture(
      stop: stop, feed: Int(line.feed), route: Int(pattern.route), trip: name.id,
      headsign: name.headsign.isEmpty ? timetable.stops[end].name : name.headsign,
      mode: timetable.routes[Int(pattern.route)].mode,
      planned: part.planned(
        timetable.departures[Int(trip.times) + position] + trip.shift, layer: run.layer,
        day: day.day, origin: day.origin),
      expected: Instant(
        milliseconds: (day.origin + Int64(day.forward.departure(line, number, position))) * 1000),
      headwaySeconds: trip.headway == 0 ? nil : Int(trip.headway))
  }
}
