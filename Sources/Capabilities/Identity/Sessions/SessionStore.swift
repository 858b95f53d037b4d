import Access
import Base
import Cryptography
import Storage

/// Sessions in the database, and what a session lets its owner do.
public enum SessionStore {
  static func insert(
    _ session: Session, token: Digest256, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO sessions
        (id, account, token, device, restriction, created_at, used_at, expires_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      [
        .id(session.id), .id(session.account), .blob(token.bytes), .text(session.device),
        .text(orNull: session.restriction?.rawValue), .instant(session.createdAt),
        .instant(session.usedAt), .instant(session.expiresAt),
      ])
    try transaction.record("session", session.id, .insert)
  }

  /// The live sessions of an account, the newest first.
  static func list(
    of account: EntityID, at now: Instant, in session: StoreSession
  ) throws -> [Session] {
    try session.all(
      """
      SELECT id, account, device, restriction, created_at, used_at, expires_at FROM sessions
      WHERE account = ?1 AND expires_at > ?2 ORDER BY id DESC
      """, [.id(account), .instant(now)], read)
  }

  private static func read(_ row: any Row) throws -> Session {
    Session(
      id: try row.id(0), account: try row.id(1), device: try row.text(2),
      restriction: try row.optional(3, row.text).flatMap(SessionRestriction.init),
      createdAt: try row.instant(4), usedAt: try row.instant(5), expiresAt: try row.instant(6))
  }

  /// Ends one session of `account`; false if there is none.
  static func end(
    _ id: EntityID, of account: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    let ended = try transaction.execute(
      "DELETE FROM sessions WHERE id = ?1 AND account = ?2", [.id(id), .id(account)])
    if ended > 0 { try transaction.record("session", id, .delete) }
    return ended > 0
  }

  /// Ends every session of `account`, but `kept`.
  public static func endAll(
    of account: EntityID, except kept: EntityID? = nil, in transaction: WriteTransaction
  ) throws {
    let ids = try transaction.all(
      "SELECT id FROM sessions WHERE account = ?1", [.id(account)]
    ) { try $0.id(0) }
    for id in ids where id != kept { _ = try end(id, of: account, in: transaction) }
  }

  static func liftRestriction(of id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE sessions SET restriction = NULL WHERE id = ?1", [.id(id)])
    try transaction.record("session", id, .update)
  }

  /// Notes that sessions were used and lets them live on from there.
  static func extend(
    _ id: EntityID, usedAt: Instant, until expiry: Instant, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE sessions SET used_at = ?2, expires_at = ?3 WHERE id = ?1 AND expires_at < ?3",
      [.id(id), .instant(usedAt), .instant(expiry)])
  }

  static func expire(in transaction: WriteTransaction) throws -> Int {
    let due = try transaction.all(
      "SELECT id FROM sessions WHERE expires_at <= ?1", [.instant(transaction.now)]
    ) { try $0.id(0) }
    for id in due {
      try transaction.execute("DELETE FROM sessions WHERE id = ?1", [.id(id)])
      try transaction.record("session", id, .delete)
    }
    return due.count
  }

  /// The session with that token and what its account may do; nil if there is none.
  static func resolve(
    _ token: Digest256, _ parts: [any CallerPart], in session: StoreSession
  ) throws -> (caller: Caller.LoggedIn, expiresAt: Instant)? {
    let found = try session.first(
      """
      SELECT s.id, s.account, s.restriction, s.expires_at, a.role, a.organization
      FROM sessions s JOIN accounts a ON a.id = s.account
      WHERE s.token = ?1 AND a.state <> 'erased'
      """, [.blob(token.bytes)]
    ) { row in
      (
        caller: Caller.LoggedIn(
          account: try row.id(1), session: try row.id(0), role: try row.word(4, AccountRole.self),
          memberships: [SubRealmID.publicRealm: .member],
          organization: try row.optional(5, row.id),
          restriction: try row.optional(2, row.text).flatMap(SessionRestriction.init)),
        expiresAt: try row.instant(3)
      )
    }
    guard var found else { return nil }
    if found.caller.restriction == nil {
      for part in parts { try part.complete(&found.caller, in: session) }
    }
    return found
  }
}
