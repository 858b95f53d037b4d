import Base
import Foundation
import Geodesy
import Storage
import Visibility

/// The same question of the same town in the usual SQL: within range, within the angle of view, no
/// house that is higher than the eye across the line of sight.
///
/// Flat and of middles only, so less than what the engine answers.
enum ViewPeerCases {
  private static let instances = 100_000
  private static let walls = 100_000

  static var all: [Benchmark] { [spatiaLite, postGIS] }

  private static func peer(
    _ name: String, _ open: @escaping () throws -> (Camera) throws -> Int
  ) -> Benchmark {
    Benchmark(
      name: "Peers.\(name)/view/\(sizeName(instances))/\(sizeName(walls))-walls", unit: "us",
      samples: 1, warmsUp: false
    ) {
      let find = try open()
      let cameras = try ViewWorld.cameras(5)
      return { try eachTimed(cameras, find) }
    }
  }

  /// The parameters of both: place, bounds of the range, range, heading, half angle.
  private static func parameters(_ camera: Camera) -> [SQLValue] {
    let place = camera.pose.position
    let box = Bounds.circle(around: place, metres: camera.range)?.parts.first ?? .world
    return [
      .real(place.lon), .real(place.lat), .real(box.west), .real(box.east), .real(box.south),
      .real(box.north), .real(camera.range), .real(ViewWorld.heading(camera)),
      .real(camera.fieldOfView.horizontal / 2), .real(1.6),
    ]
  }

  private static func count(_ store: Store, _ sql: String, _ camera: Camera) throws -> Int {
    var hits = 0
    try store.read(deadlineSeconds: 600) { session in
      try session.each(sql, parameters(camera)) { row in
        _ = try row.integer(0)
        hits += 1
      }
    }
    return hits
  }

  /// SpatiaLite's functions over SQLite's R*Trees.
  private static var spatiaLite: Benchmark {
    peer("spatialite") {
      let path = Worlds.root + "/view-1.sqlite"
      let schema = SchemaModule(
        name: "view",
        migrations: [
          Migration(
            number: 1,
            statements: [
              "CREATE TABLE view_points (id INTEGER PRIMARY KEY, lon REAL, lat REAL, place BLOB)",
              "CREATE VIRTUAL TABLE view_point_tree USING rtree(id, x0, x1, y0, y1)",
              "CREATE TABLE view_houses (id INTEGER PRIMARY KEY, height REAL, outline BLOB)",
              "CREATE VIRTUAL TABLE view_house_tree USING rtree(id, x0, x1, y0, y1)",
            ], spatialColumns: [])
        ])
      let store = try Store.open(.file(path: path), schema: [schema])
      if try store.readOnce({ try $0.count("SELECT count(*) FROM view_houses") }) == 0 {
        Main.say("filling \(path)")
        try fillSpatiaLite(store)
      }
      let sql = """
        SELECT p.id, ST_Distance(p.place, MakePoint(?1, ?2, 4326), 1) AS distance
        FROM view_point_tree t JOIN view_points p ON p.id = t.id
        WHERE t.x1 >= ?3 AND t.x0 <= ?4 AND t.y1 >= ?5 AND t.y0 <= ?6
          AND PtDistWithin(p.place, MakePoint(?1, ?2, 4326), ?7, 1)
          AND abs((degrees(ST_Azimuth(MakePoint(?1, ?2, 4326), p.place)) - ?8 + 900) % 360 - 180)
            <= ?9
          AND NOT EXISTS (
            SELECT 1 FROM view_house_tree h JOIN view_houses b ON b.id = h.id
            WHERE h.x1 >= min(?1, p.lon) AND h.x0 <= max(?1, p.lon)
              AND h.y1 >= min(?2, p.lat) AND h.y0 <= max(?2, p.lat) AND b.height > ?10
              AND ST_Intersects(b.outline, MakeLine(MakePoint(?1, ?2, 4326), p.place)))
        ORDER BY distance
        """
      return { try count(store, sql, $0) }
    }
  }

