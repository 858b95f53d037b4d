import Base
import Geodesy
import SpatialIndex
import Testing

@testable import SpatialCatalog

@Suite("Cells of the catalog")
struct CatalogCellTests {
  private static let realms = (1...3).map { EntityID(high: 1, low: UInt64($0)) }

  private static func entry(_ number: Int, _ random: inout SeededRandom) -> CatalogEntry {
    let shared = realms.filter { _ in random.next() % 2 == 0 }
    return CatalogEntry(
      id: EntityID(high: 2, low: UInt64(number)), realms: shared.isEmpty ? [realms[0]] : shared,
      position: LonLat(
        lon: LonLat.normalise(lon: 180 + (random.unit() - 0.5) * 0.02),
        lat: (random.unit() - 0.5) * 0.02), height: 0, priority: UInt8(random.next() % 100),
      body: Array("\"n\":\(random.next() % 1000)".utf8))
  }

  @Test(
    "a device that follows changes knows what a new one is told; blocks hold what versions do",
    arguments: [1, 2, 3, 4] as [UInt64])
  func following(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let layer = CatalogLayer(name: "things")
    var known: [EntityID: CatalogEntry] = [:]
    for number in 0..<60 {
      let entry = Self.entry(number, &random)
      known[entry.id] = entry
    }
    layer.load(known.values)
    layer.beginJournal(after: 100)
    let centre = LonLat(lon: -179.9995, lat: 0.0005)
    var devices: [EntityID: (sequence: Int64, items: [EntityID: [UInt8]])] = [:]
    var sequence: Int64 = 100
    func body(_ hit: CatalogHit, _ version: CatalogLayer.Version) -> [UInt8] {
      var json = JSONWriter()
      json.object { json in version.writeBody(of: hit, to: &json) }
      return json.bytes
    }
    for step in 0..<150 {
      // A few changes in one commit, some of them several times the same entry.
      let ids = (0..<1 + Int(random.next() % 4)).map { _ in Int(random.next() % 80) }
      var present: [CatalogEntry] = []
      for number in Set(ids) where random.next() % 3 > 0 {
        present.append(Self.entry(number, &random))
      }
      let names = Set(ids.map { EntityID(high: 2, low: UInt64($0)) })
      for name in names { known[name] = nil }
      for entry in present { known[entry.id] = entry }
      sequence += Int64(1 + random.next() % 3)
      layer.apply(Array(names), present: present, sequence: sequence)
      for realm in Self.realms where random.next() % 3 == 0 {
        let device = devices[realm]
        let cell = layer.cell(
          realm: realm, around: centre, metres: 600, since: device?.sequence)
        #expect(cell.isEverything == (device == nil), "step \(step)")
        var items = cell.isEverything ? [:] : device?.items ?? [:]
        for id in cell.removed { items[id] = nil }
        for hit in cell.hits { items[cell.version.id(of: hit)] = body(hit, cell.version) }
        devices[realm] = (cell.sequence, items)
        let whole = layer.cell(realm: realm, around: centre, metres: 600)
        let expected = Dictionary(
          uniqueKeysWithValues: whole.hits.map {
            (whole.version.id(of: $0), body($0, whole.version))
          })
        #expect(items == expected, "seed \(seed), step \(step)")
        #expect(whole.sequence == cell.sequence)
      }
    }
    let version = layer.current
    var held: [EntityID: [UInt8]] = [:]
    for index in 0..<CatalogLayer.Version.blockSize {
      let body = version.block(0)?.withEntry(index) { body, _ in Array(body) }
      if let body { held[version.id(atSlot: UInt32(index))] = body }
    }
    #expect(held == known.mapValues(\.body))
    #expect(version.block(0)?.notes === layer.current.block(0)?.notes)
    #expect(
      Set(layer.slots(of: Array(known.keys), in: version).map { version.id(atSlot: $0) })
        == Set(known.keys))
    for realm in Self.realms {
      #expect(version.count(of: realm) == known.values.filter { $0.realms.contains(realm) }.count)
    }
    let before = try #require(version.block(0))
    let other = try #require(known.values.first)
    layer.apply([other.id], present: [], sequence: sequence + 1)
    let after = try #require(layer.current.block(0))
    #expect(after.notes !== before.notes, "what was derived from it is derived anew")
    func bodies(_ block: CatalogBlock) -> [[UInt8]] {
      (0..<block.count).compactMap { block.withEntry($0) { body, _ in Array(body) } }
    }
    #expect(bodies(before).count == known.count)
    #expect(bodies(after).count == known.count - 1)
  }

  @Test("the journal keeps the latest changes, and says from where on")
  func journal() {
    var journal = CatalogJournal(floor: 7)
    #expect(journal.reaches(7) && !journal.reaches(6) && !journal.reaches(8))
    for number in 0..<(5 * CatalogJournal.capacity / 100) {
      let sequence = Int64(10 + number)
      journal.append(
        (0..<100).map {
          .init(sequence: sequence, id: EntityID(high: 0, low: UInt64($0)), before: nil, after: nil)
        }, sequence: sequence)
    }
    let last = journal.last
    #expect(journal.reaches(last) && journal.records(after: last).isEmpty)
    #expect(journal.records(after: last - 1).count == 100)
    #expect(!journal.reaches(7))
    #expect(journal.reaches(journal.floor))
    let kept = journal.records(after: journal.floor)
    #expect(kept.count >= CatalogJournal.capacity && kept.count < 2 * CatalogJournal.capacity)
    #expect(kept.first?.sequence == journal.floor + 1)
  }
}
