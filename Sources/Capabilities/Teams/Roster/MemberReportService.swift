import Access
import Base
import Groups
import Moderation
import Notifications
import Storage

/// Reporting somebody of one's team or community: to its admins, and to the admins of the whole where
/// the one who is reported runs it (CG-BZ-10), also where that one came to run it alone later
/// (``MemberReportHandOver``).
///
/// - Thread: shared.
public struct MemberReportService: Sendable {
  let platform: Platform
  let realms: SubRealmService
  let moderation: ModerationService
  let notifications: any NotificationSink

  /// Reports a member; a second report of the same person on the same member changes nothing.
  ///
  /// - Throws: `notFound` unless both are in the sub-realm; `forbidden` with slug `members-only`;
  ///   `conflict` with slug `own-thing` for oneself.
  public func report(
    _ member: EntityID, in id: EntityID, _ draft: MemberReportDraft, caller: Caller
  ) throws {
    let account = try caller.requiredPerson().account
    let realm = try realms.get(id, caller: caller)
    guard realm.ownRole != nil else {
      throw Refusal(.forbidden, "members-only", "Only members report other members.")
    }
    guard member != account else {
      throw Refusal(.conflict, "own-thing", "This is you. You can leave the group.")
    }
    guard let role = try platform.store.readOnce({ try Self.role(of: member, in: id, $0) }) else {
      throw Refusal.notFound("member")
    }
    if role >= .admin {
      _ = try moderation.report(
        ReportDraft(member: member, of: realm.name, draft.reason, draft.text), caller: caller)
      return
    }
    try platform.store.write { transaction in
      guard let name = try Self.name(of: member, in: id, transaction) else {
        throw Refusal.notFound("member")
      }
      let isKnown = try transaction.exists(
        "SELECT 1 FROM member_reports WHERE realm = ?1 AND reporter = ?2 AND account = ?3",
        [.id(id), .id(account), .id(member)])
      if isKnown { return }
      let report = platform.ids.next()
      try transaction.execute(
        """
        INSERT INTO member_reports (id, realm, reporter, account, reason, text, created_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """,
        [
          .id(report), .id(id), .id(account), .id(member), .text(draft.reason.rawValue),
          .text(draft.text), .instant(transaction.now),
        ])
      for admin in try Self.admins(of: id, transaction) where admin != account {
        try notifications.post(
          TeamsNotice.memberReported(group: Told(realm.name), name: Told(name)), to: admin,
          about: NotificationSubject(.memberReport, id),
          version: try NotificationService.nextVersion(
            .memberReported, about: id, at: admin, in: transaction),
          in: transaction)
      }
    }
  }

  /// What waits for the admins of a sub-realm, the oldest first; nobody reads what is said of
  /// oneself.
  ///
  /// - Throws: `notFound`, `forbidden` with slug `realm-admin-needed`.
  public func list(
    of id: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> Page<MemberReport> {
    let after = try page.idPosition() ?? EntityID(high: 0, low: 0)
    let account = try admin(of: id, caller)
    return try platform.store.readOnce { session in
      let found = try session.all(
        Self.selection
          + " WHERE r.realm = ?1 AND r.id > ?2 AND r.account <> ?3 ORDER BY r.id LIMIT ?4",
        [.id(id), .id(after), .id(account), .int(page.limit + 1)], Self.read)
      return Page(reading: found, limit: page.limit) { Cursor($0.id) }
    }
  }

  /// Says that a report was dealt with: it goes.
  ///
  /// - Throws: `notFound`, `forbidden` with slug `realm-admin-needed`.
  public func settle(_ report: EntityID, in id: EntityID, caller: Caller) throws {
    let account = try admin(of: id, caller)
    try platform.store.write { transaction in
      let count = try transaction.execute(
        "DELETE FROM member_reports WHERE id = ?1 AND realm = ?2 AND account <> ?3",
        [.id(report), .id(id), .id(account)])
      guard count > 0 else { throw Refusal.notFound("report") }
      try transaction.record("subRealm", id, realm: id, .update)
    }
  }

  // MARK: Rows

  private func admin(of id: EntityID, _ caller: Caller) throws -> EntityID {
    let account = try caller.requiredPerson().account
    guard let role = try realms.get(id, caller: caller).ownRole, role >= .admin else {
      throw CommunityService.adminNeeded
    }
    return account
  }

  private static func role(
    of account: EntityID, in realm: EntityID, _ session: StoreSession
  ) throws -> MembershipRole? {
    try session.first(
      "SELECT role FROM memberships WHERE sub_realm = ?1 AND account = ?2",
      [.id(realm), .id(account)]
    ) { try $0.word(0, MembershipRole.self) }
  }

  private static func name(
    of account: EntityID, in realm: EntityID, _ session: StoreSession
  ) throws -> String? {
    try session.first(
      """
      SELECT a.display_name FROM memberships m JOIN accounts a ON a.id = m.account
      WHERE m.sub_realm = ?1 AND m.account = ?2
      """, [.id(realm), .id(account)]
    ) { try $0.text(0) }
  }

  private static func admins(
    of realm: EntityID, _ session: StoreSession
  ) throws -> [EntityID] {
    try session.all(
      """
      SELECT account FROM memberships WHERE sub_realm = ?1 AND role IN ('admin', 'owner')
      ORDER BY account
      """, [.id(realm)]
    ) { try $0.id(0) }
  }

  private static let selection = """
    SELECT r.id, r.realm, r.account, a.display_name, r.reason, r.text, r.created_at
    FROM member_reports r JOIN accounts a ON a.id = r.account
    """

  private static func read(_ row: any Row) throws -> MemberReport {
    MemberReport(
      id: try row.id(0), realm: try row.id(1),
      account: try row.id(2), name: try row.text(3),
      reason: try row.word(4, MemberReportReason.self), text: try row.text(5),
      createdAt: try row.instant(6))
  }
}
