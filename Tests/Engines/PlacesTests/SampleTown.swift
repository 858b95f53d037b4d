import Foundation
import TestSupport

@testable import Places

/// A town of a few streets by the equator, where a step of 0.001 degrees is 111 m.
enum SampleTown {
  static func index() throws -> PlaceIndex {
    try PlaceIndex(content: content())
  }

  static func content() throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.file("town.osm.pbf")
    try Data(file.bytes).write(to: URL(fileURLWithPath: path))
    return try PlaceImport(extract: path).content().content
  }

  static var file: OSMFileWriter {
    var file = OSMFileWriter()
    var next: Int64 = 1
    func point(_ x: Double, _ y: Double, _ tags: OSMFileWriter.Tags = [:]) -> Int64 {
      file.node(next, lon: 10 + x / 1000, lat: y / 1000, tags)
      next += 1
      return next - 1
    }
    func street(_ points: [(Double, Double)], _ tags: OSMFileWriter.Tags) {
      let ids = points.map { point($0.0, $0.1) }
      file.way(10_000 + next, ids, tags)
    }
    _ = point(0, 0, ["place": "town", "name": "Königsbrück", "population": "5000"])
    _ = point(5, 5, ["place": "suburb", "name": "Städtle", "population": "inf"])
    street([(-5, 0), (0, 0)], ["highway": "primary", "name": "Hauptstraße"])
    street([(0, 0), (5, 0)], ["highway": "primary", "name": "Hauptstraße"])
    // Another of that name, farther away than one street is long.
    street([(40, 0), (45, 0)], ["highway": "residential", "name": "Hauptstraße"])
    street([(0, 2), (5, 2)], ["highway": "residential", "name": "St.-Martin-Gasse"])
    street([(0, 4), (5, 4)], ["highway": "residential", "name": "Rua Doutor António Sousa"])
    street(
      [(0, 6), (5, 6)], ["highway": "residential", "name": "Улица Мира", "name:en": "Peace Street"])
    for number in [1, 3, 5, 12] {
      _ = point(
        Double(number) / 4, 0.1,
        [
          "addr:street": "Hauptstraße", "addr:housenumber": "\(number)", "addr:postcode": "01936",
          "addr:city": "Königsbrück",
        ])
    }
    _ = point(4, 0.1, ["addr:street": "Hauptstraße", "addr:housenumber": "12a"])
    _ = point(41, 0.1, ["addr:street": "Hauptstraße", "addr:housenumber": "12"])
    _ = point(
      4.5, 0.1, ["addr:street": "Hauptstraße", "addr:housenumber": "Hinterhof, zweite Tür"])
    // Numbers between two houses that are known.
    let first = point(0, 2.1, ["addr:street": "St.-Martin-Gasse", "addr:housenumber": "2"])
    let last = point(4, 2.1, ["addr:street": "St.-Martin-Gasse", "addr:housenumber": "10"])
    file.way(20_000, [first, last], ["addr:interpolation": "even"])
    _ = point(
      1, 1,
      [
        "amenity": "pharmacy", "name": "Löwen-Apotheke", "opening_hours": "Mo-Fr 08:00-18:00",
        "phone": "+49 1", "website": "loewen.example", "wheelchair": "yes",
      ])
    _ = point(30, 30, ["amenity": "pharmacy", "name": "Apotheke am Wald"])
    _ = point(5.2, 5.2, ["amenity": "cafe", "name": "Kaffeehaus Ecke"])
    _ = point(-4, -4, ["amenity": "cafe", "name": "Bahnhofscafé"])
    _ = point(2, 3, ["highway": "bus_stop", "name": "Rathaus"])
    _ = point(2.2, 3, ["public_transport": "platform", "name": "Rathaus"])
    _ = point(3, 3, ["amenity": "toilets"])
    return file
  }
}
