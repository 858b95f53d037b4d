import Foundation
import Geodesy
import Routing
import TestSupport
import Testing

@testable import Geodata

@Suite("The edge of a map") struct MapEdgeTests {
  private static let centre = LonLat(lon: 10.003, lat: 1.003)

  /// An extract in which a railway, a river, a forest, a suburb and a village lead 0.02 degrees north and
  /// east of the streets, as extracts hold them that were cut along a box.
  private static func extract(hasStreets: Bool) -> OSMFileWriter {
    var file = hasStreets ? OSMFileWriter.town(side: 8, lon: 10, lat: 1) : OSMFileWriter()
    file.node(1001, lon: 10.003, lat: 1.002)
    file.node(1002, lon: 10.023, lat: 1.022)
    file.node(1003, lon: 10.003, lat: 1.022)
    file.way(1001, [1001, 1002], ["railway": "rail"])
    file.way(1002, [1003, 1001], ["waterway": "river"])
    file.way(1003, [1001, 1002, 1003, 1001], ["landuse": "forest"])
    file.way(1004, [1002, 1003, 1001, 1002], ["landuse": "residential"])
    file.node(1011, lon: 10.003, lat: 1.012, ["place": "village", "name": "Beyond"])
    file.node(1012, lon: 10.0031, lat: 1.0031, ["place": "village", "name": "Within"])
    return file
  }

  private static func library(_ file: OSMFileWriter, in temporary: TemporaryFolder) throws
    -> GeodataLibrary
  {
    let source = temporary.file("edge.osm.pbf")
    try Data(file.bytes).write(to: URL(fileURLWithPath: source))
    let folder = GeodataFolder(in: temporary.path)
    _ = try ExtractImport(extract: source).write(to: folder.place(.maps, name: "edge"))
    return GeodataLibrary(folder)
  }

  private static func tile(
    _ library: GeodataLibrary, _ zoom: Int, _ position: LonLat = centre
  ) throws -> [String: TileReader.Layer] {
    let address = try #require(TileAddress(zoom: zoom, at: position))
    let layers = try TileReader.read(TileMaker(library).tile(address, overlay: "tours", []))
    return Dictionary(uniqueKeysWithValues: layers.map { ($0.name, $0) })
  }

  @Test(
    "all that leads out of an extract ends where the map's paper ends", arguments: [12, 14, 16])
  func edge(zoom: Int) throws {
    let temporary = try TemporaryFolder()
    let library = try Self.library(Self.extract(hasStreets: true), in: temporary)
    let layers = try Self.tile(library, zoom)
    let paper = try #require(layers["coverage"]?.features.first?.parts.joined())
    let (x, y) = (paper.map { Int($0.x) }, paper.map { Int($0.y) })
    let (west, east) = (try #require(x.min()), try #require(x.max()))
    let (north, south) = (try #require(y.min()), try #require(y.max()))
    for name in ["roads", "water", "green", "landuse"] {
      let layer = try #require(layers[name], "\(name)")
      for point in layer.features.flatMap({ $0.parts.joined() }) {
        #expect(
          (west - 1...east + 1).contains(Int(point.x))
            && (north - 1...south + 1).contains(Int(point.y)), "\(name)")
      }
    }
    // The railway reaches the edge, in the north or the east.
    let rail = try #require(layers["roads"]?.features.first { $0.attributes["class"] == "rail" })
    #expect(rail.parts.joined().contains { Int($0.x) >= east - 1 || Int($0.y) <= north + 1 })
  }

  @Test("beyond the edge there is nothing, and no sign of it")
  func beyond() throws {
    let temporary = try TemporaryFolder()
    let library = try Self.library(Self.extract(hasStreets: true), in: temporary)
    #expect(try Self.tile(library, 16, LonLat(lon: 10.018, lat: 1.018)).isEmpty)
    let names = try Self.tile(library, 12)["places"]?.features.map { $0.attributes["name"] }
    #expect(names == ["Within"])
  }

  @Test("a map without streets has no edge that is known: all of it is drawn")
  func noStreets() throws {
    let temporary = try TemporaryFolder()
    let library = try Self.library(Self.extract(hasStreets: false), in: temporary)
    let layers = try Self.tile(library, 12)
    #expect(layers["coverage"] == nil)
    #expect(layers["green"] != nil && layers["landuse"] != nil)
    #expect(layers["places"]?.features.count == 2)
  }

  @Test("a passage through a house is drawn as the street that it is, a tunnel below ground as one")
  func passage() throws {
    let temporary = try TemporaryFolder()
    var file = OSMFileWriter.town(side: 8, lon: 10, lat: 1)
    for (number, tunnel) in ["building_passage", "yes"].enumerated() {
      let first = Int64(2001 + 2 * number)
      file.node(first, lon: 10.003, lat: 1.003 + 1e-4 * Double(number))
      file.node(first + 1, lon: 10.0035, lat: 1.003 + 1e-4 * Double(number))
      file.way(
        first, [first, first + 1],
        ["highway": "residential", "tunnel": tunnel, "name": "Through \(tunnel)"])
    }
    let library = try Self.library(file, in: temporary)
    let roads = try Self.tile(library, 16)["roads"]?.features ?? []
    func structure(_ name: String) throws -> String? {
      try #require(roads.first { $0.attributes["name"] == name }).attributes["structure"]
    }
    #expect(try structure("Through building_passage") == nil)
    #expect(try structure("Through yes") == "tunnel")
  }
}
