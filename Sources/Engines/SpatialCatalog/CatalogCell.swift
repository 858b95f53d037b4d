import Base
import Geodesy
import SpatialIndex

/// What a device needs to know of a circle to answer by itself what is near it.
///
/// - Thread: a value.
public struct CatalogCell: Sendable {
  /// The version that ``hits`` belong to.
  public let version: CatalogLayer.Version
  /// The latest change that concerned what the reader is shown of the circle, or an older one; give
  /// it back to get what is new.
  ///
  /// Equal as long as the circle's content is: it tells nothing of changes elsewhere.
  public let sequence: Int64
  /// Whether ``hits`` is everything in the circle; if not, it is what is new or changed.
  public let isEverything: Bool
  /// Nearest first.
  public let hits: [CatalogHit]
  /// What was in the circle and no longer is, each once, ascending; empty with everything.
  public let removed: [EntityID]
}

/// Entries that a reader is not shown although they are in a sub-realm that he or she sees.
///
/// - Thread: a value, of one request.
public struct HiddenEntries {
  /// Which those are, gone ones included; nil for none.
  public var filter: ((EntityID) -> Bool)?
  /// The change from which on it is these.
  public var changedAt: Int64

  public init(_ filter: ((EntityID) -> Bool)? = nil, changedAt: Int64 = 0) {
    self.filter = filter
    self.changedAt = changedAt
  }
}

extension CatalogLayer {
  /// The entries of a sub-realm in a circle: all of them, or the changes since an earlier answer.
  ///
  /// - Parameters:
  ///   - metres: geodesic radius, inclusive.
  ///   - since: the ``CatalogCell/sequence`` of an earlier answer for the same sub-realm and circle;
  ///     nil for everything. Everything, too, if the changes since are no longer known, or what is
  ///     hidden has changed.
  ///   - hidden: what is left out, with all traces of its changes.
  /// - Complexity: O(log n + entries in the circle + changes kept), a geodesic for each change near
  ///   the circle.
  public func cell(
    realm: EntityID, around centre: LonLat, metres: Double, since: Int64? = nil,
    besides hidden: HiddenEntries = HiddenEntries()
  ) -> CatalogCell {
    let bounds = Bounds.circle(around: centre, metres: metres) ?? .world
    func isInside(_ footprint: CatalogJournal.Footprint?) -> Bool {
      guard let footprint, footprint.realms.contains(realm) else { return false }
      let position = footprint.position.lonLat
      return bounds.contains(position) && Geodesic.distance(from: centre, to: position) <= metres
    }
    func concerns(_ record: CatalogJournal.Record) -> Bool {
      (isInside(record.before) || isInside(record.after)) && hidden.filter?(record.id) != true
    }
    freshness.wait()
    // The changes first: the version may know later ones, which then come again, and that is
    // harmless; the other way round some would be lost.
    let (sequence, changes) = journal.withLock { journal in
      let inside = journal.records(after: journal.floor).filter(concerns)
      let known = since.flatMap { since -> Int64? in
        guard since >= hidden.changedAt else { return nil }
        // What is hidden may have changed after everything else.
        return journal.reaches(since) || since == hidden.changedAt && since > journal.last
          ? since : nil
      }
      return (
        max(inside.last?.sequence ?? journal.floor, hidden.changedAt),
        known.map { known in inside.filter { $0.sequence > known } }
      )
    }
    let version = current
    let found = version.nearby(realms: [realm], around: centre, metres: metres, limit: .max)
    let hits =
      hidden.filter.map { isHidden in found.filter { !isHidden(version.id(of: $0)) } } ?? found
    guard let changes else {
      return CatalogCell(
        version: version, sequence: sequence, isEverything: true, hits: hits, removed: [])
    }
    let changed = Set(changes.map(\.id))
    let present = hits.filter { changed.contains(version.id(of: $0)) }
    let here = Set(present.map { version.id(of: $0) })
    let gone = Set(changes.lazy.filter { isInside($0.before) }.map(\.id)).subtracting(here)
    return CatalogCell(
      version: version, sequence: sequence, isEverything: false, hits: present,
      removed: gone.sorted())
  }
}
