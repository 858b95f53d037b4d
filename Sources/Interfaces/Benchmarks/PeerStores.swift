import Base
import Foundation
import Geodesy
import Storage

/// A SQLite file with an R*Tree of whole numbers, kept between runs.
enum IntegerTree {
  private static let opened = Guarded<Store?>(nil)

  static func store(_ count: Int) throws -> Store {
    if let store = opened.current { return store }
    let path = Worlds.root + "/rtree-i32-2-\(sizeName(count)).sqlite"
    let schema = SchemaModule(
      name: "rtree_i32",
      migrations: [
        Migration(
          number: 1,
          statements: ["CREATE VIRTUAL TABLE points USING rtree_i32(id, x0, x1, y0, y1)"],
          spatialColumns: [])
      ])
    let store = try Store.open(.file(path: path), schema: [schema])
    if try store.readOnce({ try $0.count("SELECT count(*) FROM points") }) < count {
      Main.say("filling \(path)")
      let points = SampleWorld.points(count)
      let realms = SampleWorld.realms(count)
      try store.write { transaction in
        try transaction.execute("DELETE FROM points")
        for i in 0..<count {
          let place = FixedPosition(points[i])
          try transaction.execute(
            "INSERT INTO points VALUES (?1, ?2, ?2, ?3, ?3)",
            [
              .integer(Int64(realms[i]) << 32 | Int64(i)), .integer(Int64(place.lonE7)),
              .integer(Int64(place.latE7)),
            ])
        }
      }
    }
    opened.swap(store)
    return store
  }
}

/// A PostGIS server that `tools/bench` has started; its address is in `WAYSIDE_BENCH_POSTGRES`.
enum PostGISPeer {
  private static let opened = Guarded<Store?>(nil)

  private static func address(schema: String) throws -> String {
    guard let base = ProcessInfo.processInfo.environment["WAYSIDE_BENCH_POSTGRES"] else {
      throw Unavailable(reason: "no PostgreSQL; run through tools/bench --peers")
    }
    let options =
      "-csearch_path%3D\(schema),public%20-cplan_cache_mode%3Dforce_generic_plan"
    return base + (base.contains("?") ? "&" : "?") + "options=\(options)"
  }

  /// Runs SQL beside the store, which takes only its own migrations.
  private static func psql(_ sql: String) throws {
    let base = ProcessInfo.processInfo.environment["WAYSIDE_BENCH_POSTGRES"] ?? ""
    _ = try Programs.run("psql", ["-q", "-v", "ON_ERROR_STOP=1", "-d", base, "-c", sql])
  }

  /// The address of a schema without tables.
  static func emptyDatabase() throws -> String? {
    let address = try address(schema: "writes")
    try psql("DROP SCHEMA IF EXISTS writes CASCADE; CREATE SCHEMA writes")
    return address
  }

  /// A store over a schema of its own, filled by `fill` with SQL.
  static func store(schema: String, fill: ((String) throws -> Void) throws -> Void) throws -> Store
  {
    let address = try address(schema: schema)
    try psql("DROP SCHEMA IF EXISTS \(schema) CASCADE; CREATE SCHEMA \(schema)")
    try fill(psql)
    return try Store.open(.postgres(url: address), schema: [])
  }

  /// Circles, by their centres.
  static func zones(_ circles: [(centre: LonLat, radius: Double)]) throws -> Store {
    let address = try address(schema: "zones")
    try psql("DROP SCHEMA IF EXISTS zones CASCADE; CREATE SCHEMA zones")
    try psql(
      "CREATE TABLE zones.peer_zones (id bigint, radius float8, place geography(Point, 4326))")
    let path = FileManager.default.temporaryDirectory.path + "/wayside-bench-\(getpid()).csv"
    defer { unlink(path) }
    let rows = circles.enumerated().map { i, circle in
      "\(i),\(circle.radius),SRID=4326;POINT(\(circle.centre.lon) \(circle.centre.lat))\n"
    }
    try Data(rows.joined().utf8).write(to: URL(fileURLWithPath: path))
    try psql("\\copy zones.peer_zones FROM '\(path)' CSV")
    try psql("CREATE INDEX ON zones.peer_zones USING gist (place)")
    try psql("ANALYZE zones.peer_zones")
    return try Store.open(.postgres(url: address), schema: [])
  }

