import Base
import Foundation
import Geodesy
import Objects
import TestSupport
import Testing

/// What becomes of the points of a GeoPackage, and of files that are none.
@Suite("points of GeoPackages, to be placed as instances")
struct GeoPackageFileTests {
  private static let realm = EntityID(high: 1, low: 2)
  private static let object = EntityID(high: 3, low: 4)
  private static let other = EntityID(high: 5, low: 6)

  private func read(
    _ path: String, layer: String? = nil, object: EntityID? = object, maximumRows: Int = 1000
  ) throws -> [InstanceDraft] {
    try PointFile(
      geoPackage: path, layer: layer, maximumRows: maximumRows,
      PointFile.Defaults(realm: Self.realm, object: object, height: 7)
    ).drafts
  }

  private func refusal(_ path: String, layer: String? = nil, maximumRows: Int = 1000) -> Refusal? {
    #expect(throws: Refusal.self) { try read(path, layer: layer, maximumRows: maximumRows) }
  }

  private static func at(_ lon: Double, _ lat: Double) -> String {
    SampleGeoPackage.blob(SampleGeoPackage.point([lon, lat]))
  }

  @Test(
    "a row says of itself what a feature's properties would say, in whatever type its column has")
  func rows() throws {
    let file = try SampleGeoPackage()
    try file.layer(
      columns: ", note TEXT, Object TEXT, scale REAL, priority INTEGER, radius TEXT",
      rows: [
        "NULL, \(Self.at(9.5, 47.1)), 'oak', '\(Self.other)', 2.5, 9, '30'",
        "NULL, \(Self.at(-180, -90)), NULL, NULL, NULL, NULL, ''",
        "NULL, \(Self.at(1, 2)), NULL, NULL, 3, '4', 5",
      ])
    let drafts = try read(file.path)
    #expect(drafts.map(\.object) == [Self.other, Self.object, Self.object])
    #expect(
      drafts.map(\.placement.pose.position) == [
        LonLat(lon: 9.5, lat: 47.1), LonLat(lon: -180, lat: -90), LonLat(lon: 1, lat: 2),
      ])
    #expect(drafts.map(\.placement.scale) == [2.5, 1, 3])
    #expect(drafts.map(\.placement.priority) == [9, Placement.usualPriority, 4])
    #expect(drafts.map(\.placement.triggerRadius) == [30, nil, 5])
    #expect(drafts.allSatisfy { $0.placement.realms == [Self.realm] })
  }

  @Test("points have heights and measures, either order of bytes and every envelope")
  func geometries() throws {
    let file = try SampleGeoPackage()
    typealias Sample = SampleGeoPackage
    try file.layer(
      "all kinds", "GEOMETRY",
      rows: [
        Sample.point([9, 47, 460], type: 1001),
        Sample.point([9, 47, 99], type: 2001),
        Sample.point([9, 47, 460, 99], type: 3001),
        Sample.point([9, 47], flags: 0, isBigEndian: true),
        Sample.point([9, 47], flags: 1 | 1 << 1, envelope: 32),
        Sample.point([9, 47], flags: 1 | 2 << 1, envelope: 48),
        Sample.point([9, 47], flags: 1 | 3 << 1, envelope: 48),
        Sample.point([9, 47], flags: 1 | 4 << 1, envelope: 64),
      ].map { "NULL, " + Sample.blob($0) })
    let drafts = try read(file.path)
    #expect(drafts.map(\.placement.pose.height) == [460, 7, 460, 7, 7, 7, 7, 7])
    #expect(drafts.allSatisfy { $0.placement.pose.position == LonLat(lon: 9, lat: 47) })
  }

  @Test("what SpatiaLite writes as a GeoPackage is read")
  func spatiaLite() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("made.gpkg")
    try SampleGeoPackage.makeWithSpatiaLite(path)
    let poses = try read(path).map(\.placement.pose)
    #expect(poses.map(\.position) == [LonLat(lon: 9.5, lat: 47.1), LonLat(lon: 9.6, lat: 47.2)])
    #expect(poses.map(\.height) == [460, 461])
  }

  @Test("of several layers one is chosen by its name, and a refusal names them")
  func layers() throws {
    let file = try SampleGeoPackage()
    try file.layer("areas", "POLYGON", rows: [])
    #expect(
      refusal(file.path)?.detail
        == "The GeoPackage has no layer of points. Its layers: areas (POLYGON).")
    try file.layer("trees", rows: ["NULL, \(Self.at(1, 2))"])
    #expect(try read(file.path).count == 1)
    try file.layer("old \"lamps\"", rows: ["NULL, \(Self.at(3, 4))", "NULL, \(Self.at(5, 6))"])
    #expect(
      refusal(file.path)?.detail
        == """
        The GeoPackage has several layers of points. Its layers: old "lamps" (POINT), trees (POINT).
        """)
    #expect(try read(file.path, layer: "old \"lamps\"").count == 2)
    #expect(
      refusal(file.path, layer: "Trees")?.detail
        == """
        The GeoPackage has no layer Trees. Its layers: areas (POLYGON), old "lamps" (POINT), trees (POINT).
        """)
    let areas = try #require(refusal(file.path, layer: "areas"))
    #expect(areas.detail.hasPrefix("The layer areas holds POLYGON, not POINT."))
  }

  @Test("another reference system is refused, and the refusal says how to convert the layer")
  func referenceSystems() throws {
    let file = try SampleGeoPackage()
    try file.layer("utm", system: 32632, rows: ["NULL, \(Self.at(500_000, 5_200_000))"])
    try file.layer("lost", system: 99, rows: [])
    let utm = try #require(refusal(file.path, layer: "utm"))
    #expect(utm.kind == .invalid && utm.detail.contains("is in EPSG:32632, not in EPSG:4326"))
    #expect(utm.detail.hasSuffix("ogr2ogr -t_srs EPSG:4326 converted.gpkg FILE.gpkg utm"))
    let lost = try #require(refusal(file.path, layer: "lost"))
    #expect(lost.detail.contains("is in no known reference system"))
  }

  @Test("what is wrong is told by rows and features, and nothing is read then")
  func wrongRows() throws {
    let file = try SampleGeoPackage()
    let good = SampleGeoPackage.point([1, 2])
    try file.layer(
      columns: ", scale",
      rows: [
        "10, NULL, NULL",
        "11, \(SampleGeoPackage.blob(SampleGeoPackage.point([.nan, .nan]))), 1",
        "12, \(SampleGeoPackage.blob(SampleGeoPackage.point([1, 2], flags: 1 | 1 << 4))), 1",
        "13, \(SampleGeoPackage.blob(SampleGeoPackage.point([1, 2], type: 1002))), 1",
        "14, \(SampleGeoPackage.blob(good.dropLast())), 1",
        "15, \(SampleGeoPackage.blob(good + [0])), 1",
        "16, 'POINT(1 2)', 1",
        "17, \(SampleGeoPackage.blob(SampleGeoPackage.point([1, 2], system: 32632))), 1",
        "18, \(Self.at(1, 91)), 1",
        "19, \(Self.at(1, 2)), 'big'",
        "20, \(Self.at(1, 2)), 1",
      ])
    let violations = try #require(refusal(file.path)?.violations)
    let unreadable = "must be a geometry as GeoPackage keeps it; its bytes are not"
    #expect(
      violations.map { "\($0.pointer) \($0.detail)" } == [
        "/rows/0/position must be a point; it is empty (feature 10)",
        "/rows/1/position must be a point; it is empty (feature 11)",
        "/rows/2/position must be a point; it is empty (feature 12)",
        "/rows/3/position must be a point; it is a line (feature 13)",
        "/rows/4/position \(unreadable) (feature 14)",
        "/rows/5/position \(unreadable) (feature 15)",
        "/rows/6/position \(unreadable) (feature 16)",
        "/rows/7/position must be in the reference system of its layer, 4326; it is in 32632 (feature 17)",
        "/rows/8/position must be a longitude in ±180 and a latitude in ±90 (feature 18)",
        "/rows/9/scale must lie between 0.01 and 100 (feature 19)",
      ])
  }

  @Test("a file is refused that is none, or ends in the midst")
  func noFile() throws {
    let folder = try TemporaryFolder()
    #expect(refusal(folder.file("absent"))?.kind == .malformed)
    for (name, bytes) in [("empty", Data()), ("text", Data("fid,geom\n1,2\n".utf8))] {
      let path = folder.file(name)
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(
        refusal(path)?.detail.hasPrefix("The file is no GeoPackage, or it is damaged") == true)
    }
    let whole = try SampleGeoPackage()
    try whole.layer(rows: [])
    try whole.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
      INSERT INTO trees (geom) SELECT \(Self.at(1, 2)) FROM n
      """)
    #expect(try read(whole.path).count == 900)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole.path))
    let damaged = folder.file("damaged")
    var copy = bytes
    let pages = copy.count / 4096
    copy.replaceSubrange(
      (pages - 2) * 4096..<(pages - 1) * 4096, with: Data(repeating: 0xff, count: 4096))
    try copy.write(to: URL(fileURLWithPath: damaged))
    let cut = try #require(refusal(damaged))
    #expect(cut.kind == .malformed)
    #expect(cut.detail.hasPrefix("The layer trees cannot be read beyond its row "))
    #expect(cut.detail.hasSuffix("sqlite3 FILE.gpkg .recover may save the rest."))
    Fuzzing.mutations([UInt8](bytes), seed: 11, count: 60) { mutation in
      try? Data(mutation).write(to: URL(fileURLWithPath: damaged))
      do { _ = try read(damaged) } catch { #expect(error is Refusal) }
    }
  }

  @Test("a hostile view neither runs for ever, nor calls what it may not, nor fills the memory")
  func views() throws {
    let file = try SampleGeoPackage()
    let views = [
      "endless": """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, \(Self.at(1, 2)) AS geom FROM n
      """,
      "loading": "SELECT 1 AS fid, load_extension('x') AS geom",
      "reading": "SELECT 1 AS fid, BlobFromFile('/etc/hostname') AS geom",
      "large": "SELECT 1 AS fid, zeroblob(100000000) AS geom",
    ]
    for (name, select) in views {
      try file.run("CREATE VIEW \(name) AS \(select)")
      try file.describe(name, "POINT")
    }
    #expect(refusal(file.path, layer: "endless")?.slug == "too-many-rows")
    for name in ["loading", "reading"] {
      let detail = refusal(file.path, layer: name)?.detail
      #expect(detail?.hasSuffix("or a view uses what is not allowed.") == true)
    }
    #expect(
      refusal(file.path, layer: "large")?.detail.hasSuffix("a value is larger than 16 MB.") == true)
  }

  @Test("the file stays as it was, with nothing beside it")
  func traceless() throws {
    let file = try SampleGeoPackage()
    try file.layer(rows: ["NULL, \(Self.at(1, 2))"])
    let url = URL(fileURLWithPath: file.path)
    let before = try Data(contentsOf: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file.path)
    #expect(try read(file.path).count == 1)
    #expect(try Data(contentsOf: url) == before)
    let folder = url.deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["points.gpkg"])
  }

  @Test("more rows than one import places are refused")
  func tooMany() throws {
    let file = try SampleGeoPackage()
    try file.layer(rows: (0..<3).map { _ in "NULL, \(Self.at(1, 2))" })
    #expect(try read(file.path, maximumRows: 3).count == 3)
    #expect(refusal(file.path, maximumRows: 2)?.kind == .tooLarge)
  }
}
