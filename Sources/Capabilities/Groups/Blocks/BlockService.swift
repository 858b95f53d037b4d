import Access
import Base
import Identity
import Storage

/// Blocking others: their invitations and requests no longer arrive, and they do not learn why.
public struct BlockService: Sendable {
  let platform: Platform

  public init(platform: Platform) { self.platform = platform }

  /// Blocks an account; again changes nothing.
  public func block(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    guard id != account else {
      throw Refusal.invalid("/account", "An account cannot block itself.")
    }
    try platform.store.write { transaction in
      _ = try AccountStore.existing(id, in: transaction)
      try BlockStore.insert(account, blocks: id, in: transaction)
      // Nobody is told; what is kept in memory of who blocks follows.
      try transaction.record("block", account, .update)
    }
  }

  /// Takes a block back; none there changes nothing.
  public func unblock(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      try BlockStore.delete(account, blocks: id, in: transaction)
      try transaction.record("block", account, .update)
    }
  }

  /// Everyone whom `account` blocks: what they make is not brought to its notice.
  public func blocked(by account: EntityID) throws -> Set<EntityID> {
    try platform.store.readOnce { try BlockStore.all(of: account, in: $0) }
  }

  /// Whom the caller blocks, by name.
  public func list(_ page: PageRequest, caller: Caller) throws -> Page<AccountSummary> {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { try BlockStore.list(of: account, page, in: $0) }
  }
}
