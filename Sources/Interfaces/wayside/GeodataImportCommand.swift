import Archives
import Base
import Foundation
import Geodata
import Geodesy
import Places
import Rasters
import Routing

/// `wayside import osm` and `wayside import elevation`: maps and heights for the data folder.
///
/// They need no database and may run beside a server, which takes the new files into use within a
/// second or two.
enum GeodataImportCommand {
  static let osm = Command(
    name: "import osm", operands: "FILE.osm.pbf…", operandCount: 1...100,
    summary: """
      Loads streets, map features, names and addresses from an OpenStreetMap extract. Several become
      one map, so that ways lead across their borders; maps that are imported apart stay apart.
      An extract of the same name is replaced in one step, also under a running server; a file that
      cannot be read changes nothing. Heights that are to count for slopes are imported first.
      """,
    options: [
      data,
      Arguments.Option(
        name: "name", value: "NAME", summary: "what to keep it as; made of the file's name"),
      Command.json,
    ],
    run: runOSM)

  static let elevation = Command(
    name: "import elevation", operands: "FILE.hgt|FILE.zip|FILE.tif", operandCount: 1...1,
    summary: """
      Loads heights of the ground: SRTM tiles of one square degree, or a GeoTIFF in EPSG:4326 with
      metres above the sea, which is kept in such tiles; where it knows nothing they stay as they were.
      They are used for slopes by maps that are imported afterwards, and for what can be seen.
      """,
    options: [data, Command.json],
    run: runElevation)

  private static let data = Arguments.Option(
    name: "data", value: "DIR", summary: "the data folder; made if it is absent")

  private static func runOSM(_ arguments: Arguments) throws {
    let paths = arguments.operands
    let folder = GeodataFolder(in: try arguments.required("data"))
    for path in paths { try requireFile(path) }
    let name = arguments["name"] ?? GeodataFolder.name(ofFile: paths[0])
    var bar = Progress("importing \(name)")
    let started = Date()
    let result = try folder.importing {
      let target = try folder.place(.maps, name: name)
      let heights = ElevationTiles(
        folder.entries(.elevation).compactMap { entry in
          do throws(Refusal) {
            return try ElevationTile(path: entry.path)
          } catch {
            Terminal.note("\(entry.name) is not used: \(error.detail)")
            return nil
          }
        })
      defer { bar.end() }
      let extract = try ExtractImport(extracts: paths, elevation: heights).write(to: target) {
        step, fraction in
        bar.show(Int(fraction * 900), of: 1000, step)
      }
      bar.show(900, of: 1000, "Building the search for places")
      let before = Date()
      let places = try PlaceImport(extracts: paths).write(
        to: folder.place(.places, name: name))
      return (extract: extract, places: places, placesSeconds: Date().timeIntervalSince(before))
    }
    report(name, result, seconds: Date().timeIntervalSince(started), arguments)
  }

  private static func report(
    _ name: String,
    _ imported: (extract: ExtractImport.Result, places: PlaceImport.Result, placesSeconds: Double),
    seconds: Double, _ arguments: Arguments
  ) {
    let (result, places) = (imported.extract, imported.places)
    guard arguments.has("json") else {
      Terminal.say(
        "imported \(name): \(result.ways) ways in \(result.segments) pieces, "
          + "\(result.restrictions) turn restrictions, "
          + "\(result.features.values.reduce(0, +)) map features, \(result.bytes) bytes; "
          + "\(places.entries) places, \(places.houses) house numbers, \(places.bytes) bytes")
      return
    }
    Terminal.say { json in
      json.member("name", name)
      for (key, value) in [
        ("ways", result.ways), ("segments", result.segments),
        ("restrictions", result.restrictions), ("bytes", result.bytes),
      ] {
        json.key(key)
        json.integer(value)
      }
      json.object("features") { json in
        for kind in MapFeature.Kind.allCases {
          json.key("\(kind)")
          json.integer(result.features[kind] ?? 0)
        }
      }
      json.object("places") { json in
        for (key, value) in [
          ("entries", places.entries), ("houses", places.houses), ("bytes", places.bytes),
        ] {
          json.key(key)
          json.integer(value)
        }
        json.member("seconds", imported.placesSeconds, decimals: 3)
      }
      json.member("seconds", seconds, decimals: 3)
    }
  }

  private static func runElevation(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    let folder = GeodataFolder(in: try arguments.required("data"))
    try requireFile(path)
    let names = try folder.importing {
      var names: [String] = []
      try eachTile(in: path, folder) { tile in
        try tile.write(to: folder.place(.elevation, name: tile.fileName))
        names.append(tile.fileName)
      }
      return names
    }
    if arguments.has("json") {
      Terminal.say { json in
        json.array("tiles") { json in
          for name in names { json.string(name) }
        }
      }
    } else {
      Terminal.say("imported \(names.joined(separator: ", "))")
    }
    if !folder.entries(.maps).isEmpty {
      Terminal.note("import the maps again to have these heights in walking and cycling times")
    }
  }

  /// Hands over the tiles of a file, one after the other.
  ///
  /// They are itself, those that it packs, or those that it touches. A file that cannot be read
  /// hands over none.
  private static func eachTile(
    in path: String, _ folder: GeodataFolder, _ body: (ElevationTile) throws -> Void
  ) throws {
    if [".tif", ".tiff"].contains(where: path.lowercased().hasSuffix) {
      return try eachTile(ofGrid: path, folder, body)
    }
    guard path.lowercased().hasSuffix(".zip") else { return try body(ElevationTile(path: path)) }
    let archive = try ZipReader(path: path)
    let entries = archive.entries.filter { $0.name.lowercased().hasSuffix(".hgt") }
    guard !entries.isEmpty else {
      throw Refusal.invalid(path, "the archive holds no .hgt file")
    }
    let tiles = try entries.map { entry in
      let name = entry.name.split(separator: "/").last.map(String.init) ?? entry.name
      return try ElevationTile(name: name, content: archive.bytes(of: entry, cap: 26_000_000))
    }
    for tile in tiles { try body(tile) }
  }

  /// Most tiles that one grid may touch: a coarse one of half the Earth would be 90 GB of them.
  private static let maximumTiles = 400

  /// The tiles that a GeoTIFF touches, with what was known of them beside it; one is in memory at a
  /// time.
  private static func eachTile(
    ofGrid path: String, _ folder: GeodataFolder, _ body: (ElevationTile) throws -> Void
  ) throws {
    let grid = try GeoTIFF(path: path)
    let corners = grid.corners
    guard corners.count <= maximumTiles else {
      throw Refusal.invalid(
        "file",
        "it covers \(corners.count) square degrees, more than \(maximumTiles); cut out the part that "
          + "the maps need: gdal_translate -projwin WEST NORTH EAST SOUTH IN.tif OUT.tif")
    }
    let known = folder.entries(.elevation)
    // A second of arc, as far as the grid or what is known is as fine.
    let isFine = min(grid.stepEast, grid.stepSouth) < 2.0 / 3600
    for (south, west) in corners {
      let name = ElevationTile.fileName(south: south, west: west)
      let old = known.first { $0.name == name }.flatMap { try? ElevationTile(path: $0.path) }
      let side = max(isFine ? 3601 : 1201, old?.side ?? 0)
      try body(
        ElevationTile(south: south, west: west, side: side) { position in
          grid.height(at: position) ?? old?.height(at: position)
        })
    }
  }

  private static func requireFile(_ path: String) throws(Refusal) {
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw Refusal(.notFound, "no-file", "There is no file \(path).")
    }
  }
}
