/// McRAPTOR: all journeys of which none is better in arrival, rides, walking and CO2 at once.
///
/// Every stop has a bag of labels, none of which is worse than another in everything. A label of
/// fewer rides is compared with those of more, not the other way round, so that the number of
/// rides counts as well. Walking and CO2 are part of the labels: a limit on the whole journey
/// therefore finds what keeps it, and does not only discard what does not.
///
/// - Source: Delling, Pajor, Werneck, "Round-Based Public Transit Routing", Transportation Science
///   49(3), 2015, section 4.1.
/// - Thread: confined.
struct ParetoSearch {
  /// What labels are compared by.
  struct Criteria: Hashable {
    var time: Int32
    var walk: Int32
    var grams: Int32
  }

  /// What is found, and how wide the search is.
  struct Bounds {
    var walk: Int32
    var grams: Int32
    var latest: Int32
    /// A label is left out if another is at most so much worse in walking or CO2, and no later.
    var walkSlack: Int32
    var gramSlack: Int32
    /// Most labels of all bags; then the search ends with what it has.
    var labels = 2_000_000
  }

  /// A ride that ended at a stop.
  private struct Ride {
    var line: Int32
    var trip: Int32
    var board: Int32
    var alight: Int32
    /// Position in `starts`.
    var start: Int32
  }

  /// Where and after what a ride can be boarded.
  private struct Start {
    /// Position in `rides`; -1 at the origin.
    var ride: Int32
    /// Position in the query's access at the origin.
    var access: Int32
  }

  private struct Entry {
    var criteria: Criteria
    var round: Int32
    /// Position in `rides` or `starts`.
    var index: Int32
    /// At the destination: position in the query's egress.
    var egress: Int32 = -1
  }

  /// A vehicle that is being ridden along a line.
  private struct Aboard {
    var trip: Int32
    var walk: Int32
    /// CO2 up to the boarding, less that of the line up to there.
    var grams: Int32
    var board: Int32
    var start: Int32
  }

  private let window: ServiceWindow
  private let bounds: Bounds
  private let modes: UInt32
  private var rides: [Ride] = []
  private var starts: [Start] = []
  private var arrived: [[Entry]]
  private var ready: [[Entry]]
  private var goal: [Entry] = []
  private var egress: [[(index: Int32, seconds: Int32, metres: Int32)]]
  private var isMarked: [Bool]
  private var marked: [Int32] = []
  private var hasRidden: [Bool]
  private var ridden: [Int32] = []
  private var firstPosition: [Int32]
  private var aboard: [Aboard] = []

  init(_ window: ServiceWindow, egress list: [StopAccess], modes: UInt32, bounds: Bounds) {
    self.window = window
    self.bounds = bounds
    self.modes = modes
    arrived = Array(repeating: [], count: window.stopCount)
    ready = Array(repeating: [], count: window.stopCount)
    egress = Array(repeating: [], count: window.stopCount)
    isMarked = Array(repeating: false, count: window.stopCount)
    hasRidden = Array(repeating: false, count: window.stopCount)
    firstPosition = Array(repeating: -1, count: window.lines.count)
    for (index, access) in list.enumerated() {
      egress[access.stop].append((Int32(index), Int32(access.seconds), Int32(access.metres)))
    }
  }

  /// Searches from one departure.
  ///
  /// - Returns: journeys as positions in `access` and in the list of egress, fewest rides first.
  mutating func run(
    access: [StopAccess], egress list: [StopAccess], departure: Int32, rides most: Int
  ) -> [FoundJourney] {
    for (index, way) in access.enumerated() {
      let criteria = Criteria(
        time: departure + Int32(way.seconds), walk: Int32(way.metres), grams: 0)
      setReady(way.stop, criteria, round: 0, Start(ride: -1, access: Int32(index)))
    }
    for round in 1...max(most, 1) {
      guard !marked.isEmpty, rides.count + starts.count < bounds.labels else { break }
      let lines = collectLines()
      for line in lines { ride(Int(line), Int32(round)) }
      for stop in marked { isMarked[Int(stop)] = false }
      marked.removeAll(keepingCapacity: true)
      if round < most { walk(Int32(round)) }
      for stop in ridden { hasRidden[Int(stop)] = false }
      ridden.removeAll(keepingCapacity: true)
    }
    return goal.sorted {
      ($0.round, $0.criteria.time, $0.criteria.walk, $0.criteria.grams)
        < ($1.round, $1.criteria.time, $1.criteria.walk, $1.criteria.grams)
    }.map { journey($0, access, list) }
  }

  private func keeps(_ criteria: Criteria) -> Bool {
    criteria.walk <= bounds.walk && criteria.grams <= bounds.grams
      && criteria.time <= bounds.latest
  }

  /// Whether something found is as good, with the slack.
  private func isCovered(_ new: Criteria, by bag: [Entry]) -> Bool {
    for entry in bag
    where entry.criteria.time <= new.time
      && entry.criteria.walk <= new.walk &+ bounds.walkSlack
      && entry.criteria.grams <= new.grams &+ bounds.gramSlack
    {
      return true
    }
    return false
  }

  /// Adds an entry that is not covered, and takes out what it makes needless in its round.
  private static func add(_ entry: Entry, to bag: inout [Entry]) {
    let new = entry.criteria
    bag.removeAll { old in
      old.round == entry.round && new.time <= old.criteria.time && new.walk <= old.criteria.walk
        && new.grams <= old.criteria.grams
    }
    bag.append(entry)
  }

