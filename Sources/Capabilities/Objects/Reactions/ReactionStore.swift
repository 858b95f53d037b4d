import Base
import Storage

/// Rows of reactions, one per instance and account.
enum ReactionStore {
  /// Writes or changes the account's reaction.
  static func set(
    _ kind: ReactionKind, to instance: EntityID, by account: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO reactions (subject, account, kind, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?4)
      ON CONFLICT (subject, account) DO UPDATE SET kind = ?3, updated_at = ?4
      """, [.id(instance), .id(account), .text(kind.rawValue), .instant(transaction.now)])
  }

  /// Whether there was one to delete.
  static func delete(
    to instance: EntityID, by account: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      "DELETE FROM reactions WHERE subject = ?1 AND account = ?2", [.id(instance), .id(account)])
      > 0
  }

  static func own(
    to instance: EntityID, by account: EntityID, in session: StoreSession
  ) throws -> ReactionKind? {
    try session.first(
      "SELECT kind FROM reactions WHERE subject = ?1 AND account = ?2",
      [.id(instance), .id(account)]
    ) { try $0.word(0, ReactionKind.self) }
  }

  static func summary(
    of instance: EntityID, for account: EntityID?, in session: StoreSession
  ) throws -> ReactionSummary {
    var summary = ReactionSummary()
    try session.each(
      "SELECT kind, COUNT(*) FROM reactions WHERE subject = ?1 GROUP BY kind", [.id(instance)]
    ) { summary.counts[try $0.word(0, ReactionKind.self)] = try $0.int(1) }
    if let account { summary.own = try own(to: instance, by: account, in: session) }
    return summary
  }

  static func all(
    by account: EntityID, in session: StoreSession
  ) throws -> [(instance: EntityID, kind: ReactionKind, at: Instant)] {
    try session.all(
      "SELECT subject, kind, updated_at FROM reactions WHERE account = ?1 ORDER BY updated_at, subject",
      [.id(account)]
    ) { (instance: try $0.id(0), kind: try $0.word(1, ReactionKind.self), at: try $0.instant(2)) }
  }

  static func deleteAll(by account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM reactions WHERE account = ?1", [.id(account)])
  }
}
