import Base
import Foundation
import Geodesy
import SpatialCatalog
import SpatialIndex
import Storage
import TestSupport
import Testing

let markRealms = (0..<4).map { EntityID(high: 0x7000, low: 0x8000_0000_0000_0100 + UInt64($0)) }

/// A table of marks in one or two sub-realms, as a source of the catalog.
struct Marks: CatalogSource {
  static let schema = SchemaModule(
    name: "marks",
    migrations: [
      Migration(
        number: 1,
        statements: [
          """
          CREATE TABLE marks (id %id NOT NULL PRIMARY KEY, lon %real NOT NULL, lat %real NOT NULL,
            first_realm %id NOT NULL, second_realm %id)
          """
        ])
    ])

  var bodyVersion: UInt32 = 1
  var layer: String { "marks" }
  var changeKinds: Set<String> { ["mark"] }

  func all(in session: StoreSession, _ emit: (CatalogEntry) -> Void) throws {
    try session.each("SELECT id, lon, lat, first_realm, second_realm FROM marks") {
      emit(try entry($0))
    }
  }

  func entries(_ ids: [EntityID], in session: StoreSession) throws -> [CatalogEntry] {
    try ids.compactMap { id in
      try session.first(
        "SELECT id, lon, lat, first_realm, second_realm FROM marks WHERE id = ?1", [.id(id)], entry)
    }
  }

  private func entry(_ row: any Row) throws -> CatalogEntry {
    let id = try row.id(0)
    return CatalogEntry(
      id: id, realms: [try row.id(3)] + (try row.optional(4, row.id).map { [$0] } ?? []),
      position: LonLat(lon: try row.real(1), lat: try row.real(2)), height: 1, priority: 50,
      body: Array("\"id\":\"\(id)\"".utf8))
  }
}

@Suite("Spatial catalog")
struct SpatialCatalogTests {
  /// What a scan over all rows finds within `metres`, nearest first.
  private func scan(
    _ store: Store, _ wanted: Set<EntityID>, around centre: LonLat, metres: Double
  ) throws -> [EntityID] {
    let rows = try store.readOnce { session in
      try session.all("SELECT id, lon, lat, first_realm, second_realm FROM marks") { row in
        (
          id: try row.id(0),
          position: FixedPosition(LonLat(lon: try row.real(1), lat: try row.real(2))).lonLat,
          realms: Set([try row.id(3)] + (try row.optional(4, row.id).map { [$0] } ?? []))
        )
      }
    }
    return rows.filter { !$0.realms.isDisjoint(with: wanted) }
      .map { (id: $0.id, distance: Geodesic.distance(from: centre, to: $0.position)) }
      .filter { $0.distance <= metres }
      .sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.map(\.id)
  }

