import Base
import Foundation
import Geodesy
import Routing
import TestSupport
import Testing

@testable import Geodata

@Suite struct TileTests {
  /// A town at 10 degrees east, 1 degree north, with a building, a lake, a village and a stop.
  ///
  /// - Parameter hasCoast: whether there is a sea in the west.
  private static func library(
    lon: Double = 10, hasCoast: Bool = false
  ) throws -> (TemporaryFolder, GeodataLibrary) {
    let temporary = try TemporaryFolder()
    var file = OSMFileWriter.town(side: 8, lon: lon, lat: 1)
    if hasCoast {
      // The land is on the left of who goes south.
      file.node(1031, lon: lon - 1e-3, lat: 1.008)
      file.node(1032, lon: lon - 1e-3, lat: 0.999)
      file.way(1031, [1031, 1032], ["natural": "coastline"])
    }
    func ring(_ first: Int64, _ east: Double, _ north: Double, _ side: Double) {
      for (index, (x, y)) in [(0.0, 0.0), (side, 0), (side, side), (0, side)].enumerated() {
        file.node(first + Int64(index), lon: lon + east + x, lat: 1 + north + y)
      }
    }
    ring(1001, 1e-4, 1e-4, 2e-4)
    file.way(1001, [1001, 1002, 1003, 1004, 1001], ["building": "house", "height": "12.5"])
    ring(1011, 1e-3, 1e-3, 3e-3)
    file.way(1011, [1011, 1012, 1013, 1014, 1011], ["natural": "water", "name": "Lake"])
    file.node(1021, lon: lon + 3e-3, lat: 1.003, ["place": "village", "name": "Village"])
    file.node(1022, lon: lon + 3.1e-3, lat: 1.003, ["highway": "bus_stop", "name": "Stop"])
    let source = temporary.file("town.osm.pbf")
    try Data(file.bytes).write(to: URL(fileURLWithPath: source))
    let folder = GeodataFolder(in: temporary.path)
    _ = try ExtractImport(extract: source).write(to: folder.place(.maps, name: "town"))
    return (temporary, GeodataLibrary(folder))
  }

  private func layers(
    _ maker: TileMaker, _ zoom: Int, _ position: LonLat, _ overlays: [TileMaker.Overlay] = []
  ) throws -> [String: TileReader.Layer] {
    let address = try #require(TileAddress(zoom: zoom, at: position))
    let layers = try TileReader.read(maker.tile(address, overlay: "tours", overlays))
    return Dictionary(uniqueKeysWithValues: layers.map { ($0.name, $0) })
  }

