import Base

/// What a search found, before it is told with names and instants.
struct FoundJourney: Hashable {
  struct Ride: Hashable {
    var line: Int
    var trip: Int
    var board: Int
    var alight: Int
  }

  var access: StopAccess
  var rides: [Ride]
  var egress: StopAccess

  /// The journey of the other direction of time, found in `window`, a reversed one.
  func reversed(_ window: ServiceWindow) -> FoundJourney {
    FoundJourney(
      access: egress,
      rides: rides.reversed().map { ride in
        let line = window.lines[ride.line]
        let last = Int(line.stopCount) - 1
        return Ride(
          line: ride.line, trip: Int(line.tripCount) - 1 - ride.trip, board: last - ride.alight,
          alight: last - ride.board)
      },
      egress: access)
  }
}

extension FoundJourney {
  /// The same rides on later trips of their lines as long as the last stays as it is, so that time
  /// is not spent waiting between rides but before the first.
  func tightened(_ window: ServiceWindow, _ rule: ChangeRule) -> FoundJourney {
    var result = self
    for at in rides.indices.dropLast().reversed() {
      let (ride, next) = (result.rides[at], result.rides[at + 1])
      let (line, nextLine) = (window.lines[ride.line], window.lines[next.line])
      let from = Int(window.stops[Int(line.firstStop) + ride.alight])
      let to = Int(window.stops[Int(nextLine.firstStop) + next.board])
      var change = window.change(at: from, rule)
      if from != to {
        guard let edge = window.footpaths.edge(from: from, to: to) else { continue }
        change = window.change(edge, rule)
      }
      let departure = window.departure(nextLine, next.trip, next.board)
      while result.rides[at].trip + 1 < Int(line.tripCount),
        window.arrival(line, result.rides[at].trip + 1, ride.alight) + change <= departure
      {
        result.rides[at].trip += 1
      }
    }
    return result
  }
}

/// Tells journeys with names and instants.
struct JourneyBuilder {
  let parts: [FeedPart]
  /// The window of times that run forwards.
  let window: ServiceWindow
  /// The day of the window.
  let day: Int
  /// Seconds since 1970 of the window's zero.
  let origin: Int64

  private func instant(_ seconds: Int32) -> Instant {
    Instant(milliseconds: (origin + Int64(seconds)) * 1000)
  }

  func journey(_ found: FoundJourney) -> Journey? {
    guard let first = found.rides.first, let last = found.rides.last else { return nil }
    let start = departure(first, first.board) - Int32(found.access.seconds)
    let end = arrival(last, last.alight)
    var legs: [Journey.Leg] = [
      .walk(
        Journey.Walk(
          from: nil, to: found.access.stop, departure: instant(start),
          arrival: instant(start + Int32(found.access.seconds - found.access.margin)),
          metres: found.access.metres))
    ]
    var walked = found.access.metres + found.egress.metres
    var grams = 0
    var before: FoundJourney.Ride?
    for ride in found.rides {
      if let before {
        let from = stop(before, before.alight)
        let to = stop(ride, ride.board)
        if from != to {
          guard let edge = window.footpaths.edge(from: from, to: to) else { return nil }
          let leave = arrival(before, before.alight)
          walked += Int(edge.metres)
          legs.append(
            .walk(
              Journey.Walk(
                from: from, to: to, departure: instant(leave),
                arrival: instant(leave + edge.seconds), metres: Int(edge.metres))))
        }
      }
      let told = self.ride(ride)
      grams += told.grams
      legs.append(.ride(told))
      before = ride
    }
    let arrival = end + Int32(found.egress.seconds)
    legs.append(
      .walk(
        Journey.Walk(
          from: found.egress.stop, to: nil, departure: instant(end), arrival: instant(arrival),
          metres: found.egress.metres)))
    return Journey(
      legs: legs, departure: instant(start), arrival: instant(arrival), walkMetres: walked,
      grams: grams)
  }

  private func arrival(_ ride: FoundJourney.Ride, _ position: Int) -> Int32 {
    window.arrival(window.lines[ride.line], ride.trip, position)
  }

  private func departure(_ ride: FoundJourney.Ride, _ position: Int) -> Int32 {
    window.departure(window.lines[ride.line], ride.trip, position)
  }

  private func stop(_ ride: FoundJourney.Ride, _ position: Int) -> Int {
    Int(window.stops[Int(window.lines[ride.line].firstStop) + position])
  }

  private func ride(_ ride: FoundJourney.Ride) -> Journey.Ride {
    let line = window.lines[ride.line]
    let part = parts[Int(line.feed)]
    let timetable = part.timetable
    let pattern = timetable.patterns[Int(line.pattern)]
    let run = window.tripDays[Int(line.firstTrip) + ride.trip]
    let trip = timetable.trips[Int(run.trip)]
    let name = timetable.tripNames[Int(trip.name)]
    let first = Int(pattern.firstStop)
    func planned(_ seconds: Int32) -> Instant {
      part.planned(seconds + trip.shift, layer: run.layer, day: day, origin: origin)
    }
    let times = Int(trip.times)
    // Where nobody may board or alight it does not call: it is diverted, or the feed says so.
    let served = (ride.board...ride.alight).filter { position in
      position == ride.board || position == ride.alight
        || window.flags[Int(line.firstStop) + position] != 0
    }
    return Journey.Ride(
      feed: Int(line.feed), route: Int(pattern.route), trip: name.id, headsign: name.headsign,
      mode: timetable.routes[Int(pattern.route)].mode,
      calls: served.map { position in
        Journey.Call(
          stop: stop(ride, position), arrival: instant(arrival(ride, position)),
          departure: instant(departure(ride, position)))
      },
      metres: Int(
        timetable.patternMetres[first + ride.alight] - timetable.patternMetres[first + ride.board]),
      grams: Int(
        timetable.patternGrams[first + ride.alight] - timetable.patternGrams[first + ride.board]),
      start: instant(departure(ride, 0)),
      plannedDeparture: planned(timetable.departures[times + ride.board]),
      plannedArrival: planned(timetable.arrivals[times + ride.alight]),
      headwaySeconds: trip.headway == 0 ? nil : Int(trip.headway),
      wheelchair: name.wheelchair, bicycles: name.bicycles,
      path: first + ride.board..<first + ride.alight + 1,
      shape: name.shape < 0 ? nil : Int(name.shape))
  }
}
