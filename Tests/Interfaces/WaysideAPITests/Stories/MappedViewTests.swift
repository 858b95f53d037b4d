import Base
import Foundation
import Geodata
import Geodesy
import HTTPServing
import Routing
import TestSupport
import Testing
import WaysideAPI

@testable import Presence

/// A real map, imported once for all tests: Monaco from the folder of WAYSIDE_DATA or beside the
/// checkout, or else the extract of Liechtenstein that `tools/geodata` fetches.
private enum RealMap {
  static let extract: String? = {
    let extract = Checkout.root.path + "/.build/geodata/liechtenstein.osm.pbf"
    return Checkout.realData(holding: "osm/monaco-2023.osm.pbf").map {
      $0 + "/osm/monaco-2023.osm.pbf"
    }
      ?? (FileManager.default.fileExists(atPath: extract) ? extract : nil)
  }()

  static let isMissing: Comment =
    "SKIPPED: no real map; run tools/geodata, or set WAYSIDE_DATA to a folder with osm/monaco-2023.osm.pbf"

  static let library = Result {
    let folder = try TemporaryFolder()
    let geodata = GeodataFolder(in: folder.path)
    _ = try geodata.importing {
      try ExtractImport(extract: try #require(extract, isMissing))
        .write(to: geodata.place(.maps, name: "real"))
    }
    return (folder, GeodataLibrary(geodata))
  }
}

@Suite("what a camera sees of a real town", .enabled(if: RealMap.extract != nil, RealMap.isMissing))
struct MappedViewTests {
  /// A footprint around a place, in metres east and north of it.
  private struct House {
    var rings: [[Vector3]]
    var base: Double
    var height: Double

    /// By the even-odd rule.
    func contains(_ p: Vector3) -> Bool {
      var isInside = false
      for ring in rings {
        guard var a = ring.last else { continue }
        for b in ring {
          if (a.y > p.y) != (b.y > p.y), p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y)) {
            isInside.toggle()
          }
          a = b
        }
      }
      return isInside
    }
  }

  private static func houses(_ map: ImportedMap, around place: LonLat, within metres: Double)
    -> [House]
  {
    let frame = LocalFrame(at: place, height: 0)
    var houses: [House] = []
    map.extract.map.forEachBuilding { building in
      let rings = building.rings.map { $0.map { frame.local($0, height: 0) } }
      guard let corner = rings.first?.first, corner.length < metres + 300 else { return }
      houses.append(House(rings: rings, base: building.base, height: building.height))
    }
    return houses
  }

  /// Whether a level line at the height of the eyes is blocked; nil where it is hard to say.
  private static func isBlocked(from a: Vector3, to b: Vector3, by houses: [House]) -> Bool? {
    let way = b - a
    var isDoubtful = false
    var along = 0.25
    while along < way.length - 1.5 {
      let p = a + way * (along / way.length)
      for house in houses where house.contains(p) {
        if house.base == 0, house.height > 4 { return true }
        isDoubtful = true
      }
      along += 0.25
    }
    return isDoubtful ? nil : false
  }

  @Test("RI-FR1.1: houses of a real map hide what lines across them do not reach, and nothing else")
  func houses() throws {
    let library = try RealMap.library.get().1
    let map = try #require(library.current.maps.first)
    // The corner of some house in the middle of the map, seen from 3 m outside of it.
    let middle = LonLat(
      lon: (map.bounds.west + map.bounds.east) / 2, lat: (map.bounds.south + map.bounds.north) / 2)
    var nearest = (metres: Double.infinity, corner: middle)
    map.extract.map.forEachBuilding { building in
      guard let corner = building.rings.first?.first else { return }
      let metres = Geodesic.distance(from: corner, to: middle)
      if metres < nearest.metres { nearest = (metres, corner) }
    }
    let around = Self.houses(map, around: nearest.corner, within: 100)
    let free = stride(from: 0.0, to: 360, by: 10).map { bearing in
      Vector3(x: 4 * sin(bearing * .pi / 180), y: 4 * cos(bearing * .pi / 180), z: 0)
    }.first { p in !around.contains { $0.contains(p) } }
    let start = try #require(free)
    let frame = LocalFrame(at: nearest.corner, height: 0)
    let eye = try #require(frame.geodetic(local: start)).position

    let bare = try APIFixture(obstacles: nil)
    let mapped = try APIFixture(obstacles: nil, geodata: library)
    mapped.services.mapObstacles.waitUntilReady()
    var expected: [(id: String, isBlocked: Bool?)] = []
    var all: [String] = []
    for fixture in [bare, mapped] {
      let person = try fixture.person()
      let object = try fixture.object(of: person)
      (expected, all) = ([], [])
      for (step, bearing) in stride(from: 0.0, to: 360, by: 12).enumerated() {
        let metres = [8.0, 16, 28, 45][step % 4]
        let there = Geodesic.destination(
          from: eye, bearingDegrees: bearing, distanceMetres: metres)
        let id = try fixture.place(
          object, by: person, lat: there.lat, lon: there.lon)
        let p = frame.local(there, height: 0)
        // To both sides, too: an object counts as hidden when more than two thirds of it are.
        let side = Vector3(x: cos(bearing * .pi / 180), y: -sin(bearing * .pi / 180), z: 0)
        let lines = [-0.9, 0, 0.9].map {
          Self.isBlocked(from: start, to: p + side * $0, by: around)
        }
        let isInside = around.contains { $0.contains(p) }
        expected.append((id, isInside || Set(lines).count > 1 ? nil : lines[0]))
        all.append(id)
      }
      var shown: Set<String> = []
      for heading in stride(from: 0.0, to: 360, by: 60) {
        let reply = try fixture.call(
          .post, "/v1/view", ViewingTests.question(heading: heading, lat: eye.lat, lon: eye.lon))
        #expect(reply.status == 200)
        #expect(reply.json["considered"]?["buildings"]?.bool == (fixture === mapped))
        shown.formUnion(reply.items.compactMap { $0["id"]?.string })
      }
      guard fixture === mapped else {
        #expect(shown == Set(all), "without a map nothing hides anything")
        continue
      }
      for (id, isBlocked) in expected where isBlocked != nil {
        #expect(shown.contains(id) == (isBlocked == false), "\(id) from \(eye)")
      }
    }
    let blocked = expected.filter { $0.isBlocked == true }.count
    #expect(blocked > 3, "\(expected)")
    #expect(expected.filter { $0.isBlocked == false }.count > 0, "\(expected)")
  }
}
