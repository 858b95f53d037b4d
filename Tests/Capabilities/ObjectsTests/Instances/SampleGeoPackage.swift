import Base
import TestSupport

@testable import Storage

/// A GeoPackage to be read: its three tables of the standard, and layers as a test wants them.
struct SampleGeoPackage {
  private let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("points.gpkg")
    try run(
      "PRAGMA application_id = 1196444487",
      """
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY,
        organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL,
        definition TEXT NOT NULL, description TEXT)
      """,
      """
      INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84', 4326, 'epsg', 4326, 'GEOGCS', NULL),
        ('undefined', -1, 'NONE', -1, 'undefined', NULL), ('UTM', 32632, 'EPSG', 32632, 'PROJCS', NULL)
      """,
      """
      CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL,
        identifier TEXT UNIQUE, description TEXT DEFAULT '', last_change DATETIME, min_x DOUBLE,
        min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER)
      """,
      """
      CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL,
        geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL,
        m TINYINT NOT NULL, PRIMARY KEY (table_name, column_name))
      """)
  }

  func run(_ statements: String...) throws {
    let connection = try SQLiteConnection(path: path, mode: .writer)
    defer { connection.close() }
    for statement in statements { try connection.run(statement) }
  }

  /// Says that a table or view is a layer.
  func describe(_ name: String, _ kind: String, system: Int = 4326) throws {
    try run(
      "INSERT INTO gpkg_contents (table_name, data_type, srs_id) VALUES ('\(name)', 'features', \(system))",
      "INSERT INTO gpkg_geometry_columns VALUES ('\(name)', 'geom', '\(kind)', \(system), 2, 2)")
  }

  /// A layer of rows: a geometry in hexadecimal digits, or an SQL expression, and more values.
  func layer(
    _ name: String = "trees", _ kind: String = "POINT", system: Int = 4326, columns: String = "",
    rows: [String]
  ) throws {
    let table = "\"" + name.replacing("\"", with: "\"\"") + "\""
    try run(
      "CREATE TABLE \(table) (fid INTEGER PRIMARY KEY AUTOINCREMENT, geom \(kind)\(columns))")
    try describe(name, kind, system: system)
    if !rows.isEmpty {
      try run("INSERT INTO \(table) VALUES " + rows.map { "(\($0))" }.joined(separator: ", "))
    }
  }

  /// A geometry's bytes as SQL writes them.
  static func blob(_ bytes: [UInt8]) -> String {
    "X'" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
  }

  /// A point as the standard has it.
  ///
  /// - Parameters:
  ///   - type: 1, and 1000 more with Z, 2000 more with M.
  ///   - envelope: bytes between the header and the well-known binary.
  static func point(
    _ numbers: [Double], type: UInt32 = 1, system: Int32 = 4326, flags: UInt8 = 1,
    envelope: Int = 0, isBigEndian: Bool = false
  ) -> [UInt8] {
    func bytes<T: FixedWidthInteger>(_ value: T, _ isBig: Bool) -> [UInt8] {
      withUnsafeBytes(of: isBig ? value.bigEndian : value.littleEndian) { [UInt8]($0) }
    }
    return [0x47, 0x50, 0, flags] + bytes(system, flags & 1 == 0)
      + [UInt8](repeating: 9, count: envelope)
      + [isBigEndian ? 0 : 1] + bytes(type, isBigEndian)
      + numbers.flatMap { bytes($0.bitPattern, isBigEndian) }
  }
}

extension SampleGeoPackage {
  /// A layer `lamps` of two points with heights, the second with a measure, all made by SpatiaLite.
  static func makeWithSpatiaLite(_ path: String) throws {
    let connection = try SQLiteConnection(path: path, mode: .writer)
    defer { connection.close() }
    for statement in [
      "SELECT gpkgCreateBaseTables()",
      "CREATE TABLE lamps (fid INTEGER PRIMARY KEY, name TEXT)",
      """
      INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)
      VALUES ('lamps', 'features', 'lamps', 4326)
      """,
      "SELECT gpkgAddGeometryColumn('lamps', 'geometry', 'POINT', 2, 2, 4326)",
      "INSERT INTO lamps (geometry) VALUES (gpkgMakePointZ(9.5, 47.1, 460, 4326))",
      "INSERT INTO lamps (geometry) VALUES (gpkgMakePointZM(9.6, 47.2, 461, 5, 4326))",
    ] {
      try connection.run(statement)
    }
  }
}
