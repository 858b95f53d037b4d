import Base
import Geodesy
import Storage
import TestSupport
import Testing

@Suite("Geometry and R-trees on both engines")
struct SpatialTests {
  private func found(_ bounds: Bounds, _ store: Store) throws -> Set<String> {
    try store.read { session in
      let near = session.within(bounds, of: Things.position, alias: "t", firstParameter: 2)
      let names = try session.all(
        "SELECT t.name FROM things t WHERE t.name <> ?1 AND " + near.sql,
        [.text("never")] + near.parameters
      ) { try $0.text(0) }
      #expect(Set(names).count == names.count)
      return Set(names)
    }
  }

  @Test(
    "a box finds what brute force finds, across the antimeridian and at the poles",
    arguments: StoreEngine.allCases, [1, 2] as [UInt64])
  func boxes(_ engine: StoreEngine, _ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let test = try TestStore(engine, schema: [Things.schema])
    var places: [String: LonLat] = [:]
    for i in 0..<400 {
      // A third of them crowd around the antimeridian.
      let lon =
        i % 3 == 0
        ? (random.unit() < 0.5 ? -180 + random.unit() * 2 : 180 - random.unit() * 2)
        : random.unit() * 360 - 180
      places["p\(i)"] = LonLat(lon: lon, lat: random.unit() * 180 - 90)
    }
    places["pole"] = LonLat(lon: 0, lat: 90)
    places["west edge"] = LonLat(lon: -180, lat: 0)
    places["east edge"] = LonLat(lon: 180, lat: 0)
    let all = places
    try test.store.write { transaction in
      for (name, place) in all { try Things.add(name, at: place, in: transaction) }
    }
    var boxes = [
      Bounds.world, Bounds(west: 179, south: -90, east: -179, north: 90),
      Bounds(west: 180, south: -10, east: -180, north: 10),
      Bounds(west: -180, south: 89, east: 180, north: 90),
    ]
    for _ in 0..<30 {
      let south = random.unit() * 180 - 90
      boxes.append(
        Bounds(
          west: random.unit() * 360 - 180, south: south, east: random.unit() * 360 - 180,
          north: south + random.unit() * (90 - south)))
    }
    for box in boxes {
      let expected = Set(places.filter { box.contains($0.value) }.keys)
      let answer = try found(box, test.store)
      #expect(answer.isSuperset(of: expected), "seed \(seed), \(box)")
      // The R-tree's boxes are of single precision: what it adds lies within a few metres.
      for name in answer.subtracting(expected) {
        let place = try #require(places[name])
        let wide = Bounds(
          west: box.west - 1e-4, south: box.south - 1e-4, east: box.east + 1e-4,
          north: box.north + 1e-4)
        #expect(wide.contains(place), "seed \(seed), \(box), \(place)")
      }
    }
  }

  @Test(
    "an update moves a thing, a delete removes it from the R-tree", arguments: StoreEngine.allCases)
  func edits(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    let near = Bounds(west: 9, south: 47, east: 10, north: 48)
    let far = Bounds(west: 19, south: 47, east: 20, north: 48)
    try test.store.write { _ = try Things.add("thing", in: $0) }
    #expect(try found(near, test.store) == ["thing"])
    try test.store.write { transaction in
      try transaction.execute(
        "UPDATE things SET geometry = ST_GeomFromWKB(?1, 4326) WHERE name = 'thing'",
        [.blob(WKB.encode(.point(LonLat(lon: 19.5, lat: 47.5))))])
    }
    #expect(try found(near, test.store).isEmpty)
    #expect(try found(far, test.store) == ["thing"])
    try test.store.write { try $0.execute("DELETE FROM things") }
    #expect(try found(.world, test.store).isEmpty)
    #expect(try test.store.check().isEmpty)
  }

  @Test("geometries of every kind come back", arguments: StoreEngine.allCases)
  func kinds(_ engine: StoreEngine) throws {
    let line = SpatialColumn(table: "shapes", name: "route", kind: .lineString)
    let area = SpatialColumn(table: "shapes", name: "area", kind: .multiPolygon)
    let schema = SchemaModule(
      name: "shapes",
      migrations: [
        Migration(
          number: 1, statements: ["CREATE TABLE shapes (row_id %serial, name %text NOT NULL)"],
          spatialColumns: [line, area])
      ])
    let test = try TestStore(engine, schema: [schema])
    let square = Polygon([
      [
        LonLat(lon: 0, lat: 0), LonLat(lon: 2, lat: 0), LonLat(lon: 2, lat: 2),
        LonLat(lon: 0, lat: 0),
      ]
    ])
    let route = Geometry.line(
      LineString([LonLat(lon: 9.51, lat: 47.1), LonLat(lon: 9.52, lat: 47.2)]))
    let areas = Geometry.multiPolygon(MultiPolygon([square, square]))
    try test.store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO shapes (name, route, area)
        VALUES ('a', ST_GeomFromWKB(?1, 4326), ST_GeomFromWKB(?2, 4326))
        """, [.blob(WKB.encode(route)), .blob(WKB.encode(areas))])
    }
    let back = try test.store.read { session in
      try session.first("SELECT ST_AsBinary(route), ST_AsBinary(area) FROM shapes") { row in
        (try WKB.decode(row.blob(0)), try WKB.decode(row.blob(1)))
      }
    }
    #expect(back?.0 == route)
    #expect(back?.1 == areas)
    let hits = try test.store.read { session in
      let near = session.within(
        Bounds(west: 1, south: 1, east: 1.5, north: 1.5), of: area, alias: "shapes",
        firstParameter: 1)
      return try session.count("SELECT COUNT(*) FROM shapes WHERE " + near.sql, near.parameters)
    }
    #expect(hits == 1)
  }

  @Test("a geometry of another kind than its column's is refused", arguments: StoreEngine.allCases)
  func wrongKind(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [Things.schema])
    let line = WKB.encode(.line(LineString([LonLat(lon: 0, lat: 0), LonLat(lon: 1, lat: 1)])))
    #expect(throws: DatabaseError.self) {
      try test.store.write { transaction in
        try transaction.execute(
          "INSERT INTO things (id, name, geometry) VALUES (?1, 'x', ST_GeomFromWKB(?2, 4326))",
          [.id(Things.ids.next()), .blob(line)])
      }
    }
  }

  @Test(
    "stored bytes that are no geometry are an error, whatever they are",
    arguments: [1, 2, 3] as [UInt64])
  func damagedGeometry(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let good = WKB.encode(
      .polygon(
        Polygon([[LonLat(lon: 0, lat: 0), LonLat(lon: 1, lat: 0), LonLat(lon: 0, lat: 0)]])))
    for length in 0..<good.count {
      #expect(throws: DatabaseError.self) { try WKB.decode(good[..<length]) }
    }
    for _ in 0..<5000 {
      var bytes = good
      for _ in 0..<(1 + Int(random.next() % 4)) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = try? WKB.decode(bytes)
    }
  }
}
