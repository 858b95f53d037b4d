import Base
import Geodesy
import SpatialIndex

/// One entry found, nearest first where there is a centre.
public struct CatalogHit: Sendable {
  /// Geodesic metres from the query's centre; 0 for queries without one.
  public var distance: Double
  public var position: FixedPosition
  /// Its number in the version that found it.
  public let slot: UInt32
}

extension CatalogLayer.Version {
  /// The entries within a distance that members of any of the sub-realms see.
  ///
  /// - Parameters:
  ///   - realms: what the caller may see; an entry in several of them is found once.
  ///   - metres: geodesic distance, inclusive.
  ///   - limit: at most so many, the nearest.
  ///   - isHidden: which entries do not count; nil if all do.
  /// - Returns: nearest first.
  /// - Complexity: O(realms · (log n + found)).
  public func nearby(
    realms: [EntityID], around centre: LonLat, metres: Double, limit: Int,
    besides isHidden: ((EntityID) -> Bool)? = nil
  ) -> [CatalogHit] {
    var hits = SpatialHits(capacity: min(limit, 256))
    let admits = admits(besides: isHidden)
    return merged(realms, limit: limit) { snapshot in
      snapshot.find(
        withinMetres: metres, of: centre, limit: limit, into: &hits, where: admits)
      return hits
    }
  }

  /// Which slots hold none of these entries; nil if all count.
  public func admits(besides isHidden: ((EntityID) -> Bool)?) -> ((UInt32) -> Bool)? {
    isHidden.map { isHidden in { !isHidden(id(atSlot: $0)) } }
  }

  /// The nearest entries, however far.
  public func nearest(_ count: Int, realms: [EntityID], to centre: LonLat) -> [CatalogHit] {
    var hits = SpatialHits(capacity: min(count, 256))
    return merged(realms, limit: count) { snapshot in
      snapshot.findNearest(count, to: centre, into: &hits)
      return hits
    }
  }

  /// The entries inside a box, in no particular order.
  public func inside(_ bounds: Bounds, realms: [EntityID]) -> [CatalogHit] {
    var hits = SpatialHits()
    return merged(realms, limit: .max) { snapshot in
      snapshot.find(in: bounds, into: &hits)
      return hits
    }
  }

  private func merged(
    _ names: [EntityID], limit: Int, _ find: (PointSnapshot) -> SpatialHits
  ) -> [CatalogHit] {
    var result: [CatalogHit] = []
    var found = 0
    for name in names {
      guard let snapshot = realms[name] else { continue }
      let hits = find(snapshot)
      if !hits.isEmpty { found += 1 }
      result.append(
        contentsOf: hits.lazy.map {
          CatalogHit(distance: $0.distance, position: $0.position, slot: $0.item)
        })
    }
    if found > 1 {
      var seen: Set<UInt32> = []
      result = result.filter { seen.insert($0.slot).inserted }
      result.sort { ($0.distance, $0.slot) < ($1.distance, $1.slot) }
      if result.count > limit { result.removeSubrange(limit...) }
    }
    return result
  }

  public func id(of hit: CatalogHit) -> EntityID { entries.head(hit.slot).id }

  /// The entry at a slot; an identifier of zeros where there is none.
  public func id(atSlot slot: UInt32) -> EntityID { entries.head(slot).id }

  /// The positions of what members of a sub-realm see, by slot; nil if there is nothing.
  public func points(of realm: EntityID) -> PointSnapshot? { realms[realm] }

  /// How many entries members of a sub-realm see.
  public func count(of realm: EntityID) -> Int { counts[realm] ?? 0 }

  /// Metres above the ellipsoid.
  public func height(of hit: CatalogHit) -> Double { Double(entries.head(hit.slot).height) }

  public func priority(of hit: CatalogHit) -> Int { Int(entries.head(hit.slot).priority) }

  /// Appends the entry's encoded members to the open object.
  public func writeBody(of hit: CatalogHit, to json: inout JSONWriter) {
    writeBody(atSlot: hit.slot, to: &json)
  }

  /// How many entries stand together in one ``block(_:)``.
  public static let blockSize = EntryStore.blockSize

  /// How many blocks there are.
  public var blockCount: Int { entries.blocks.count }

  /// Whether both are known to hold the same entries at the same slots.
  ///
  /// - Complexity: O(1).
  public func hasSameEntries(as other: CatalogLayer.Version) -> Bool {
    entries.hasSameBlocks(as: other.entries)
  }

  /// The entries at consecutive slots, from `number` times ``blockSize`` on.
  public func block(_ number: Int) -> CatalogBlock? {
    entries.blocks.indices.contains(number) ? CatalogBlock(block: entries.blocks[number]) : nil
  }

  /// As ``writeBody(of:to:)``, by slot.
  public func writeBody(atSlot slot: UInt32, to json: inout JSONWriter) {
    entries.withBody(slot) { json.encodedMembers($0) }
  }
}
