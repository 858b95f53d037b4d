import Access
import Base
import Foundation
import Geodesy
import Storage
import WaysideAPI

/// The same queries at the same places over the same points through other spatial indexes, each in
/// its best form known to us, one thread, in process or over a local socket.
///
/// Compare with the cases `Catalog.nearby` (the answer) and `Nearby.router` (as JSON, with rights).
enum PeerCases {
  private static let worldSize = 1_000_000

  static var all: [Benchmark] {
    [NearbyKind.a100, .a100Realm, .b1k, .b1kRealm].flatMap { [spatiaLite($0), integerTree($0)] }
      + [NearbyKind.a100, .a100Realm, .b1k, .b1kRealm, .knn20, .knn20Realm].map(postGIS)
      + WriteCases.cases("postgres", database: PostGISPeer.emptyDatabase)
  }

  private static func peer(
    _ name: String, _ kind: NearbyKind, count: Int,
    _ open: @escaping () throws -> (NearbyQuery) throws -> Int
  ) -> Benchmark {
    Benchmark(
      name: "Peers.\(name)/\(kind.rawValue)/\(sizeName(worldSize))", unit: "us", samples: 3
    ) {
      let find = try open()
      let queries = NearbyQuery.sample(kind, worldSize: worldSize, count: count)
      return { try eachTimed(queries, find) }
    }
  }

  /// SpatiaLite's R*Tree over the server's own rows, distances on the ellipsoid.
  private static func spatiaLite(_ kind: NearbyKind) -> Benchmark {
    peer("spatialite", kind, count: 300) {
      let store = try Worlds.services(worldSize).platform.store
      let realm =
        kind.isFiltered
        ? "AND EXISTS (SELECT 1 FROM instance_realms r WHERE r.realm = ?9 AND r.instance = i.id)"
        : ""
      let sql = """
        SELECT i.id, ST_Distance(i.geometry, MakePoint(?1, ?2, 4326), 1) AS distance
        FROM idx_instances_geometry x JOIN instances i ON i.row_id = x.pkid
        WHERE x.xmax >= ?3 AND x.xmin <= ?4 AND x.ymax >= ?5 AND x.ymin <= ?6
          AND PtDistWithin(i.geometry, MakePoint(?1, ?2, 4326), ?7, 1) \(realm)
        ORDER BY distance LIMIT ?8
        """
      return { query in
        guard let box = Bounds.circle(around: query.place, metres: kind.radius)?.parts.first else {
          return 0
        }
        var parameters: [SQLValue] = [
          .real(query.place.lon), .real(query.place.lat), .real(box.west), .real(box.east),
          .real(box.south), .real(box.north), .real(kind.radius), .int(kind.limit),
        ]
        if kind.isFiltered { parameters.append(.id(WorldWriter.realm(query.realm))) }
        return try store.readOnce { session in
          var hits = 0
          try session.each(sql, parameters) { row in
            _ = try row.id(0)
            hits += 1
          }
          return hits
        }
      }
    }
  }

  /// SQLite's R*Tree of whole 1e-7 degrees with the sub-realm in the row's number; distances by
  /// our ruler.
  private static func integerTree(_ kind: NearbyKind) -> Benchmark {
    peer("rtree-i32", kind, count: 2000) {
      let store = try IntegerTree.store(worldSize)
      let realm = kind.isFiltered ? "AND id BETWEEN ?5 AND ?6" : ""
      let sql = """
        SELECT id, x0, y0 FROM points
        WHERE x1 >= ?1 AND x0 <= ?2 AND y1 >= ?3 AND y0 <= ?4 \(realm)
        """
      return { query in
        guard let ruler = Ruler(at: query.place),
          let box = Bounds.circle(around: query.place, metres: kind.radius)?.parts.first
        else { return 0 }
        let southWest = FixedPosition(LonLat(lon: box.west, lat: box.south))
        let northEast = FixedPosition(LonLat(lon: box.east, lat: box.north))
        var parameters: [SQLValue] = [
          .integer(Int64(southWest.lonE7)), .integer(Int64(northEast.lonE7)),
          .integer(Int64(southWest.latE7)), .integer(Int64(northEast.latE7)),
        ]
        if kind.isFiltered {
          let first = Int64(query.realm) << 32
          parameters += [.integer(first), .integer(first | 0xffff_ffff)]
        }
        var hits: [(distance: Double, id: Int64)] = []
        try store.readOnce { session in
          try session.each(sql, parameters) { row in
            let d2 = ruler.squaredDistance(
              lonE7: Double(try row.integer(1)), latE7: Double(try row.integer(2)))
            if d2 <= kind.radius * kind.radius { hits.append((d2, try row.integer(0))) }
          }
        }
        hits.sort { $0 < $1 }
        return min(hits.count, kind.limit)
      }
    }
  }

  /// PostGIS geography with the indexes and settings that serve each kind best.
  private static func postGIS(_ kind: NearbyKind) -> Benchmark {
    peer("postgis", kind, count: 500) {
      let store = try PostGISPeer.store(worldSize)
      let isNearest = kind == .knn20 || kind == .knn20Realm
      let table = kind.isFiltered ? "peer_points_by_realm" : "peer_points"
      let realm = kind.isFiltered ? "realm = ?5 AND" : ""
      let centre = "ST_SetSRID(ST_MakePoint(?1, ?2), 4326)::geography"
      // Nearest by the index's spherical distance, then put in order by the ellipsoid's. How many is said in
      // the text: a plan for any number sorts the whole table.
      let sql =
        isNearest
        ? """
        SELECT id, ST_Distance(place, \(centre)) AS distance FROM (
          SELECT id, place FROM \(table) WHERE \(realm) ?3::float8 > 0 AND ?4::int > 0
          ORDER BY place <-> \(centre) LIMIT \(kind.limit)) AS nearest
        ORDER BY distance
        """
        : """
        SELECT id, ST_Distance(place, \(centre)) AS distance FROM \(table)
        WHERE \(realm) ST_DWithin(place, \(centre), ?3::float8) ORDER BY distance LIMIT ?4
        """
      return { query in
        var parameters: [SQLValue] = [
          .real(query.place.lon), .real(query.place.lat), .real(kind.radius), .int(kind.limit),
        ]
        if kind.isFiltered { parameters.append(.int(query.realm)) }
        return try store.readOnce { session in
          var hits = 0
          try session.each(sql, parameters) { row in
            _ = try row.integer(0)
            hits += 1
          }
          return hits
        }
      }
    }
  }
}
