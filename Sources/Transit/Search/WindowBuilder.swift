/// Puts the trips of one day and its neighbours together.
struct WindowBuilder {
  private let timetable: Timetable
  private let delays: DelayOverlay
  private let day: Int
  /// The days that take part, after the window's, and the seconds between their zeros.
  private let layers: [(layer: Int, shift: Int32)]

  private var lines: [ServiceWindow.Line] = []
  private var stops: [Int32] = []
  private var flags: [UInt8] = []
  private var grams: [Int32] = []
  private var arrivals: [Int32] = []
  private var departures: [Int32] = []
  private var tripDays: [ServiceWindow.TripDay] = []

  /// A trip on its way into a chain.
  private struct Candidate {
    var first: Int32
    var trip: Int32
    var layer: Int32
    /// Where its shifted times start in `times`.
    var times: Int
    /// Positions at which it does not stop.
    var skipped: [Int]
  }
  private var candidates: [Candidate] = []
  private var arrivalTimes: [Int32] = []
  private var departureTimes: [Int32] = []

  /// - Parameter day: days after 1970-01-01.
  /// - Complexity: O(times of the trips that run), with a few comparisons per trip.
  static func window(
    of timetable: Timetable, day: Int, clock: FeedClock, delays: DelayOverlay
  ) -> ServiceWindow {
    var builder = WindowBuilder(timetable, day, clock, delays)
    for pattern in timetable.patterns.indices { builder.append(pattern) }
    return ServiceWindow(
      stopCount: timetable.stops.count, lines: builder.lines, stops: builder.stops,
      flags: builder.flags, grams: builder.grams, arrivals: builder.arrivals,
      departures: builder.departures, tripDays: builder.tripDays, footpaths: timetable.footpaths,
      changeSeconds: timetable.changeSeconds)
  }

  private init(_ timetable: Timetable, _ day: Int, _ clock: FeedClock, _ delays: DelayOverlay) {
    self.timetable = timetable
    self.delays = delays
    self.day = day
    let origin = clock.origin(ofDay: day)
    // A day back from any moment of the day, and all that is still under way then: a search for the
    // latest departure looks a day back. Trips of at most 15 days, as times are below 168 hours.
    let back = min(1 + Int(timetable.latestTime) / 86_400, 15)
    layers = (-back...1).map { layer in
      (layer, Int32(clamping: clock.origin(ofDay: day + layer) - origin))
    }
  }

  private mutating func append(_ number: Int) {
    let pattern = timetable.patterns[number]
    collect(pattern)
    guard !candidates.isEmpty else { return }
    candidates.sort { ($0.first, $0.layer, $0.trip) < ($1.first, $1.layer, $1.trip) }
    // Every trip joins the first chain whose last trip it does not overtake.
    let count = Int(pattern.stopCount)
    var chains: [[Int]] = []
    for (index, candidate) in candidates.enumerated() {
      let chain = chains.indices.first { chain in
        guard let last = chains[chain].last else { return true }
        return candidates[last].skipped == candidate.skipped
          && follows(candidate.times, candidates[last].times, count)
      }
      if let chain { chains[chain].append(index) } else { chains.append([index]) }
    }
    let mode = timetable.routes[Int(pattern.route)].mode
    for chain in chains {
      lines.append(
        ServiceWindow.Line(
          pattern: Int32(number), firstStop: Int32(stops.count), stopCount: pattern.stopCount,
          firstTrip: Int32(tripDays.count), tripCount: Int32(chain.count),
          firstTime: Int32(arrivals.count), mode: 1 << UInt32(mode.rawValue)))
      for index in chain {
        let candidate = candidates[index]
        arrivals += arrivalTimes[candidate.times..<candidate.times + count]
        tripDays.append(ServiceWindow.TripDay(trip: candidate.trip, layer: candidate.layer))
      }
      for position in 0..<count {
        for index in chain { departures.append(departureTimes[candidates[index].times + position]) }
      }
      stops += timetable.patternStops[pattern.stops]
      let firstFlag = flags.count
      flags += timetable.patternFlags[pattern.stops]
      for position in candidates[chain[0]].skipped where position < count {
        flags[firstFlag + position] = 0
      }
      grams += timetable.patternGrams[pattern.stops]
    }
  }

  private mutating func collect(_ pattern: Timetable.Pattern) {
    candidates.removeAll(keepingCapacity: true)
    arrivalTimes.removeAll(keepingCapacity: true)
    departureTimes.removeAll(keepingCapacity: true)
    let count = Int(pattern.stopCount)
    for number in pattern.trips {
      let trip = timetable.trips[number]
      let service = timetable.services[Int(trip.service)]
      for (layer, shift) in layers {
        guard service.contains(day + layer - timetable.firstDay) else { continue }
        let delay = delays.isEmpty ? nil : delays.delays(timetable, trip, day: day + layer)
        if let delay, delay.isCancelled { continue }
        let start = arrivalTimes.count
        for at in 0..<count {
          let time = Int(trip.times) + at
          arrivalTimes.append(timetable.arrivals[time] &+ trip.shift &+ shift)
          departureTimes.append(timetable.departures[time] &+ trip.shift &+ shift)
        }
        delay?.apply(&arrivalTimes, &departureTimes, from: start, count: count)
        candidates.append(
          Candidate(
            first: departureTimes[start], trip: Int32(number), layer: Int32(layer), times: start,
            skipped: delay?.skipped ?? []))
      }
    }
  }

  private func follows(_ later: Int, _ earlier: Int, _ count: Int) -> Bool {
    for at in 0..<count
    where arrivalTimes[later + at] < arrivalTimes[earlier + at]
      || departureTimes[later + at] < departureTimes[earlier + at]
    {
      return false
    }
    return true
  }
}
