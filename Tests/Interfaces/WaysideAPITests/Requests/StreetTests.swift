import Access
import Base
import Foundation
import Geodata
import Geodesy
import HTTPServing
import Routing
import TestSupport
import Testing

@testable import WaysideAPI

@Suite("Streets over HTTP")
struct StreetTests {
  private let town: SampleTown
  private let fixture: APIFixture

  init() throws {
    town = try SampleTown()
    fixture = try APIFixture(geodata: town.library)
  }

  private func matrix(_ body: JSON) throws -> Reply { try fixture.call(.post, "/v1/matrix", body) }

  private static func point(_ column: Double, _ row: Double) -> JSON {
    [.number(10 + column * 9e-4), .number(1 + row * 9e-4)]
  }

  @Test("a matrix holds the distances and times of its single routes, null where there is no way")
  func table() throws {
    let far: JSON = [11, 5]
    let reply = try matrix([
      "sources": [Self.point(0, 0), Self.point(3, 2)],
      "targets": [Self.point(0, 1), Self.point(3, 2), far], "mode": "walk",
    ])
    #expect(reply.status == 200, "\(reply.text)")
    let distances = try #require(reply.json["distances"]?.array)
    let first = distances[0].array ?? []
    #expect(abs((first[0].number ?? 0) - 100) < 1)
    #expect(abs((first[1].number ?? 0) - 500) < 3)
    #expect(first[2] == .null)
    #expect(distances[1].array?[1].number == 0)
    let single = try town.library.streets.summary(
      from: LonLat(lon: 10, lat: 1), to: LonLat(lon: 10 + 3 * 9e-4, lat: 1 + 2 * 9e-4),
      StreetProfile(.walk))
    let duration = reply.json["durations"]?.array?[0].array?[1].number ?? 0
    #expect(duration == single.duration.rounded(.up))
    #expect(reply.json["targets"]?.array?[2] == .null)
    #expect(reply.json["sources"]?.array?[0]["distance"]?.number == 0)
  }

