import Base
import FlatFiles
import Foundation
import Geodata
import Routing
import Transit

/// `wayside import gtfs` and `wayside import trip-updates`: timetables for the data folder, and
/// what is known of their delays.
///
/// They need no database and may run beside a server, which takes the new files into use within a
/// second or two.
enum TimetableImportCommand {
  static let gtfs = Command(
    name: "import gtfs", operands: "FEED.zip|FOLDER", operandCount: 1...1,
    summary: """
      Loads timetables of public transport from a GTFS feed.
      A feed of the same name is replaced in one step, also under a running server; a feed that
      cannot be used changes nothing. Rows that cannot be used are passed over, counted and named;
      a feed in which more than half of a needed table's rows are such is refused. Walks between
      stops follow the streets of the maps that are imported, so import those first.
      """,
    options: [
      data,
      Arguments.Option(
        name: "name", value: "NAME", summary: "what to keep it as; made of the file's name"),
      Command.json,
    ],
    run: runGTFS)

  static let updates = Command(
    name: "import trip-updates", operands: "FILE.pb", operandCount: 1...1,
    summary: """
      Takes the delays of a GTFS-Realtime message of trip updates into use.
      It replaces the message before; without one, timetables hold as they are.
      """,
    options: [
      data,
      Arguments.Option(
        name: "name", value: "NAME", summary: "the timetable that it belongs to"),
      Command.json,
    ],
    run: runUpdates)

  private static let data = Arguments.Option(
    name: "data", value: "DIR", summary: "the data folder; made if it is absent")

  private static func runGTFS(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    let folder = GeodataFolder(in: try arguments.required("data"))
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw Refusal(.notFound, "no-file", "There is no file or folder \(path).")
    }
    let name = arguments["name"] ?? GeodataFolder.name(ofFile: path)
    var bar = Progress("importing \(name)")
    let started = Date()
    let (timetable, report, footpaths) = try folder.importing {
      let target = try folder.place(.timetables, name: name)
      defer { bar.end() }
      bar.show(5, of: 100, "Reading tables")
      let (feed, report) = try FeedReader.read(path: path)
      bar.show(60, of: 100, "Walks between stops")
      var footpaths = StreetFootpaths(GeodataLibrary(folder).streets)
      let timetable = try Timetable(feed) { (stops) throws(Refusal) in
        footpaths.walks(between: stops)
      }
      bar.show(90, of: 100, "Writing")
      // A timetable that cannot be searched is not put in place.
      _ = try TransitEngine(timetable)
      try TimetableFile.write(timetable, to: target)
      bar.show(100, of: 100)
      return (timetable, report, footpaths)
    }
    if arguments.has("json") {
      Terminal.say { json in
        write(timetable, report, footpaths, name, seconds: Date().timeIntervalSince(started), &json)
      }
    } else {
      say(timetable, report, footpaths, name)
    }
  }

  private static func say(
    _ timetable: Timetable, _ report: ImportReport, _ footpaths: StreetFootpaths, _ name: String
  ) {
    Terminal.say(
      "imported \(name): \(timetable.stops.count) stops, \(timetable.routes.count) lines, "
        + "\(timetable.tripCount) departures, \(timetable.firstDate) to \(timetable.lastDate)")
    Terminal.say(
      "\(timetable.footpathCount) walks between stops; \(footpaths.stopsAlongStreets) stops along "
        + "streets, \(footpaths.stopsByStraightLines) by straight lines, 1.3 times as long")
    if report.interpolatedTimes > 0 {
      Terminal.say("\(report.interpolatedTimes) blank times filled in")
    }
    guard report.skippedRows + report.skippedTrips > 0 else { return }
    Terminal.note(
      "\(report.skippedRows) rows and \(report.skippedTrips) whole trips were passed over:")
    for skipped in report.examples {
      Terminal.note(
        "  \(skipped.file) line \(skipped.line), \(skipped.field): \(skipped.reason)")
    }
    for note in report.notes { Terminal.note("  \(note)") }
  }

  private static func write(
    _ timetable: Timetable, _ report: ImportReport, _ footpaths: StreetFootpaths, _ name: String,
    seconds: Double, _ json: inout JSONWriter
  ) {
    json.member("name", name)
    for (key, value) in [
      ("stops", timetable.stops.count), ("lines", timetable.routes.count),
      ("departures", timetable.tripCount), ("walks", timetable.footpathCount),
      ("stopsAlongStreets", footpaths.stopsAlongStreets),
      ("stopsByStraightLines", footpaths.stopsByStraightLines),
      ("interpolatedTimes", report.interpolatedTimes), ("skippedRows", report.skippedRows),
      ("skippedTrips", report.skippedTrips),
    ] {
      json.key(key)
      json.integer(value)
    }
    json.member("from", timetable.firstDate)
    json.member("to", timetable.lastDate)
    json.array("skipped") { json in
      for skipped in report.examples {
        json.object { json in
          json.member("file", skipped.file)
          json.member("line", skipped.line)
          json.member("field", skipped.field)
          json.member("reason", skipped.reason)
        }
      }
    }
    json.array("notes") { json in
      for note in report.notes { json.string(note) }
    }
    json.member("seconds", seconds, decimals: 3)
  }

  private static func runUpdates(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    let folder = GeodataFolder(in: try arguments.required("data"))
    let name = try arguments.required("name")
    guard let content = FileManager.default.contents(atPath: path) else {
      throw Refusal(.notFound, "no-file", "There is no file \(path).")
    }
    guard let entry = folder.entries(.timetables).first(where: { $0.name == name }) else {
      throw Refusal(
        .notFound, "no-timetable", "No timetable is imported as \(name); import its feed first.")
    }
    let updates = try TripUpdates(message: [UInt8](content))
    let engine = try TransitEngine(TimetableFile.read(path: entry.path))
    let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    let report = engine.applying(updates, now: now).report
    try folder.importing {
      try FlatFileWriter.write([UInt8](content), to: folder.place(.tripUpdates, name: name))
    }
    if arguments.has("json") {
      Terminal.say { json in
        for (key, value) in [
          ("applied", report.applied), ("cancelled", report.cancelled),
          ("unknownTrips", report.unknownTrips), ("unsupported", report.unsupported),
          ("unknownStops", report.unknownStops),
        ] {
          json.key(key)
          json.integer(value)
        }
      }
    } else {
      Terminal.say(
        "\(report.applied) trips with delays, \(report.cancelled) cancelled, "
          + "\(report.unknownTrips) unknown, \(report.unsupported) of a kind that is not shown")
    }
  }
}
