import Base
import Foundation
import Geodesy
import SpatialIndex
import Storage

/// Entries on their way from rows into an empty layer.
///
/// - Thread: confined; what several readers have read is joined by one.
struct CatalogLoading: Sendable {
  var entries = EntryStore.Builder()
  /// Of each slot.
  private(set) var sharings = RealmSets()
  /// What each sub-realm's index will hold.
  private(set) var points: [EntityID: [PackedPoints.Entry]] = [:]
  /// Slots between what two readers have read.
  private(set) var vacant: [UInt32] = []

  /// Adds an entry at the next slot.
  mutating func append(_ entry: CatalogEntry) {
    sharings.append(entry.realms)
    let slot = entries.append(entry)
    let position = FixedPosition(entry.position)
    for realm in entry.realms {
      points[realm, default: []].append(PackedPoints.Entry(position: position, item: slot))
    }
  }

  /// Adds what another reader has read, from the next whole block on.
  ///
  /// - Complexity: O(entries of the other), some 20 ns for each.
  mutating func append(contentsOf other: CatalogLoading) {
    let used = entries.count
    entries.append(contentsOf: other.entries)
    let first = entries.count - other.entries.count
    for slot in used..<first {
      vacant.append(UInt32(clamping: slot))
      sharings.append([])
    }
    sharings.append(contentsOf: other.sharings)
    vacant += other.vacant.map { $0 + UInt32(clamping: first) }
    for (realm, list) in other.points {
      points[realm, default: []].append(
        contentsOf: list.lazy.map {
          PackedPoints.Entry(position: $0.position, item: $0.item + UInt32(clamping: first))
        })
    }
  }

  /// Reads all of a source, on as many threads as it has parts for.
  ///
  /// Each reads what was committed when it began: what comes in between is applied from the change log
  /// afterwards, as everything is that comes while the first one reads.
  static func reading(_ source: any CatalogSource, from store: Store) throws -> CatalogLoading {
    guard let source = source as? any DivisibleCatalogSource else {
      return try store.read(deadlineSeconds: deadlineSeconds) { session in
        var loading = CatalogLoading()
        try source.all(in: session) { loading.append($0) }
        return loading
      }
    }
    let cuts = try store.read { session in
      try source.cuts(min(ProcessInfo.processInfo.activeProcessorCount, mostReaders), in: session)
    }
    let parts = CatalogPart.between(cuts)
    let results = Guarded<[Int: Result<CatalogLoading, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let result = Result {
        try store.read(deadlineSeconds: deadlineSeconds) { session in
          var loading = CatalogLoading()
          try source.all(in: parts[index], session: session) { loading.append($0) }
          return loading
        }
      }
      results.withLock { $0[index] = result }
    }
    var whole = CatalogLoading()
    for (_, result) in results.swap([:]).sorted(by: { $0.key < $1.key }) {
      whole.append(contentsOf: try result.get())
    }
    return whole
  }

  private static let deadlineSeconds = 600.0
  /// Readers of one source at most: the store lends so many connections to others, too.
  private static let mostReaders = 4
}
