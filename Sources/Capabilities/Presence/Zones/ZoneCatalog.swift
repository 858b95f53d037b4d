import Base
import Proximity
import SpatialCatalog
import Storage

/// All zones of the store, in memory: derived from tours, stops, instances and areas, never stored
/// themselves (DOMAIN: Zone).
///
/// - Thread: shared; kept by a `SpatialCatalog`, so that whoever gets an acknowledgement finds the
///   change at the next position.
public final class ZoneCatalog: CatalogFollower {
  private let zones: ZoneLayer
  public let freshness = Freshness()
  private let sources: [any ZoneSource]
  private let book = Guarded(ZoneDirectory())

  /// - Parameter limit: more zones are refused, and the catalog then says that it lags behind.
  public init(_ sources: [any ZoneSource], limit: Int = 4_000_000) throws(Refusal) {
    zones = try ZoneLayer(limit: limit)
    self.sources = sources
  }

  /// The zones, with all that was acknowledged.
  public var layer: ZoneLayer {
    freshness.wait()
    return zones
  }

  public var changeKinds: Set<String> {
    sources.reduce(into: []) { $0.formUnion($1.changeKinds) }
  }

  public func fill(in session: StoreSession) throws {
    var all: [Zone] = []
    var filled = ZoneDirectory()
    for source in sources {
      try source.all(in: session) { group in
        filled.put(group)
        all += group.zones
      }
    }
    book.swap(filled)
    try zones.apply(put: all)
  }

  public func apply(_ changes: [Change], in session: StoreSession) throws {
    for source in sources {
      let subjects = Set(
        changes.lazy.filter { source.changeKinds.contains($0.kind) }.map(\.subject))
      if subjects.isEmpty { continue }
      let groups = try source.groups(of: subjects.sorted(), in: session)
      let removed = book.withLock { book in
        let removed = subjects.flatMap { book.remove($0) }
        for group in groups { book.put(group) }
        return removed
      }
      try zones.apply(put: groups.flatMap(\.zones), remove: removed)
    }
  }

  /// The thing that a zone was derived from.
  func subject(of zone: EntityID) -> EntityID {
    freshness.wait()
    return book.withLock { $0.subject(of: zone) }
  }

  /// Whether a subject has ended, so that its zone is only waiting to be taken away.
  func isOver(_ subject: EntityID, at now: Instant) -> Bool {
    freshness.wait()
    return book.withLock { $0.isOver(subject, at: now) }
  }

  /// What passers-by are told of a subject; nil if it is gone or not offered to them.
  func signpost(of subject: EntityID) -> ZoneNotice? {
    freshness.wait()
    return book.withLock { $0.signpost(of: subject) }
  }
}
