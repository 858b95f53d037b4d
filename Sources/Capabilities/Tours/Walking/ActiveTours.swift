import Access
import Base
import SpatialCatalog
import Storage

/// Who is on which tour, and what shows there, in memory: asked at every position and every view.
///
/// - Thread: shared; kept by a `SpatialCatalog`.
public final class ActiveTours: CatalogFollower {
  /// A run that is neither paused nor left.
  public struct Walk: Hashable, Sendable {
    public var run: EntityID
    public var tour: EntityID
    var revision: EntityID
    /// When it was heard of, as far as is known here.
    var activeAt: Instant
    /// The stop that comes next; nil after the last one.
    public var target: EntityID?
  }

  private struct State: Sendable {
    var walks: [EntityID: Walk] = [:]
    var accounts: [EntityID: EntityID] = [:]
    var scenes: [EntityID: TourScene] = [:]
    /// Grows when scenes are dropped, so that one that was read before is not kept.
    var age = 0

    mutating func remove(run: EntityID) {
      guard let account = accounts.removeValue(forKey: run) else { return }
      if walks[account]?.run == run { walks[account] = nil }
    }

    mutating func put(_ walk: Walk, of account: EntityID) {
      walks[account] = walk
      accounts[walk.run] = account
    }
  }

  /// Most tours whose scenes are kept.
  private static let maximumScenes = 1000

  private let platform: Platform
  private let state = Guarded(State())
  public let freshness = Freshness()

  public init(platform: Platform) { self.platform = platform }

  public var changeKinds: Set<String> { ["run", "object", "tour", "account"] }

  public func fill(in session: StoreSession) throws {
    var filled = State()
    try session.each(Self.selection + " WHERE \(Self.isOpen)") { row in
      filled.put(try Self.walk(row), of: try row.id(1))
    }
    state.swap(filled)
  }

  private static let isOpen = "ended_at IS NULL AND paused_at IS NULL"
  private static let selection = """
    SELECT id, account, tour, revision, active_at, ended_at, (
      SELECT s.id FROM tour_stops s
      WHERE s.revision = tour_runs.revision AND tour_runs.completed_at IS NULL AND s.ordinal = (
        SELECT COUNT(*) FROM tour_run_arrivals a WHERE a.run = tour_runs.id))
    FROM tour_runs
    """

  private static func walk(_ row: any Row) throws -> Walk {
    Walk(
      run: try row.id(0), tour: try row.id(2), revision: try row.id(3),
      activeAt: try row.instant(4), target: try row.optional(6, row.id))
  }

  public func apply(_ changes: [Change], in session: StoreSession) throws {
    for run in Set(changes.lazy.filter { $0.kind == "run" }.map(\.subject)) {
      let found = try session.first(
        Self.selection + " WHERE id = ?1 AND \(Self.isOpen)", [.id(run)]
      ) { (walk: try Self.walk($0), account: try $0.id(1)) }
      state.withLock { state in
        state.remove(run: run)
        if let found { state.put(found.walk, of: found.account) }
      }
    }
    state.withLock { state in
      for change in changes where change.kind == "account" && change.operation == .delete {
        if let walk = state.walks[change.subject] { state.remove(run: walk.run) }
      }
      if changes.contains(where: { $0.kind == "object" || $0.kind == "tour" }) {
        state.scenes = [:]
        state.age += 1
      }
    }
  }

  /// The tour on which an account is at present; nil if it is on none.
  ///
  /// - Complexity: O(1); reads the store only for runs that were silent for long.
  public func walk(of account: EntityID) throws -> Walk? {
    freshness.wait()
    guard let walk = state.withLock({ $0.walks[account] }) else { return nil }
    let now = platform.clock.now()
    let idle = TourRun.idleHours * 3600
    if walk.activeAt.adding(seconds: idle) > now { return walk }
    // Being heard of without reaching anything is not in the change log.
    guard
      let run = try platform.store.readOnce({
        try RunService.activeRun(of: account, in: $0, now: now)
      })
    else { return nil }
    let fresh = Walk(
      run: run.id, tour: run.tour, revision: run.revision, activeAt: run.activeAt,
      target: walk.target)
    state.withLock { state in
      if state.walks[account]?.run == run.id { state.put(fresh, of: account) }
    }
    return fresh
  }

  /// What shows to an account instead of everything else, because it is on a tour; nil if it is not.
  ///
  /// Whatever lists or draws instances for a caller asks here first (UC4.8).
  ///
  /// - Complexity: O(1), and one reading of the tour after it or any object has changed.
  public func scene(of account: EntityID?) throws -> TourScene? {
    guard let account, let walk = try walk(of: account) else { return nil }
    let (known, age) = state.withLock { ($0.scenes[walk.revision], $0.age) }
    if let known { return known }
    let scene = try platform.store.readOnce { try TourScene.read(walk.revision, in: $0) }
    state.withLock { state in
      guard state.age == age else { return }
      if state.scenes.count >= Self.maximumScenes { state.scenes = [:] }
      state.scenes[walk.revision] = scene
    }
    return scene
  }
}
