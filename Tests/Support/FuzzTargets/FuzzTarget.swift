import Archives
import Base
import Calendar
import Foundation
import GeoFormats
import Geodata
import Geodesy
import Glibc
import HTTPServing
import MediaFormats
import Models
import Routing
import Storage
import TestSupport
import Transit

/// A reader of outside bytes: given any, it must come back.
///
/// - Thread: confined.
public struct FuzzTarget: Sendable {
  /// In kebab case; its seeds lie in the folder of that name.
  public let name: String
  /// Reads the bytes and forgets what came of it; says whether they were taken.
  public let run: @Sendable ([UInt8]) -> Bool

  /// The target of a name; nil if there is none.
  public init?(_ name: String) {
    guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  private init(_ name: String, _ run: @escaping @Sendable ([UInt8]) -> Bool) {
    self.name = name
    self.run = run
  }

  /// The one that the process fuzzes: named by WAYSIDE_FUZZ_TARGET, which tools/fuzz sets.
  public static let current =
    ProcessInfo.processInfo.environment["WAYSIDE_FUZZ_TARGET"].flatMap { FuzzTarget($0) }

  public static let all = [
    FuzzTarget("osm-pbf", extract),
    FuzzTarget("gtfs", feed),
    FuzzTarget("trip-updates") { (try? TripUpdates(message: $0)) != nil },
    FuzzTarget("icalendar") { CalendarFuzzTargets.calendar($0) },
    FuzzTarget("json") { bytes in
      guard let value = try? JSONValue(parsing: bytes) else { return false }
      var writer = JSONWriter()
      writer.value(value)
      precondition((try? JSONValue(parsing: writer.bytes)) == value, "what is written is read")
      return true
    },
    FuzzTarget("glb") { bytes in
      _ = try? GLBStripper.stripped(bytes)
      return (try? GLBModel(checking: bytes)) != nil
    },
    FuzzTarget("zip") { bytes in
      ArchiveFuzzTargets.zip(bytes)
      return (try? ZipReader(bytes)) != nil
    },
    FuzzTarget("geojson") { (try? GeoFeature.features(geoJSON: $0)) != nil },
    FuzzTarget("geopackage-point") { GeoPackageFuzzTargets.point($0) },
    FuzzTarget("gpx") { (try? GPXDocument(reading: $0)) != nil },
    FuzzTarget("kml") { (try? KMLDocument(reading: $0)) != nil },
    FuzzTarget("picture") { bytes in
      let isSound = (try? AudioInfo(checking: bytes)) != nil
      return (try? ImageInfo(checking: bytes)) != nil || isSound
    },
    FuzzTarget("target") { bytes in
      guard let target = try? RequestTarget(bytes: bytes) else { return false }
      return target.isAsterisk || target.queryItems.count < bytes.count
    },
    FuzzTarget("message", message),
    FuzzTarget("tile", tile),
  ]

  /// Requests, which come to the same however they are cut.
  private static func message(_ bytes: [UInt8]) -> Bool {
    let whole = MessageProbe(bytes, cutAt: 0)
    let cut = MessageProbe(bytes, cutAt: Int(bytes.last ?? 0) * bytes.count / 256)
    precondition(whole.messages == cut.messages && whole.refusal == cut.refusal, "cuts matter")
    return whole.refusal == nil
  }

  /// Small limits, as a fuzzer would spend its time on the largest feeds.
  private static func feed(_ bytes: [UInt8]) -> Bool {
    var limits = FeedLimits()
    (limits.tableBytes, limits.stops, limits.trips) = (1 << 20, 10_000, 10_000)
    (limits.stopTimes, limits.shapePoints, limits.fareRows) = (100_000, 100_000, 10_000)
    (limits.days, limits.dayWords) = (4000, 100_000)
    guard let feed = try? FeedReader.read(zip: bytes, limits: limits).feed,
      let timetable = try? Timetable(feed)
    else { return false }
    return (try? TransitEngine(timetable)) != nil
  }

  /// A file in the machine's memory: reading OpenStreetMap files begins with a path.
  private static func extract(_ bytes: [UInt8]) -> Bool {
    let path = "/dev/shm/wayside-fuzz-\(getpid()).osm.pbf"
    defer { for file in [path, path + ".out"] { unlink(file) } }
    guard (try? Data(bytes).write(to: URL(filePath: path))) != nil else { return false }
    return (try? ExtractImport(extract: path).write(to: path + ".out")) != nil
  }

  /// Geometry made of the bytes, drawn on a tile: what comes out must keep to the specification.
  private static func tile(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 3, let address = TileAddress(zoom: 14, column: 8625, row: 5746) else {
      return false
    }
    let bounds = address.bounds()
    let points = stride(from: 2, to: bytes.count - 1, by: 2).map { i in
      // From a tile's width outside of it on each side.
      LonLat(
        lon: bounds.west + (Double(bytes[i]) / 85 - 1) * (bounds.east - bounds.west),
        lat: bounds.south + (Double(bytes[i + 1]) / 85 - 1) * (bounds.north - bounds.south))
    }
    let half = points.count / 2
    let geometry: Geometry
    switch bytes[0] % 4 {
    case 1 where points.count > 1: geometry = .line(LineString(points))
    case 2 where points.count > 2: geometry = .polygon(Polygon([ring(points[...])]))
    case 3 where half > 2:
      geometry = .polygon(Polygon([ring(points[..<half]), ring(points[half...])]))
    default: geometry = .point(points[0])
    }
    let overlay = TileMaker.Overlay(
      geometry: geometry, attributes: [("kind", String(decoding: bytes.prefix(8), as: UTF8.self))])
    let made = TileMaker(GeodataLibrary()).tile(address, overlay: "things", [overlay])
    precondition((try? TileReader.read(made)) != nil, "a tile that is made can be read")
    return !made.isEmpty
  }

  private static func ring(_ points: ArraySlice<LonLat>) -> [LonLat] {
    Array(points) + points.prefix(1)
  }
}
