/// All trips around one day, ready to be searched: those of the day, of the day before (which run
/// past 24:00) and of the day after, with times in seconds from the day's own zero.
///
/// A line is a chain of trips of one pattern of which none overtakes another (FIFO), so that the
/// first that can be caught is also the best. The days' trips are merged before they are split.
///
/// - Source: Delling, Pajor, Werneck, "Round-Based Public Transit Routing", Transportation Science
///   49(3), 2015, section 3.
/// - Thread: immutable, shared.
final class ServiceWindow: Sendable {
  /// A trip on a day.
  struct TripDay: Hashable {
    /// Position in ``Timetable``'s trips.
    var trip: Int32
    /// Days after the window's.
    var layer: Int32
  }

  struct Line: Sendable {
    /// Position in the engine's parts.
    var feed: Int32
    /// Position in its timetable's patterns.
    var pattern: Int32
    var firstStop: Int32
    var stopCount: Int32
    /// Position of its first trip among all of the window.
    var firstTrip: Int32
    var tripCount: Int32
    /// Where its times start.
    var firstTime: Int32
    /// Bit of its means of transport; 16 bits above, the same again if all of its trips carry bicycles.
    var mode: UInt32
  }

  /// A line that serves a stop, and where.
  struct Call: Sendable {
    var line: Int32
    var position: Int32
  }

  let stopCount: Int
  let lines: [Line]
  let stops: [Int32]
  /// Bit 0: may board, bit 1: may alight.
  let flags: [UInt8]
  /// Grams of CO2 from the line's first stop.
  let grams: [Int32]
  /// Of each line trip by trip, as one rides along.
  private let arrivals: [Int32]
  /// Of each line stop by stop, as one looks for the next trip there.
  private let departures: [Int32]
  let tripDays: [TripDay]
  let callStarts: [Int32]
  let calls: [Call]
  let footpaths: FootpathTable
  let changeSeconds: [Int32]

  init(
    stopCount: Int, lines: [Line], stops: [Int32], flags: [UInt8], grams: [Int32],
    arrivals: [Int32], departures: [Int32], tripDays: [TripDay], footpaths: FootpathTable,
    changeSeconds: [Int32]
  ) {
    self.stopCount = stopCount
    self.lines = lines
    self.stops = stops
    self.flags = flags
    self.grams = grams
    self.arrivals = arrivals
    self.departures = departures
    self.tripDays = tripDays
    self.footpaths = footpaths
    self.changeSeconds = changeSeconds
    var starts = [Int32](repeating: 0, count: stopCount + 1)
    for line in lines { for at in line.stops { starts[Int(stops[at]) + 1] += 1 } }
    for stop in 0..<stopCount { starts[stop + 1] += starts[stop] }
    var next = starts
    var calls = [Call](
      repeating: Call(line: 0, position: 0), count: Int(starts.last ?? 0))
    for (number, line) in lines.enumerated() {
      for (position, at) in line.stops.enumerated() {
        let stop = Int(stops[at])
        calls[Int(next[stop])] = Call(line: Int32(number), position: Int32(position))
        next[stop] += 1
      }
    }
    callStarts = starts
    self.calls = calls
  }

  /// When a trip of a line arrives at a position.
  @inline(__always)
  func arrival(_ line: Line, _ trip: Int, _ position: Int) -> Int32 {
    arrivals[Int(line.firstTime) + trip * Int(line.stopCount) + position]
  }

  @inline(__always)
  func departure(_ line: Line, _ trip: Int, _ position: Int) -> Int32 {
    departures[Int(line.firstTime) + position * Int(line.tripCount) + trip]
  }

  /// The first of a line's trips before `end` that leaves at a position at `time` or later; nil if
  /// none does.
  ///
  /// - Complexity: O(log trips); O(1) if the trip before `end` leaves too early.
  @inline(__always)
  func trip(of line: Line, at position: Int, leavingAfter time: Int32, before end: Int) -> Int? {
    let base = Int(line.firstTime) + position * Int(line.tripCount)
    guard end > 0, departures[base + end - 1] >= time else { return nil }
    var low = 0
    var high = end - 1
    while low < high {
      let middle = (low + high) / 2
      if departures[base + middle] >= time {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  /// The same trips run backwards, with times negated: an answer to "when must I leave at the
  /// latest" is the earliest arrival in it.
  ///
  /// Trip `j` of a line of `m` is trip `m - 1 - j` there, stop `i` of `n` stop `n - 1 - i`.
  func reversed() -> ServiceWindow {
    var stops: [Int32] = []
    var flags: [UInt8] = []
    var grams: [Int32] = []
    var arrivals: [Int32] = []
    var departures: [Int32] = []
    stops.reserveCapacity(self.stops.count)
    arrivals.reserveCapacity(self.arrivals.count)
    departures.reserveCapacity(self.departures.count)
    var lines = self.lines
    for number in lines.indices {
      let line = self.lines[number]
      lines[number].firstStop = Int32(stops.count)
      lines[number].firstTime = Int32(arrivals.count)
      let total = self.grams[line.stops.upperBound - 1]
      for at in line.stops.reversed() {
        stops.append(self.stops[at])
        flags.append((self.flags[at] & 1) << 1 | self.flags[at] >> 1)
        grams.append(total - self.grams[at])
      }
      let (trips, positions) = (0..<Int(line.tripCount), 0..<Int(line.stopCount))
      for trip in trips.reversed() {
        for position in positions.reversed() { arrivals.append(-departure(line, trip, position)) }
      }
      for position in positions.reversed() {
        for trip in trips.reversed() { departures.append(-arrival(line, trip, position)) }
      }
    }
    return ServiceWindow(
      stopCount: stopCount, lines: lines, stops: stops, flags: flags, grams: grams,
      arrivals: arrivals, departures: departures, tripDays: tripDays,
      footpaths: footpaths.transposed(), changeSeconds: changeSeconds)
  }
}

extension ServiceWindow.Line {
  /// The bits of a means of transport.
  ///
  /// - Parameter only: without that of trips that may carry no bicycles.
  static func bits(_ mode: TransportMode, bicycles: Bool, only: Bool = false) -> UInt32 {
    let bit = UInt32(1) << UInt32(mode.rawValue)
    return (only ? 0 : bit) | (bicycles ? bit << 16 : 0)
  }

  var stops: Range<Int> { Int(firstStop)..<Int(firstStop) + Int(stopCount) }
}
