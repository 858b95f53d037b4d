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
public let moderationSchema = SchemaModule(name: "moderation", migrations: [])

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
