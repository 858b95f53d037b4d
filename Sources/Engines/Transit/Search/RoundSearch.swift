/// RAPTOR: the earliest arrival for every number of rides.
///
/// Round `k` rides the `k`-th vehicle. A walk is taken from where a ride ended, never after a walk,
/// so walks need not be closed under chaining. With several departures, latest first, labels of
/// later departures stay and prune the earlier ones (rRAPTOR).
///
/// - Source: Delling, Pajor, Werneck, "Round-Based Public Transit Routing", Transportation Science
///   49(3), 2015, sections 3.1, 3.3 (pruning) and 4.2 (range queries).
/// - Thread: confined; may be used again and again, which saves the allocations.
struct RoundSearch {
  static let never = Int32.max / 2

  /// Where a ride that ended at a stop came from.
  struct Ride {
    var line: Int32 = -1
    /// Position among the line's trips.
    var trip: Int32 = 0
    var board: Int32 = 0
    var alight: Int32 = 0
  }

  let rounds: Int
  private let stopCount: Int
  /// By round and stop: the earliest arrival by at most so many rides, the last of them there.
  private var arrivals: [Int32]
  /// By round and stop: from when on a next ride can be boarded.
  private var ready: [Int32]
  private var rides: [Ride]
  /// The stop where the ride before ended, -1 for the way from the origin.
  private var readyFrom: [Int32]
  /// By round: the arrival at the destination, and the stop before it.
  private(set) var goals: [Int32]
  private var goalStops: [Int32]

  private var egress: [Int32]
  /// By stop: what arrives there later is of no use.
  private var ceilings: [Int32]
  private var isMarked: [Bool]
  private var marked: [Int32] = []
  private var hasRidden: [Bool]
  private var ridden: [Int32] = []
  private var firstPosition: [Int32] = []
  private var queue: [Int32] = []
  private var change = ChangeRule.usual

  /// - Parameter rides: most rides of a journey, 1...16.
  init(stopCount: Int, rides: Int) {
    self.stopCount = stopCount
    rounds = rides
    let size = (rides + 1) * stopCount
    arrivals = Array(repeating: Self.never, count: size)
    ready = Array(repeating: Self.never, count: size)
    self.rides = Array(repeating: Ride(), count: size)
    readyFrom = Array(repeating: -1, count: size)
    goals = Array(repeating: Self.never, count: rides + 1)
    goalStops = Array(repeating: -1, count: rides + 1)
    egress = Array(repeating: Self.never, count: stopCount)
    ceilings = Array(repeating: Self.never, count: stopCount)
    isMarked = Array(repeating: false, count: stopCount)
    hasRidden = Array(repeating: false, count: stopCount)
  }

  /// Forgets the search before, and takes a destination.
  ///
  /// - Parameters:
  ///   - latest: the latest arrival.
  ///   - change: how long changes take where the feed does not say.
  ///   - ceilings: by stop, the latest arrival there that is of use; nil for any.
  mutating func start(
    egress list: [StopAccess], latest: Int32, change: ChangeRule, ceilings: [Int32]? = nil
  ) {
    self.change = change
    for index in arrivals.indices {
      arrivals[index] = Self.never
      ready[index] = Self.never
    }
    for stop in 0..<stopCount {
      egress[stop] = Self.never
      self.ceilings[stop] = ceilings?[stop] ?? Self.never
    }
    for access in list { egress[access.stop] = min(egress[access.stop], Int32(access.seconds)) }
    // What comes later than `latest` is as good as never.
    for round in goals.indices {
      goals[round] = latest == Self.never ? latest : latest + 1
      goalStops[round] = -1
    }
  }

  /// Searches from a departure.
  ///
  /// - Returns: whether the destination is reached earlier than before with some number of rides.
  mutating func run(
    _ window: ServiceWindow, access: [StopAccess], departure: Int32, modes: UInt32
  ) -> Bool {
    if firstPosition.count != window.lines.count {
      firstPosition = Array(repeating: -1, count: window.lines.count)
    }
    for access in access {
      setReady(0, access.stop, departure + Int32(access.seconds), from: -1)
    }
    var improved = false
    for round in 1...rounds {
      guard !marked.isEmpty else { break }
      collectLines(window, modes)
      for line in queue { improved = ride(window, Int(line), round) || improved }
      queue.removeAll(keepingCapacity: true)
      for stop in marked { isMarked[Int(stop)] = false }
      marked.removeAll(keepingCapacity: true)
      if round < rounds { walk(window, round) }
      for stop in ridden { hasRidden[Int(stop)] = false }
      ridden.removeAll(keepingCapacity: true)
    }
    for stop in marked { isMarked[Int(stop)] = false }
    marked.removeAll(keepingCapacity: true)
    return improved
  }

  private mutating func setReady(_ round: Int, _ stop: Int, _ time: Int32, from: Int32) {
    var index = round * stopCount + stop
    guard time < ready[index] else { return }
    readyFrom[index] = from
    // Fewer rides are never worse: carry it into the later rounds.
    while index < ready.count, time < ready[index] {
      ready[index] = time
      index += stopCount
    }
    if !isMarked[stop] {
      isMarked[stop] = true
      marked.append(Int32(stop))
    }
  }

