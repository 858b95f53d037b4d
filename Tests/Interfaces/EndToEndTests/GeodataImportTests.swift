import Base
import Foundation
import TestSupport
import Testing

/// `wayside import osm` and `import elevation`, as the real program.
@Suite("Imports of maps")
struct GeodataImportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(_ name: String, side: Int) throws -> String {
    let path = folder.file(name)
    try Data(OSMFileWriter.town(side: side, lon: 10, lat: 1).bytes)
      .write(to: URL(fileURLWithPath: path))
    return path
  }

  private var data: String { folder.file("data") }

  private var imported: Data? {
    FileManager.default.contents(atPath: data + "/maps/town/extract.map")
  }

  @Test("an extract is imported, replaced, and its figures are told as JSON")
  func imports() throws {
    let program = try Program()
    let first = try program.run(
      "import", "osm", source("town.osm.pbf", side: 5), "--data", data, "--json")
    #expect(first.code == 0, "\(first.errors)")
    #expect(first.output.contains("\"name\":\"town\"") && first.output.contains("\"segments\":40"))
    let old = imported
    let again = try program.run(
      "import", "osm", source("other.osm.pbf", side: 6), "--data", data, "--name", "town")
    #expect(again.code == 0 && again.output.hasPrefix("imported town"), "\(again.errors)")
    #expect(imported != nil && imported != old)
    let bad = try program.run(
      "import", "osm", source("other.osm.pbf", side: 6), "--data", data, "--name", "../town")
    #expect(bad.code == 1 && bad.errors.contains("name"))
  }

  @Test("the way along the streets of an imported map is told in words, and as JSON")
  func route() throws {
    let program = try Program()
    let town = try source("town.osm.pbf", side: 5)
    try #require(program.run("import", "osm", town, "--data", data).code == 0)
    let ends = ["--data", data, "--from", "1,10", "--to", "1,10.0036", "--speed", "6"]
    let told = try program.run(["route"] + ends)
    #expect(told.output.hasPrefix("401 m, 4 min by walk\n"), "\(told)")
    #expect(told.output.contains("Row 0"))
    let json = try JSONValue(parsing: Array(program.run(["route", "--json"] + ends).output.utf8))
    let distance = try #require(json["distance"]?.number)
    #expect(abs(distance - 400.7) < 0.5)
    // At 6 km/h on the flat.
    #expect(abs((json["duration"]?.number ?? 0) - distance / 6 * 3.6) < 0.2)
    let steps = json["steps"]?.array?.compactMap { $0["maneuver"]?.string } ?? []
    #expect(steps.first == "depart" && steps.last == "arrive", "\(steps)")
  }

  @Test("two extracts become one map, and no street and no place is there twice")
  func severalExtracts() throws {
    let program = try Program()
    let (small, large) = (
      try source("small.osm.pbf", side: 5), try source("large.osm.pbf", side: 9)
    )
    let alone = try program.run("import", "osm", small, "--data", data, "--name", "alone", "--json")
    let both = try program.run(
      "import", "osm", small, small, "--data", data, "--name", "both", "--json")
    func figures(_ outcome: Program.Outcome) throws -> [Double?] {
      let json = try JSONValue(parsing: Array(outcome.output.utf8))
      return [json["ways"]?.number, json["segments"]?.number, json["places"]?["entries"]?.number]
    }
    #expect(both.code == 0, "\(both.errors)")
    #expect(try figures(both) == figures(alone) && figures(both)[0] != nil)
    let missing = try program.run("import", "osm", large, "/none.osm.pbf", "--data", data)
    #expect(missing.code == 1 && missing.errors.contains("/none.osm.pbf"), "\(missing.errors)")
    let maps = try FileManager.default.contentsOfDirectory(atPath: data + "/maps").sorted()
    #expect(maps == ["alone", "both"])
  }

  @Test("a broken or cut file changes nothing and says where it broke")
  func broken() throws {
    let program = try Program()
    let good = try source("town.osm.pbf", side: 5)
    #expect(try program.run("import", "osm", good, "--data", data).code == 0)
    let old = imported
    let bytes = try Data(contentsOf: URL(fileURLWithPath: good))
    let cut = folder.file("cut.osm.pbf")
    try bytes.prefix(bytes.count - 40).write(to: URL(fileURLWithPath: cut))
    let outcome = try program.run("import", "osm", cut, "--data", data, "--name", "town")
    #expect(outcome.code == 1)
    #expect(
      outcome.errors.contains("cut off") && outcome.errors.contains("byte"), "\(outcome.errors)")
    #expect(imported == old)
    let fresh = try program.run("import", "osm", cut, "--data", data, "--name", "fresh")
    #expect(fresh.code == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: data + "/maps") == ["town"])
    let absent = try program.run("import", "osm", folder.file("absent"), "--data", data)
    #expect(absent.code == 1 && absent.errors.contains("no file"))
    #expect(try program.run("import", "osm", "--data", data).code == 2)
  }

  @Test("an import that is killed at any moment leaves the old data in use, or the new whole")
  func killed() throws {
    let program = try Program()
    #expect(
      try program.run("import", "osm", source("town.osm.pbf", side: 5), "--data", data).code == 0)
    let old = imported
    let large = try source("large.osm.pbf", side: 60)
    let elsewhere = folder.file("elsewhere")
    #expect(
      try program.run("import", "osm", large, "--data", elsewhere, "--name", "town").code == 0)
    let new = FileManager.default.contents(atPath: elsewhere + "/maps/town/extract.map")
    #expect(new != nil && new != old)
    var kills = 0
    for milliseconds in [1, 20, 60, 120, 200, 300] {
      let process = try program.start("import", "osm", large, "--data", data, "--name", "town")
      usleep(UInt32(milliseconds * 1000))
      if process.isRunning {
        kill(process.processIdentifier, SIGKILL)
        kills += 1
      }
      process.waitUntilExit()
      guard process.terminationReason == .uncaughtSignal else { break }
      // The kill can land after the replacement, when the program is about to say so.
      #expect(imported == old || imported == new, "after \(milliseconds) ms")
      if imported == new { break }
    }
    #expect(kills > 0)
    let after = try program.run("import", "osm", large, "--data", data, "--name", "town")
    #expect(after.code == 0, "\(after.errors)")
    #expect(imported != old)
    let left = try FileManager.default.contentsOfDirectory(atPath: data + "/maps/town")
    #expect(left.sorted() == ["extract.map", "places.bin"])
  }

  @Test("heights are imported from a GeoTIFF, over those that were known")
  func grid() throws {
    let program = try Program()
    let tile = folder.file("N01E010.hgt")
    try Data((0..<1201 * 1201).flatMap { _ in [0, 7] as [UInt8] }).write(
      to: URL(fileURLWithPath: tile))
    #expect(try program.run("import", "elevation", tile, "--data", data).code == 0)
    // The southern half of the degree at 100 m, and a row of the one below.
    var grid = GeoTIFFWriter(columns: 1201, heights: [Float](repeating: 100.4, count: 1201 * 610))
    grid.north = 1.5
    let file = folder.file("grid.tif")
    try Data(grid.bytes).write(to: URL(fileURLWithPath: file))
    let outcome = try program.run("import", "elevation", file, "--data", data)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("N00E010.hgt, N01E010.hgt"), "\(outcome.output)")
    let known = try #require(FileManager.default.contents(atPath: data + "/elevation/N01E010.hgt"))
    #expect(known.count == 1201 * 1201 * 2)
    #expect(known[1] == 7 && known[2 * 1201 * 599 + 1] == 7)
    #expect(known[2 * 1201 * 600 + 1] == 100 && known[known.count - 1] == 100)
    grid.keys = [(1024, 1), (3072, 2056)]
    try Data(grid.bytes).write(to: URL(fileURLWithPath: file))
    let refused = try program.run("import", "elevation", file, "--data", data)
    #expect(refused.code == 1 && refused.errors.contains("EPSG:2056"), "\(refused.errors)")
    #expect(refused.errors.contains("gdalwarp"))
    #expect(FileManager.default.contents(atPath: data + "/elevation/N01E010.hgt") == known)
  }

  @Test("a coarse grid of half a continent is refused, and nothing is written")
  func coarseGrid() throws {
    var grid = GeoTIFFWriter(columns: 25, heights: [Float](repeating: 3, count: 25 * 25))
    (grid.step, grid.north) = (1, 30)
    let file = folder.file("coarse.tif")
    try Data(grid.bytes).write(to: URL(fileURLWithPath: file))
    let refused = try Program().run("import", "elevation", file, "--data", data)
    #expect(refused.code == 1 && refused.errors.contains("square degrees"), "\(refused.errors)")
    #expect(refused.errors.contains("gdal_translate -projwin"))
    let written = try? FileManager.default.contentsOfDirectory(atPath: data + "/elevation")
    #expect((written ?? []).isEmpty)
  }

  @Test("heights are imported from .hgt files")
  func elevation() throws {
    let program = try Program()
    let tile = folder.file("N01E010.hgt")
    try Data(count: 1201 * 1201 * 2).write(to: URL(fileURLWithPath: tile))
    let outcome = try program.run("import", "elevation", tile, "--data", data, "--json")
    #expect(outcome.code == 0 && outcome.output.contains("N01E010.hgt"), "\(outcome.errors)")
    #expect(FileManager.default.fileExists(atPath: data + "/elevation/N01E010.hgt"))
    let short = folder.file("N02E010.hgt")
    try Data(count: 100).write(to: URL(fileURLWithPath: short))
    let refused = try program.run("import", "elevation", short, "--data", data)
    #expect(refused.code == 1 && refused.errors.contains("bytes"), "\(refused.errors)")
  }
}
