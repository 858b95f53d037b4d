import Base
import FlatFiles
import Foundation
import Geodesy
import SpatialIndex
import Storage

/// Entries at positions, indexed per sub-realm, in memory.
///
/// Reading takes one reference to an immutable version and works on it; writing makes the next
/// version and swaps it in. There is no index over all sub-realms: what a caller may not see is
/// never looked at.
///
/// - Thread: shared. Writers are serial: they come from the change log.
public final class CatalogLayer: Sendable {
  /// Everything that the layer holds at one moment.
  public struct Version: Sendable {
    var entries = EntryStore()
    var realms: [EntityID: PointSnapshot] = [:]
    var counts: [EntityID: Int] = [:]
    /// The combinations of sub-realms that entries are shared in, by their numbers.
    var combinations: [[EntityID]] = []
  }

  /// The name of the index over all sub-realms, among those of single ones: no sub-realm has it.
  static let everything = EntityID(high: .max, low: .max)
  /// With so many sub-realms there is an index over all.
  static let realmsWithIndexOfAll = 32

  /// What only the writer needs.
  private struct Workshop: Sendable {
    var slots = SlotTable()
    var sharings = RealmSets()
    var layers: [EntityID: PointLayer] = [:]
    var vacant: [UInt32] = []

    mutating func newSlot() -> UInt32 {
      if let slot = vacant.popLast() { return slot }
      sharings.append([])
      return UInt32(clamping: sharings.count - 1)
    }
  }

  public let name: String
  private let version = Guarded(Version())
  private let workshop = Guarded(Workshop())
  let journal = Guarded(CatalogJournal(floor: 0))
  let freshness = Freshness()

  public init(name: String) { self.name = name }

  /// The present version, with all that was acknowledged; hold it for one request.
  public var current: Version {
    freshness.wait()
    return version.current
  }

  /// How many entries there are.
  public var count: Int {
    freshness.wait()
    return workshop.withLock { $0.slots.count }
  }

  /// The slots of those of the entries that a version holds.
  public func slots(of ids: [EntityID], in version: Version) -> [UInt32] {
    if ids.isEmpty { return [] }
    let found = workshop.withLock { shop in ids.compactMap { id in shop.slots[id].map { (id, $0) } }
    }
    // A slot may have come to another entry before or after.
    return found.filter { version.id(atSlot: $0.1) == $0.0 }.map(\.1)
  }

  /// Begins to keep changes.
  ///
  /// - Parameter sequence: the last change that the layer surely holds.
  func beginJournal(after sequence: Int64) { journal.swap(CatalogJournal(floor: sequence)) }

  /// Fills an empty layer with what was read.
  ///
  /// - Complexity: O(n log n), indexes on as many threads as there are cores.
  func load(_ read: CatalogLoading) {
    var shop = Workshop()
    var next = Version()
    var loading = read
    next.entries = loading.entries.finish(loading.sharings)
    shop.sharings = loading.sharings
    shop.vacant = loading.vacant
    shop.slots = SlotTable(
      base: next.entries,
      order: FlatArray(SlotTable.order(of: next.entries, count: shop.sharings.count)))
    var points = loading.points
    if points.count >= CatalogLayer.realmsWithIndexOfAll {
      points[CatalogLayer.everything] = CatalogLayer.everyPoint(of: next, shop)
    }
    for (realm, tree) in CatalogLayer.trees(of: points) {
      let layer = makeLayer(realm, tree)
      shop.layers[realm] = layer
      next.realms[realm] = layer.snapshot
      if realm != CatalogLayer.everything { next.counts[realm] = layer.count }
    }
    finish(&next, &shop)
  }

  /// Packs indexes, the greatest first, on all cores.
  private static func trees(
    of points: [EntityID: [PackedPoints.Entry]]
  ) -> [(EntityID, PackedPoints)] {
    let work = points.sorted { $0.value.count > $1.value.count }
    let trees = Guarded<[(EntityID, PackedPoints)]>([])
    DispatchQueue.concurrentPerform(iterations: work.count) { index in
      let tree = PackedPoints(work[index].value)
      trees.withLock { $0.append((work[index].key, tree)) }
    }
    return trees.current
  }

  /// Publishes what an empty layer was filled with.
  private func finish(_ next: inout Version, _ shop: inout Workshop) {
    next.combinations = shop.sharings.allCombinations
    indexEverythingIfDue(&next, &shop)
    version.swap(next)
    workshop.swap(shop)
  }

  /// Makes the index over all sub-realms as soon as there are many.
  ///
  /// - Complexity: O(n log n), once.
  private func indexEverythingIfDue(_ next: inout Version, _ shop: inout Workshop) {
    guard shop.layers[CatalogLayer.everything] == nil,
      shop.layers.count >= CatalogLayer.realmsWithIndexOfAll
    else { return }
    let points = CatalogLayer.everyPoint(of: next, shop)
    let layer = makeLayer(CatalogLayer.everything, PackedPoints(points))
    shop.layers[CatalogLayer.everything] = layer
    next.realms[CatalogLayer.everything] = layer.snapshot
  }

  private static func everyPoint(of version: Version, _ shop: Workshop) -> [PackedPoints.Entry] {
    var points: [PackedPoints.Entry] = []
    points.reserveCapacity(shop.slots.count)
    for slot in 0..<UInt32(clamping: shop.sharings.count) {
      let head = version.entries.head(slot)
      if !head.isVacant { points.append(.init(position: head.position, item: slot)) }
    }
    return points
  }

