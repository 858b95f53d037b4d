import Access
import Base
import Groups
import Identity
import Storage

/// How a member of a team is reached, as far as the member shows it (BZ-ROS-01).
///
/// - Thread: pure.
public struct MemberContact: Sendable {
  public var account: EntityID
  /// Proved ones only.
  public var email: String?
  public var phone: String?

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("account", account)
      json.member("email", email)
      json.member("phone", phone)
    }
  }
}

/// Contact data in a team: each member's own consent, for that team alone, and gone at once when it is
/// withdrawn (BZ-ROS-02).
///
/// - Thread: shared.
public struct ContactService: Sendable {
  let platform: Platform
  let realms: SubRealmService

  /// Those who show how they are reached.
  ///
  /// Who has blocked the caller is left out, as if nothing were shown; guests see the own alone.
  ///
  /// - Throws: `notFound`; `forbidden` with slug `members-only`.
  public func list(
    of id: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> (page: Page<MemberContact>, isShared: Bool) {
    let after = try page.idPosition() ?? EntityID(high: 0, low: 0)
    let (account, role) = try team(id, caller)
    return try platform.store.read { session in
      let shown = try session.all(
        """
        SELECT c.account FROM contact_shares c
        WHERE c.realm = ?1 AND c.account > ?2 AND (c.account = ?4 OR (?5 = 1 AND NOT EXISTS (
          SELECT 1 FROM blocks b WHERE b.blocker = c.account AND b.blocked = ?4)))
        ORDER BY c.account LIMIT ?3
        """,
        [.id(id), .id(after), .int(page.limit + 1), .id(account), .bool(role >= .member)]
      ) { try $0.id(0) }
      let contacts = Page(reading: shown, limit: page.limit) { Cursor($0) }
      let isShared = try session.exists(
        "SELECT 1 FROM contact_shares WHERE realm = ?1 AND account = ?2", [.id(id), .id(account)])
      return (
        try contacts.map { other in
          let reached = try AccountDirectory.contact(of: other, in: session)
          return MemberContact(account: other, email: reached.email, phone: reached.phone)
        }, isShared
      )
    }
  }

  /// Shows the team how the caller is reached, or shows it no more.
  ///
  /// - Throws: as ``list(of:_:caller:)``.
  public func share(_ isShared: Bool, in id: EntityID, caller: Caller) throws {
    let (account, _) = try team(id, caller)
    try platform.store.write { transaction in
      if isShared {
        try transaction.execute(
          """
          INSERT INTO contact_shares (account, realm, given_at) VALUES (?1, ?2, ?3)
          ON CONFLICT (account, realm) DO NOTHING
          """, [.id(account), .id(id), .instant(transaction.now)])
      } else {
        try transaction.execute(
          "DELETE FROM contact_shares WHERE account = ?1 AND realm = ?2", [.id(account), .id(id)])
      }
      try transaction.record("subRealm", id, realm: id, .update)
    }
  }

  /// - Returns: the caller's account, and what it is in the team.
  private func team(
    _ id: EntityID, _ caller: Caller
  ) throws -> (account: EntityID, role: MembershipRole) {
    let account = try caller.requiredPerson().account
    let realm = try realms.get(id, caller: caller)
    guard realm.kind == .team else { throw Refusal.notFound("team") }
    guard let role = realm.ownRole else {
      throw Refusal(.forbidden, "members-only", "Only members see how others are reached.")
    }
    return (account, role)
  }
}
