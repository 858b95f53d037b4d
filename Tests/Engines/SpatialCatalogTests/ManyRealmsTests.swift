import Base
import Geodesy
import SpatialIndex
import Testing

@testable import SpatialCatalog

@Suite("Entries of many sub-realms")
struct ManyRealmsTests {
  private static let realms = (1...60).map { EntityID(high: 1, low: UInt64($0)) }
  private static let home = LonLat(lon: 179.9999, lat: 12)

  private static func entry(_ number: Int, _ random: inout SeededRandom) -> CatalogEntry {
    // Some are in a sub-realm that has nearly everything, some in several.
    var shared: Set<EntityID> = [realms[Int(random.next() % 60)]]
    if random.next() % 4 == 0 { shared.insert(realms[0]) }
    if random.next() % 4 == 0 { shared.insert(realms[Int(random.next() % 60)]) }
    let position = Geodesic.destination(
      from: home, bearingDegrees: random.unit() * 360,
      distanceMetres: random.next() % 3 == 0 ? 300 : 2_000 * random.unit())
    return CatalogEntry(
      id: EntityID(high: 2, low: UInt64(number)), realms: shared.sorted(), position: position,
      height: 0, priority: 0, body: Array("\"n\":\(number)".utf8))
  }

  @Test(
    "who is in many sub-realms finds what a scan finds, once, after any changes and from a snapshot",
    arguments: [1, 2, 3] as [UInt64])
  func many(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let layer = CatalogLayer(name: "things")
    var known: [EntityID: CatalogEntry] = [:]
    var (numbers, answered) = (0, 0)
    func change(_ count: Int, _ sequence: Int64) {
      var ids: [EntityID] = []
      var present: [CatalogEntry] = []
      for _ in 0..<count {
        if random.next() % 3 == 0, let gone = known.keys.min() {
          known[gone] = nil
          ids.append(gone)
        } else {
          // New ones, and old ones that move and are shared anew.
          let number = random.next() % 3 == 0 ? Int(random.next() % UInt64(numbers + 1)) : numbers
          numbers = max(numbers, number + 1)
          let entry = Self.entry(number, &random)
          known[entry.id] = entry
          ids.append(entry.id)
          present.append(entry)
        }
      }
      layer.apply(ids, present: present.filter { known[$0.id] == $0 }, sequence: sequence)
    }
    func check(_ layer: CatalogLayer, _ step: Int) {
      let version = layer.current
      for _ in 0..<6 {
        // From a few to all of them.
        let visible = Self.realms.filter { _ in random.next() % 4 < UInt64(step % 5) }.sorted()
        let centre = Geodesic.destination(
          from: Self.home, bearingDegrees: 90, distanceMetres: 700 * random.unit())
        let metres: Double = [300.0, 1_000, 5_000].randomElement(using: &random) ?? 300.0
        let limit: Int = [1, 10, 1_000].randomElement(using: &random) ?? 10
        let expected = known.values.filter { !Set($0.realms).isDisjoint(with: visible) }
          .map { entry -> (id: EntityID, distance: Double) in
            let position = FixedPosition(entry.position).lonLat
            return (entry.id, Geodesic.distance(from: centre, to: position))
          }
          .filter { $0.distance <= metres }.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
        var found: [EntityID] = []
        var end: CatalogPageEnd?
        repeat {
          let page = version.page(
            realms: visible, around: centre, metres: metres, after: end, limit: limit)
          found += page.hits.map { version.id(of: $0) }
          end = page.next
        } while end != nil && found.count <= known.count
        if found.count > 1 { answered += 1 }
        #expect(found == expected.map(\.id), "seed \(seed), step \(step), limit \(limit)")
      }
    }
    for step in 0..<40 {
      change(Int(random.next() % 40) + 1, Int64(step))
      check(layer, step)
    }
    let anew = CatalogLayer(name: "things")
    anew.load(known.values.sorted { $0.id < $1.id })
    for step in 40..<50 { check(anew, step) }
    #expect(answered > 100)
  }

  @Test("how far entries reach is known without looking at them")
  func reaches() {
    let layer = CatalogLayer(name: "things")
    func entry(_ number: Int, reach: Double) -> CatalogEntry {
      CatalogEntry(
        id: EntityID(high: 2, low: UInt64(number)), realms: [Self.realms[0]], position: Self.home,
        height: 0, priority: 0, reach: reach, body: [])
    }
    layer.load((0..<1_000).map { entry($0, reach: $0 == 300 ? 7.3 : 1) })
    let reaches = layer.current.reaches
    #expect(reaches[around: 0] == 1 && reaches[around: 999] == 1)
    #expect(reaches[around: 256] >= 7.3 && reaches[around: 511] < 7.5)
    layer.apply([], present: [entry(300, reach: 2), entry(999, reach: 4000)])
    #expect(layer.current.reaches[around: 300] == 2)
    #expect(layer.current.reaches[around: 999] == 4000 && layer.current.reaches.greatest == 4000)
    #expect(reaches[around: 300] >= 7.3, "a version stays as it was")
  }
}

extension CatalogLayer {
  /// Fills an empty layer.
  func load(_ entries: some Sequence<CatalogEntry>) {
    var loading = CatalogLoading()
    for entry in entries { loading.append(entry) }
    load(loading)
  }
}
