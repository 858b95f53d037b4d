import Base
import Foundation
import Geodesy

extension FeedReader {
  mutating func readAgencies() throws(Refusal) {
    var table = try table("agency.txt")
    let id = table.column("agency_id")
    let zone = try requiredColumn("agency_timezone", of: table)
    let name = table.column("agency_name")
    while try table.next() {
      report.row(table.file)
      guard agencyNumbers.add(table.raw(id)) != nil else {
        report.skip(table.file, table.line, "agency_id", "repeats an earlier row")
        continue
      }
      feed.agencies.append(Feed.Agency(id: table.text(id), name: table.text(name)))
      let text = table.text(zone)
      if feed.timeZone.isEmpty {
        guard TimeZone(identifier: text) != nil else {
          throw FeedRule.timeZone.refusal(
            table.file, table.line, "agency_timezone",
            "is not a name of the IANA time zone database, such as Europe/Berlin")
        }
        feed.timeZone = text
      } else if text != feed.timeZone {
        throw FeedRule.timeZone.refusal(
          table.file, table.line, "agency_timezone",
          "differs from the first agency's; all agencies of a feed must share one")
      }
    }
    guard !feed.agencies.isEmpty else {
      throw FeedRule.rows.refusal(table.file, nil, nil, "has no agency, thus no time zone")
    }
  }

  mutating func readStops() throws(Refusal) {
    var table = try table("stops.txt")
    let id = try requiredColumn("stop_id", of: table)
    let lat = try requiredColumn("stop_lat", of: table)
    let lon = try requiredColumn("stop_lon", of: table)
    let (name, kind) = (table.column("stop_name"), table.column("location_type"))
    let (parent, platform) = (table.column("parent_station"), table.column("platform_code"))
    let (wheelchair, zone) = (table.column("wheelchair_boarding"), table.column("zone_id"))
    // A stop may be defined before its station.
    var parents: [(stop: Int, station: [UInt8], line: Int)] = []
    var lines: [Int] = []
    while try table.next() {
      report.row(table.file)
      guard feed.stops.count < limits.stops else {
        throw FeedRule.size.refusal(
          table.file, table.line, nil, "is one of more than \(limits.stops) stops")
      }
      guard !table.isEmpty(id) else {
        report.skip(table.file, table.line, "stop_id", "is empty")
        continue
      }
      let type = table.isEmpty(kind) ? 0 : table.integer(kind) ?? -1
      guard type >= 0, let kind = UInt8(exactly: type).flatMap(Feed.Stop.Kind.init(rawValue:))
      else {
        report.skip(table.file, table.line, "location_type", "is none of 0 to 4")
        continue
      }
      var position: LonLat?
      if let lon = table.double(lon), let lat = table.double(lat) {
        position = LonLat(validLon: lon, lat: lat)
      }
      // Only nodes and boarding areas may stand where their parent stands.
      let canInherit =
        (kind == .node || kind == .boardingArea) && table.isEmpty(lat) && !table.isEmpty(parent)
      guard position != nil || canInherit else {
        report.skip(table.file, table.line, "stop_lat", "is no position, with stop_lon")
        continue
      }
      guard stopNumbers.add(table.raw(id)) != nil else {
        report.skip(table.file, table.line, "stop_id", "repeats an earlier row")
        continue
      }
      if !table.isEmpty(parent) {
        parents.append((feed.stops.count, Array(table.raw(parent)), table.line))
      }
      feed.stops.append(
        Feed.Stop(
          id: table.text(id), name: table.text(name), platform: table.text(platform),
          position: position ?? LonLat(lon: .nan, lat: .nan), kind: kind, parent: nil,
          wheelchair: accessibility(table, wheelchair)))
      lines.append(table.line)
      let zoneName = table.raw(zone)
      let zoneNumber =
        zoneName.isEmpty ? nil : zoneNumbers.number(of: zoneName) ?? zoneNumbers.add(zoneName)
      feed.fares.stopZones.append(Int32(clamping: zoneNumber ?? -1))
    }
    try checkShare(table.file)
    resolve(parents, lines)
  }

  private mutating func resolve(
    _ parents: [(stop: Int, station: [UInt8], line: Int)], _ lines: [Int]
  ) {
    for (stop, station, line) in parents {
      // A boarding area's parent is a platform, all others' a station.
      let wanted: Feed.Stop.Kind = feed.stops[stop].kind == .boardingArea ? .platform : .station
      guard let number = stopNumbers.number(of: station[...]), feed.stops[number].kind == wanted
      else {
        report.notes.append("stops.txt line \(line): parent_station is no \(wanted); left out")
        continue
      }
      feed.stops[stop].parent = number
      if feed.stops[stop].wheelchair == .unknown {
        feed.stops[stop].wheelchair = feed.stops[number].wheelchair
      }
      if feed.stops[stop].position.lat.isNaN {
        feed.stops[stop].position = feed.stops[number].position
      }
    }
    // Nothing may stand nowhere: what is left takes part in nothing, but keeps its number.
    for stop in feed.stops.indices where feed.stops[stop].position.lat.isNaN {
      report.skip("stops.txt", lines[stop], "stop_lat", "is no position, nor its parent's")
      feed.stops[stop].position = LonLat(lon: 0, lat: 0)
      feed.stops[stop].kind = .node
    }
  }

  func accessibility(_ table: CSVReader, _ column: Int?) -> Feed.Accessibility {
    guard let value = table.integer(column).flatMap(UInt8.init(exactly:)) else { return .unknown }
    return Feed.Accessibility(rawValue: value) ?? .unknown
  }
}
