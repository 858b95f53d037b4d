import Base
import Foundation
import Geodata
import Geodesy
import Places
import Routing
import TestSupport

/// Imported maps of a town: streets in a grid, 100 m apart, its south-west corner at 10° east, 1° north.
///
/// Where heights are asked for, its land is at sea level, but for a rock of 7 m in the far north-west.
struct SampleTown {
  let folder: TemporaryFolder
  let library: GeodataLibrary

  init(side: Int = 8, lon: Double = 10, lat: Double = 1, heights: Bool = false) throws {
    folder = try TemporaryFolder()
    let source = folder.file("town.osm.pbf")
    try Data(OSMFileWriter.town(side: side, lon: lon, lat: lat).bytes)
      .write(to: URL(fileURLWithPath: source))
    let geodata = GeodataFolder(in: folder.path)
    _ = try geodata.importing {
      try ExtractImport(extract: source).write(to: geodata.place(.maps, name: "town"))
    }
    _ = try PlaceImport(extract: source).write(to: geodata.place(.places, name: "town"))
    if heights {
      var samples = [UInt8](repeating: 0, count: 1201 * 1201 * 2)
      samples[1] = 7
      let tile = try ElevationTile(name: "N01E010.hgt", content: samples)
      try tile.write(to: geodata.place(.elevation, name: tile.fileName))
    }
    library = GeodataLibrary(geodata)
  }
}
