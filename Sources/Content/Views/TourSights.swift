import Base
import Geodesy
import Realms
import Storage

/// What walkers see of the tours that they are on, kept in memory for a minute each.
///
/// - Thread: shared.
final class TourSights: ChangeFollower {
  private static let seconds: Int64 = 60
  private static let limit = 10_000

  /// What is known of one account; without sights it is on no tour.
  private struct Entry {
    var run: EntityID?
    var sights: TourSight?
    var until: Instant
  }

  private struct State {
    var entries: [EntityID: Entry] = [:]
    /// Counts what makes entries invalid, so that none is kept that was read before.
    var generation = 0
  }

  private let platform: Platform
  private let state = Guarded(State())

  init(platform: Platform) throws {
    self.platform = platform
    try platform.store.follow(self)
  }

  /// The objects of a tour for someone who is on it; nil for everyone else.
  func sights(of tour: EntityID, for caller: Caller) throws -> TourSight? {
    guard let account = caller.account else { return nil }
    let now = platform.clock.now()
    let (known, generation) = state.withLock { ($0.entries[account], $0.generation) }
    if let known, known.until > now { return known.sights?.tour == tour ? known.sights : nil }
    let sights = try platform.store.read { try TourSight.read(account, now: now, in: $0) }
    state.withLock { state in
      guard state.generation == generation else { return }
      if state.entries.count >= Self.limit { state.entries = [:] }
      state.entries[account] = Entry(
        run: sights?.run, sights: sights, until: now.adding(seconds: Self.seconds))
    }
    return sights?.tour == tour ? sights : nil
  }

  func follow(_ changes: [Change]) {
    let runs = Set(changes.lazy.filter { $0.kind == "run" }.map(\.subject))
    let concernsAll = changes.contains { $0.kind == "tour" || $0.kind == "object" }
    guard concernsAll || !runs.isEmpty else { return }
    state.withLock { state in
      state.generation += 1
      if concernsAll {
        state.entries = [:]
      } else {
        // A run that is not known may be the first of someone who was on none.
        state.entries = state.entries.filter { $0.value.run.map { !runs.contains($0) } ?? false }
      }
    }
  }
}
