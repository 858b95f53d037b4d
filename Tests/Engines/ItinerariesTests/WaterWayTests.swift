import Base
import Foundation
import Geodata
import Geodesy
import Routing
import TestSupport
import Testing
import Transit

@testable import Itineraries

/// Straight walks west of a town, on both banks of a river without a bridge.
@Suite struct WaterWayTests {
  /// In columns of streets west of the town: the river flows at 5, the streets begin at 0.
  private let place = Town.junction(-6, 3)
  private let acrossColumn = -3.0
  private let besideColumn = -8.0

  /// - Parameter river: whether the map shows it.
  private func streets(river: Bool) throws -> StreetRouter {
    let temporary = try TemporaryFolder()
    let source = temporary.file("town.osm.pbf")
    var town = OSMFileWriter.town(side: 6, lon: 10, lat: 1)
    if river {
      for (id, row) in [(800_001, -30.0), (800_002, 30)] as [(Int64, Double)] {
        let bend = Town.junction(-5, row)
        town.node(id, lon: bend.lon, lat: bend.lat)
      }
      town.way(800_001, [800_001, 800_002], ["waterway": "river"])
    }
    try Data(town.bytes).write(to: URL(fileURLWithPath: source))
    return StreetRouter([
      try Extract(content: ExtractImport(extract: source).content().content).streets
    ])
  }

  private func stop(_ id: String, _ column: Double) -> Timetable.Stop {
    Timetable.Stop(
      id: id, name: id, platform: "", position: Town.junction(column, 3), kind: .platform,
      parent: nil, wheelchair: .unknown)
  }

  private func network(_ streets: StreetRouter) throws -> TransitNetwork {
    var tables = TownFeed.tables(side: 6, lon: 10, lat: 1)
    // The bus's first stop lies on the other bank, the tram's last on this one.
    tables["stops.txt"] = tables["stops.txt"]?.split(separator: "\n").map { row in
      for (id, column) in [("b0", acrossColumn), ("t4", besideColumn)] where row.hasPrefix(id) {
        let position = Town.junction(column, 3)
        return "\(id),\(id),\(position.lat),\(position.lon)"
      }
      return String(row)
    }.joined(separator: "\n")
    let feed = try FeedReader.read { (name) throws(Refusal) in
      tables[name].map { Array($0.utf8) }
    }.feed
    return TransitNetwork(try TransitEngine(Timetable(feed) { (_) throws(Refusal) in [] }))
  }

  @Test("no straight walk to or from a stop leads over a river; one on the same bank does not")
  func access() throws {
    for (river, isOffered) in [(false, true), (true, false)] {
      let streets = try streets(river: river)
      let network = try network(streets)
      let (across, beside) = (
        try #require(network.engine.timetable.stop(id: "b0")),
        try #require(network.engine.timetable.stop(id: "t4"))
      )
      let request = ItineraryRequest(
        from: place, to: place, timing: .departAt(Instant(milliseconds: 0)), modes: [.walk])
      for toStops in [true, false] {
        let ways = StopWays(network, streets, place, request, toStops: toStops)
        // Three hundred metres, by the line 1.3 times as long.
        let straight = ways.ways.contains { $0.stop == across && (380...400).contains($0.metres) }
        #expect(straight == isOffered, "\(river): \(ways.ways)")
        #expect(ways.ways.contains { $0.stop == beside && (255...265).contains($0.metres) })
        #expect(ways.way(.walk, stop: beside) == nil)
      }
      let end = Town.junction(4, 0)
      var question = request
      (question.from, question.to) = (place, end)
      question.modes = [.walk, .bus]
      question.timing = .departAt(
        Instant(rfc3339: "2026-06-10T07:00:00Z") ?? Instant(milliseconds: 0))
      let planner = ItineraryPlanner(streets: streets) { [network] }
      guard case .found(let found, _, _) = planner.plan(question) else {
        Issue.record("no way at all")
        continue
      }
      let lines = found.flatMap(\.legs).filter {
        $0.isEstimate && $0.to == "b0" && $0.geometry.count == 2
      }
      #expect(!lines.isEmpty == isOffered, "\(river): \(lines)")
    }
  }

  @Test("no change between stops off the streets leads straight over a river")
  func changes() throws {
    let stops = [stop("east", -4), stop("west", -6), stop("farther west", -8)]
    for (river, pairs) in [(false, 6), (true, 2)] {
      var footpaths = StreetFootpaths(try streets(river: river))
      let walks = footpaths.walks(between: stops)
      #expect(walks.count == pairs, "\(walks)")
      #expect(walks.contains { $0.from == 1 && $0.to == 2 })
      #expect(walks.contains { $0.from == 0 || $0.to == 0 } != river)
    }
  }
}