  @Test(
    "equal to the store after any sequence of edits, also when it starts anew",
    arguments: StoreEngine.allCases, [1, 2, 3] as [UInt64])
  func equality(engine: StoreEngine, seed: UInt64) throws {
    let test = try TestStore(engine, schema: [Marks.schema])
    let store = test.store
    let folder = try TemporaryFolder()
    let snapshots = try CatalogSnapshots(folder: folder.path, leastEntries: 1)
    let catalog = try SpatialCatalog(store: store, sources: [Marks()], snapshots: snapshots)
    let ids = EntityIDSource(clock: SystemClock(), random: SharedSeededRandom(seed: seed))
    var random = SeededRandom(seed: seed)
    var known: [EntityID] = []
    // Around the antimeridian, so that no edge is a special case elsewhere.
    func place() -> LonLat {
      LonLat(
        lon: LonLat.normalise(lon: 180 + (random.unit() - 0.5) * 0.02),
        lat: (random.unit() - 0.5) * 0.02)
    }
    for step in 0..<120 {
      try store.write { transaction in
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let p = place()
          let first = markRealms[Int(random.next() % 4)]
          let second = random.next() % 3 == 0 ? markRealms[Int(random.next() % 4)] : nil
          let values: [SQLValue] = [
            .real(p.lon), .real(p.lat), .id(first), .id(second == first ? nil : second),
          ]
          switch random.next() % 3 {
          case 0 where !known.isEmpty:
            let id = known.remove(at: Int(random.next() % UInt64(known.count)))
            try transaction.execute("DELETE FROM marks WHERE id = ?1", [.id(id)])
            try transaction.record("mark", id, .delete)
          case 1 where !known.isEmpty:
            let id = known[Int(random.next() % UInt64(known.count))]
            try transaction.execute(
              """
              UPDATE marks SET lon = ?1, lat = ?2, first_realm = ?3, second_realm = ?4
              WHERE id = ?5
              """, values + [.id(id)])
            try transaction.record("mark", id, .update)
          default:
            let id = ids.next()
            known.append(id)
            try transaction.execute(
              """
              INSERT INTO marks (lon, lat, first_realm, second_realm, id)
              VALUES (?1, ?2, ?3, ?4, ?5)
              """, values + [.id(id)])
            try transaction.record("mark", id, .insert)
          }
        }
      }
      if step % 50 == 45 { try catalog.saveSnapshots() }
      guard step % 6 == 0 || step == 119 else { continue }
      var catalogs = [catalog]
      if step == 119 {
        // One from the rows alone, one from a snapshot some steps old and the changes since.
        catalogs.append(try SpatialCatalog(store: store, sources: [Marks()]))
        catalogs.append(
          try SpatialCatalog(store: store, sources: [Marks()], snapshots: snapshots))
      }
      for layer in catalogs.map({ $0.layer("marks") }) {
        #expect(layer.count == known.count, "seed \(seed), step \(step)")
        let version = layer.current
        let centre = place()
        let wanted = [markRealms[Int(random.next() % 4)], markRealms[Int(random.next() % 4)]]
        let hits = version.nearby(
          realms: Array(Set(wanted)), around: centre, metres: 700, limit: 1000)
        let expected = try scan(store, Set(wanted), around: centre, metres: 700)
        #expect(Set(hits.map { version.id(of: $0) }) == Set(expected), "seed \(seed), step \(step)")
        #expect(hits.count == expected.count, "an entry twice; seed \(seed), step \(step)")
        #expect(
          zip(hits, hits.dropFirst()).allSatisfy { $0.distance <= $1.distance },
          "nearest first; seed \(seed), step \(step)")
        for hit in hits {
          var json = JSONWriter()
          json.object { version.writeBody(of: hit, to: &$0) }
          #expect(json.string == "{\"id\":\"\(version.id(of: hit))\"}")
        }
        let nearest = version.nearest(5, realms: Array(Set(wanted)), to: centre)
        let all = try scan(store, Set(wanted), around: centre, metres: .infinity)
        #expect(nearest.count == min(5, all.count), "seed \(seed), step \(step)")
      }
    }
  }

  @Test("a change is found by the next query after its acknowledgement, from any thread")
  func readYourWrites() throws {
    let test = try TestStore(.sqlite, schema: [Marks.schema])
    let catalog = try SpatialCatalog(store: test.store, sources: [Marks()])
    let ids = EntityIDSource(clock: SystemClock(), random: SystemRandom())
    let layer = catalog.layer("marks")
    let missed = Guarded(0)
    concurrently(8) { worker in
      for i in 0..<20 {
        let id = ids.next()
        let p = LonLat(lon: Double(worker) * 0.1, lat: Double(i) * 0.001)
        try? test.store.write { transaction in
          try transaction.execute(
            "INSERT INTO marks (id, lon, lat, first_realm) VALUES (?1, ?2, ?3, ?4)",
            [.id(id), .real(p.lon), .real(p.lat), .id(markRealms[0])])
          try transaction.record("mark", id, .insert)
        }
        let version = layer.current
        let hits = version.nearby(realms: [markRealms[0]], around: p, metres: 5, limit: 10)
        if !hits.contains(where: { version.id(of: $0) == id }) { missed.withLock { $0 += 1 } }
      }
    }
    #expect(missed.current == 0)
  }

  @Test("what is in no sub-realm of the caller is not looked at")
  func otherRealms() throws {
    let test = try TestStore(.sqlite, schema: [Marks.schema])
    let catalog = try SpatialCatalog(store: test.store, sources: [Marks()])
    let id = EntityIDSource(clock: SystemClock(), random: SystemRandom()).next()
    try test.store.write { transaction in
      try transaction.execute(
        "INSERT INTO marks (id, lon, lat, first_realm) VALUES (?1, 1.0, 1.0, ?2)",
        [.id(id), .id(markRealms[0])])
      try transaction.record("mark", id, .insert)
    }
    let version = catalog.layer("marks").current
    let here = LonLat(lon: 1, lat: 1)
    #expect(version.nearby(realms: [markRealms[1]], around: here, metres: 100, limit: 10).isEmpty)
    #expect(version.nearby(realms: [], around: here, metres: 100, limit: 10).isEmpty)
    #expect(
      version.nearby(realms: [markRealms[0]], around: here, metres: 100, limit: 10).count == 1)
  }
}
