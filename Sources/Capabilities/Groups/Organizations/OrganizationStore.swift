import Base
import Identity
import Storage

/// Organizations and requests for them in the database.
enum OrganizationStore {
  static func insert(_ organization: Organization, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "INSERT INTO organizations (id, website, currency, approved_at) VALUES (?1, ?2, ?3, ?4)",
      [
        .id(organization.id), .text(orNull: organization.website),
        .text(organization.currency.rawValue), .instant(organization.approvedAt),
      ])
    try transaction.record("organization", organization.id, realm: organization.id, .insert)
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> Organization? {
    try session.first(
      """
      SELECT o.id, r.name, o.website, o.currency, o.approved_at
      FROM organizations o JOIN sub_realms r ON r.id = o.id WHERE o.id = ?1
      """, [.id(id)]
    ) { row in
      Organization(
        id: try row.id(0), name: try row.text(1), website: try row.optional(2, row.text),
        currency: try row.word(3, Currency.self), approvedAt: try row.instant(4))
    }
  }

  static func update(_ organization: Organization, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE organizations SET website = ?2, currency = ?3 WHERE id = ?1",
      [
        .id(organization.id), .text(orNull: organization.website),
        .text(organization.currency.rawValue),
      ])
    try transaction.record("organization", organization.id, realm: organization.id, .update)
  }

  private static let requestColumns = """
    SELECT q.id, a.id, a.display_name, q.organization_name, q.reason, q.website, q.state,
      q.created_at, q.organization, q.decision_reason, q.decided_at
    FROM organization_requests q JOIN accounts a ON a.id = q.account
    """

  private static func readRequest(_ row: any Row) throws -> OrganizationRequest {
    OrganizationRequest(
      id: try row.id(0),
      account: AccountSummary(id: try row.id(1), displayName: try row.text(2)),
      organizationName: try row.text(3), reason: try row.text(4),
      website: try row.optional(5, row.text),
      state: try row.word(6, OrganizationRequest.State.self), createdAt: try row.instant(7),
      organization: try row.optional(8, row.id), decisionReason: try row.optional(9, row.text),
      decidedAt: try row.optional(10, row.instant))
  }

  static func insert(
    _ request: OrganizationRequest, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO organization_requests
        (id, account, organization_name, reason, website, state, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .id(request.id), .id(request.account.id), .text(request.organizationName),
        .text(request.reason), .text(orNull: request.website), .text(request.state.rawValue),
        .instant(request.createdAt),
      ])
    try transaction.record("organization", request.id, .insert)
  }

  static func request(_ id: EntityID, in session: StoreSession) throws -> OrganizationRequest? {
    try session.first(requestColumns + " WHERE q.id = ?1", [.id(id)], readRequest)
  }

  /// The account's requests, the newest first.
  static func requests(
    of account: EntityID, in session: StoreSession
  ) throws -> [OrganizationRequest] {
    try session.all(
      requestColumns + " WHERE q.account = ?1 ORDER BY q.id DESC", [.id(account)], readRequest)
  }

  /// Requests that wait for a decision, the oldest first.
  static func pending(
    after id: EntityID, limit: Int, in session: StoreSession
  ) throws -> [OrganizationRequest] {
    try session.all(
      requestColumns + " WHERE q.state = 'requested' AND q.id > ?1 ORDER BY q.id LIMIT ?2",
      [.id(id), .int(limit)], readRequest)
  }

  static func decide(
    _ request: OrganizationRequest, by admin: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE organization_requests SET state = ?2, organization = ?3, decision_reason = ?4,
        decided_by = ?5, decided_at = ?6
      WHERE id = ?1
      """,
      [
        .id(request.id), .text(request.state.rawValue), .id(request.organization),
        .text(orNull: request.decisionReason), .id(admin), .instant(transaction.now),
      ])
    try transaction.record("organization", request.id, .update)
  }
}
