import Base

extension FeedReader {
  mutating func readFrequencies() throws(Refusal) {
    guard var table = try optionalTable("frequencies.txt") else { return }
    let trip = try requiredColumn("trip_id", of: table)
    let start = try requiredColumn("start_time", of: table)
    let end = try requiredColumn("end_time", of: table)
    let headway = try requiredColumn("headway_secs", of: table)
    let exact = table.column("exact_times")
    while try table.next() {
      report.row(table.file)
      guard let trip = tripNumbers.number(of: table.raw(trip)) else {
        report.skip(table.file, table.line, "trip_id", "is not in trips.txt")
        continue
      }
      guard let start = Self.time(table.raw(start)) else {
        report.skip(table.file, table.line, "start_time", "is no time (HH:MM:SS)")
        continue
      }
      guard let end = Self.time(table.raw(end)), end > start else {
        report.skip(table.file, table.line, "end_time", "is no time (HH:MM:SS) after start_time")
        continue
      }
      guard let headway = table.integer(headway).flatMap(Int32.init(exactly:)), headway > 0 else {
        report.skip(table.file, table.line, "headway_secs", "is no whole number above 0")
        continue
      }
      feed.frequencies.append(
        Feed.Frequency(
          trip: trip, start: start, end: end, headway: headway,
          isExact: table.integer(exact) == 1))
    }
  }

  /// Reads the rules of all stops.
  ///
  /// Those for one route or trip only, and linked trips (types 4 and 5), are skipped. A
  /// minimum time (type 2) that the row does not give is none: one can change there (type 0).
  mutating func readTransfers() throws(Refusal) {
    guard var table = try optionalTable("transfers.txt") else { return }
    let from = try requiredColumn("from_stop_id", of: table)
    let to = try requiredColumn("to_stop_id", of: table)
    let (kind, seconds) = (table.column("transfer_type"), table.column("min_transfer_time"))
    var withoutTime = 0
    let narrow = ["from_route_id", "to_route_id", "from_trip_id", "to_trip_id"].map(table.column)
    while try table.next() {
      report.row(table.file)
      guard let from = stopNumbers.number(of: table.raw(from)) else {
        report.skip(table.file, table.line, "from_stop_id", "is not in stops.txt")
        continue
      }
      guard let to = stopNumbers.number(of: table.raw(to)) else {
        report.skip(table.file, table.line, "to_stop_id", "is not in stops.txt")
        continue
      }
      let number = table.isEmpty(kind) ? 0 : table.integer(kind) ?? -1
      guard var kind = UInt8(exactly: number).flatMap(Feed.Transfer.Kind.init(rawValue:)) else {
        report.skip(table.file, table.line, "transfer_type", "is none of 0 to 3")
        continue
      }
      guard narrow.allSatisfy({ table.isEmpty($0) }) else {
        report.skip(table.file, table.line, "from_route_id", "makes a rule for some trips only")
        continue
      }
      let isTimed = !table.isEmpty(seconds)
      guard let seconds = isTimed ? table.integer(seconds) : 0 else {
        report.skip(table.file, table.line, "min_transfer_time", "is no number of seconds")
        continue
      }
      if kind == .minimumTime, !isTimed {
        kind = .recommended
        withoutTime += 1
      }
      guard seconds <= 86_400 else {
        report.skip(table.file, table.line, "min_transfer_time", "is longer than a day")
        continue
      }
      feed.transfers.append(
        Feed.Transfer(from: from, to: to, kind: kind, seconds: Int32(clamping: seconds)))
    }
    if withoutTime > 0 {
      report.notes.append(
        "\(withoutTime) rows of transfers.txt ask for a minimum time and give none; "
          + "the usual time to change holds there")
    }
  }
}
