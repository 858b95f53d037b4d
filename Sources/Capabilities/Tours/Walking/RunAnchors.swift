import Base

/// Where walkers were last, in memory only and for an hour: positions are not written down.
///
/// An anchor stands for the run's last position; when that has come through another process, or
/// before a restart, the piece of the way in between is not measured.
///
/// - Thread: shared.
final class RunAnchors: Sendable {
  private static let seconds: Int64 = 3600
  private static let limit = 100_000

  private struct Entry {
    var anchor: RunProgress.Anchor
    var lastPointAt: Instant
    var until: Instant
  }

  private let entries = Guarded<[EntityID: Entry]>([:])

  /// The anchor of a run whose last position was at `lastPointAt`.
  func anchor(of run: EntityID, lastPointAt: Instant?, now: Instant) -> RunProgress.Anchor? {
    entries.withLock { entries in
      guard let entry = entries[run], entry.until > now, entry.lastPointAt == lastPointAt else {
        return nil
      }
      return entry.anchor
    }
  }

  func keep(_ progress: RunProgress, of run: EntityID, now: Instant) {
    entries.withLock { entries in
      guard let anchor = progress.anchor, let last = progress.lastPointAt,
        progress.completedAt == nil
      else {
        entries[run] = nil
        return
      }
      if entries.count >= Self.limit { entries = entries.filter { $0.value.until > now } }
      if entries.count >= Self.limit { entries = [:] }
      entries[run] = Entry(
        anchor: anchor, lastPointAt: last, until: now.adding(seconds: Self.seconds))
    }
  }

  func forget(_ run: EntityID) { entries.withLock { $0[run] = nil } }
}
