import Base

/// What became of the trip updates of a message.
///
/// - Thread: pure.
public struct UpdateReport: Sendable, Hashable {
  public var applied = 0
  public var cancelled = 0
  /// Updates of trips that the timetable does not have, or not on that day.
  public var unknownTrips = 0
  /// Updates of kinds that a timetable cannot show: added, replaced and duplicated trips.
  public var unsupported = 0
  /// Stops of updates that are not on their trip.
  public var unknownStops = 0
}

extension TransitEngine {
  /// The same timetable with the delays that a message tells, and no others.
  ///
  /// A delay at a stop holds for the stops behind it until the next one that is named (GTFS
  /// Realtime Reference, "Trip updates"). An update without a date is of the day on which the
  /// trip runs at the time of the message.
  ///
  /// - Parameter now: the time of the message if it does not say.
  /// - Complexity: O(trips + updates).
  public func applying(
    _ updates: TripUpdates, now: Instant
  ) -> (engine: TransitEngine, report: UpdateReport) {
    var matcher = UpdateMatcher(self, at: updates.timestamp ?? now.milliseconds / 1000)
    for update in updates.updates { matcher.apply(update) }
    return (with(matcher.overlay), matcher.report)
  }
}

/// Finds the trips that updates speak of.
private struct UpdateMatcher {
  private struct Place {
    var pattern: Int
    var trip: Int
  }

  private let engine: TransitEngine
  private let moment: Int64
  /// The departures of each name: one, but for trips by headway.
  private var places: [String: [Place]] = [:]
  var overlay = DelayOverlay()
  var report = UpdateReport()

  init(_ engine: TransitEngine, at moment: Int64) {
    self.engine = engine
    self.moment = min(max(moment, 0), 1 << 40)
    let timetable = engine.timetable
    for (pattern, value) in timetable.patterns.enumerated() {
      for trip in value.trips where timetable.trips[trip].headway == 0 {
        let name = timetable.tripNames[Int(timetable.trips[trip].name)].id
        places[name, default: []].append(Place(pattern: pattern, trip: trip))
      }
    }
  }

  mutating func apply(_ update: TripUpdate) {
    guard update.relation != .other else {
      report.unsupported += 1
      return
    }
    guard let place = place(update), let day = day(update, place) else {
      report.unknownTrips += 1
      return
    }
    let trip = engine.timetable.trips[place.trip]
    if update.relation == .cancelled {
      overlay.set(DelayOverlay.TripDelay(isCancelled: true), trip: trip, day: day)
      report.cancelled += 1
      return
    }
    overlay.set(delay(update, place, day), trip: trip, day: day)
    report.applied += 1
  }

  private func place(_ update: TripUpdate) -> Place? {
    guard let found = places[update.tripID] else { return nil }
    if found.count == 1 { return found.first }
    let timetable = engine.timetable
    return found.first { place in
      let trip = timetable.trips[place.trip]
      return timetable.departures[Int(trip.times)] + trip.shift == update.start
    }
  }

  private func day(_ update: TripUpdate, _ place: Place) -> Int? {
    let timetable = engine.timetable
    let trip = timetable.trips[place.trip]
    let service = timetable.services[Int(trip.service)]
    if let day = update.day {
      return service.contains(day - timetable.firstDay) ? day : nil
    }
    let last = Int(trip.times) + Int(timetable.patterns[place.pattern].stopCount) - 1
    let start = Int64(timetable.departures[Int(trip.times)] + trip.shift)
    let end = Int64(timetable.arrivals[last] + trip.shift)
    let today = engine.day(of: Instant(milliseconds: moment * 1000))
    func distance(_ day: Int) -> Int64 {
      let origin = engine.start(ofDay: day).milliseconds / 1000
      return max(origin + start - moment, moment - origin - end, 0)
    }
    return (-2...1).map { today + $0 }.filter { service.contains($0 - timetable.firstDay) }
      .min { distance($0) < distance($1) }
  }

  private mutating func delay(
    _ update: TripUpdate, _ place: Place, _ day: Int
  ) -> DelayOverlay.TripDelay {
    var result = DelayOverlay.TripDelay()
    if let delay = update.delay, update.stops.isEmpty {
      let seconds = Int32(clamping: delay)
      result.stops = [.init(position: 0, arrival: seconds, departure: seconds)]
      return result
    }
    let timetable = engine.timetable
    let pattern = timetable.patterns[place.pattern]
    let trip = timetable.trips[place.trip]
    let origin = engine.start(ofDay: day).milliseconds / 1000
    var from = 0
    for stop in update.stops {
      guard let position = position(stop, pattern, trip, from: from) else {
        report.unknownStops += 1
        continue
      }
      from = position + 1
      if stop.relation == .skipped {
        result.skipped.append(position)
        continue
      }
      if stop.relation == .noData {
        result.stops.append(.init(position: position, arrival: 0, departure: 0))
        continue
      }
      let time = Int(trip.times) + position
      func delay(_ event: TripUpdate.Event?, _ scheduled: Int32) -> Int32? {
        if let time = event?.time {
          let (late, overflow) = time.subtractingReportingOverflow(
            origin + Int64(scheduled + trip.shift))
          return overflow ? nil : Int32(clamping: late)
        }
        return event?.delay.map { Int32(clamping: $0) }
      }
      let arrival = delay(stop.arrival, timetable.arrivals[time])
      let departure = delay(stop.departure, timetable.departures[time])
      guard let first = arrival ?? departure else { continue }
      // Without a word on the departure the delay goes on.
      result.stops.append(
        .init(position: position, arrival: first, departure: departure ?? first))
    }
    return result
  }

  /// Where on its trip a stop is: by its number, else by its name from where the one before was.
  private func position(
    _ stop: TripUpdate.Stop, _ pattern: Timetable.Pattern, _ trip: Timetable.Trip, from: Int
  ) -> Int? {
    let timetable = engine.timetable
    let count = Int(pattern.stopCount)
    guard from < count else { return nil }
    if let sequence = stop.sequence {
      return (from..<count).first {
        Int(timetable.sequences[Int(trip.times) + $0]) == sequence
      }
    }
    guard let id = stop.stopID else { return nil }
    return (from..<count).first {
      timetable.stops[Int(timetable.patternStops[Int(pattern.firstStop) + $0])].id == id
    }
  }
}
