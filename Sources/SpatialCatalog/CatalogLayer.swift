import Base
import Foundation
import Geodesy
import SpatialIndex

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
    /// What is derived of the entries; nil if the layer was made without.
    public internal(set) var companion: (any CatalogCompanion)?

    init(companion: (any CatalogCompanion)? = nil) { self.companion = companion }
  }

  /// What only the writer needs.
  private struct Workshop: Sendable {
    var sharings = Sharings()
    var layers: [EntityID: PointLayer] = [:]
    var vacant: [UInt32] = []
    /// By slot.
    var positions: [FixedPosition] = []

    mutating func newSlot() -> UInt32 {
      if let slot = vacant.popLast() { return slot }
      sharings.append([])
      positions.append(FixedPosition(lonE7: 0, latE7: 0))
      return UInt32(clamping: sharings.count - 1)
    }
  }

  public let name: String
  private let version: Guarded<Version>
  private let workshop = Guarded(Workshop())
  /// Beside the workshop, so that readers do not wait for a batch.
  private let slots = Guarded<[EntityID: UInt32]>([:])
  let journal = Guarded(CatalogJournal(floor: 0))
  private let empty: (any CatalogCompanion)?

  /// - Parameter companion: kept in step with the entries; empty at first.
  public init(name: String, companion: (any CatalogCompanion)? = nil) {
    self.name = name
    empty = companion
    version = Guarded(Version(companion: companion))
  }

  /// The present version; hold it for one request.
  public var current: Version { version.current }

  /// How many entries there are.
  public var count: Int { slots.withLock { $0.count } }

  /// The slots of those of the entries that a version holds.
  public func slots(of ids: [EntityID], in version: Version) -> [UInt32] {
    let found = slots.withLock { slots in ids.compactMap { id in slots[id].map { (id, $0) } } }
    // A slot may have come to another entry before or after.
    return found.filter { version.id(atSlot: $0.1) == $0.0 }.map(\.1)
  }

  /// Fills an empty layer.
  ///
  /// - Parameter sequence: the last change that what is produced surely holds.
  /// - Complexity: O(n log n).
  func load(
    upTo sequence: Int64 = 0, _ produce: ((CatalogEntry) -> Void) throws -> Void
  ) rethrows {
    var points: [EntityID: [PackedPoints.Entry]] = [:]
    var shop = Workshop()
    var builder = EntryStore.Builder()
    var companion = empty
    var fresh: [(slot: UInt32, entry: CatalogEntry?)] = []
    try produce { entry in
      let slot = builder.append(entry)
      if companion != nil {
        fresh.append((slot, entry))
        if fresh.count == CatalogLayer.batch {
          companion?.put(fresh)
          fresh.removeAll(keepingCapacity: true)
        }
      }
      shop.sharings.append(entry.realms)
      let position = FixedPosition(entry.position)
      shop.positions.append(position)
      for realm in entry.realms {
        points[realm, default: []].append(PackedPoints.Entry(position: position, item: slot))
      }
    }
    companion?.put(fresh)
    var next = Version(companion: companion)
    next.entries = builder.finish()
    slots.swap(next.entries.slots(count: shop.sharings.count))
    for (realm, entries) in points {
      let layer = makeLayer(realm, PackedPoints(entries))
      shop.layers[realm] = layer
      next.realms[realm] = layer.snapshot
      next.counts[realm] = entries.count
    }
    version.swap(next)
    workshop.swap(shop)
    journal.swap(CatalogJournal(floor: sequence))
  }

  /// How many entries a companion gets at once while a layer is filled.
  private static let batch = 4096

  /// Brings entries up to date: present ones are put, the other ids are removed.
  ///
  /// - Parameter sequence: the change that caused it.
  func apply(_ ids: [EntityID], present: [CatalogEntry], sequence: Int64 = 0) {
    workshop.withLock { shop in
      var records: [CatalogJournal.Record] = []
      var next = version.current
      var changes: [(slot: UInt32, entry: CatalogEntry?)] = []
      var upserts: [EntityID: [PackedPoints.Entry]] = [:]
      var removals: [EntityID: [UInt32]] = [:]
      let here = Dictionary(present.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      for id in Set(ids).union(here.keys) {
        let old = slots.withLock { $0[id] }
        let before = old.map { Set(shop.sharings[$0]) } ?? []
        var record = CatalogJournal.Record(sequence: sequence, id: id)
        record.before = old.map {
          CatalogJournal.Footprint(
            realms: shop.sharings[$0], position: shop.positions[Int($0)])
        }
        if let entry = here[id] {
          let slot = old ?? shop.newSlot()
          slots.withLock { $0[id] = slot }
          shop.sharings[slot] = entry.realms
          let place = PackedPoints.Entry(position: FixedPosition(entry.position), item: slot)
          shop.positions[Int(slot)] = place.position
          record.after = CatalogJournal.Footprint(realms: entry.realms, position: place.position)
          for realm in Set(entry.realms) { upserts[realm, default: []].append(place) }
          for realm in before.subtracting(entry.realms) {
            removals[realm, default: []].append(slot)
          }
          changes.append((slot, entry))
        } else if let slot = old {
          for realm in before { removals[realm, default: []].append(slot) }
          slots.withLock { $0[id] = nil }
          shop.sharings[slot] = []
          shop.vacant.append(slot)
          changes.append((slot, nil))
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
      next.companion?.put(changes)
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
