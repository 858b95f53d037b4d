import Base
import Geodesy

/// The changing side of a ``ZoneLayer``.
struct ZoneWriter: Sendable {
  private let limit: Int
  private var table = ZoneTable()
  private var slots: [EntityID: UInt32] = [:]
  private var freeSlots: [UInt32] = []
  private var nextSlot: UInt32 = 0
  private var sharingNumbers: [[EntityID]: UInt32] = [:]
  /// With more sharings than this some are likely to be of zones that are gone.
  private var sharingRoom = 4096
  private var kindNumbers: [ZoneKind: UInt16] = [:]
  private var base = ZoneCells.empty
  private var overlay = ZoneCells.empty
  private var overlaySlots: Set<UInt32> = []
  private var generation: UInt64 = 0

  init(limit: Int) { self.limit = min(limit, Int(UInt32.max) / 16) }

  var snapshot: ZoneSnapshot {
    ZoneSnapshot(
      table: table, base: base, overlay: overlay, generation: generation, count: slots.count)
  }

  mutating func apply(put: [Zone], remove removed: [EntityID]) throws(Refusal) {
    // Counted without the removed ones: what is refused has changed nothing.
    guard slots.count + put.count <= limit || newCount(put) <= limit else {
      throw Refusal(.tooLarge, "too-many-zones", "There can be at most \(limit) zones.")
    }
    var kinds = kindNumbers
    for zone in put where kinds[zone.kind] == nil {
      guard kinds.count < Int(UInt16.max) else {
        throw Refusal(.tooLarge, "too-many-zones", "There are too many kinds of zones.")
      }
      kinds[zone.kind] = UInt16(kinds.count)
      table.add(kind: zone.kind)
    }
    kindNumbers = kinds
    // What is put again keeps its slot, so that whoever is inside stays inside.
    let kept = removed.isEmpty ? [] : Set(put.lazy.map(\.id))
    for id in removed where !kept.contains(id) { remove(id) }
    for zone in put { self.put(zone) }
    let isOverlayLarge = overlaySlots.count > max(2048, slots.count / 64)
    if isOverlayLarge || table.sharings.count > sharingRoom { pack() } else { packOverlay() }
    generation += 1
  }

  private func newCount(_ put: [Zone]) -> Int {
    slots.count + Set(put.lazy.map(\.id).filter { slots[$0] == nil }).count
  }

  private mutating func remove(_ id: EntityID) {
    guard let slot = slots.removeValue(forKey: id) else { return }
    table.clear(slot)
    overlaySlots.remove(slot)
    freeSlots.append(slot)
  }

  private mutating func put(_ zone: Zone) {
    let slot: UInt32
    if let known = slots[zone.id] {
      slot = known
    } else if let free = freeSlots.popLast() {
      slot = free
    } else {
      slot = nextSlot
      nextSlot += 1
    }
    slots[zone.id] = slot
    let sharing: UInt32
    if let known = sharingNumbers[zone.realms] {
      sharing = known
    } else {
      sharing = UInt32(truncatingIfNeeded: sharingNumbers.count)
      sharingNumbers[zone.realms] = sharing
      table.add(sharing: zone.realms)
    }
    table.set(slot, zone, sharing: sharing, kind: kindNumbers[zone.kind] ?? 0, home: .overlay)
    overlaySlots.insert(slot)
  }

  private mutating func packOverlay() {
    overlay = ZoneCells(overlaySlots.sorted(), of: table)
  }

  /// Brings all zones into the base, and forgets the sharings that no zone has any more.
  private mutating func pack() {
    base = .empty
    var used: [UInt32] = []
    used.reserveCapacity(slots.count)
    var sharings: [[EntityID]] = []
    var renumbered = [UInt32?](repeating: nil, count: table.sharings.count)
    for slot in 0..<nextSlot {
      guard let old = table.existing(slot).map({ Int($0.sharing) }) else { continue }
      let new = renumbered[old] ?? UInt32(truncatingIfNeeded: sharings.count)
      if renumbered[old] == nil {
        renumbered[old] = new
        sharings.append(table.sharings[old])
      }
      table.settle(slot, sharing: new)
      used.append(slot)
    }
    table.setRealmSets(sharings)
    sharingNumbers = [:]
    for (number, sharing) in sharings.enumerated() {
      sharingNumbers[sharing] = UInt32(truncatingIfNeeded: number)
    }
    sharingRoom = max(4096, 2 * sharings.count)
    base = ZoneCells(used, of: table)
    overlay = .empty
    overlaySlots = []
  }
}
