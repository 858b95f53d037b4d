import Base
import SpatialCatalog
import Storage

/// The instances that someone is not shown because they block whoever has placed them.
///
/// Few are blocked by anybody: their instances alone are kept in memory, so that nobody's question
/// what is near waits for the store.
///
/// - Thread: shared; kept by a `SpatialCatalog`.
public final class HiddenInstances: CatalogFollower {
  /// What is hidden from one person.
  public struct Selection: Sendable {
    /// The instances of each person who is blocked, and those that have gone since the block.
    fileprivate var groups: [Set<EntityID>] = []
    /// The change from which on others are blocked; 0 if since the start.
    public fileprivate(set) var changedAt: Int64 = 0

    /// Nothing is hidden.
    static let none = Selection()

    /// Whether an instance is hidden; nil if none is.
    public var filter: ((EntityID) -> Bool)? {
      if groups.allSatisfy(\.isEmpty) { return nil }
      return { id in groups.contains { $0.contains(id) } }
    }
  }

  private struct State {
    /// Whom each account blocks that blocks anybody, or has since the start.
    var blocked: [EntityID: Set<EntityID>] = [:]
    /// Since which change.
    var changedAt: [EntityID: Int64] = [:]
    /// The instances of everybody who is blocked: those live at the start or the block, and later.
    ///
    /// Gone ones stay, so that nobody is told that they have gone.
    var instances: [EntityID: Set<EntityID>] = [:]
  }

  private let state = Guarded(State())
  public let freshness = Freshness()

  public init() {}

  public var changeKinds: Set<String> { ["block", "instance", "account"] }

  public func fill(in session: StoreSession) throws {
    var filled = State()
    try session.each("SELECT blocker, blocked FROM blocks") { row in
      let author = try row.id(1)
      filled.blocked[try row.id(0), default: []].insert(author)
      filled.instances[author] = []
    }
    try session.each(
      """
      SELECT author, id FROM instances
      WHERE state = 'live' AND author IN (SELECT blocked FROM blocks)
      """
    ) { filled.instances[try $0.id(0), default: []].insert(try $0.id(1)) }
    state.swap(filled)
  }

  public func apply(_ changes: [Change], in session: StoreSession) throws {
    for change in changes where change.kind == "block" { try follow(change, in: session) }
    // Erasing an account takes its blocks along, and everybody's of it.
    for change in changes where change.kind == "account" && change.operation == .delete {
      state.withLock { state in
        state.blocked[change.subject] = nil
        state.changedAt[change.subject] = nil
      }
    }
    for id in Set(changes.lazy.filter { $0.kind == "instance" }.map(\.subject)) {
      try follow(instance: id, in: session)
    }
  }

  private func follow(_ change: Change, in session: StoreSession) throws {
    let authors = Set(
      try session.all("SELECT blocked FROM blocks WHERE blocker = ?1", [.id(change.subject)]) {
        try $0.id(0)
      })
    let known = state.withLock { Set($0.instances.keys) }
    var found: [EntityID: Set<EntityID>] = [:]
    for author in authors.subtracting(known) {
      found[author] = Set(
        try session.all(
          "SELECT id FROM instances WHERE author = ?1 AND state = 'live'", [.id(author)]
        ) { try $0.id(0) })
    }
    state.withLock { state in
      state.blocked[change.subject] = authors.isEmpty ? nil : authors
      state.changedAt[change.subject] = max(
        state.changedAt[change.subject] ?? 0, change.sequence)
      state.instances.merge(found) { $1 }
      let all = state.blocked.values.reduce(into: Set()) { $0.formUnion($1) }
      state.instances = state.instances.filter { all.contains($0.key) }
    }
  }

  private func follow(instance id: EntityID, in session: StoreSession) throws {
    if state.withLock({ $0.instances.isEmpty }) { return }
    guard
      let author = try session.first(
        "SELECT author FROM instances WHERE id = ?1", [.id(id)], { try $0.id(0) })
    else { return }
    state.withLock { state in _ = state.instances[author]?.insert(id) }
  }

  /// What is hidden from an account; nil for nobody.
  ///
  /// - Complexity: O(1) for whoever blocks nobody; O(blocked people) for others.
  public func selection(for account: EntityID?) -> Selection {
    guard let account else { return .none }
    freshness.wait()
    return state.withLock { state in
      guard let changedAt = state.changedAt[account] ?? (state.blocked[account] == nil ? nil : 0)
      else { return .none }
      return Selection(
        groups: state.blocked[account]?.compactMap { state.instances[$0] } ?? [],
        changedAt: changedAt)
    }
  }
}
