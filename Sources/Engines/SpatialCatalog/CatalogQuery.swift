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

  init(_ hit: SpatialHit) {
    (distance, position, slot) = (hit.distance, hit.position, hit.item)
  }
}

extension [EntityID] {
  /// Whether an ascending list has an element.
  fileprivate func containsInOrder(_ id: EntityID) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == id
  }
}

extension CatalogLayer.Version {
  /// The entries within a distance that members of any of the sub-realms see.
  ///
  /// - Parameters:
  ///   - realms: what the caller may see, ascending; an entry in several of them is found once.
  ///   - metres: geodesic distance, inclusive.
  ///   - least: only what is at least so far away, give or take half a millimetre; 0 for all.
  ///   - limit: at most so many, the nearest.
  ///   - isHidden: which entries do not count; nil if all do.
  /// - Returns: nearest first.
  /// - Complexity: O(realms · (log n + found)); with many sub-realms, O(log n + found) where what is
  ///   around is mostly in them (decision 0003).
  public func nearby(
    realms: [EntityID], around centre: LonLat, metres: Double, beyond least: Double = 0, limit: Int,
    besides isHidden: ((EntityID) -> Bool)? = nil
  ) -> [CatalogHit] {
    var hits = SpatialHits(capacity: min(limit, 256))
    let admits = admits(besides: isHidden)
    func find(_ snapshot: PointSnapshot, where filter: ((UInt32) -> Bool)?) {
      if least > 0 {
        snapshot.findNearest(
          limit, to: centre, beyond: least, withinMetres: metres, into: &hits, where: filter)
      } else {
        snapshot.find(
          withinMetres: metres, of: centre, limit: limit, into: &hits, where: filter)
      }
    }
    if let found = amongAll(realms, where: admits, { find($0, where: $1) }) {
      if found { return hits.map(CatalogHit.init) }
      hits = SpatialHits(capacity: min(limit, 256))
    }
    return merged(realms, around: centre, limit: limit) { snapshot in
      find(snapshot, where: admits)
      return hits
    }
  }

  /// Beyond so many sub-realms the index over all is asked.
  static let realmsAskedEach = 8

  /// Searches the index over all sub-realms for what is in some of many.
  ///
  /// Where nearly everything around is in other ones this ends: then each of them is asked, which
  /// takes as long as passing over some entries per sub-realm.
  ///
  /// - Parameters:
  ///   - names: ascending. Of an unsorted list some are taken for absent, so less is found, never more: looking
  ///     through a thousand of them took a third of the search.
  ///   - find: searches, by a filter of slots.
  /// - Returns: whether it came to an end; nil if there are too few sub-realms for it.
  private func amongAll(
    _ names: [EntityID], where admits: ((UInt32) -> Bool)?,
    _ find: (PointSnapshot, @escaping (UInt32) -> Bool) -> Void
  ) -> Bool? {
    guard names.count > Self.realmsAskedEach, let all = realms[CatalogLayer.everything] else {
      return nil
    }
    // Invariant: a caller sorts its sub-realms, and one sub-realm alone is in order.
    assert(zip(names, names.dropFirst()).allSatisfy { $0 < $1 }, "sub-realms are asked in order")
    let budget = PassedOver(left: 16 * names.count)
    var known = UInt32.max
    var isKnownVisible = false
    find(all) { slot in
      // With the budget used up everything is taken, so that the search is over soon.
      if budget.left <= 0 { return true }
      guard let sharing = entries.sharing(slot) else { return false }
      if sharing != known {
        known = sharing
        isKnownVisible =
          Int(sharing) < combinations.count
          && combinations[Int(sharing)].contains { names.containsInOrder($0) }
      }
      if isKnownVisible, admits?(slot) ?? true { return true }
      budget.left -= 1
      return false
    }
    return budget.left > 0
  }

  /// How many entries may still be passed over; confined to one search.
  private final class PassedOver {
    var left: Int

    init(left: Int) { self.left = left }
  }

  /// Which slots hold none of these entries; nil if all count.
  public func admits(besides isHidden: ((EntityID) -> Bool)?) -> ((UInt32) -> Bool)? {
    isHidden.map { isHidden in { !isHidden(id(atSlot: $0)) } }
  }

  /// The nearest entries, however far.
  public func nearest(_ count: Int, realms: [EntityID], to centre: LonLat) -> [CatalogHit] {
    var hits = SpatialHits(capacity: min(count, 256))
    return merged(realms, around: centre, limit: count) { snapshot in
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
    _ names: [EntityID], around centre: LonLat? = nil, limit: Int,
    _ find: (PointSnapshot) -> SpatialHits
  ) -> [CatalogHit] {
    var result: [CatalogHit] = []
    var found = 0
    for name in names {
      guard let snapshot = realms[name] else { continue }
      let hits = find(snapshot)
      if !hits.isEmpty { found += 1 }
      result.append(
        contentsOf: hits.lazy.map(CatalogHit.init))
    }
    if found > 1 {
      var seen: Set<UInt32> = []
      result = result.filter { seen.insert($0.slot).inserted }
      result.sort { ($0.distance, $0.slot) < ($1.distance, $1.slot) }
      if let centre { CatalogHit.settle(&result, from: centre) }
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

  /// The priority of a hit, as it was given by its author; the higher, the earlier it is shown.
  public func priority(of hit: CatalogHit) -> Int { Int(entries.head(hit.slot).priority) }

  /// Appends the entry's encoded members to the open object.
  public func writeBody(of hit: CatalogHit, to json: inout JSONWriter) {
    writeBody(atSlot: hit.slot, to: &json)
  }

  /// How many entries stand together in one ``block(_:)``.
  public static let blockSize = EntryStore.blockSize

  /// How many blocks there are.
  public var blockCount: Int { entries.blocks.count }

  /// How far entries reach from their positions, by slots.
  public var reaches: Reaches { entries.reaches }

  /// The entries at consecutive slots, from `number` times ``blockSize`` on.
  public func block(_ number: Int) -> CatalogBlock? {
    entries.blocks.indices.contains(number) ? CatalogBlock(block: entries.blocks[number]) : nil
  }

  /// As ``writeBody(of:to:)``, by slot.
  public func writeBody(atSlot slot: UInt32, to json: inout JSONWriter) {
    entries.withBody(slot) { json.encodedMembers($0) }
  }
}
