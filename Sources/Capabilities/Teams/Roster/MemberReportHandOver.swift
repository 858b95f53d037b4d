import Base
import Moderation
import Storage

/// Reports on members who have become the only admin of their sub-realm: nobody else of it could settle
/// them, and nobody settles what is said of oneself (CG-BZ-10).
///
/// - Thread: shared.
struct MemberReportHandOver: ReportHandOver {
  private static let left = """
    FROM member_reports r JOIN sub_realms s ON s.id = r.realm
    WHERE EXISTS (
      SELECT 1 FROM memberships m WHERE m.sub_realm = r.realm AND m.account = r.account
        AND m.role IN ('admin', 'owner'))
    AND NOT EXISTS (
      SELECT 1 FROM memberships m WHERE m.sub_realm = r.realm AND m.account <> r.account
        AND m.role IN ('admin', 'owner'))
    """

  func isAnyLeft(in session: StoreSession) throws -> Bool {
    try session.exists("SELECT 1 \(Self.left) LIMIT 1", [])
  }

  func take(in transaction: WriteTransaction) throws -> [HandedReport] {
    let found = try transaction.all(
      """
      SELECT r.id, r.realm, r.reporter, r.account, s.name, r.reason, r.text, r.created_at
      \(Self.left) ORDER BY r.id
      """, []
    ) { row in
      (
        id: try row.id(0), realm: try row.id(1),
        handed: HandedReport(
          by: try row.id(2),
          ReportDraft(
            member: try row.id(3), of: try row.text(4),
            try row.word(5, MemberReportReason.self), try row.text(6)),
          at: try row.instant(7))
      )
    }
    for report in found {
      try transaction.execute("DELETE FROM member_reports WHERE id = ?1", [.id(report.id)])
      try transaction.record("subRealm", report.realm, realm: report.realm, .update)
    }
    return found.map(\.handed)
  }
}

extension ReportDraft {
  /// What is said of a member, as the admins of the server read it.
  init(member: EntityID, of realm: String, _ reason: MemberReportReason, _ text: String) {
    self.init(account: member, reason: .offensive, text: "\(realm): \(reason.rawValue). \(text)")
  }
}
