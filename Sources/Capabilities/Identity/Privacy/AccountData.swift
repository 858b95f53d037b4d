import Access
import Base
import Mail
import Registration
import Storage

/// What this capability keeps about an account: the first of the holders asked at export, and the
/// last at erasure.
struct AccountData: PersonalDataHolder {
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
    let sessions = try SessionStore.list(of: id, at: Instant(milliseconds: 0), in: session)
    json.member("sessions", of: sessions) { $0.write(to: &$1, isCurrent: false) }
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
    // After all that tells others that the account leaves.
    let told = try ToldNames(of: id, links: publicAddress, in: transaction)
    try told.forget(toldToOthersThan: id, in: transaction)
    let reached = try transaction.all(
      """
      SELECT value FROM identifiers WHERE account = ?1
      UNION SELECT value FROM identifier_codes WHERE account = ?1
      """, [.id(id)]
    ) { try $0.text(0) }
    try outbox.forget(reached, told, in: transaction)
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
  ]
}
