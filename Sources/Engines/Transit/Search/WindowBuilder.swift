import Base

/// Puts the trips of one day and its neighbours together.
struct WindowBuilder {
  private let part: FeedPart
  private let timetable: Timetable
  private let feed: Int
  private let day: Int
  /// The days that take part, after `day`, and the seconds between the window's zero and theirs.
  private let layers: [(layer: Int, shift: Int32)]

  /// What the window is made of.
  private struct Content {
    var lines: [ServiceWindow.Line] = []
    var stops: [Int32] = []
    var flags: [UInt8] = []
    var grams: [Int32] = []
    var arrivals: [Int32] = []
    var departures: [Int32] = []
    var tripDays: [ServiceWindow.TripDay] = []
  }
  private var content = Content()

  /// A trip on its way into a chain.
  private struct Candidate {
    var first: Int32
    var trip: Int32
    var layer: Int32
    var carriesBicycles: Bool
    /// Where its shifted times start in `times`.
    var times: Int
    /// Positions at which it does not stop.
    var skipped: [Int]
  }
  private var candidates: [Candidate] = []
  private var arrivalTimes: [Int32] = []
  private var departureTimes: [Int32] = []

  /// - Parameters:
  ///   - day: days after 1970-01-01, by the clock of the engine's first part.
  ///   - origin: its zero, in seconds since 1970.
  /// - Complexity: O(times of the trips that run), with a few comparisons per trip.
  static func window(of engine: TransitEngine, day: Int, origin: Int64) -> ServiceWindow {
    var content = Content()
    for (feed, part) in engine.parts.enumerated() {
      var builder = WindowBuilder(part, feed, day, origin)
      // Swapped, not copied.
      swap(&builder.content, &content)
      for pattern in part.timetable.patterns.indices { builder.append(pattern) }
      swap(&builder.content, &content)
    }
    return ServiceWindow(
      stopCount: engine.stops.count, lines: content.lines, stops: content.stops,
      flags: content.flags, grams: content.grams, arrivals: content.arrivals,
      departures: content.departures, tripDays: content.tripDays, footpaths: engine.footpaths,
      changeSeconds: engine.changeSeconds)
  }

  private init(_ part: FeedPart, _ feed: Int, _ day: Int, _ origin: Int64) {
    self.part = part
    self.feed = feed
    timetable = part.timetable
    let clock = part.clock
    // A day back from any moment of the day, and all that is still under way then: a search for the
    // latest departure looks a day back. Trips of at most 15 days, as times are below 168 hours.
    let back = min(1 + Int(timetable.latestTime) / 86_400, 15)
    let isSameDay = clock.origin(ofDay: day) == origin
    // Days of another time zone begin up to a day before, or after: one more at both ends.
    let first = isSameDay ? day : clock.day(of: Instant(milliseconds: origin * 1000))
    self.day = first
    layers = (isSameDay ? -back...1 : -back - 1...3).map { layer in
      (layer, Int32(clamping: clock.origin(ofDay: first + layer) - origin))
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
          && candidates[last].carriesBicycles == candidate.carriesBicycles
          && follows(candidate.times, candidates[last].times, count)
      }
      if let chain { chains[chain].append(index) } else { chains.append([index]) }
    }
    let mode = timetable.routes[Int(pattern.route)].mode
    for chain in chains {
      content.lines.append(
        ServiceWindow.Line(
          feed: Int32(feed), pattern: Int32(number), firstStop: Int32(content.stops.count),
          stopCount: pattern.stopCount,
          firstTrip: Int32(content.tripDays.count), tripCount: Int32(chain.count),
          firstTime: Int32(content.arrivals.count),
          mode: ServiceWindow.Line.bits(mode, bicycles: candidates[chain[0]].carriesBicycles)))
      for index in chain {
        let candidate = candidates[index]
        content.arrivals += arrivalTimes[candidate.times..<candidate.times + count]
        content.tripDays.append(ServiceWindow.TripDay(trip: candidate.trip, layer: candidate.layer))
      }
      for position in 0..<count {
        for index in chain {
          content.departures.append(departureTimes[candidates[index].times + position])
        }
      }
      let first = Int32(part.firstStop)
      content.stops += timetable.patternStops[pattern.stops].map { $0 + first }
      let firstFlag = content.flags.count
      content.flags += timetable.patternFlags[pattern.stops]
      for position in candidates[chain[0]].skipped where position < count {
        content.flags[firstFlag + position] = 0
      }
      content.grams += timetable.patternGrams[pattern.stops]
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
      let bicycles = timetable.tripNames[Int(trip.name)].bicycles == .possible
      for (layer, shift) in layers {
        guard service.contains(day + layer - timetable.firstDay) else { continue }
        let delay =
          part.delays.isEmpty ? nil : part.delays.delays(timetable, trip, day: day + layer)
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
            first: departureTimes[start], trip: Int32(number), layer: Int32(layer),
            carriesBicycles: bicycles, times: start,
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
