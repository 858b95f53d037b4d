import Base
import Geodesy
import Storage
import TestSupport

/// Tables that refer to one another in every way, to be rebuilt: a parent with a place and with
/// references to its own kind, children that go with it, and grandchildren.
enum Families {
  static let first = Migration(
    number: 1,
    statements: [
      """
      CREATE TABLE parents (
        row_id %serial, id %id NOT NULL UNIQUE, name %text NOT NULL,
        kind %text NOT NULL CHECK (kind IN ('old')), friend %id REFERENCES parents (id),
        seconds %int NOT NULL, forgotten %text)
      """,
      "CREATE INDEX parents_name ON parents (name)",
      """
      CREATE TABLE children (
        parent %id NOT NULL REFERENCES parents (id) ON DELETE CASCADE, number %int NOT NULL,
        PRIMARY KEY (parent, number))
      """,
      """
      CREATE TABLE toys (
        parent %id NOT NULL, number %int NOT NULL, giver %id REFERENCES parents (id),
        FOREIGN KEY (parent, number) REFERENCES children (parent, number) ON DELETE CASCADE)
      """,
    ],
    spatialColumns: [SpatialColumn(table: "parents", kind: .point)])

  static let rebuild = TableRebuild(
    "parents",
    definition: """
      row_id %serial, id %id NOT NULL UNIQUE, name %text NOT NULL,
      kind %text NOT NULL CHECK (kind IN ('old', 'new')), friend %id REFERENCES parents (id),
      minutes %real NOT NULL
      """,
    keeping: ["row_id", "id", "name", "kind", "friend", "geometry"],
    setting: ["minutes": "seconds / 60.0"],
    indexes: ["CREATE INDEX parents_name ON parents (name)"],
    spatialColumns: [SpatialColumn(table: "parents", kind: .point)])

  static func schema(_ later: Migration...) -> [SchemaModule] {
    [SchemaModule(name: "families", migrations: [first] + later)]
  }

  /// The schema of the next version.
  static let rebuilt = schema(Migration(number: 2, rebuilds: [rebuild]))

  /// Makes 20 parents, each with two children and their toys, of which the last is gone again.
  static func fill(_ store: Store) throws {
    try store.write { transaction in
      var ids: [EntityID] = []
      for number in 1...21 {
        let place = LonLat(lon: Double(number), lat: Double(number) / 2)
        ids.append(Things.ids.next())
        try transaction.execute(
          """
          INSERT INTO parents (id, name, kind, friend, seconds, forgotten, geometry)
          VALUES (?1, ?2, 'old', ?3, ?4, 'x', ST_GeomFromWKB(?5, 4326))
          """,
          [
            .id(ids.last), .text("parent \(number)"), .id(ids.first), .int(number * 60),
            .blob(WKB.encode(.point(place))),
          ])
        for child in 1...2 {
          try transaction.execute(
            "INSERT INTO children VALUES (?1, ?2)", [.id(ids.last), .int(child)])
          try transaction.execute(
            "INSERT INTO toys VALUES (?1, ?2, ?3)", [.id(ids.last), .int(child), .id(ids.first)])
        }
      }
      try transaction.execute("DELETE FROM parents WHERE id = ?1", [.id(ids.last)])
    }
  }

  /// Names of the parents in a box.
  static func names(west: Double, east: Double, in store: Store) throws -> [String] {
    let column = SpatialColumn(table: "parents", kind: .point)
    return try store.read { session in
      let box = session.within(
        Bounds(west: west, south: -90, east: east, north: 90), of: column, alias: "parents",
        firstParameter: 1)
      return try session.all(
        "SELECT name FROM parents WHERE \(box.sql) ORDER BY row_id", box.parameters
      ) { try $0.text(0) }
    }
  }
}
