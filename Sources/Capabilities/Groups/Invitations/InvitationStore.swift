import Access
import Base
import Cryptography
import Identity
import Storage

/// Invitations in the database.
enum InvitationStore {
  private static let columns = """
    SELECT i.id, i.sub_realm, r.name, i.direction, i.role, i.inviter, a.display_name, i.to_account,
      i.to_email, CASE WHEN i.token IS NOT NULL AND i.to_email IS NULL THEN 1 ELSE 0 END,
      i.message, i.uses_left, i.hidden, i.state, i.created_at, i.expires_at, i.to_phone,
      target.display_name
    FROM invitations i LEFT JOIN sub_realms r ON r.id = i.sub_realm JOIN accounts a ON a.id = i.inviter
      LEFT JOIN accounts target ON target.id = i.to_account
    """

  private static func read(_ row: any Row) throws -> Invitation {
    Invitation(
      id: try row.id(0), subRealm: try row.optional(1, row.id),
      subRealmName: try row.optional(2, row.text),
      direction: try row.word(3, Invitation.Direction.self),
      role: try row.word(4, MembershipRole.self),
      inviter: AccountSummary(id: try row.id(5), displayName: try row.text(6)),
      toAccount: try row.optional(7, row.id), toName: try row.optional(17, row.text),
      toEmail: try row.optional(8, row.text),
      toPhone: try row.optional(16, row.text),
      isLink: try row.bool(9), message: try row.text(10), usesLeft: try row.optional(11, row.int),
      isHidden: try row.bool(12), storedState: try row.word(13, Invitation.State.self),
      createdAt: try row.instant(14), expiresAt: try row.instant(15))
  }

