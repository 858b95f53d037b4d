import Base
import Realms
import SpatialCatalog
import Storage

/// The instances that someone is not shown because they block whoever has placed them.
///
/// Few block anybody, so only who does is kept in memory; their answers cost a reading of the store.
///
/// - Thread: shared; kept by a `SpatialCatalog`.
public final class HiddenInstances: FollowingLayer {
  /// What is hidden from one person.
  public struct Selection: Sendable {
    public var ids: Set<EntityID> = []
    /// The change from which on it has been this selection; 0 if since the start.
    public var changedAt: Int64 = 0

    /// Nothing is hidden.
    public static let none = Selection()

    public var isEmpty: Bool { ids.isEmpty }
  }

  private let platform: Platform
  /// Who blocks somebody, or has since the start, and since which change.
  private let blockers = Guarded<[EntityID: Int64]>([:])

  public init(platform: Platform) { self.platform = platform }

  public var changeKinds: Set<String> { ["block"] }

  public func fill(in session: StoreSession) throws {
    var filled: [EntityID: Int64] = [:]
    try session.each("SELECT DISTINCT blocker FROM blocks") { filled[try $0.id(0)] = 0 }
    blockers.swap(filled)
  }

  public func apply(_ changes: [Change], in session: StoreSession) {
    blockers.withLock { blockers in
      for change in changes where change.kind == "block" {
        blockers[change.subject] = max(blockers[change.subject] ?? 0, change.sequence)
      }
    }
  }

  /// What is hidden from an account; nil for nobody.
  ///
  /// - Complexity: O(1) for whoever blocks nobody; O(hidden), and a reading, for others.
  public func selection(for account: EntityID?) throws -> Selection {
    guard let account, let changedAt = blockers.withLock({ $0[account] }) else { return .none }
    let ids = try platform.store.readOnce { session in
      try session.all(
        """
        SELECT i.id FROM blocks b JOIN instances i ON i.author = b.blocked
        WHERE b.blocker = ?1 AND i.state = 'live'
        """, [.id(account)]
      ) { try $0.id(0) }
    }
    return Selection(ids: Set(ids), changedAt: changedAt)
  }
}
