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
  /// Whether the trip does not run, or passes this stop; its expected departure is the planned one.
  public var isCancelled = false
}

extension TransitEngine {
  /// What leaves from stops, for people to get on.
  ///
  /// Cancelled trips and skipped stops are among it only if asked for: whoever waits for one should
  /// see that it does not come, whoever looks for the next ride need not.
  ///
  /// - Parameters:
  ///   - stops: platforms; stations are those of their platforms (``Timetable/platforms(of:)``).
  ///   - seconds: how far the board looks ahead, at most a day.
  /// - Returns: at most `limit`, in the order of the expected departures.
  /// - Throws: ``Refusal`` `outside-timetable`.
  /// - Complexity: O(departures in the time, log); with the cancelled ones O(trips) where delays are known.
  public func board(
    _ stops: [Int], from start: Instant, seconds: Int, limit: Int, withCancelled: Bool = false
  ) throws(Refusal) -> [BoardDeparture] {
    let day = try day(
      around: start,
      TransitQuery(
        access: stops.map { StopAccess(stop: $0, seconds: 0, metres: 0) }, egress: []))
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
    if withCancelled {
      let end = Instant(milliseconds: (day.origin + Int64(last)) * 1000)
      for feed in parts.indices where !parts[feed].delays.isEmpty {
        found += cancelled(feed, Set(stops), from: start, to: end)
      }
    }
    found.sort {
      ($0.expected, $0.planned, $0.stop, $0.trip) < ($1.expected, $1.planned, $1.stop, $1.trip)
    }
    return Array(found.prefix(max(limit, 0)))
  }

  /// What would have left from stops by the timetable, and is known not to.
  private func cancelled(
    _ feed: Int, _ stops: Set<Int>, from start: Instant, to end: Instant
  ) -> [BoardDeparture] {
    let part = parts[feed]
    let timetable = part.timetable
    // A trip of an earlier day can still be under way.
    let back = min(1 + Int(timetable.latestTime) / 86_400, 15)
    let days = part.clock.day(of: start) - back...part.clock.day(of: end)
    var found: [BoardDeparture] = []
    for pattern in timetable.patterns {
      for (position, at) in pattern.stops.dropLast().enumerated() {
        let stop = Int(timetable.patternStops[at]) + part.firstStop
        guard stops.contains(stop), timetable.patternFlags[at] & 1 != 0 else { continue }
        for number in pattern.trips {
          let trip = timetable.trips[number]
          for day in days {
            guard timetable.services[Int(trip.service)].contains(day - timetable.firstDay),
              let delay = part.delays.delays(timetable, trip, day: day),
              delay.isCancelled || delay.skipped.contains(position)
            else { continue }
            let seconds = timetable.departures[Int(trip.times) + position] + trip.shift
            let planned = Instant(
              milliseconds: (part.clock.origin(ofDay: day) + Int64(seconds)) * 1000)
            guard planned >= start, planned <= end else { continue }
            var departure = departure(trip, pattern, stop, feed, planned: planned)
            departure.isCancelled = true
            found.append(departure)
          }
        }
      }
    }
    return found
  }

  private func departure(
    _ trip: Timetable.Trip, _ pattern: Timetable.Pattern, _ stop: Int, _ feed: Int,
    planned: Instant
  ) -> BoardDeparture {
    let timetable = parts[feed].timetable
    let name = timetable.tripNames[Int(trip.name)]
    let end = Int(timetable.patternStops[pattern.stops.upperBound - 1])
    return BoardDeparture(
      stop: stop, feed: feed, route: Int(pattern.route), trip: name.id,
      headsign: name.headsign.isEmpty ? timetable.stops[end].name : name.headsign,
      mode: timetable.routes[Int(pattern.route)].mode, planned: planned, expected: planned,
      headwaySeconds: trip.headway == 0 ? nil : Int(trip.headway))
  }

  private func departure(
    _ line: ServiceWindow.Line, _ number: Int, _ position: Int, _ stop: Int, _ day: Day
  ) -> BoardDeparture {
    let part = parts[Int(line.feed)]
    let timetable = part.timetable
    let pattern = timetable.patterns[Int(line.pattern)]
    let run = day.forward.tripDays[Int(line.firstTrip) + number]
    let trip = timetable.trips[Int(run.trip)]
    let planned = part.planned(
      timetable.departures[Int(trip.times) + position] + trip.shift, layer: run.layer,
      day: day.day, origin: day.origin)
    var found = departure(trip, pattern, stop, Int(line.feed), planned: planned)
    found.expected = Instant(
      milliseconds: (day.origin + Int64(day.forward.departure(line, number, position))) * 1000)
    return found
  }
}