  private mutating func setReady(
    _ stop: Int, _ criteria: Criteria, round: Int32, _ start: Start
  ) {
    guard keeps(criteria), !isCovered(criteria, by: ready[stop]),
      !isCovered(criteria, by: goal)
    else { return }
    let index = Int32(clamping: starts.count)
    starts.append(start)
    Self.add(Entry(criteria: criteria, round: round, index: index), to: &ready[stop])
    if !isMarked[stop] {
      isMarked[stop] = true
      marked.append(Int32(stop))
    }
  }

  /// The lines through stops with new labels; sets where each is boarded first.
  private mutating func collectLines() -> [Int32] {
    var lines: [Int32] = []
    for stop in marked {
      for at in Int(window.callStarts[Int(stop)])..<Int(window.callStarts[Int(stop) + 1]) {
        let call = window.calls[at]
        let line = Int(call.line)
        if firstPosition[line] < 0 {
          guard window.lines[line].mode & modes != 0 else { continue }
          lines.append(call.line)
          firstPosition[line] = call.position
        } else if call.position < firstPosition[line] {
          firstPosition[line] = call.position
        }
      }
    }
    return lines
  }

  private mutating func ride(_ number: Int, _ round: Int32) {
    let line = window.lines[number]
    let count = Int(line.stopCount)
    let firstStop = Int(line.firstStop)
    let firstTime = Int(line.firstTime)
    let start = Int(firstPosition[number])
    firstPosition[number] = -1
    aboard.removeAll(keepingCapacity: true)
    for position in start..<count {
      let stop = Int(window.stops[firstStop + position])
      let flags = window.flags[firstStop + position]
      let grams = window.grams[firstStop + position]
      if flags & 2 != 0 {
        for at in aboard.indices {
          let vehicle = aboard[at]
          let criteria = Criteria(
            time: window.arrivals[firstTime + Int(vehicle.trip) * count + position],
            walk: vehicle.walk, grams: vehicle.grams + grams)
          alight(stop, criteria, round, number, vehicle, position)
        }
      }
      guard flags & 1 != 0, isMarked[stop] else { continue }
      for entry in ready[stop] where entry.round == round - 1 {
        let trip = earliest(line, position, entry.criteria.time)
        guard trip < Int(line.tripCount) else { continue }
        board(
          Aboard(
            trip: Int32(trip), walk: entry.criteria.walk, grams: entry.criteria.grams - grams,
            board: Int32(position), start: entry.index))
      }
    }
  }

  /// The first trip that leaves at a position of a line at `time` or later; the count if none does.
  private func earliest(_ line: ServiceWindow.Line, _ position: Int, _ time: Int32) -> Int {
    let base = Int(line.firstTime) + position
    var (low, high) = (0, Int(line.tripCount))
    while low < high {
      let middle = (low + high) / 2
      if window.departures[base + middle * Int(line.stopCount)] >= time {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  private mutating func board(_ new: Aboard) {
    for old in aboard where old.trip <= new.trip && old.walk <= new.walk && old.grams <= new.grams {
      return
    }
    aboard.removeAll { old in
      new.trip <= old.trip && new.walk <= old.walk && new.grams <= old.grams
    }
    aboard.append(new)
  }

  private mutating func alight(
    _ stop: Int, _ criteria: Criteria, _ round: Int32, _ line: Int, _ vehicle: Aboard,
    _ position: Int
  ) {
    guard keeps(criteria), !isCovered(criteria, by: arrived[stop]),
      !isCovered(criteria, by: goal)
    else { return }
    let index = Int32(clamping: rides.count)
    rides.append(
      Ride(
        line: Int32(line), trip: vehicle.trip, board: vehicle.board, alight: Int32(position),
        start: vehicle.start))
    Self.add(Entry(criteria: criteria, round: round, index: index), to: &arrived[stop])
    if !hasRidden[stop] {
      hasRidden[stop] = true
      ridden.append(Int32(stop))
    }
    for way in egress[stop] {
      let there = Criteria(
        time: criteria.time + way.seconds, walk: criteria.walk + way.metres,
        grams: criteria.grams)
      guard keeps(there), !isCovered(there, by: goal) else { continue }
      Self.add(
        Entry(criteria: there, round: round, index: index, egress: way.index), to: &goal)
    }
  }

  private mutating func walk(_ round: Int32) {
    for stop in ridden {
      let from = Int(stop)
      for entry in arrived[from] where entry.round == round {
        let start = Start(ride: entry.index, access: -1)
        var criteria = entry.criteria
        criteria.time += window.changeSeconds[from]
        setReady(from, criteria, round: round, start)
        for at in window.footpaths.range(from) {
          let edge = window.footpaths.edges[at]
          setReady(
            Int(edge.to),
            Criteria(
              time: entry.criteria.time + edge.seconds, walk: entry.criteria.walk + edge.metres,
              grams: entry.criteria.grams),
            round: round, start)
        }
      }
    }
  }

  private func journey(
    _ entry: Entry, _ access: [StopAccess], _ list: [StopAccess]
  ) -> FoundJourney {
    var result: [FoundJourney.Ride] = []
    var index = entry.index
    var first = 0
    while index >= 0 {
      let ride = rides[Int(index)]
      result.append(
        FoundJourney.Ride(
          line: Int(ride.line), trip: Int(ride.trip), board: Int(ride.board),
          alight: Int(ride.alight)))
      let start = starts[Int(ride.start)]
      index = start.ride
      first = max(Int(start.access), 0)
    }
    return FoundJourney(
      access: access[first], rides: result.reversed(), egress: list[Int(entry.egress)])
  }
}