  /// Fills an empty layer with what a snapshot holds.
  ///
  /// - Complexity: O(vacant slots + sub-realms).
  func load(_ snapshot: CatalogSnapshot) {
    var shop = Workshop()
    var next = Version()
    next.entries = snapshot.entries
    shop.slots = SlotTable(base: snapshot.entries, order: snapshot.order)
    shop.sharings = snapshot.sharings
    if snapshot.order.count < snapshot.slotCount {
      shop.vacant = (0..<UInt32(clamping: snapshot.slotCount)).filter {
        snapshot.entries.head($0).isVacant
      }
    }
    for (realm, tree) in snapshot.trees {
      let layer = makeLayer(realm, tree)
      shop.layers[realm] = layer
      next.realms[realm] = layer.snapshot
      next.counts[realm] = layer.count
    }
    finish(&next, &shop)
  }

  /// Takes everything out again.
  func empty() {
    version.swap(Version())
    workshop.swap(Workshop())
  }

  /// Identifiers and bodies of some entries, spread over all.
  func sample(_ count: Int) -> [(id: EntityID, body: [UInt8])] {
    let entries = version.current.entries
    let slots = entries.blocks.count * EntryStore.blockSize
    guard slots > 0, count > 0 else { return [] }
    return stride(from: 0, to: slots, by: max(slots / count, 1)).compactMap { number in
      let slot = UInt32(clamping: number)
      let head = entries.head(slot)
      return head.isVacant ? nil : (head.id, entries.withBody(slot) { Array($0) })
    }
  }

  /// Reads what changes may have altered, and brings it up to date.
  func apply(
    _ changes: some Collection<Change>, from source: any CatalogSource, store: Store
  ) throws {
    try store.readOnce { session in
      var ids: Set<EntityID> = []
      for change in changes { ids.formUnion(try source.affected(by: change, in: session)) }
      apply(
        Array(ids), present: try source.entries(Array(ids), in: session),
        sequence: changes.reduce(0) { max($0, $1.sequence) })
    }
  }

  /// What the layer holds at this moment.
  func capture() -> CatalogCapture {
    workshop.withLock { shop in
      let version = version.current
      return CatalogCapture(
        entries: version.entries, sharings: shop.sharings, realms: version.realms)
    }
  }

  /// Brings entries up to date: present ones are put, the other ids are removed.
  ///
  /// - Parameter sequence: the change that caused it.
  func apply(_ ids: [EntityID], present: [CatalogEntry], sequence: Int64 = 0) {
    workshop.withLock { shop in
      var records: [CatalogJournal.Record] = []
      var next = version.current
      var changes: [EntryStore.Change] = []
      var upserts: [EntityID: [PackedPoints.Entry]] = [:]
      var removals: [EntityID: [UInt32]] = [:]
      let all =
        shop.layers[CatalogLayer.everything] == nil ? [] : [CatalogLayer.everything]
      let here = Dictionary(present.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      for id in Set(ids).union(here.keys) {
        let old = shop.slots[id]
        let before = old.map { Set(shop.sharings[$0]) } ?? []
        var record = CatalogJournal.Record(sequence: sequence, id: id)
        record.before = old.map {
          CatalogJournal.Footprint(
            realms: shop.sharings[$0], position: next.entries.head($0).position)
        }
        if let entry = here[id] {
          let slot = old ?? shop.newSlot()
          shop.slots[id] = slot
          shop.sharings[slot] = entry.realms
          let place = PackedPoints.Entry(position: FixedPosition(entry.position), item: slot)
          record.after = CatalogJournal.Footprint(realms: entry.realms, position: place.position)
          for realm in Set(entry.realms).union(all) {
            upserts[realm, default: []].append(place)
          }
          for realm in before.subtracting(entry.realms) {
            removals[realm, default: []].append(slot)
          }
          changes.append(
            EntryStore.Change(
              slot: slot, entry: entry, sharing: shop.sharings.number(ofSlot: slot)))
        } else if let slot = old {
          for realm in before.union(all) { removals[realm, default: []].append(slot) }
          shop.slots[id] = nil
          shop.sharings[slot] = []
          shop.vacant.append(slot)
          changes.append(
            EntryStore.Change(slot: slot, entry: nil, sharing: shop.sharings.number(ofSlot: slot)))
        }
        if record.before != nil || record.after != nil { records.append(record) }
      }
      for realm in Set(upserts.keys).union(removals.keys) {
        let layer = shop.layers[realm] ?? makeLayer(realm, PackedPoints([]))
        shop.layers[realm] = layer
        layer.apply(put: upserts[realm] ?? [], remove: removals[realm] ?? [])
        next.realms[realm] = layer.snapshot
        next.counts[realm] = layer.count
      }
      next.entries.put(changes)
      next.combinations = shop.sharings.allCombinations
      indexEverythingIfDue(&next, &shop)
      version.swap(next)
      journal.withLock { journal in
        // The filling may have seen a change that comes once more.
        let sequence = max(sequence, journal.last)
        for index in records.indices { records[index].sequence = sequence }
        journal.append(records, sequence: sequence)
      }
    }
  }
}

extension CatalogLayer {
  /// An index whose merges run in the background, one at a time.
  private func makeLayer(_ realm: EntityID, _ tree: PackedPoints) -> PointLayer {
    PointLayer(tree) { [weak self] work in
      CatalogLayer.mergeQueue.async { [weak self] in
        work()
        self?.publish(realm)
      }
    }
  }

  private static let mergeQueue = DispatchQueue(label: "wayside.catalog-merge", qos: .utility)

  /// Puts a merged index into the present version.
  ///
  /// Under the writer's lock: between putting entries into an index and publishing them, the index
  /// names slots that the present version does not have yet.
  private func publish(_ realm: EntityID) {
    workshop.withLock { shop in
      guard let layer = shop.layers[realm] else { return }
      version.withLock { $0.realms[realm] = layer.snapshot }
    }
  }
}
