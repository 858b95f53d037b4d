import Base
import Foundation
import Geodesy
import Storage
import TestSupport
import Testing

/// Where the store suite's stands are kept.
private let things = SchemaModule(
  name: "things",
  migrations: [
    Migration(
      number: 1,
      statements: [
        """
        CREATE TABLE things (
          row_id %serial, id %id NOT NULL UNIQUE, name %text NOT NULL, weight %real, note %text)
        """
      ],
      spatialColumns: [SpatialColumn(table: "things", kind: .point)])
  ])

private let position = SpatialColumn(table: "things", kind: .point)

@Suite("Store")
struct StorageTests {
  let ids = EntityIDSource(clock: SystemClock(), random: SystemRandom())

  private func insert(_ name: String, _ place: LonLat, _ store: Store) throws -> EntityID {
    let id = ids.next()
    try store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO things (id, name, weight, geometry)
        VALUES (?1, ?2, ?3, ST_GeomFromWKB(?4, 4326))
        """,
        [.id(id), .text(name), .real(1.5), .blob(WKB.encode(.point(place)))])
      try transaction.record("thing", id, .insert)
    }
    return id
  }

  @Test(
    "what was written is read back, and found through the R-tree", arguments: StoreEngine.allCases)
  func roundTrip(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [things])
    let store = test.store
    let id = try insert("castle", LonLat(lon: 9.5243, lat: 47.1394), store)
    _ = try insert("far", LonLat(lon: 10, lat: 47), store)
    let names = try store.read { session in
      let near = session.within(
        Bounds(west: 9.52, south: 47.13, east: 9.53, north: 47.14), of: position, alias: "t",
        firstParameter: 1)
      return try session.all(
        "SELECT t.id, t.name, ST_AsBinary(t.geometry) FROM things t WHERE " + near.sql,
        near.parameters
      ) { row in
        (try row.id(0), try row.text(1), try WKB.decode(row.blob(2)))
      }
    }
    #expect(names.count == 1)
    #expect(names.first?.0 == id)
    #expect(names.first?.2 == .point(LonLat(lon: 9.5243, lat: 47.1394)))
  }

  @Test("64 clients are acknowledged in groups", arguments: StoreEngine.allCases)
  func groups(_ engine: StoreEngine) throws {
    let test = try TestStore(engine, schema: [things])
    let store = test.store
    let start = Date()
    DispatchQueue.concurrentPerform(iterations: 64) { client in
      for i in 0..<20 { _ = try? insert("\(client)-\(i)", LonLat(lon: 1, lat: 2), store) }
    }
    let seconds = Date().timeIntervalSince(start)
    print("writes per second:", engine, 1280 / seconds)
    #expect(try store.read { try $0.count("SELECT COUNT(*) FROM things") } == 1280)
    #expect(try store.changes(after: 0, limit: 5000).count == 1280)
  }
}
