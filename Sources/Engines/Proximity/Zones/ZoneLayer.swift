import Base
import Geodesy

/// The live set of zones: readers see an immutable snapshot, writers change it in batches.
///
/// - Thread: shared. Readers take one reference under a lock and never wait for a writer.
public final class ZoneLayer: Sendable {
  private let published: Guarded<ZoneSnapshot>
  private let writer: Guarded<ZoneWriter>

  /// - Parameters:
  ///   - zones: what it holds at first; of zones with the same identifier, the last.
  ///   - limit: more zones are refused.
  /// - Complexity: O(n), about a second for 1,000,000.
  public init(_ zones: [Zone] = [], limit: Int = 4_000_000) throws(Refusal) {
    var writer = ZoneWriter(limit: limit)
    try writer.apply(put: zones, remove: [])
    published = Guarded(writer.snapshot)
    self.writer = Guarded(writer)
  }

  /// What it holds now.
  public var snapshot: ZoneSnapshot { published.current }

  /// Puts and removes zones, all at once for readers.
  ///
  /// - Parameters:
  ///   - put: replaces zones with the same identifier.
  ///   - removed: unknown ones are passed over; a zone that is put as well stays.
  /// - Throws: ``Base/Refusal`` of kind `tooLarge`, and changes nothing, if there would be more zones
  ///   than the limit.
  /// - Complexity: O(batch + changes since the cells were last packed), some milliseconds; one batch
  ///   in many packs all, O(zones).
  public func apply(put: [Zone], remove removed: [EntityID] = []) throws(Refusal) {
    try writer.withLock { writer throws(Refusal) in
      try writer.apply(put: put, remove: removed)
      published.swap(writer.snapshot)
    }
  }
}
