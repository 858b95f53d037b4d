import Base
import Geodesy
import Storage
import TestSupport
import Testing

@testable import SpatialCatalog

/// Marks that several readers share.
private struct DivisibleMarks: DivisibleCatalogSource {
  /// In ascending order.
  var cuts: [EntityID]
  /// The part from here on cannot be read.
  var broken: EntityID?

  var layer: String { "marks" }
  var bodyVersion: UInt32 { 1 }
  var changeKinds: Set<String> { ["mark"] }

  func cuts(_ parts: Int, in session: StoreSession) throws -> [EntityID] { cuts }

  func all(
    in part: CatalogPart, session: StoreSession, _ emit: (CatalogEntry) -> Void
  ) throws {
    if let broken, part.first == broken { throw DatabaseError(.corrupt, "a broken page") }
    try Marks().all(in: session) { entry in
      if let first = part.first, entry.id < first { return }
      if let end = part.end, entry.id >= end { return }
      emit(entry)
    }
  }

  func entries(_ ids: [EntityID], in session: StoreSession) throws -> [CatalogEntry] {
    try Marks().entries(ids, in: session)
  }
}

@Suite("Filling the catalog by several readers")
struct CatalogLoadingTests {
  private let test: TestStore
  private let ids: [EntityID]

  init() throws {
    test = try TestStore(.sqlite, schema: [Marks.schema])
    let source = EntityIDSource(clock: SystemClock(), random: SystemRandom())
    let ids = (0..<1300).map { _ in source.next() }.sorted()
    self.ids = ids
    try test.store.write { transaction in
      for (number, id) in ids.enumerated() {
        try transaction.execute(
          "INSERT INTO marks (id, lon, lat, first_realm, second_realm) VALUES (?1, ?2, 47, ?3, ?4)",
          [
            .id(id), .real(9 + Double(number) * 1e-5), .id(markRealms[number % 3]),
            .id(number % 5 == 0 ? markRealms[3] : nil),
          ])
      }
    }
  }

  private func content(_ layer: CatalogLayer, _ realm: EntityID) -> [String] {
    let version = layer.current
    return version.inside(.world, realms: [realm]).map { hit in
      var json = JSONWriter()
      json.object { version.writeBody(of: hit, to: &$0) }
      return json.string
    }.sorted()
  }

  @Test(
    "what they have read is joined to what one reads, wherever it is cut",
    arguments: [
      [], [650], [1, 2], [512, 1024], [0, 700, 1299],
    ])
  func joined(_ cuts: [Int]) throws {
    let one = try SpatialCatalog(store: test.store, sources: [Marks()]).layer("marks")
    let source = DivisibleMarks(cuts: cuts.map { ids[$0] })
    let several = try SpatialCatalog(store: test.store, sources: [source]).layer("marks")
    #expect(several.count == 1300)
    for realm in markRealms {
      #expect(content(several, realm) == content(one, realm))
    }
    let version = several.current
    let slots = several.slots(of: ids, in: version)
    #expect(Set(slots).count == 1300)
    #expect(zip(slots, ids).allSatisfy { version.id(atSlot: $0) == $1 })
    // What comes later takes the slots that were left between the parts.
    let blocks = version.entries.blocks.count
    let new = (1...20).map { EntityID(high: .max, low: UInt64($0)) }
    several.apply(
      [],
      present: new.map {
        CatalogEntry(
          id: $0, realms: [markRealms[0]], position: LonLat(lon: 9, lat: 48), height: 0,
          priority: 1, body: Array("\"id\":\"\($0)\"".utf8))
      })
    #expect(several.count == 1320 && several.current.entries.blocks.count == blocks)
    #expect(content(several, markRealms[0]).count == content(one, markRealms[0]).count + 20)
  }

  @Test("a part that cannot be read ends the start")
  func broken() throws {
    let source = DivisibleMarks(cuts: [ids[400], ids[800]], broken: ids[800])
    #expect(throws: DatabaseError.self) {
      try SpatialCatalog(store: test.store, sources: [source])
    }
  }
}
