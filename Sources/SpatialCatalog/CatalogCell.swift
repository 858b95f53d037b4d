import Base
import Geodesy
import SpatialIndex

/// What a device needs to know of a circle to answer by itself what is near it.
///
/// - Thread: a value.
public struct CatalogCell: Sendable {
  /// The version that ``hits`` belong to.
  public let version: CatalogLayer.Version
  /// The change up to which this is everything; give it back to get what is new.
  public let sequence: Int64
  /// The latest change that concerned the circle, or an older one: equal as long as the circle's
  /// content is.
  public let changedAt: Int64
  /// Whether ``hits`` is everything in the circle; if not, it is what is new or changed.
  public let isEverything: Bool
  /// Nearest first.
  public let hits: [CatalogHit]
  /// What was in the circle and no longer is, each once, ascending; empty with everything.
  public let removed: [EntityID]

  /// The same without entries that its reader is not shown.
  ///
  /// - Parameters:
  ///   - isHidden: which those are; nil for none.
  ///   - changedAt: the change from which on it is these.
  public func hiding(_ isHidden: ((EntityID) -> Bool)?, since changedAt: Int64) -> CatalogCell {
    CatalogCell(
      version: version, sequence: sequence, changedAt: max(self.changedAt, changedAt),
      isEverything: isEverything,
      hits: isHidden.map { isHidden in hits.filter { !isHidden(version.id(of: $0)) } } ?? hits,
      removed: removed)
  }
}

extension CatalogLayer {
  /// The entries of a sub-realm in a circle: all of them, or the changes since an earlier answer.
  ///
  /// - Parameters:
  ///   - metres: geodesic radius, inclusive.
  ///   - since: the ``CatalogCell/sequence`` of an earlier answer for the same sub-realm and circle;
  ///     nil for everything. Everything, too, if the changes since are no longer known.
  /// - Complexity: O(log n + entries in the circle + changes kept).
  public func cell(
    realm: EntityID, around centre: LonLat, metres: Double, since: Int64? = nil
  ) -> CatalogCell {
    func isInside(_ footprint: CatalogJournal.Footprint?) -> Bool {
      guard let footprint, footprint.realms.contains(realm) else { return false }
      return Geodesic.distance(from: centre, to: footprint.position.lonLat) <= metres
    }
    // The changes first: the version may know later ones, which then come again, and that is
    // harmless; the other way round some would be lost.
    let (sequence, changedAt, changes) = journal.withLock { journal in
      let inside = journal.records(after: journal.floor).filter {
        isInside($0.before) || isInside($0.after)
      }
      let known = since.flatMap { journal.reaches($0) ? $0 : nil }
      return (
        journal.last, inside.last?.sequence ?? journal.floor,
        known.map { known in inside.filter { $0.sequence > known } }
      )
    }
    let version = current
    let hits = version.nearby(realms: [realm], around: centre, metres: metres, limit: .max)
    guard let changes else {
      return CatalogCell(
        version: version, sequence: sequence, changedAt: changedAt, isEverything: true,
        hits: hits, removed: [])
    }
    let changed = Set(changes.map(\.id))
    let present = hits.filter { changed.contains(version.id(of: $0)) }
    let here = Set(present.map { version.id(of: $0) })
    let gone = Set(changes.lazy.filter { isInside($0.before) }.map(\.id)).subtracting(here)
    return CatalogCell(
      version: version, sequence: sequence, changedAt: changedAt, isEverything: false,
      hits: present, removed: gone.sorted())
  }
}
