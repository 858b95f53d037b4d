import Base
import Geodesy

extension FeedReader {
  /// Times beyond seven days are no times.
  static let maximumTime = 7 * 86_400
  private static let blank = Int32.min

  /// Seconds of `H:MM:SS` or `HH:MM:SS`; hours may pass 24.
  ///
  /// Nil for anything else.
  static func time(_ text: ArraySlice<UInt8>) -> Int32? {
    guard text.count >= 7, text.count <= 9 else { return nil }
    let s = text.endIndex
    guard text[s - 3] == 0x3a, text[s - 6] == 0x3a,
      let hours = CSVReader.integer(text[..<(s - 6)]),
      let minutes = CSVReader.integer(text[(s - 5)..<(s - 3)]), minutes < 60,
      let seconds = CSVReader.integer(text[(s - 2)..<s]), seconds < 60
    else { return nil }
    let time = hours * 3600 + minutes * 60 + seconds
    return time < maximumTime ? Int32(time) : nil
  }

  mutating func readStopTimes() throws(Refusal) {
    var table = try table("stop_times.txt")
    let trip = try requiredColumn("trip_id", of: table)
    let arrival = try requiredColumn("arrival_time", of: table)
    let departure = try requiredColumn("departure_time", of: table)
    let stop = try requiredColumn("stop_id", of: table)
    let order = try requiredColumn("stop_sequence", of: table)
    let (pickup, dropOff) = (table.column("pickup_type"), table.column("drop_off_type"))
    var times: [Feed.StopTime] = []
    var trips: [Int32] = []
    var lines: [Int32] = []
    var lastTrip: (name: [UInt8], number: Int)?
    while try table.next() {
      report.row(table.file)
      let name = table.raw(trip)
      let tripNumber: Int
      if let lastTrip, lastTrip.name.elementsEqual(name) {
        tripNumber = lastTrip.number
      } else if let number = tripNumbers.number(of: name) {
        tripNumber = number
        lastTrip = (Array(name), number)
      } else {
        report.skip(table.file, table.line, "trip_id", "is not in trips.txt")
        continue
      }
      guard let stopNumber = stopNumbers.number(of: table.raw(stop)),
        feed.stops[stopNumber].kind == .platform
      else {
        report.skip(table.file, table.line, "stop_id", "is no stop (location_type 0) of stops.txt")
        continue
      }
      guard let sequence = table.integer(order) else {
        report.skip(table.file, table.line, "stop_sequence", "is no whole number")
        continue
      }
      guard let arrival = Self.optionalTime(table, arrival) else {
        report.skip(table.file, table.line, "arrival_time", "is no time (HH:MM:SS) below 168 hours")
        continue
      }
      guard let departure = Self.optionalTime(table, departure) else {
        report.skip(
          table.file, table.line, "departure_time", "is no time (HH:MM:SS) below 168 hours")
        continue
      }
      guard times.count < limits.stopTimes else {
        throw FeedRule.size.refusal(
          table.file, table.line, nil, "is one of more than \(limits.stopTimes) rows")
      }
      times.append(
        Feed.StopTime(
          stop: Int32(stopNumber), arrival: arrival == Self.blank ? departure : arrival,
          departure: departure == Self.blank ? arrival : departure, sequence: Int32(sequence),
          canBoard: table.isEmpty(pickup) || table.integer(pickup) != 1,
          canAlight: table.isEmpty(dropOff) || table.integer(dropOff) != 1))
      trips.append(Int32(tripNumber))
      lines.append(Int32(clamping: table.line))
    }
    try checkShare(table.file)
    group(times, trips, lines)
  }

  /// Nil if unreadable, `blank` if empty.
  private static func optionalTime(_ table: CSVReader, _ column: Int) -> Int32? {
    table.isEmpty(column) ? blank : time(table.raw(column))
  }

  /// Brings the rows into the order of trips and stops, and fills in blank times.
  private mutating func group(_ times: [Feed.StopTime], _ trips: [Int32], _ lines: [Int32]) {
    var starts = [Int](repeating: 0, count: feed.trips.count + 1)
    for trip in trips { starts[Int(trip) + 1] += 1 }
    for trip in feed.trips.indices { starts[trip + 1] += starts[trip] }
    var next = starts
    var order = [Int](repeating: 0, count: times.count)
    for (row, trip) in trips.enumerated() {
      order[next[Int(trip)]] = row
      next[Int(trip)] += 1
    }
    feed.stopTimes.reserveCapacity(times.count)
    var rows: [Feed.StopTime] = []
    for trip in feed.trips.indices {
      var range = order[starts[trip]..<starts[trip + 1]]
      guard let firstRow = range.first else { continue }
      if zip(range, range.dropFirst()).contains(where: { times[$0].sequence > times[$1].sequence })
      {
        // By row where two share a number, so that the first stays.
        range.sort { (times[$0].sequence, $0) < (times[$1].sequence, $1) }
      }
      rows.removeAll(keepingCapacity: true)
      for row in range {
        if let last = rows.last, last.sequence == times[row].sequence {
          report.skip(
            "stop_times.txt", Int(lines[row]), "stop_sequence", "repeats one of the same trip")
          continue
        }
        rows.append(times[row])
      }
      if let problem = complete(&rows) {
        report.skipTrip("stop_times.txt", Int(lines[firstRow]), problem)
        continue
      }
      let start = feed.stopTimes.count
      feed.stopTimes += rows
      feed.trips[trip].times = start..<feed.stopTimes.count
    }
  }

  /// Fills in blank times: between two known ones in proportion to the straight distance between
  /// stops, or evenly if they all stand at one place.
  ///
  /// - Returns: why the trip is of no use; nil if it is.
  private mutating func complete(_ rows: inout [Feed.StopTime]) -> String? {
    guard rows.count >= 2, let first = rows.first, let last = rows.last else {
      return "has fewer than two stops"
    }
    guard first.departure != Self.blank, last.arrival != Self.blank else {
      return "has no time at its first or last stop"
    }
    var known = 0
    for at in 1..<rows.count where rows[at].arrival != Self.blank {
      if at > known + 1 { interpolate(&rows, known, at) }
      known = at
    }
    for at in rows.indices {
      guard rows[at].arrival <= rows[at].departure,
        at == 0 || rows[at - 1].departure <= rows[at].arrival
      else { return "goes back in time at stop_sequence \(rows[at].sequence)" }
    }
    return nil
  }

  private mutating func interpolate(_ rows: inout [Feed.StopTime], _ from: Int, _ to: Int) {
    var distances: [Double] = [0]
    for at in (from + 1)...to {
      let a = feed.stops[Int(rows[at - 1].stop)].position
      let b = feed.stops[Int(rows[at].stop)].position
      distances.append((distances.last ?? 0) + StopDistance.metres(a, b))
    }
    let total = distances.last ?? 0
    let (start, end) = (Double(rows[from].departure), Double(rows[to].arrival))
    for at in (from + 1)..<to {
      let share =
        total > 0 ? distances[at - from] / total : Double(at - from) / Double(to - from)
      // Both ends are below seven days and the share is in 0...1.
      let time = Int32((start + (end - start) * share).rounded())
      rows[at].arrival = time
      rows[at].departure = time
      report.interpolatedTimes += 1
    }
  }
}