  static func insert(
    _ invitation: Invitation, token: Digest256?, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO invitations (id, sub_realm, direction, role, inviter, to_account, to_email, token,
        message, uses_left, hidden, state, created_at, expires_at, to_phone)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'open', ?12, ?13, ?14)
      """,
      [
        .id(invitation.id), .id(invitation.subRealm), .text(invitation.direction.rawValue),
        .text(invitation.role.rawValue), .id(invitation.inviter.id), .id(invitation.toAccount),
        .text(orNull: invitation.toEmail), token.map { .blob($0.bytes) } ?? .null,
        .text(invitation.message), .int(invitation.usesLeft), .bool(invitation.isHidden),
        .instant(invitation.createdAt), .instant(invitation.expiresAt),
        .text(orNull: invitation.toPhone),
      ])
    try transaction.record("invitation", invitation.id, realm: invitation.subRealm, .insert)
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> Invitation? {
    try session.first(columns + " WHERE i.id = ?1 AND \(isLive)", [.id(id)], read)
  }

  static func find(token: Digest256, in session: StoreSession) throws -> Invitation? {
    try session.first(
      columns + " WHERE i.token = ?1 AND \(isLive)", [.blob(token.bytes)], read)
  }

  /// A condition that there is still something to come into.
  private static let isLive = "(i.sub_realm IS NULL OR r.state = 'live')"

  /// The open friend request of one account to another.
  static func openFriendRequest(
    of account: EntityID, to target: EntityID, at now: Instant, in session: StoreSession
  ) throws -> Invitation? {
    try session.first(
      columns + """
         WHERE i.inviter = ?1 AND i.to_account = ?2 AND i.sub_realm IS NULL
          AND i.state = 'open' AND i.expires_at > ?3
        """, [.id(account), .id(target), .instant(now)], read)
  }

  /// The open friend requests of an account, the newest first.
  static func openFriendRequests(
    of account: EntityID, at now: Instant, before: EntityID, limit: Int, in session: StoreSession
  ) throws -> [Invitation] {
    try session.all(
      columns + """
         WHERE i.inviter = ?1 AND i.sub_realm IS NULL AND i.state = 'open' AND i.expires_at > ?2
          AND i.id < ?3
        ORDER BY i.id DESC LIMIT ?4
        """, [.id(account), .instant(now), .id(before), .int(limit)], read)
  }

  static func openRequest(
    of account: EntityID, to realm: EntityID, at now: Instant, in session: StoreSession
  ) throws -> Invitation? {
    try session.first(
      columns + """
         WHERE i.inviter = ?1 AND i.sub_realm = ?2 AND i.direction = 'requested'
          AND i.state = 'open' AND i.expires_at > ?3
        """, [.id(account), .id(realm), .instant(now)], read)
  }

  /// What waits for the account's answer, the newest first: invitations to it, or to its address
  /// if that is verified.
  static func waiting(
    for account: EntityID, at now: Instant, before: EntityID, limit: Int,
    in session: StoreSession
  ) throws -> [Invitation] {
    try session.all(
      columns + """
         WHERE i.state = 'open' AND i.direction = 'offered' AND i.hidden = 0 AND i.expires_at > ?2
          AND \(isLive) AND i.id < ?3
          AND \(ListRights.isNotBlocked("i.inviter", by: "?1"))
          AND (i.to_account = ?1 OR (i.to_account IS NULL AND COALESCE(i.to_email, i.to_phone) IN
            (SELECT value FROM identifiers WHERE account = ?1 AND verified_at IS NOT NULL)))
        ORDER BY i.id DESC LIMIT ?4
        """, [.id(account), .instant(now), .id(before), .int(limit)], read)
  }

  /// Whether the account has heard since `start` of something of `inviter` that it has not decided; also
  /// if that was taken back, as it could be sent again and again otherwise.
  static func hasHeard(
    from inviter: EntityID, for account: EntityID, since start: Instant, in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      """
      SELECT 1 FROM invitations WHERE to_account = ?1 AND inviter = ?2
        AND state IN ('open', 'revoked') AND created_at > ?3 AND hidden = 0 LIMIT 1
      """, [.id(account), .id(inviter), .instant(start)])
  }

  /// How many invitations to addresses and numbers were made since `start`: by one sender, to one
  /// recipient, or by all to all.
  static func sent(
    by inviter: EntityID? = nil, to recipient: String? = nil, since start: Instant,
    in session: StoreSession
  ) throws -> Int {
    var sql = """
      SELECT COUNT(*) FROM invitations
      WHERE created_at > ?1 AND COALESCE(to_email, to_phone) IS NOT NULL
      """
    var parameters: [SQLValue] = [.instant(start)]
    if let inviter {
      parameters.append(.id(inviter))
      sql += " AND inviter = ?\(parameters.count)"
    }
    if let recipient {
      parameters.append(.text(recipient))
      sql += " AND to_email = ?\(parameters.count)"
    }
    return try session.count(sql, parameters)
  }

  /// Open invitations into and requests for a sub-realm, the newest first, without requests of
  /// people whom `viewer` blocks.
  static func open(
    of realm: EntityID, for viewer: EntityID, at now: Instant, before: EntityID, limit: Int,
    in session: StoreSession
  ) throws -> [Invitation] {
    try session.all(
      columns + """
         WHERE i.sub_realm = ?1 AND i.state = 'open' AND i.expires_at > ?2 AND i.id < ?3
          AND (i.direction = 'offered' OR \(ListRights.isNotBlocked("i.inviter", by: "?4")))
        ORDER BY i.id DESC LIMIT ?5
        """, [.id(realm), .instant(now), .id(before), .id(viewer), .int(limit)], read)
  }

  static func decide(
    _ invitation: Invitation, _ state: Invitation.State, by account: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE invitations SET state = ?2, decided_by = ?3, decided_at = ?4 WHERE id = ?1",
      [
        .id(invitation.id), .text(state.rawValue), .id(account), .instant(transaction.now),
      ])
    try transaction.record("invitation", invitation.id, realm: invitation.subRealm, .update)
  }

  static func setUsesLeft(
    _ uses: Int, of id: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE invitations SET uses_left = ?2 WHERE id = ?1", [.id(id), .int(uses)])
  }

  static func revokeAll(into realm: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE invitations SET state = 'revoked' WHERE sub_realm = ?1 AND state = 'open'",
      [.id(realm)])
  }

  /// Deletes what nobody can answer any more, 30 days after it ended.
  static func expire(in transaction: WriteTransaction) throws -> Int {
    try transaction.execute(
      "DELETE FROM invitations WHERE expires_at < ?1",
      [.instant(transaction.now.adding(seconds: -30 * 86_400))])
  }
}
