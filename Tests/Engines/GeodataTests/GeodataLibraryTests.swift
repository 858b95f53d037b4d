import Base
import Foundation
import Geodesy
import Routing
import TestSupport
import Testing

@testable import Geodata

@Suite struct GeodataLibraryTests {
  private let temporary: TemporaryFolder
  private let folder: GeodataFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = GeodataFolder(in: temporary.path)
  }

  /// Imports a town of streets under a name.
  private func importTown(_ name: String, side: Int = 4, lon: Double, lat: Double = 1) throws {
    let source = temporary.file("source.osm.pbf")
    try Data(OSMFileWriter.town(side: side, lon: lon, lat: lat).bytes)
      .write(to: URL(fileURLWithPath: source))
    _ = try folder.importing {
      try ExtractImport(extract: source).write(to: folder.place(.maps, name: name))
    }
  }

  @Test("an empty folder is an empty library, that refuses with what is missing")
  func empty() {
    let library = GeodataLibrary(folder)
    #expect(library.current.maps.isEmpty)
    #expect(!library.refresh())
    #expect(throws: Refusal.self) {
      try library.streets.summary(
        from: LonLat(lon: 9, lat: 1), to: LonLat(lon: 9, lat: 1), StreetProfile(.walk))
    }
    #expect(GeodataLibrary().current.problems.isEmpty)
  }

  @Test("several maps lie side by side, and the smallest one that covers a place answers for it")
  func severalMaps() throws {
    try importTown("east", lon: 20)
    try importTown("west", lon: 10)
    try importTown("west-large", side: 12, lon: 9.9985, lat: 0.9985)
    let library = GeodataLibrary(folder)
    #expect(library.current.maps.map(\.name) == ["east", "west", "west-large"])
    #expect(library.current.map(covering: LonLat(lon: 20.001, lat: 1.001))?.name == "east")
    #expect(library.current.map(covering: LonLat(lon: 10.001, lat: 1.001))?.name == "west")
    #expect(library.current.map(covering: LonLat(lon: 15, lat: 1)) == nil)
    let around = Bounds(west: 9, south: 0, east: 11, north: 2)
    #expect(library.current.maps(touching: around).map(\.name) == ["west", "west-large"])
    for lon in [10.0, 20.0] {
      let summary = try library.streets.summary(
        from: LonLat(lon: lon, lat: 1), to: LonLat(lon: lon + 9e-4, lat: 1), StreetProfile(.walk))
      #expect(abs(summary.distance - 100) < 1)
    }
  }

  @Test("a map that is imported again is taken into use, and observers are told")
  func refreshes() throws {
    try importTown("town", lon: 10)
    let library = GeodataLibrary(folder)
    let seen = Guarded<[Int]>([])
    library.observe { snapshot in
      let segments = snapshot.maps.map(\.extract.streets.segmentCount).reduce(0, +)
      seen.withLock { $0.append(segments) }
    }
    #expect(!library.refresh())
    let before = library.current
    try importTown("town", side: 6, lon: 10)
    #expect(library.refresh())
    #expect(!library.refresh())
    #expect(seen.current == [24, 60])
    #expect(before.maps[0].extract.streets.segmentCount == 24, "a snapshot in hand stays as it was")
    try importTown("second", lon: 12)
    #expect(library.refresh())
    #expect(try folder.remove(.maps, name: "town"))
    #expect(try !folder.remove(.maps, name: "town"))
    #expect(library.refresh())
    #expect(library.current.maps.map(\.name) == ["second"])
    #expect(seen.current == [24, 60, 84, 24])
  }

  @Test("a file that is damaged is told of, and what was in use stays in use")
  func damaged() throws {
    try importTown("town", lon: 10)
    let library = GeodataLibrary(folder)
    let path = try folder.place(.maps, name: "town")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
    #expect(library.refresh())
    #expect(library.current.problems.map(\.name) == ["town"])
    #expect(library.current.maps.map(\.name) == ["town"])
    #expect(!library.refresh())
    let fresh = GeodataLibrary(folder)
    #expect(fresh.current.maps.isEmpty && fresh.current.problems.count == 1)
  }

  @Test("what a killed import has left is not used, and removed by the next")
  func leftovers() throws {
    try importTown("town", lon: 10)
    let left = temporary.file("maps/town/extract.map.new-4711")
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: left))
    let tile = temporary.file("elevation/N01E010.hgt.new-4711")
    _ = try folder.place(.elevation, name: "N01E010.hgt")
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: tile))
    let library = GeodataLibrary(folder)
    #expect(library.current.maps.count == 1 && library.current.problems.isEmpty)
    try folder.importing {
      #expect(!FileManager.default.fileExists(atPath: left))
      #expect(!FileManager.default.fileExists(atPath: tile))
    }
    #expect(!library.refresh())
  }

  @Test("two imports at a time are refused")
  func oneImport() throws {
    _ = try folder.importing {
      #expect(throws: Refusal.self) { try folder.importing {} }
    }
    try folder.importing {}
  }

  @Test("names are plain, and made of the names of files")
  func names() throws {
    for name in ["", ".", "..", "../x", "a/b", "x.new-1", "ä", String(repeating: "a", count: 65)] {
      #expect(throws: Refusal.self, "\(name)") { try folder.place(.maps, name: name) }
    }
    #expect(GeodataFolder.name(ofFile: "/data/Porto 2020.osm.pbf") == "porto-2020")
    #expect(GeodataFolder.name(ofFile: ".osm.pbf") == "osm")
    for file in ["", "/", "ß.osm", "..", String(repeating: "x", count: 300)] {
      _ = try folder.place(.maps, name: GeodataFolder.name(ofFile: file))
    }
  }

  @Test("heights are mapped, and tiles that are none are told of")
  func elevation() throws {
    var bytes = [UInt8](repeating: 0, count: 1201 * 1201 * 2)
    bytes[1] = 7
    let tile = try ElevationTile(name: "s01w002.hgt", content: bytes)
    #expect(tile.fileName == "S01W002.hgt")
    try tile.write(to: folder.place(.elevation, name: tile.fileName))
    try Data([1, 2, 3]).write(
      to: URL(fileURLWithPath: folder.place(.elevation, name: "N00E000.hgt")))
    let library = GeodataLibrary(folder)
    #expect(library.current.elevation.count == 1)
    #expect(library.current.elevation.height(at: LonLat(lon: -2, lat: 0)) == nil, "the next tile")
    #expect(
      library.current.elevation.height(at: LonLat(lon: -2, lat: -1e-9)).map { $0 > 6.9 } == true)
    #expect(library.current.problems.map(\.name) == ["N00E000.hgt"])
  }
}
