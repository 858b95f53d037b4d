/// McRAPTOR: all journeys of which none is better in arrival, rides, walking and CO2 at once.
///
/// A label of fewer rides is compared with those of more, not the other way round, so that the
/// number of rides counts as well. Walking and CO2 are part of the labels: a limit on the whole
/// journey therefore finds what keeps it, and does not only discard what does not.
///
/// A search backwards from the destination has told how late one may be at each stop with so many
/// rides left; what is later is dropped at once.
///
/// - Source: Delling, Pajor, Werneck, "Round-Based Public Transit Routing", Transportation Science
///   49(3), 2015, section 4.1; Delling, Dibbelt, Pajor, "Fast and Exact Public Transit Routing with
///   Restricted Pareto Sets", ALENEX 2019, section 3 (bounds).
/// - Thread: confined.
struct ParetoSearch {
  typealias Criteria = LabelBags.Criteria

  /// What is found, and how wide the search is.
  struct Bounds {
    var walk: Int32
    var grams: Int32
    /// The latest arrival.
    var latest: Int32
    /// A label is left out if another is at most so much worse in walking or CO2, and no later.
    var walkSlack: Int32
    var gramSlack: Int32
    var change: ChangeRule
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

  /// A ride from where one gets to the destination.
  private struct End {
    /// Position in `rides`.
    var ride: Int32
    /// Position in the query's egress.
    var egress: Int32
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
  private let access: [StopAccess]
  private let egress: [StopAccess]
  private let bounds: Bounds
  private let modes: UInt32
  private let remaining: RoundSearch
  /// The least time and walk from any stop to the destination.
  private let leastEgress: Criteria
  private var rides: [Ride] = []
  private var starts: [Start] = []
  private var ends: [End] = []
  private var arrived: LabelBags
  private var ready: LabelBags
  /// Of the destination alone.
  private var goal = LabelBags(stopCount: 1)
  /// The first of a stop's ways to the destination, and the next of the same stop; -1 for none.
  private var firstEgress: [Int32]
  private var nextEgress: [Int32]
  private var isMarked: [Bool]
  private var marked: [Int32] = []
  private var hasRidden: [Bool]
  private var ridden: [Int32] = []
  private var firstPosition: [Int32]
  private var aboard: [Aboard] = []

  /// - Parameter remaining: a search of as many rides from the destination, backwards from the
  ///   latest arrival, in the reversed window.
  init(
    _ window: ServiceWindow, access: [StopAccess], egress: [StopAccess], modes: UInt32,
    bounds: Bounds, remaining: RoundSearch
  ) {
    self.window = window
    self.access = access
    self.egress = egress
    self.bounds = bounds
    self.modes = modes
    self.remaining = remaining
    leastEgress = Criteria(
      time: Int32(egress.map(\.seconds).min() ?? 0), walk: Int32(egress.map(\.metres).min() ?? 0),
      grams: 0)
    arrived = LabelBags(stopCount: window.stopCount)
    ready = LabelBags(stopCount: window.stopCount)
    firstEgress = Array(repeating: -1, count: window.stopCount)
    nextEgress = Array(repeating: -1, count: egress.count)
    isMarked = Array(repeating: false, count: window.stopCount)
    hasRidden = Array(repeating: false, count: window.stopCount)
    firstPosition = Array(repeating: -1, count: window.lines.count)
    for (index, way) in egress.enumerated() {
      nextEgress[index] = firstEgress[way.stop]
      firstEgress[way.stop] = Int32(index)
    }
  }

  /// Searches from one departure.
  ///
  /// - Returns: fewest rides first, then earliest.
  mutating func run(departure: Int32) -> [FoundJourney] {
    for (index, way) in access.enumerated() {
      let criteria = Criteria(
        time: departure + Int32(way.seconds), walk: Int32(way.metres), grams: 0)
      setReady(way.stop, criteria, round: 0, Start(ride: -1, access: Int32(index)))
    }
    let most = remaining.rounds
    for round in 1...most {
      guard !marked.isEmpty, rides.count + starts.count < bounds.labels else { break }
      let lines = collectLines()
      for line in lines { ride(Int(line), Int32(round)) }
      for stop in marked { isMarked[Int(stop)] = false }
      marked.removeAll(keepingCapacity: true)
      if round < most { walk(Int32(round)) }
      for stop in ridden { hasRidden[Int(stop)] = false }
      ridden.removeAll(keepingCapacity: true)
    }
    return goal.all(at: 0).sorted {
      ($0.round, $0.criteria.time, $0.criteria.walk, $0.criteria.grams)
        < ($1.round, $1.criteria.time, $1.criteria.walk, $1.criteria.grams)
    }.map { journey(ends[Int($0.index)]) }
  }

