import Access
import Base
import Notifications
import Registration
import Storage

/// What this capability keeps about an account: the first of the holders asked at export and
/// erasure.
struct AccountData: PersonalDataHolder {
  let departures: [any DepartureHandler]
  let outbox: MailOutbox
  /// What the links of this installation begin with.
  let publicAddress: String

  func export(
    _ id: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let account = try AccountStore.existing(id, in: session)
    json.key("account")
    account.write(to: &json)
    json.member("formerNames", of: try ToldNames.former(of: id, in: session)) { $1.string($0) }
    json.member("consents", of: try ConsentStore.history(of: id, in: session)) {
      $0.write(to: &$1)
    }
    try exportMembership(of: id, from: session, to: &json)
    let blocked = try session.all(
      "SELECT blocked FROM blocks WHERE blocker = ?1 ORDER BY at", [.id(id)]
    ) { try $0.id(0) }
    json.member("blocks", of: blocked) { $1.id($0) }
    json.member("organizationRequests", of: try OrganizationStore.requests(of: id, in: session)) {
      $0.write(to: &$1)
    }
    json.member("reports", of: try ReportStore.reports(by: id, in: session)) {
      $0.write(to: &$1)
    }
    let messages = try OperatorMessageStore.all(of: id, in: session)
    json.member("operatorMessages", of: messages) { $0.write(to: &$1) }
    json.member("purchases", of: try Ledger().entries(of: id, in: session)) { $0.write(to: &$1) }
  }

  private func exportMembership(
    of id: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let sessions = try SessionStore.list(of: id, at: Instant(milliseconds: 0), in: session)
    json.member("sessions", of: sessions) { $0.write(to: &$1, isCurrent: false) }
    json.member("memberships", of: try MembershipStore.all(of: id, in: session)) { item, json in
      json.object { json in
        json.member("realm", item.realm)
        json.member("role", item.membership.role.rawValue)
        json.key("membership")
        item.membership.write(to: &json)
      }
    }
    let sent = try session.all(
      """
      SELECT id, sub_realm, created_at FROM invitations
      WHERE inviter = ?1 OR (to_account = ?1 AND hidden = 0) ORDER BY id
      """, [.id(id)]
    ) { (id: try $0.id(0), realm: try $0.optional(1, $0.id), at: try $0.instant(2)) }
    json.member("invitations", of: sent) { item, json in
      json.object { json in
        json.member("id", item.id)
        json.member("realm", item.realm)
        json.member("createdAt", item.at)
      }
    }
    let age = try session.first(
      "SELECT threshold, answer, at FROM age_assertions WHERE account = ?1", [.id(id)]
    ) { (threshold: try $0.int(0), answer: try $0.bool(1), at: try $0.instant(2)) }
    guard let age else { return }
    json.object("ageAssertion") { json in
      json.member("threshold", age.threshold)
      json.member("answer", age.answer)
      json.member("at", age.at)
    }
  }

  func erase(_ id: EntityID, in transaction: WriteTransaction) throws {
    try SessionStore.endAll(of: id, in: transaction)
    let told = try ToldNames(of: id, links: publicAddress, in: transaction)
    for (realmID, _) in try MembershipStore.roles(of: id, in: transaction)
    where realmID != SubRealmID.personal(of: id) {
      guard let realm = try SubRealmStore.find(realmID, for: id, in: transaction) else { continue }
      try Memberships.remove(
        id, from: realm, forced: true, departures: departures, in: transaction)
    }
    // After all that tells others that the account leaves.
    try told.forget(toldToOthersThan: id, in: transaction)
    let reached = try transaction.all(
      """
      SELECT value FROM identifiers WHERE account = ?1
      UNION SELECT value FROM identifier_codes WHERE account = ?1
      """, [.id(id)]
    ) { try $0.text(0) }
    try transaction.execute(
      """
      DELETE FROM mails WHERE recipient IN (
        SELECT value FROM identifiers WHERE account = ?1
        UNION SELECT value FROM identifier_codes WHERE account = ?1)
      """, [.id(id)])
    try transaction.execute(
      """
      DELETE FROM invitations WHERE COALESCE(to_email, to_phone) IN (
        SELECT value FROM identifiers WHERE account = ?1)
      """, [.id(id)])
    try outbox.rewrite(in: transaction, told.forgotten)
    // What has left the database already lies in a folder until the operator's program takes it.
    for recipient in reached {
      try outbox.add(
        to: recipient, by: .erasure, subject: "", body: told.encoded,
        id: EntityID(at: transaction.now, random: SystemRandom()), in: transaction)
    }
    for statement in Self.deletions { try transaction.execute(statement, [.id(id)]) }
    try transaction.execute(
      """
      UPDATE accounts SET display_name = ?2, name_key = ?3, given_name = NULL, family_name = NULL,
        locale = NULL, time_zone = NULL, preferences = '{}', role = 'general', state = 'erased',
        organization = NULL, buyer = NULL, version = version + 1
      WHERE id = ?1
      """,
      [
        .id(id), .text(Account.formerMember), .text(NameKey.of(Account.formerMember)),
      ])
    try transaction.record("account", id, .delete)
  }

  private static let deletions = [
    "DELETE FROM former_names WHERE account = ?1",
    "DELETE FROM known_devices WHERE account = ?1",
    "DELETE FROM identifier_codes WHERE account = ?1",
    "DELETE FROM identifiers WHERE account = ?1",
    "DELETE FROM credentials WHERE account = ?1",
    "DELETE FROM temporary_credentials WHERE account = ?1",
    "DELETE FROM consents WHERE account = ?1",
    "DELETE FROM age_assertions WHERE account = ?1",
    "DELETE FROM memberships WHERE account = ?1",
    "UPDATE sub_realms SET state = 'deleted' WHERE id = ?1 AND kind = 'personal'",
    "DELETE FROM read_marks WHERE account = ?1",
    "DELETE FROM blocks WHERE blocker = ?1 OR blocked = ?1",
    "DELETE FROM invitations WHERE inviter = ?1 OR to_account = ?1",
    "DELETE FROM address_uses WHERE account = ?1",
    "DELETE FROM organization_requests WHERE account = ?1",
    "DELETE FROM operator_messages WHERE account = ?1",
    "DELETE FROM idempotency_keys WHERE account = ?1",
    "UPDATE reports SET reporter = NULL, text = '' WHERE reporter = ?1",
    """
    UPDATE report_cases SET owner = NULL, title = 'Erased', evidence = CAST('{}' AS %blob)
    WHERE owner = ?1
    """,
  ]
}
