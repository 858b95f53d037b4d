import Base
import Foundation
import Geodata
import Places
import Routing
import TestSupport
import Transit

/// A data folder with a town of streets, a bus and a tram, made once for all tests.
enum MappedTown {
  static let side = 26

  static let folder = Result { try make() }

  /// - Parameters:
  ///   - trips: the feed's trips.txt in place of the town's own; the bus then needs ten seconds from
  ///     stop to stop, or nobody would take it who has a bicycle.
  ///   - transfers: the feed's transfers.txt, if it has one.
  ///   - holidays: days on which nothing runs, as in `20260624`.
  ///   - beside: whether there is another feed of July, just west of the town: within a walk of the bus's
  ///     first stop, so that both are searched as one.
  ///   - july: whether there is another feed, of a place far away, that tells of July.
  static func make(
    trips: String? = nil, transfers: String? = nil, holidays: [String] = [], july: Bool = false,
    beside: Bool = false
  ) throws -> (TemporaryFolder, GeodataFolder) {
    let temporary = try TemporaryFolder()
    let source = temporary.file("town.osm.pbf")
    var town = OSMFileWriter.town(side: side, lon: 10, lat: 1)
    // Beside the tram's first stop.
    town.node(
      900_001, lon: 10 + 22 * 9e-4, lat: 1 + 9e-4,
      ["amenity": "parking", "park_ride": "tram", "name": "P+R South"])
    try Data(town.bytes)
      .write(to: URL(fileURLWithPath: source))
    let folder = GeodataFolder(in: temporary.file("data"))
    _ = try ExtractImport(extract: source).write(to: folder.place(.maps, name: "town"))
    _ = try PlaceImport(extract: source).write(to: folder.place(.places, name: "town"))
    try TownFeed.write(side: side, lon: 10, lat: 1, to: temporary.file("feed"))
    if let trips {
      try Data(trips.utf8).write(to: URL(fileURLWithPath: temporary.file("feed/trips.txt")))
      let times = temporary.file("feed/stop_times.txt")
      try String(contentsOfFile: times, encoding: .utf8).split(separator: "\n").map { row in
        guard row.hasPrefix("bus,") else { return String(row) }
        return (0...6).reduce(String(row)) { row, order in
          row.replacingOccurrences(of: "06:0\(order):00", with: "06:00:\(order)0")
        }
      }.joined(separator: "\n").write(toFile: times, atomically: true, encoding: .utf8)
    }
    if let transfers {
      try Data(transfers.utf8)
        .write(to: URL(fileURLWithPath: temporary.file("feed/transfers.txt")))
    }
    if !holidays.isEmpty {
      let rows = holidays.map { "daily,\($0),2" }.joined(separator: "\n")
      try Data("service_id,date,exception_type\n\(rows)\n".utf8)
        .write(to: URL(fileURLWithPath: temporary.file("feed/calendar_dates.txt")))
    }
    if july || beside {
      try TownFeed.write(
        side: beside ? 6 : side, lon: beside ? 10 - 72e-4 : 20, lat: 1, to: temporary.file("other"))
      let calendar = temporary.file("other/calendar.txt")
      try String(contentsOfFile: calendar, encoding: .utf8)
        .replacingOccurrences(of: "20260601,20260630", with: "20260701,20260731")
        .write(toFile: calendar, atomically: true, encoding: .utf8)
      let other = try FeedReader.read(path: temporary.file("other")).feed
      try TimetableFile.write(
        Timetable(other) { (_) throws(Refusal) in [] }, to: folder.place(.timetables, name: "other")
      )
    }
    let feed = try FeedReader.read(path: temporary.file("feed")).feed
    let library = GeodataLibrary(folder)
    var footpaths = StreetFootpaths(library.streets)
    let timetable = try Timetable(feed) { (stops) throws(Refusal) in
      footpaths.walks(between: stops)
    }
    try TimetableFile.write(timetable, to: folder.place(.timetables, name: "town"))
    return (temporary, folder)
  }
}
