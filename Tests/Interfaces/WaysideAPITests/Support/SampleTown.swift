import Base
import Foundation
import Geodata
import Geodesy
import Places
import Routing
import TestSupport

/// Imported maps of a town: streets in a grid, 100 m apart, its south-west corner at 10° east, 1° north.
struct SampleTown {
  let folder: TemporaryFolder
  let library: GeodataLibrary

  init(side: Int = 8, lon: Double = 10, lat: Double = 1) throws {
    folder = try TemporaryFolder()
    let source = folder.file("town.osm.pbf")
    try Data(OSMFileWriter.town(side: side, lon: lon, lat: lat).bytes)
      .write(to: URL(fileURLWithPath: source))
    let geodata = GeodataFolder(in: folder.path)
    _ = try geodata.importing {
      try ExtractImport(extract: source).write(to: geodata.place(.maps, name: "town"))
    }
    _ = try PlaceImport(extract: source).write(to: geodata.place(.places, name: "town"))
    library = GeodataLibrary(geodata)
  }
}