  private static func fillSpatiaLite(_ store: Store) throws {
    try store.write { transaction in
      for candidate in try ViewWorld.candidates(instances) {
        let (id, place) = (SQLValue.int(Int(candidate.id)), candidate.pose.position)
        try transaction.execute(
          "INSERT INTO view_points VALUES (?1, ?2, ?3, MakePoint(?2, ?3, 4326))",
          [id, .real(place.lon), .real(place.lat)])
        try transaction.execute(
          "INSERT INTO view_point_tree VALUES (?1, ?2, ?2, ?3, ?3)",
          [id, .real(place.lon), .real(place.lat)])
      }
      for (number, house) in ViewWorld.houses(walls: walls).enumerated() {
        let ring = house.ring
        let (lons, lats) = (ring.map(\.lon).sorted(), ring.map(\.lat).sorted())
        try transaction.execute(
          "INSERT INTO view_houses VALUES (?1, ?2, GeomFromText(?3, 4326))",
          [.int(number), .real(house.height), .text(wkt(ring))])
        try transaction.execute(
          "INSERT INTO view_house_tree VALUES (?1, ?2, ?3, ?4, ?5)",
          [.int(number), .real(lons[0]), .real(lons[3]), .real(lats[0]), .real(lats[3])])
      }
    }
  }

  private static func wkt(_ ring: [LonLat]) -> String {
    let corners = (ring + ring.prefix(1)).map { "\($0.lon) \($0.lat)" }
    return "POLYGON((\(corners.joined(separator: ", "))))"
  }

  /// PostGIS with an index on points as geography and on houses as geometry.
  private static var postGIS: Benchmark {
    peer("postgis") {
      let store = try PostGISPeer.store(schema: "view_peers") { psql in
        Main.say("filling PostGIS with a town")
        try psql(
          "CREATE TABLE view_peers.points (id bigint, place geography(Point, 4326), flat geometry)")
        try psql("CREATE TABLE view_peers.houses (id bigint, height float8, outline geometry)")
        for part in try ViewWorld.candidates(instances).chunks(of: 500) {
          let rows = part.map { candidate in
            let point =
              "ST_SetSRID(ST_MakePoint(\(candidate.pose.position.lon), "
              + "\(candidate.pose.position.lat)), 4326)"
            return "(\(candidate.id), \(point), \(point))"
          }
          try psql("INSERT INTO view_peers.points VALUES \(rows.joined(separator: ","))")
        }
        for part in ViewWorld.houses(walls: walls).chunks(of: 300) {
          let rows = part.map { house in
            "(0, \(house.height), ST_GeomFromText('\(wkt(house.ring))', 4326))"
          }
          try psql("INSERT INTO view_peers.houses VALUES \(rows.joined(separator: ","))")
        }
        try psql("CREATE INDEX ON view_peers.points USING gist (place)")
        try psql("CREATE INDEX ON view_peers.houses USING gist (outline)")
        try psql("ANALYZE view_peers.points")
        try psql("ANALYZE view_peers.houses")
      }
      let eye = "ST_SetSRID(ST_MakePoint(?1, ?2), 4326)"
      let sql = """
        SELECT p.id, ST_Distance(p.place, \(eye)::geography) AS distance FROM points p
        WHERE ST_DWithin(p.place, \(eye)::geography, ?7::float8)
          AND ?3::float8 + ?4::float8 + ?5::float8 + ?6::float8 IS NOT NULL
          AND abs(((degrees(ST_Azimuth(\(eye), p.flat)) - ?8::float8 + 900)::numeric % 360) - 180)
            <= ?9::float8
          AND NOT EXISTS (
            SELECT 1 FROM houses b
            WHERE b.height > ?10::float8 AND ST_Intersects(b.outline, ST_MakeLine(\(eye), p.flat)))
        ORDER BY distance
        """
      return { try count(store, sql, $0) }
    }
  }
}

extension Array {
  /// Consecutive parts of at most `count` elements.
  fileprivate func chunks(of count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
