import Base
import Geodesy
import SpatialCatalog
import Storage
import TestSupport
import Testing

private let realms = (0..<3).map { EntityID(high: 0x7000, low: 0x8000_0000_0000_0200 + UInt64($0)) }

/// A table of shapes of every kind, as a source of the catalog.
private struct Shapes: ShapeSource {
  static let schema = SchemaModule(
    name: "shapes",
    migrations: [
      Migration(
        number: 1,
        statements: [
          "CREATE TABLE shapes (id %id NOT NULL PRIMARY KEY, realm %id NOT NULL, wkb %blob NOT NULL)"
        ])
    ])

  var layer: String { "shapes" }
  var changeKinds: Set<String> { ["shape"] }

  func all(in session: StoreSession, _ emit: (ShapeEntry) -> Void) throws {
    try session.each("SELECT id, realm, wkb FROM shapes") { emit(try entry($0)) }
  }

  func entries(_ ids: [EntityID], in session: StoreSession) throws -> [ShapeEntry] {
    try ids.compactMap {
      try session.first("SELECT id, realm, wkb FROM shapes WHERE id = ?1", [.id($0)], entry)
    }
  }

  func entry(_ row: any Row) throws -> ShapeEntry {
    let id = try row.id(0)
    return ShapeEntry(
      id: id, realms: [try row.id(1)],
      parts: [ShapeEntry.Part(key: id, geometry: try WKB.decode(row.blob(2)))])
  }
}

@Suite("Shapes in the catalog")
struct ShapeLayerTests {
  private func random(_ random: inout SeededRandom) -> Geometry {
    let at = LonLat(lon: 9 + random.unit() * 0.05, lat: 47 + random.unit() * 0.05)
    func near() -> LonLat {
      LonLat(lon: at.lon + random.unit() * 0.01, lat: at.lat + random.unit() * 0.01)
    }
    switch random.next() % 3 {
    case 0: return .point(at)
    case 1: return .line(LineString([at, near(), near()]))
    default:
      let (w, h) = (random.unit() * 0.01 + 0.001, random.unit() * 0.01 + 0.001)
      let ring = [
        at, LonLat(lon: at.lon + w, lat: at.lat), LonLat(lon: at.lon + w, lat: at.lat + h),
        LonLat(lon: at.lon, lat: at.lat + h), at,
      ]
      return .multiPolygon(MultiPolygon([Polygon([ring])]))
    }
  }

  /// The distance to a shape by dense sampling of its edges, an upper bound good to `step` metres.
  private func sampled(_ geometry: Geometry, to position: LonLat) -> Double {
    if case .point(let point) = geometry { return Geodesic.distance(from: position, to: point) }
    if let area = PreparedArea(geometry), area.contains(position) { return 0 }
    let points = geometry.positions
    var best = Double.infinity
    for (a, b) in zip(points, points.dropFirst()) {
      for i in 0...400 {
        let t = Double(i) / 400
        let p = LonLat(lon: a.lon + (b.lon - a.lon) * t, lat: a.lat + (b.lat - a.lat) * t)
        best = min(best, Geodesic.distance(from: position, to: p))
      }
    }
    return best
  }

  @Test(
    "equal to the store after any sequence of edits, also when it starts anew",
    arguments: [1, 2, 3] as [UInt64])
  func equality(seed: UInt64) throws {
    let test = try TestStore(.sqlite, schema: [Shapes.schema])
    let catalog = try SpatialCatalog(store: test.store, sources: [], shapes: [Shapes()])
    let ids = EntityIDSource(clock: SystemClock(), random: SharedSeededRandom(seed: seed))
    var random = SeededRandom(seed: seed)
    var known: [EntityID: (realm: EntityID, geometry: Geometry)] = [:]
    for _ in 0..<80 {
      let isEdit = random.next() % 2 == 0 && !known.isEmpty
      let id = isEdit ? known.keys.sorted()[Int(random.next() % UInt64(known.count))] : ids.next()
      let isRemoval = isEdit && random.next() % 2 == 0
      let realm = realms[Int(random.next() % 3)]
      let geometry = self.random(&random)
      try test.store.write { transaction in
        try transaction.execute("DELETE FROM shapes WHERE id = ?1", [.id(id)])
        if !isRemoval {
          try transaction.execute(
            "INSERT INTO shapes (id, realm, wkb) VALUES (?1, ?2, ?3)",
            [.id(id), .id(realm), .blob(WKB.encode(geometry))])
        }
        try transaction.record("shape", id, isRemoval ? .delete : isEdit ? .update : .insert)
      }
      known[id] = isRemoval ? nil : (realm, geometry)
    }
    let fresh = try SpatialCatalog(store: test.store, sources: [], shapes: [Shapes()])
    for layer in [catalog.shapes("shapes"), fresh.shapes("shapes")] {
      #expect(layer.count == known.count, "seed \(seed)")
      let version = layer.current
      for _ in 0..<20 {
        let p = LonLat(lon: 9 + random.unit() * 0.06, lat: 47 + random.unit() * 0.06)
        let wanted = [realms[0], realms[Int(random.next() % 3)]]
        let visible = known.filter { wanted.contains($0.value.realm) }
        let inside = visible.filter { PreparedArea($0.value.geometry)?.contains(p) ?? false }
        let hits = version.nearby(p, metres: 500, realms: wanted)
        #expect(
          Set(hits.filter { $0.distance == 0 }.map(\.entry)) == Set(inside.keys), "seed \(seed)")
        #expect(zip(hits, hits.dropFirst()).allSatisfy { $0.distance <= $1.distance })
        let found = Dictionary(uniqueKeysWithValues: hits.map { ($0.entry, $0.distance) })
        for (id, shape) in visible {
          let expected = sampled(shape.geometry, to: p)
          if let distance = found[id] {
            #expect(abs(distance - expected) < 4, "seed \(seed): \(distance), \(expected)")
          } else {
            #expect(expected > 496, "seed \(seed): missed at \(expected) m")
          }
        }
      }
    }
  }
}
