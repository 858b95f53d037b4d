import Base
import Foundation
import Geodata
import HTTPServing
import Routing
import TestSupport
import Testing
import WaysideAPI

@testable import Presence

/// How far the heights of houses can be trusted, said with what is seen past them.
@Suite("guessed heights over HTTP")
struct GuessedHeightsTests {
  /// What a view says that it considered, in a town with houses that are mapped with these
  /// heights, or without.
  private func considered(_ houses: [String?]) throws -> JSONValue? {
    let files = try TemporaryFolder()
    var town = OSMFileWriter.town(side: 6, lon: 10, lat: 1)
    for (number, height) in houses.enumerated() {
      let first = Int64(1000 + 10 * number)
      let (west, south) = (10.000_2 + 4e-4 * Double(number), 1.000_2)
      for (corner, (east, north)) in [(0.0, 0.0), (1e-4, 0), (1e-4, 1e-4), (0, 1e-4)].enumerated() {
        town.node(first + Int64(corner), lon: west + east, lat: south + north)
      }
      town.way(
        500 + Int64(number), [first, first + 1, first + 2, first + 3, first],
        height.map { ["building": "yes", "height": $0] } ?? ["building": "yes"])
    }
    try Data(town.bytes).write(to: URL(fileURLWithPath: files.file("town.osm.pbf")))
    let folder = GeodataFolder(in: files.file("data"))
    _ = try ExtractImport(extract: files.file("town.osm.pbf"))
      .write(to: folder.place(.maps, name: "town"))
    let fixture = try APIFixture(obstacles: nil, geodata: GeodataLibrary(folder))
    fixture.services.mapObstacles.waitUntilReady()
    let view = try fixture.call(
      .post, "/v1/view", ViewingTests.question(lat: 1.000_1, lon: 10.000_1))
    #expect(view.status == 200, "\(view.text)")
    return view.json["considered"]
  }

  @Test("a view says which part of the houses around has a height that nobody has measured")
  func part() throws {
    let half = try considered(["9", nil])
    #expect(half?["buildings"]?.bool == true)
    #expect(half?["guessedHeights"]?.number == 0.5)
    let measured = try considered(["9", "12.5"])
    #expect(measured?["guessedHeights"]?.number == 0)
    let most = try considered([nil, "9", nil])
    #expect(most?["guessedHeights"]?.number == 0.667)
  }

  @Test("without houses nothing is said of their heights")
  func none() throws {
    let fixture = try APIFixture()
    let view = try fixture.call(.post, "/v1/view", ViewingTests.question())
    #expect(view.json["considered"]?["buildings"]?.bool == false)
    #expect(view.json["considered"]?["guessedHeights"] == nil)
  }
}
