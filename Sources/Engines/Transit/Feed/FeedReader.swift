import Archives
import Base
import Foundation
import Geodesy

/// Reads a GTFS feed.
///
/// Which rows are skipped and when a feed is refused: see ``ImportReport``.
///
/// - Thread: confined.
public struct FeedReader {
  /// Gives the bytes of a table, nil if the feed has none of that name.
  public typealias Source = (_ table: String) throws(Refusal) -> [UInt8]?

  var feed = Feed()
  var report = ImportReport()
  let limits: FeedLimits
  private let source: Source

  var agencyNumbers = IdentifierTable()
  var stopNumbers = IdentifierTable()
  var routeNumbers = IdentifierTable()
  var tripNumbers = IdentifierTable()
  var serviceNumbers = IdentifierTable()
  var shapeNumbers = IdentifierTable()
  var zoneNumbers = IdentifierTable()
  var fareNumbers = IdentifierTable()

  private init(_ limits: FeedLimits, _ source: @escaping Source) {
    self.limits = limits
    self.source = source
  }

  /// Reads a feed from a zip file, or from a folder of tables.
  ///
  /// - Throws: ``Refusal`` that names file, line and field.
  /// - Complexity: O(bytes); the largest table is held in memory, unpacked.
  public static func read(
    path: String, limits: FeedLimits = FeedLimits()
  ) throws(Refusal) -> (feed: Feed, report: ImportReport) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return try read(limits: limits) { (table) throws(Refusal) in
        try content(of: table, in: path, limits)
      }
    }
    return try read(archive: try ZipReader(path: path, limits: .dataSet), limits: limits)
  }

  /// The same from the bytes of a zip file.
  public static func read(
    zip bytes: [UInt8], limits: FeedLimits = FeedLimits()
  ) throws(Refusal) -> (feed: Feed, report: ImportReport) {
    try read(archive: try ZipReader(bytes, limits: .dataSet), limits: limits)
  }

  private static func content(
    of table: String, in folder: String, _ limits: FeedLimits
  ) throws(Refusal) -> [UInt8]? {
    let path = folder + "/" + table
    guard let status = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    guard (status[.size] as? Int ?? .max) <= limits.tableBytes else {
      throw FeedRule.size.refusal(table, nil, nil, "is larger than \(limits.tableBytes) bytes")
    }
    guard let content = FileManager.default.contents(atPath: path) else {
      throw FeedRule.file.refusal(table, nil, nil, "cannot be read")
    }
    return [UInt8](content)
  }

  private static func read(
    archive: ZipReader, limits: FeedLimits
  ) throws(Refusal) -> (feed: Feed, report: ImportReport) {
    // Many publishers pack the folder and not its files.
    let stops = archive.entries.first { $0.name == "stops.txt" || $0.name.hasSuffix("/stops.txt") }
    let folder = stops.map { String($0.name.dropLast("stops.txt".count)) } ?? ""
    return try read(limits: limits) { (table) throws(Refusal) in
      guard let entry = archive.entry(folder + table) else { return nil }
      return try archive.bytes(of: entry, cap: limits.tableBytes)
    }
  }

  /// The same from tables, wherever they come from.
  public static func read(
    limits: FeedLimits = FeedLimits(), tables: @escaping Source
  ) throws(Refusal) -> (feed: Feed, report: ImportReport) {
    var reader = FeedReader(limits, tables)
    try reader.readAgencies()
    try reader.readStops()
    try reader.readRoutes()
    try reader.readCalendar()
    if limits.readsShapes { try reader.readShapes() }
    try reader.readTrips()
    try reader.readStopTimes()
    reader.trimCalendar()
    try reader.readFrequencies()
    try reader.readTransfers()
    try reader.readFares()
    try reader.readInfo()
    guard reader.feed.trips.contains(where: { !$0.times.isEmpty }) else {
      throw FeedRule.rows.refusal("stop_times.txt", nil, nil, "leaves no trip to travel with")
    }
    return (reader.feed, reader.report)
  }

  /// Opens a table; nil if the feed has none.
  func optionalTable(_ name: String) throws(Refusal) -> CSVReader? {
    guard let bytes = try source(name) else { return nil }
    return try CSVReader(file: name, bytes: bytes)
  }

  func table(_ name: String) throws(Refusal) -> CSVReader {
    guard let table = try optionalTable(name) else {
      throw FeedRule.file.refusal(name, nil, nil, "is missing; every feed must have it")
    }
    return table
  }

  func requiredColumn(_ name: String, of table: CSVReader) throws(Refusal) -> Int {
    guard let column = table.column(name) else {
      throw FeedRule.column.refusal(
        table.file, 1, name, "is missing; every \(table.file) must have this column")
    }
    return column
  }

  /// Refuses a feed of which too little could be read.
  func checkShare(_ file: String) throws(Refusal) {
    let rows = report.rows[file, default: 0]
    let skipped = report.skipped[file, default: 0]
    guard 2 * skipped <= rows else {
      let first = report.examples.first { $0.file == file }
      throw FeedRule.rows.refusal(
        file, first?.line, first?.field,
        "is one of \(skipped) of \(rows) rows that cannot be used: \(first?.reason ?? "")")
    }
  }
}