  /// The lines through stops reached anew, each with the first of these.
  private mutating func collectLines(_ window: ServiceWindow, _ modes: UInt32) {
    for stop in marked {
      for at in Int(window.callStarts[Int(stop)])..<Int(window.callStarts[Int(stop) + 1]) {
        let call = window.calls[at]
        let line = Int(call.line)
        let first = firstPosition[line]
        if first < 0 {
          guard window.lines[line].mode & modes != 0 else { continue }
          queue.append(call.line)
          firstPosition[line] = call.position
        } else if call.position < first {
          firstPosition[line] = call.position
        }
      }
    }
  }

  private mutating func ride(_ window: ServiceWindow, _ number: Int, _ round: Int) -> Bool {
    let line = window.lines[number]
    let count = Int(line.stopCount)
    let firstStop = Int(line.firstStop)
    let from = (round - 1) * stopCount
    let to = round * stopCount
    // One behind the last trip: none caught yet.
    var trip = Int(line.tripCount)
    var board = 0
    var improved = false
    let start = Int(firstPosition[number])
    firstPosition[number] = -1
    for position in start..<count {
      let stop = Int(window.stops[firstStop + position])
      let flags = window.flags[firstStop + position]
      if trip < Int(line.tripCount), flags & 2 != 0 {
        let arrival = window.arrival(line, trip, position)
        if arrival < arrivals[to + stop], arrival < goals[round], arrival <= ceilings[stop] {
          setArrival(
            round, stop, arrival,
            Ride(
              line: Int32(number), trip: Int32(trip), board: Int32(board),
              alight: Int32(position)))
          if egress[stop] != Self.never {
            improved = setGoal(round, stop, arrival + egress[stop]) || improved
          }
        }
      }
      guard flags & 1 != 0, isMarked[stop] else { continue }
      let time = ready[from + stop]
      if let caught = window.trip(of: line, at: position, leavingAfter: time, before: trip) {
        trip = caught
        board = position
      }
    }
    return improved
  }

  private mutating func setArrival(_ round: Int, _ stop: Int, _ time: Int32, _ ride: Ride) {
    var index = round * stopCount + stop
    rides[index] = ride
    while index < arrivals.count, time < arrivals[index] {
      arrivals[index] = time
      index += stopCount
    }
    if !hasRidden[stop] {
      hasRidden[stop] = true
      ridden.append(Int32(stop))
    }
  }

  private mutating func setGoal(_ round: Int, _ stop: Int, _ time: Int32) -> Bool {
    guard time < goals[round] else { return false }
    goalStops[round] = Int32(stop)
    for later in round...rounds where time < goals[later] {
      goals[later] = time
      if later > round { goalStops[later] = -1 }
    }
    return true
  }

  private mutating func walk(_ window: ServiceWindow, _ round: Int) {
    let base = round * stopCount
    for stop in ridden {
      let arrival = arrivals[base + Int(stop)]
      setReady(round, Int(stop), arrival + window.change(at: Int(stop), change), from: stop)
      for at in window.footpaths.range(Int(stop)) {
        let edge = window.footpaths.edges[at]
        setReady(round, Int(edge.to), arrival + window.change(edge, change), from: stop)
      }
    }
  }

  /// By stop, in times of the reversed window: when one can leave it at the earliest on a journey
  /// that comes no later than the earliest; a bound, as such searches look no further.
  ///
  /// - Complexity: O(stops).
  var ceilingsBackwards: [Int32] {
    let best = goals.min() ?? Self.never
    return ready[(rounds * stopCount)...].map { -min($0, best) }
  }

  /// After a search backwards in time: when one must leave a stop at the latest to get where it
  /// started by at most so many rides, the first of them there; at least one.
  @inline(__always)
  func latestBoarding(at stop: Int, ridesLeft: Int) -> Int32 {
    -arrivals[ridesLeft * stopCount + stop]
  }

  /// After a search backwards in time: when one must get off at a stop at the latest to get where
  /// it started by fewer than ``rounds`` rides more.
  @inline(__always)
  func latestAlighting(at stop: Int, ridesLeft: Int) -> Int32 {
    -ready[ridesLeft * stopCount + stop]
  }

  /// When a ride ends at a stop at the earliest, by any number of rides; ``never`` if none does.
  func arrival(at stop: Int) -> Int32 { arrivals[rounds * stopCount + stop] }

  /// Whether exactly so many rides reach the destination, and not later than fewer do.
  func isReached(rides: Int) -> Bool { goalStops[rides] >= 0 }

  /// The rides of the journey found with so many, in the order they are ridden.
  ///
  /// Only after a single departure: later ones write over the labels.
  func journey(rides count: Int, _ window: ServiceWindow) -> [Ride] {
    var result: [Ride] = []
    var stop = Int(goalStops[count])
    for round in (1...count).reversed() {
      guard stop >= 0 else { return [] }
      let ride = rides[round * stopCount + stop]
      guard ride.line >= 0 else { return [] }
      result.append(ride)
      let line = window.lines[Int(ride.line)]
      let board = Int(window.stops[Int(line.firstStop) + Int(ride.board)])
      stop = Int(readyFrom[(round - 1) * stopCount + board])
    }
    return result.reversed()
  }
}