  @Test("a tile holds roads, buildings, water, places and stops with their attributes")
  func content() throws {
    let (_, library) = try Self.library()
    let centre = LonLat(lon: 10.003, lat: 1.003)
    let layers = try layers(TileMaker(library), 14, centre)
    #expect(Set(layers.keys) == ["coverage", "roads", "buildings", "water", "places", "stops"])
    let building = try #require(layers["buildings"]?.features.first)
    #expect(building.type == 3 && building.attributes["height"] == "12.5")
    #expect(building.parts[0].count == 4)
    let road = try #require(layers["roads"]?.features.first { $0.attributes["name"] == "Row 0" })
    #expect(road.type == 2 && road.attributes["class"] == "primary")
    #expect(layers["places"]?.features[0].attributes["name"] == "Village")
    #expect(layers["stops"]?.features[0].attributes["kind"] == "stop")
    #expect(layers["water"]?.features[0].attributes["name"] == "Lake")
    for layer in layers.values { #expect(layer.extent == 4096) }
  }

  @Test("what is small is left out from afar, and nothing is where nothing was imported")
  func zooms() throws {
    let (_, library) = try Self.library()
    let maker = TileMaker(library)
    let centre = LonLat(lon: 10.003, lat: 1.003)
    let far = try layers(maker, 8, centre)
    #expect(far["buildings"] == nil && far["stops"] == nil && far["places"] == nil)
    #expect(far["roads"]?.features.allSatisfy { $0.attributes["class"] == "primary" } == true)
    #expect(try layers(maker, 12, centre)["buildings"] == nil)
    #expect(try layers(maker, 14, LonLat(lon: 100, lat: 50)).isEmpty)
    #expect(try layers(TileMaker(GeodataLibrary()), 3, centre).isEmpty)
  }

  @Test("the paper of a map ends where its streets and its sea end")
  func coverage() throws {
    func west(_ layer: TileReader.Layer?, class name: String? = nil) -> Int? {
      let feature = layer?.features.first { $0.attributes["class"] == name }
      return feature?.parts.joined().map { Int($0.x) }.min()
    }
    let centre = LonLat(lon: 10.003, lat: 1.003)
    let (_, plain) = try Self.library()
    let inland = try layers(TileMaker(plain), 12, centre)
    #expect(inland["coverage"]?.features.first?.attributes["map"] == "town")
    let (_, coastal) = try Self.library(hasCoast: true)
    let shore = try layers(TileMaker(coastal), 12, centre)
    let paper = try #require(west(shore["coverage"]))
    #expect(paper == west(shore["water"], class: "sea"))
    #expect(paper < (try #require(west(inland["coverage"]))))
    #expect(try layers(TileMaker(coastal), 14, LonLat(lon: 9.9, lat: 1.003)).isEmpty)
    let sea = try #require(coastal.current.maps[0].extract.map.boundsOfSea)
    #expect(sea.west < 9.999 && sea.east > 9.9985 && sea.south <= 1 && sea.north >= 1.007)
  }

  @Test("positions come back within a step of the grid")
  func positions() throws {
    let (_, library) = try Self.library()
    let village = LonLat(lon: 10.003, lat: 1.003)
    for zoom in 13...TileAddress.deepest {
      let address = try #require(TileAddress(zoom: zoom, at: village))
      let bounds = address.bounds()
      #expect(bounds.contains(village))
      let point = try #require(
        try layers(TileMaker(library), zoom, village)["places"]?.features[0].parts[0][0])
      let lon = bounds.west + (bounds.east - bounds.west) * Double(point.x) / 4096
      #expect(abs(lon - village.lon) <= (bounds.east - bounds.west) / 4096)
      let lat = bounds.north - (bounds.north - bounds.south) * Double(point.y) / 4096
      #expect(abs(lat - village.lat) <= (bounds.north - bounds.south) / 2048)
    }
  }