  private func keeps(_ criteria: Criteria, latest: Int32) -> Bool {
    criteria.time <= latest && criteria.walk <= bounds.walk && criteria.grams <= bounds.grams
  }

  /// Whether something found at a stop is as good, with the slack.
  private func isCovered(_ new: Criteria, by bags: LabelBags, at stop: Int) -> Bool {
    bags.covers(new, at: stop, walkSlack: bounds.walkSlack, gramSlack: bounds.gramSlack)
  }

  /// Whether a journey found is as good as anything that can come of a label at a stop.
  private func isBeaten(_ new: Criteria) -> Bool {
    var there = new
    there.time += leastEgress.time
    there.walk += leastEgress.walk
    return isCovered(there, by: goal, at: 0)
  }

  private mutating func setReady(
    _ stop: Int, _ criteria: Criteria, round: Int32, _ start: Start
  ) {
    let latest = remaining.latestBoarding(at: stop, ridesLeft: remaining.rounds - Int(round))
    guard keeps(criteria, latest: latest), !isCovered(criteria, by: ready, at: stop),
      !isBeaten(criteria)
    else { return }
    let index = Int32(clamping: starts.count)
    starts.append(start)
    ready.add(LabelBags.Label(criteria: criteria, round: round, index: index), at: stop)
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
    let start = Int(firstPosition[number])
    let left = remaining.rounds - Int(round)
    firstPosition[number] = -1
    aboard.removeAll(keepingCapacity: true)
    for position in start..<count {
      let stop = Int(window.stops[firstStop + position])
      let flags = window.flags[firstStop + position]
      let grams = window.grams[firstStop + position]
      if flags & 2 != 0, !aboard.isEmpty {
        let latest = remaining.latestAlighting(at: stop, ridesLeft: left)
        for at in aboard.indices {
          let vehicle = aboard[at]
          let criteria = Criteria(
            time: window.arrival(line, Int(vehicle.trip), position),
            walk: vehicle.walk, grams: vehicle.grams + grams)
          guard keeps(criteria, latest: latest) else { continue }
          alight(stop, criteria, round, number, vehicle, position)
        }
      }
      guard flags & 1 != 0, isMarked[stop] else { continue }
      ready.forEach(at: stop, round: round - 1) { label in
        let trip = window.trip(
          of: line, at: position, leavingAfter: label.criteria.time,
          before: Int(line.tripCount))
        guard let trip else { return }
        board(
          Aboard(
            trip: Int32(trip), walk: label.criteria.walk, grams: label.criteria.grams - grams,
            board: Int32(position), start: label.index), &aboard)
      }
    }
  }

  private func board(_ new: Aboard, _ aboard: inout [Aboard]) {
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
    guard !isCovered(criteria, by: arrived, at: stop), !isBeaten(criteria) else { return }
    let index = Int32(clamping: rides.count)
    rides.append(
      Ride(
        line: Int32(line), trip: vehicle.trip, board: vehicle.board, alight: Int32(position),
        start: vehicle.start))
    arrived.add(LabelBags.Label(criteria: criteria, round: round, index: index), at: stop)
    if !hasRidden[stop] {
      hasRidden[stop] = true
      ridden.append(Int32(stop))
    }
    var next = firstEgress[stop]
    while next >= 0 {
      let way = egress[Int(next)]
      let there = Criteria(
        time: criteria.time + Int32(way.seconds), walk: criteria.walk + Int32(way.metres),
        grams: criteria.grams)
      if keeps(there, latest: bounds.latest), !isCovered(there, by: goal, at: 0) {
        let end = Int32(clamping: ends.count)
        ends.append(End(ride: index, egress: next))
        goal.add(LabelBags.Label(criteria: there, round: round, index: end), at: 0)
      }
      next = nextEgress[Int(next)]
    }
  }

  private mutating func walk(_ round: Int32) {
    for stop in ridden {
      let from = Int(stop)
      for label in arrived.all(at: from) where label.round == round {
        let start = Start(ride: label.index, access: -1)
        var criteria = label.criteria
        criteria.time += window.change(at: from, bounds.change)
        setReady(from, criteria, round: round, start)
        for at in window.footpaths.range(from) {
          let edge = window.footpaths.edges[at]
          setReady(
            Int(edge.to),
            Criteria(
              time: label.criteria.time + window.change(edge, bounds.change),
              walk: label.criteria.walk + edge.metres, grams: label.criteria.grams),
            round: round, start)
        }
      }
    }
  }

  private func journey(_ end: End) -> FoundJourney {
    var result: [FoundJourney.Ride] = []
    var index = end.ride
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
      access: access[first], rides: result.reversed(), egress: egress[Int(end.egress)])
  }
}