  @Test("lengths and times of a route are told to a tenth of a metre and of a second")
  func decimals() throws {
    let reply = try fixture.call(
      .get, "/v1/routes?from=1.00005,10.00003&to=1.0018,10.0027&mode=walk")
    let members = try Regex(
      #""(?:distance|duration|climb|descent)":([0-9.]+)"#, as: (Substring, Substring).self)
    let numbers = reply.text.matches(of: members).map(\.output.1)
    #expect(numbers.contains { $0.contains(".") })
    for number in numbers {
      #expect((number.split(separator: ".").dropFirst().first?.count ?? 0) <= 1, "\(number)")
    }
  }

  @Test("routes and tables that want the fastest way by bicycle get it, others a calmer one")
  func fastestBicycle() throws {
    let files = try TemporaryFolder()
    var extract = OSMFileWriter()
    for place in 0..<20 {
      extract.node(
        Int64(place + 1), lon: 10 + Double(place % 10) * 9e-4, lat: 1 + Double(place / 10) * 3e-4)
    }
    extract.way(1, (1...10).map { Int64($0) }, ["highway": "primary"])
    extract.way(2, [1] + (11...20).map { Int64($0) } + [10], ["highway": "residential"])
    try Data(extract.bytes).write(to: URL(fileURLWithPath: files.file("two.osm.pbf")))
    let folder = GeodataFolder(in: files.file("data"))
    _ = try ExtractImport(extract: files.file("two.osm.pbf"))
      .write(to: folder.place(.maps, name: "two"))
    let fixture = try APIFixture(geodata: GeodataLibrary(folder))
    func ridden(_ order: String) throws -> Double {
      let reply = try fixture.call(
        .get, "/v1/routes?from=1,10&to=1,10.0081&mode=bicycle&order=\(order)")
      return try #require(
        reply.json["itineraries"]?[0]?["distance"]?.number, "\(reply.text)")
    }
    let straight = try ridden("fastest")
    #expect(abs(straight - 901) < 3)
    #expect(try ridden("fewestTransfers") > straight + 15)
    let table = try fixture.call(
      .post, "/v1/matrix", ["sources": [[10, 1]], "targets": [[10.0081, 1]], "mode": "bicycle"])
    #expect(
      abs((table.json["distances"]?[0]?[0]?.number ?? 0) - straight) < 1, "\(table.text)")
  }

  @Test("a matrix and a route say the same distance and time, also away from the streets")
  func agreesWithRoutes() throws {
    // Beside a street, and in the middle of a block, where one walks to the car and from it.
    let ends = [
      (from: [10.0002, 1.0003], to: [10.0025, 1.0012]),
      (from: [10.00045, 1.00045], to: [10.00315, 1.00225]),
    ]
    for (from, to) in ends {
      for mode in ["walk", "bicycle", "car"] {
        let reply = try matrix([
          "sources": [.list(from.map { .number($0) })], "targets": [.list(to.map { .number($0) })],
          "mode": JSON.text(mode),
        ])
        let distance = reply.json["distances"]?.array?[0].array?[0].number
        let duration = reply.json["durations"]?.array?[0].array?[0].number
        let route = try fixture.call(
          .get, "/v1/routes?from=\(from[1]),\(from[0])&to=\(to[1]),\(to[0])&mode=\(mode)")
        let first = route.json["itineraries"]?.array?[0]
        #expect(distance != nil && distance == first?["distance"]?.number, "\(mode): \(route.text)")
        #expect(duration != nil && duration == first?["duration"]?.number, "\(mode)")
      }
    }
  }

  @Test("matrices that are too large, unknown modes and wrong places are refused with their limits")
  func refusals() throws {
    let one = Self.point(0, 0)
    func body(_ count: Int, _ mode: JSON = "walk") -> JSON {
      ["sources": .list(Array(repeating: one, count: count)), "targets": [one], "mode": mode]
    }
    let many = try matrix(body(1001))
    #expect(many.status == 422 && many.text.contains("1000"), "\(many.text)")
    let square = JSON.list(Array(repeating: one, count: 501))
    let large = try matrix(["sources": square, "targets": square, "mode": "walk"])
    #expect(large.status == 413 && large.text.contains("250000"), "\(large.text)")
    let mode = try matrix(body(1, "teleport"))
    #expect(mode.status == 422 && mode.text.contains("bicycle"), "\(mode.text)")
    for point: JSON in [[200, 1], [10, 91], [10], ["10", 1], [10, 1, 5], 3] {
      let reply = try matrix(["sources": [point], "targets": [one], "mode": "car"])
      #expect(reply.status == 422, "\(reply.text)")
    }
    #expect(try matrix(["sources": [], "targets": [one], "mode": "car"]).status == 422)
    #expect(try matrix(body(1).with("speed", 0)).status == 422)
    #expect(try matrix(body(1).with("avoid", ["rain"])).status == 422)
    #expect(try matrix(body(1).with("departAt", "soon")).status == 422)
    #expect(try matrix(body(1).with("changeTime", 60)).status == 422)
    let full = try matrix(
      body(1).with("departAt", "2026-05-04T08:00:00Z").with("avoid", ["steps"]).with("speed", 6))
    #expect(full.status == 200)
  }

  @Test("an isochrone is a GeoJSON area for each time, the longer around the shorter")
  func isochrone() throws {
    let reply = try fixture.call(
      .get, "/v1/isochrone?at=1.0036,10.0036&mode=walk&minutes=2,4")
    #expect(reply.status == 200, "\(reply.text)")
    let features = try #require(reply.json["features"]?.array)
    #expect(features.map { $0["properties"]?["minutes"]?.number } == [2, 4])
    let reach = features.map(Self.reachNorth)
    // Two minutes on foot are some 167 m, with a margin of 30 m.
    #expect((150...240).contains(reach[0] * 111_000) && reach[1] > 1.4 * reach[0], "\(reach)")
  }

  /// How far north of row 4 an area reaches, in degrees.
  private static func reachNorth(_ feature: JSONValue) -> Double {
    var most = 0.0
    for polygon in feature["geometry"]?["coordinates"]?.array ?? [] {
      for ring in polygon.array ?? [] {
        for point in ring.array ?? [] { most = max(most, (point.array?[1].number ?? 0) - 1.0036) }
      }
    }
    return most
  }

  @Test("places off the network are refused with their distance")
  func offNetwork() throws {
    let away = try fixture.call(.get, "/v1/isochrone?at=1.05,10.0036&mode=walk&minutes=5")
    #expect(away.status == 404 && away.slug == "no-network-near", "\(away.text)")
    #expect(away.text.contains(" m away"), "\(away.text)")
    let none = try APIFixture().call(.get, "/v1/isochrone?at=1,10&mode=walk&minutes=5")
    #expect(none.status == 404 && none.slug == "no-network-near", "\(none.text)")
  }

  @Test("wrong parameters of an isochrone are refused with what would be right")
  func isochroneParameters() throws {
    for (query, part) in [
      ("at=1,10&mode=walk", "minutes"), ("at=1,10&mode=swim&minutes=5", "bicycle"),
      ("at=1,10&mode=walk&minutes=0", "between 1 and 120"),
      ("at=1,10&mode=walk&minutes=5,x", "between 1 and 120"),
      ("at=1,10&mode=walk&minutes=1,2,3,4,5,6,7", "1 to 6"),
      ("at=91,10&mode=walk&minutes=5", "latitude"),
      ("at=1,10&mode=walk&minutes=5&avoid=", "steps"),
      ("at=1,10&mode=walk&minutes=5&avoid=steps,dogs", "steps"),
      ("at=1,10&mode=walk&minutes=5&changeTime=60", "public transport only"),
    ] {
      let reply = try fixture.call(.get, "/v1/isochrone?" + query)
      #expect(reply.status == 400 && reply.text.contains(part), "\(query): \(reply.text)")
    }
    let avoided = try fixture.call(
      .get, "/v1/isochrone?at=1,10&mode=walk&minutes=1.5&avoid=steps,ferries&speed=3")
    #expect(avoided.status == 200)
  }

  @Test("across the antimeridian routes are found, and areas are cut there")
  func antimeridian() throws {
    let town = try SampleTown(lon: 180 - 3.5 * 9e-4)
    let fixture = try APIFixture(geodata: town.library)
    let west = 180 - 3.5 * 9e-4
    let east = west + 7 * 9e-4 - 360
    let reply = try fixture.call(
      .post, "/v1/matrix",
      [
        "sources": [[.number(west), 1]], "targets": [[.number(east), 1]], "mode": "car",
      ])
    let distance = reply.json["distances"]?.array?[0].array?[0].number ?? 0
    #expect(abs(distance - 700) < 5, "\(reply.text)")
    let areas = try fixture.call(
      .get, "/v1/isochrone?at=1.003,\(west + 3 * 9e-4)&mode=walk&minutes=4")
    let polygons = areas.json["features"]?.array?[0]["geometry"]?["coordinates"]?.array ?? []
    var sides: Set<Bool> = []
    for polygon in polygons {
      let longitudes = (polygon.array?[0].array ?? []).compactMap { $0.array?[0].number }
      #expect((longitudes.max() ?? 0) - (longitudes.min() ?? 0) < 1)
      sides.insert((longitudes.first ?? 0) > 0)
    }
    #expect(sides.count == 2)
  }

  @Test("when all places for large questions are taken, the caller is told when to come back")
  func busy() throws {
    let slots = WorkSlots(concurrent: 1, queue: 0)
    let endpoints = StreetEndpoints(
      streets: town.library.streets,
      planner: fixture.services.itineraries, clock: SystemClock(),
      slots: slots)
    let api = try API(
      operations: endpoints.operations,
      dependencies: API.Dependencies(authenticate: { _ in .anonymous }))
    let request = try HTTPRequest(.get, "/v1/isochrone?at=1.001,10.001&mode=walk&minutes=5")
    try slots.run {
      let reply = Reply(api.router.respond(to: request))
      #expect(reply.status == 503 && reply["Retry-After"] == "2", "\(reply.text)")
    }
    #expect(api.router.respond(to: request).status.code == 200)
  }
}