  @Test("random geometries stay within the buffer and obey the specification", arguments: 1...6)
  func randomGeometries(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let maker = TileMaker(GeodataLibrary())
    func position(_ spread: Double) -> LonLat {
      LonLat(lon: 9 + (random.unit() - 0.5) * spread, lat: 47 + (random.unit() - 0.5) * spread)
    }
    for _ in 0..<60 {
      let spread = pow(10, -3 + 5 * random.unit())
      let points = (0..<3 + Int(random.next() % 20)).map { _ in position(spread) }
      let overlays: [TileMaker.Overlay] = [
        .init(geometry: .line(LineString(points)), attributes: [("part", "line")]),
        .init(geometry: .polygon(Polygon([points + [points[0]]])), attributes: [("part", "area")]),
        .init(geometry: .point(points[0]), attributes: [("part", "point"), ("a", "b")]),
      ]
      let zoom = Int(random.next() % 17)
      let layers = try layers(maker, zoom, position(0.01), overlays)
      for feature in layers["tours"]?.features ?? [] {
        for part in feature.parts {
          for point in part {
            #expect(
              (-64...4160).contains(point.x) && (-64...4160).contains(point.y), "seed \(seed)")
          }
        }
      }
    }
  }

  @Test("a line stays one as long as it is within the tile, and is parted where it leaves it")
  func parts() throws {
    let middle = LonLat(lon: 9, lat: 47)
    func parts(_ east: [Double]) throws -> Int {
      let points = east.enumerated().map { LonLat(lon: 9 + $1, lat: 47 + 0.01 * Double($0)) }
      let line = TileMaker.Overlay(
        geometry: .line(LineString(points)), attributes: [("part", "line")])
      let layers = try layers(TileMaker(GeodataLibrary()), 5, middle, [line])
      return layers["tours"]?.features.first?.parts.count ?? 0
    }
    #expect(try parts([0, 0.5, -1, 0.5]) == 1)
    #expect(try parts([0, 20, 40, 20, 0]) == 2)
  }

  @Test("outlines run clockwise and holes the other way, whatever way they came")
  func orientation() throws {
    func square(_ size: Double) -> [LonLat] {
      [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1), (-1, -1)].map {
        LonLat(lon: 9 + $0.0 * size, lat: 47 + $0.1 * size)
      }
    }
    for rings in [
      [square(1), square(0.5)], [square(1).reversed(), square(0.5)],
      [square(1), square(0.5).reversed()],
    ] {
      let overlay = TileMaker.Overlay(
        geometry: .polygon(Polygon(rings)), attributes: [("part", "area")])
      let layers = try layers(TileMaker(GeodataLibrary()), 5, LonLat(lon: 9, lat: 47), [overlay])
      let parts = try #require(layers["tours"]?.features[0].parts)
      let areas = parts.map { ring in
        zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) {
          $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y
        }
      }
      #expect(areas.count == 2 && areas[0] > 0 && areas[1] < 0, "\(areas)")
    }
  }

  @Test("a line across the antimeridian is drawn on both sides of it, and nowhere else")
  func antimeridian() throws {
    let overlay = TileMaker.Overlay(
      geometry: .line(
        LineString([LonLat(lon: 179.9, lat: 1), LonLat(lon: -179.9, lat: 1)])),
      attributes: [("part", "route")])
    let maker = TileMaker(GeodataLibrary())
    for lon in [179.95, -179.95] {
      let parts = try layers(maker, 8, LonLat(lon: lon, lat: 1), [overlay])["tours"]?
        .features[0].parts
      #expect(parts?.count == 1)
      let width = (parts?[0].map(\.x).max() ?? 0) - (parts?[0].map(\.x).min() ?? 0)
      #expect((200...400).contains(width))
    }
    #expect(try layers(maker, 8, LonLat(lon: 0, lat: 1), [overlay]).isEmpty)
  }

  @Test("a town across the antimeridian is drawn and walked through like any other")
  func townAcrossTheAntimeridian() throws {
    let (_, library) = try Self.library(lon: 179.9972)
    let maker = TileMaker(library)
    for lon in [179.9985, -179.9985] {
      let layers = try layers(maker, 16, LonLat(lon: lon, lat: 1.002))
      let rows = (layers["roads"]?.features ?? []).filter {
        $0.attributes["name"]?.hasPrefix("Row") == true
      }
      #expect(rows.count >= 4, "\(lon): \(rows.count)")
      // They run on to the side that the antimeridian is on, into the border around the tile.
      let edge = lon > 0 ? 4160 : -64
      #expect(rows.allSatisfy { $0.parts.joined().contains { Int($0.x) == edge } })
    }
    #expect(try layers(maker, 14, LonLat(lon: 0, lat: 1.002)).isEmpty)
    let map = try #require(library.current.map(covering: LonLat(lon: -179.999, lat: 1.002)))
    let router = StreetRouter([map.extract.streets])
    let from = LonLat(lon: 179.9972, lat: 1.0018)
    let to = LonLat(lon: -179.9983, lat: 1.0018)
    let route = try router.route(from: from, to: to, StreetProfile(.walk))
    #expect(abs(route.distance - Geodesic.distance(from: from, to: to)) < 3)
  }

  @Test("tiles follow a map that is imported again")
  func refresh() throws {
    let (temporary, library) = try Self.library()
    let maker = TileMaker(library)
    let centre = LonLat(lon: 10.003, lat: 1.003)
    #expect(try layers(maker, 14, centre)["buildings"] != nil)
    let source = temporary.file("plain.osm.pbf")
    try Data(OSMFileWriter.town(side: 8, lon: 10, lat: 1).bytes)
      .write(to: URL(fileURLWithPath: source))
    let folder = try #require(library.folder)
    _ = try ExtractImport(extract: source).write(to: folder.place(.maps, name: "town"))
    library.refresh()
    #expect(try layers(maker, 14, centre)["buildings"] == nil)
  }

  @Test("addresses outside of the map are none")
  func addresses() {
    #expect(TileAddress(zoom: 0, column: 0, row: 0) != nil)
    for (zoom, column, row) in [(-1, 0, 0), (17, 0, 0), (0, 1, 0), (3, 0, 8), (3, -1, 0)] {
      #expect(TileAddress(zoom: zoom, column: column, row: row) == nil)
    }
    #expect(TileAddress(zoom: 3, at: LonLat(lon: 180, lat: -90))?.column == 7)
    #expect(TileAddress(zoom: 3, at: LonLat(lon: .nan, lat: 0)) == nil)
  }
}
