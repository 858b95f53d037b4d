import Base
import Registration
import Storage

/// What the rest must know of moderation.
public let moderationCapability = Capability(
  "moderation",
  schema: [moderationSchema],
  tables: [
    TableClaim(
      "reports", export: .yes("reports"), erasure: .yes("lose their author and text"),
      rules: .declared),
    TableClaim(
      "report_cases", export: .no("evidence is the moderators'"),
      erasure: .yes("those on what was the account's lose owner, title and evidence"),
      rules: .declared),
    TableClaim(
      "audit_entries", export: .no("a chain of what admins decided"),
      erasure: .no("a chain that is cut proves nothing; it names accounts by identifier only"),
      rules: .no("its hashes are verified by themselves")),
    TableClaim(
      "operator_messages", export: .yes("operatorMessages"), erasure: .yes("deleted"),
      rules: .declared),
    .impersonal(
      "breach_counts", "counts by month, without who has written", rules: .declared),
    .impersonal("ease_counts", "counts by month, without who has answered", rules: .declared),
  ],
  personalData: [ModerationData()],
  parts: moderationNotifications + [
    ReportableAccounts(),
    Expiry("reportCases") { try ReportStore.expire(in: $0) },
    Expiry("operatorMessages") { try OperatorMessageStore.expire(in: $0) },
  ])

/// What moderation stores from here on; its first tables were made in the schema `realms`.
public let moderationSchema = SchemaModule(
  name: "moderation",
  migrations: [
    Migration(
      number: 1,
      rebuilds: [
        // More can be decided than to keep or to remove.
        TableRebuild(
          "report_cases",
          definition: """
            id %id NOT NULL PRIMARY KEY,
            subject_kind %text NOT NULL,
            subject %id NOT NULL,
            owner %id,
            title %text NOT NULL,
            evidence %blob NOT NULL,
            urgent %int NOT NULL,
            reports %int NOT NULL,
            opened_at %int NOT NULL,
            decision %text CHECK (decision IN ('keep', 'warn', 'hide', 'remove')),
            decision_reason %text,
            decided_by %id,
            decided_at %int,
            number %int NOT NULL DEFAULT 1
            """,
          keeping: [
            "id", "subject_kind", "subject", "owner", "title", "evidence", "urgent", "reports",
            "opened_at", "decision", "decision_reason", "decided_by", "decided_at", "number",
          ],
          indexes: [
            """
            CREATE UNIQUE INDEX report_cases_open ON report_cases (subject_kind, subject)
            WHERE decided_at IS NULL
            """,
            "CREATE INDEX report_cases_queue ON report_cases (decided_at, id)",
            "CREATE INDEX report_cases_subject ON report_cases (subject_kind, subject)",
            // What else of a person's was reported stands beside each case.
            "CREATE INDEX report_cases_owner ON report_cases (owner, id)",
          ])
      ])
  ])

/// An account's reports, those on what was its own, and what it wrote to the operator.
private struct ModerationData: PersonalDataHolder {
  func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    json.member("reports", of: try ReportStore.reports(by: account, in: session)) {
      $0.write(to: &$1)
    }
    let messages = try OperatorMessageStore.all(of: account, in: session)
    json.member("operatorMessages", of: messages) { $0.write(to: &$1) }
  }

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    for statement in Self.erasures { try transaction.execute(statement, [.id(account)]) }
  }

  private static let erasures = [
    "DELETE FROM operator_messages WHERE account = ?1",
    "UPDATE reports SET reporter = NULL, text = '' WHERE reporter = ?1",
    """
    UPDATE report_cases SET owner = NULL, title = 'Erased', evidence = CAST('{}' AS %blob)
    WHERE owner = ?1
    """,
  ]
}