  /// The sample points in two tables, one for everything and one for single sub-realms.
  ///
  /// An index over both in one table would spoil the plans of the first.
  static func store(_ count: Int) throws -> Store {
    if let store = opened.current { return store }
    let address = try address(schema: "peers")
    Main.say("filling PostGIS with \(count) points")
    let path = FileManager.default.temporaryDirectory.path + "/wayside-bench-\(getpid()).csv"
    defer { unlink(path) }
    var rows = ByteWriter(capacity: count * 60)
    let realms = SampleWorld.realms(count)
    for (i, point) in SampleWorld.points(count).enumerated() {
      let place = FixedPosition(point)
      rows.text("\(i),\(realms[i]),SRID=4326;POINT(")
      rows.fixedPoint(Int64(place.lonE7), decimals: 7)
      rows.byte(0x20)
      rows.fixedPoint(Int64(place.latE7), decimals: 7)
      rows.raw(")\n")
    }
    try Data(rows.bytes).write(to: URL(fileURLWithPath: path))
    let columns = "(id bigint, realm bigint, place geography(Point, 4326))"
    try psql("CREATE EXTENSION IF NOT EXISTS btree_gist")
    try psql("DROP SCHEMA IF EXISTS peers CASCADE; CREATE SCHEMA peers")
    try psql("CREATE TABLE peers.peer_points \(columns)")
    try psql("\\copy peers.peer_points FROM '\(path)' CSV")
    try psql("CREATE TABLE peers.peer_points_by_realm AS SELECT * FROM peers.peer_points")
    try psql("CREATE INDEX ON peers.peer_points USING gist (place)")
    try psql("CREATE INDEX ON peers.peer_points_by_realm USING gist (realm, place)")
    try psql("ANALYZE peers.peer_points")
    try psql("ANALYZE peers.peer_points_by_realm")
    let store = try Store.open(.postgres(url: address), schema: [])
    opened.swap(store)
    return store
  }

  /// A table of its own to insert into, with the sample points and an index as the server's rows have them.
  static func prepareInserts(_ count: Int) throws {
    _ = try store(count)
    try psql(
      """
      DROP TABLE IF EXISTS peers.written;
      CREATE TABLE peers.written (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), realm bigint,
        place geography(Point, 4326), at timestamptz DEFAULT now());
      INSERT INTO peers.written (realm, place) SELECT realm, place FROM peers.peer_points;
      CREATE INDEX ON peers.written USING gist (place);
      CREATE INDEX ON peers.written (realm);
      """)
  }

  /// Rows per second that single inserts come to, each committed by itself.
  static func inserts(clients: Int, seconds: Int) throws -> Double {
    let base = ProcessInfo.processInfo.environment["WAYSIDE_BENCH_POSTGRES"] ?? ""
    let script = FileManager.default.temporaryDirectory.path + "/wayside-bench-\(getpid()).sql"
    defer { unlink(script) }
    let text = """
      \\set lon random(-1800000000, 1799999999)
      \\set lat random(-600000000, 600000000)
      \\set realm random(1, 10)
      INSERT INTO peers.written (realm, place)
      VALUES (:realm, ST_SetSRID(ST_MakePoint(:lon / 1e7, :lat / 1e7), 4326)::geography);
      """
    try text.write(toFile: script, atomically: true, encoding: .utf8)
    let output = try Programs.run(
      "pgbench",
      [
        "-n", "-M", "prepared", "-c", "\(clients)", "-j", "2", "-T", "\(seconds)", "-f", script,
        base,
      ])
    let line = output.split(separator: "\n").first { $0.hasPrefix("tps = ") }
    guard let rate = line?.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) }) else {
      throw Unavailable(reason: "pgbench gave no result: \(output.suffix(300))")
    }
    return rate
  }
}
