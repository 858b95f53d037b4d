import Base
import FlatFiles
import Foundation
import Geodesy
import Storage
import TestSupport
import Testing

@testable import SpatialCatalog
@testable import SpatialIndex

@Suite("Snapshots of the catalog")
struct CatalogSnapshotTests {
  private let test: TestStore
  private let folder: TemporaryFolder
  private let snapshots: CatalogSnapshots
  private let ids = EntityIDSource(clock: SystemClock(), random: SystemRandom())

  init() throws {
    test = try TestStore(.sqlite, schema: [Marks.schema])
    folder = try TemporaryFolder()
    snapshots = try CatalogSnapshots(folder: folder.path, leastEntries: 1)
  }

  private func add(_ count: Int, to store: Store) throws {
    try store.write { transaction in
      for number in 0..<count {
        let id = ids.next()
        try transaction.execute(
          "INSERT INTO marks (id, lon, lat, first_realm) VALUES (?1, ?2, 47, ?3)",
          [.id(id), .real(9 + Double(number) * 1e-5), .id(markRealms[number % 4])])
        try transaction.record("mark", id, .insert)
      }
    }
  }

  /// Fills a layer from the snapshot alone; nil if the snapshot is not used.
  private func restored(_ source: Marks = Marks(), from store: Store) throws -> CatalogLayer? {
    let layer = CatalogLayer(name: "marks")
    return try snapshots.restore(layer, from: source, store: store) == nil ? nil : layer
  }

  private func bodies(_ layer: CatalogLayer) -> [String] {
    let version = layer.current
    return version.inside(.world, realms: markRealms).map { hit in
      var json = JSONWriter()
      json.object { version.writeBody(of: hit, to: &$0) }
      return json.string
    }.sorted()
  }

  @Test("what comes back is what was held, over several blocks, with vacant slots reused")
  func whole() throws {
    try add(1500, to: test.store)
    let catalog = try SpatialCatalog(store: test.store, sources: [Marks()], snapshots: snapshots)
    let gone = try test.store.read {
      try $0.all("SELECT id FROM marks ORDER BY id LIMIT 40") { try $0.id(0) }
    }
    try test.store.write { transaction in
      for id in gone {
        try transaction.execute("DELETE FROM marks WHERE id = ?1", [.id(id)])
        try transaction.record("mark", id, .delete)
      }
    }
    try catalog.saveSnapshots()
    let layer = try #require(try restored(from: test.store))
    #expect(layer.count == 1460)
    #expect(bodies(layer) == bodies(catalog.layer("marks")))
    // Later changes are applied on top, in slots that were vacant.
    try add(60, to: test.store)
    let later = try #require(try restored(from: test.store))
    #expect(later.count == 1520)
    #expect(bodies(later) == bodies(catalog.layer("marks")))
    #expect(later.capture().sharings.count == 1520)
  }

  @Test(
    "a snapshot is not loaded twice: what it holds stays in its mapped file, and a change copies a block"
  )
  func once() throws {
    try add(1500, to: test.store)
    let catalog = try SpatialCatalog(store: test.store, sources: [Marks()], snapshots: snapshots)
    try catalog.saveSnapshots()
    let snapshot = try CatalogSnapshot(mapping: folder.file("marks.catalog"))
    let mapping = try #require(snapshot.entries.blocks.first).bodies.owner
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.file("marks.catalog")))
    #expect(mapping.bytes.count == file.count)
    let layer = CatalogLayer(name: "marks")
    layer.load(snapshot)

    func copied() -> Int {
      layer.current.entries.blocks.filter {
        $0.heads.owner !== mapping || $0.bodies.owner !== mapping || $0.sharings.owner !== mapping
      }.count
    }
    #expect(layer.current.entries.blocks.count == 3)
    #expect(copied() == 0)
    let first = try #require(mapping.bytes.baseAddress)
    #expect(snapshot.trees.count == 4)
    for tree in snapshot.trees.values {
      let place = UnsafeRawPointer(tree.nodes.storage.base)
      #expect(place >= first && place + tree.byteCount <= first + mapping.bytes.count)
    }
    let id = try #require(layer.current.entries.blocks.first?.heads.first?.id)
    layer.apply([id], present: [])
    #expect(copied() == 1)
    #expect(layer.count == 1499)
  }

  @Test("it is not used for another form of bodies, nor when most of it has changed since")
  func unfit() throws {
    try add(100, to: test.store)
    let catalog = try SpatialCatalog(store: test.store, sources: [Marks()], snapshots: snapshots)
    try catalog.saveSnapshots()
    #expect(try restored(from: test.store) != nil)
    #expect(try restored(Marks(bodyVersion: 2), from: test.store) == nil)
    try add(80, to: test.store)
    #expect(try restored(from: test.store) == nil)
  }

  @Test("a database that was restored from a backup, or another one, does not get it")
  func otherStore() throws {
    try add(100, to: test.store)
    let catalog = try SpatialCatalog(store: test.store, sources: [Marks()], snapshots: snapshots)
    try catalog.saveSnapshots()
    let other = try TestStore(.sqlite, schema: [Marks.schema])
    #expect(try restored(from: other.store) == nil)
    // The same sequence numbers, other things.
    try add(100, to: other.store)
    #expect(try restored(from: other.store) == nil)
  }

  @Test("rows that were changed behind its back are noticed")
  func unlogged() throws {
    try add(100, to: test.store)
    let catalog = try SpatialCatalog(store: test.store, sources: [Marks()], snapshots: snapshots)
    try catalog.saveSnapshots()
    try test.store.write { _ = try $0.execute("DELETE FROM marks") }
    #expect(try restored(from: test.store) == nil)
  }

  @Test(
    "a damaged or cut file is passed over: every byte changed, every length, seed in the failure")
  func damaged() throws {
    try add(600, to: test.store)
    let catalog = try SpatialCatalog(store: test.store, sources: [Marks()], snapshots: snapshots)
    try catalog.saveSnapshots()
    let path = folder.file("marks.catalog")
    let whole = try #require(FileManager.default.contents(atPath: path))
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      var bytes = whole
      let place = Int(random.next() % UInt64(bytes.count))
      if random.next() % 2 == 0 {
        bytes[place] ^= UInt8(1 + random.next() % 255)
      } else {
        bytes = bytes.prefix(place)
      }
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(try restored(from: test.store) == nil, "byte \(place)")
    }
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(try restored(from: test.store) != nil)
  }
}
