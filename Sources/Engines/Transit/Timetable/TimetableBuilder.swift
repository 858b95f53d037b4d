import Base
import Geodesy

extension Timetable {
  /// Most departures that trips by headway may turn into.
  static let maximumTrips = 20_000_000

  /// Builds the timetable of a feed.
  ///
  /// - Parameters:
  ///   - walk: speed and detour of walks that the feed's transfers ask for.
  ///   - footpaths: gives the walks between stops; nil for straight lines by `walk`.
  /// - Throws: ``Refusal`` of the footpaths' source, or for headways that give too many trips.
  /// - Complexity: O(stop times + footpaths), with sorting.
  public init(
    _ feed: Feed, emissions: EmissionFactors = .unitedKingdom2022,
    walk: StraightWalk = StraightWalk(), footpaths source: FootpathSource? = nil
  ) throws(Refusal) {
    stops = feed.stops
    routes = feed.routes
    agencies = feed.agencies
    timeZone = feed.timeZone
    firstDay = feed.firstDay
    dayCount = feed.dayCount
    publisher = feed.publisher
    version = feed.version
    fares = feed.fares
    services = feed.services.map(\.days)
    for shape in feed.shapes {
      shapePoints += shape.map { FixedPosition($0) }
      shapeStarts.append(Int32(clamping: shapePoints.count))
    }
    emissionSource = emissions.source
    tripNames = feed.trips.map {
      TripName(
        id: $0.id, headsign: $0.headsign, shape: Int32(clamping: $0.shape ?? -1),
        wheelchair: $0.wheelchair, bicycles: $0.bicycles)
    }
    arrivals = feed.stopTimes.map(\.arrival)
    departures = feed.stopTimes.map(\.departure)
    sequences = feed.stopTimes.map(\.sequence)
    let byPattern = groupByPattern(feed)
    let departuresByTrip = try expand(feed)
    for group in byPattern {
      appendPattern(feed, group, departuresByTrip, emissions)
    }
    changeSeconds = [Int32](repeating: Timetable.noRule, count: stops.count)
    let walks = try source?(stops) ?? walk.footpaths(between: stops)
    applyTransfers(feed.transfers, to: walks, walk)
    latestTime = latest()
  }

  func latest() -> Int32 {
    var latest: Int32 = 0
    for pattern in patterns {
      for trip in pattern.trips {
        let last = Int(trips[trip].times) + Int(pattern.stopCount) - 1
        latest = max(latest, departures[last] + trips[trip].shift)
      }
    }
    return latest
  }

  /// Trips with the same route, stops and rules, in the feed's order.
  private func groupByPattern(_ feed: Feed) -> [[Int]] {
    var numbers: [[Int32]: Int] = [:]
    var groups: [[Int]] = []
    var key: [Int32] = []
    for (number, trip) in feed.trips.enumerated() where !trip.times.isEmpty {
      key.removeAll(keepingCapacity: true)
      key.append(Int32(trip.route))
      for time in feed.stopTimes[trip.times] {
        key.append(time.stop)
        key.append((time.canBoard ? 1 : 0) + (time.canAlight ? 2 : 0))
      }
      if let group = numbers[key] {
        groups[group].append(number)
      } else {
        numbers[key] = groups.count
        groups.append([number])
      }
    }
    return groups
  }

  /// For trips by headway, all their departures: seconds to add to the template's times.
  private func expand(_ feed: Feed) throws(Refusal) -> [Int: [(shift: Int32, headway: Int32)]] {
    var result: [Int: [(shift: Int32, headway: Int32)]] = [:]
    var total = 0
    for row in feed.frequencies {
      let times = feed.trips[row.trip].times
      guard !times.isEmpty else { continue }
      let first = feed.stopTimes[times.lowerBound].departure
      total += (Int(row.end) - Int(row.start)) / Int(row.headway) + 1
      guard total <= Timetable.maximumTrips else {
        throw FeedRule.size.refusal(
          "frequencies.txt", nil, "headway_secs", "gives more than 20,000,000 departures")
      }
      for start in stride(from: row.start, to: row.end, by: Int(row.headway)) {
        result[row.trip, default: []].append((start - first, row.isExact ? 0 : row.headway))
      }
    }
    return result
  }

  private mutating func appendPattern(
    _ feed: Feed, _ group: [Int], _ expanded: [Int: [(shift: Int32, headway: Int32)]],
    _ emissions: EmissionFactors
  ) {
    guard let first = group.first else { return }
    let model = feed.trips[first]
    let firstStop = patternStops.count
    let gramsPerMetre = emissions.grams(route: feed.routes[model.route]) / 1000
    var metres = 0.0
    var last: LonLat?
    for time in feed.stopTimes[model.times] {
      let position = feed.stops[Int(time.stop)].position
      if let last { metres += StopDistance.metres(last, position) }
      last = position
      patternStops.append(time.stop)
      patternFlags.append((time.canBoard ? 1 : 0) + (time.canAlight ? 2 : 0))
      // Sums of several rides must fit into 32 bits, too.
      patternMetres.append(Int32(min(metres, 100_000_000).rounded()))
      patternGrams.append(Int32(min(metres * gramsPerMetre, 100_000_000).rounded()))
    }
    var added: [Trip] = []
    for number in group {
      let trip = feed.trips[number]
      for start in expanded[number] ?? [(shift: 0, headway: 0)] {
        added.append(
          Trip(
            name: Int32(number), service: Int32(trip.service),
            times: Int32(trip.times.lowerBound), shift: start.shift, headway: start.headway))
      }
    }
    // Earlier trips by a feed's own order where all else is equal, so that builds repeat.
    added.sort { a, b in
      (departures[Int(a.times)] + a.shift, a.name) < (departures[Int(b.times)] + b.shift, b.name)
    }
    patterns.append(
      Pattern(
        route: Int32(model.route), firstStop: Int32(firstStop),
        stopCount: Int32(model.times.count), firstTrip: Int32(trips.count),
        tripCount: Int32(added.count)))
    trips += added
  }
}

extension Timetable.Pattern {
  var trips: Range<Int> { Int(firstTrip)..<Int(firstTrip) + Int(tripCount) }
  var stops: Range<Int> { Int(firstStop)..<Int(firstStop) + Int(stopCount) }
}
