import Base
import Storage

/// Memberships in the database.
enum MembershipStore {
  /// The roles of an account in live sub-realms.
  static func roles(
    of account: EntityID, in session: StoreSession
  ) throws -> [(realm: EntityID, role: MembershipRole)] {
    try session.all(
      """
      SELECT m.sub_realm, m.role FROM memberships m JOIN sub_realms r ON r.id = m.sub_realm
      WHERE m.account = ?1 AND r.state = 'live' ORDER BY m.sub_realm
      """, [.id(account)]
    ) { (try $0.id(0), try $0.word(1, MembershipRole.self)) }
  }

  static func role(
    of account: EntityID, in realm: EntityID, _ session: StoreSession
  ) throws -> MembershipRole? {
    try session.first(
      "SELECT role FROM memberships WHERE account = ?1 AND sub_realm = ?2",
      [.id(account), .id(realm)]
    ) { try $0.word(0, MembershipRole.self) }
  }

  static func accounts(of realm: EntityID, in session: StoreSession) throws -> [EntityID] {
    try session.all(
      "SELECT account FROM memberships WHERE sub_realm = ?1 ORDER BY joined_at, account",
      [.id(realm)]
    ) { try $0.id(0) }
  }

  /// Those who run the sub-realm, the longest-standing first.
  static func admins(of realm: EntityID, in session: StoreSession) throws -> [EntityID] {
    try session.all(
      """
      SELECT account FROM memberships WHERE sub_realm = ?1 AND role IN ('admin', 'owner')
      ORDER BY joined_at, account
      """, [.id(realm)]
    ) { try $0.id(0) }
  }

  /// The members in order of their names.
  static func list(
    of realm: EntityID, _ page: PageRequest, in session: StoreSession
  ) throws -> Page<Membership> {
    let (key, id) = try NamePosition.read(page)
    let items = try session.all(
      """
      SELECT a.id, a.display_name, m.role, m.joined_at
      FROM memberships m JOIN accounts a ON a.id = m.account
      WHERE m.sub_realm = ?1 AND (a.name_key > ?2 OR (a.name_key = ?2 AND a.id > ?3))
      ORDER BY a.name_key, a.id LIMIT ?4
      """, [.id(realm), .text(key), .id(id), .int(page.limit + 1)]
    ) { row in
      Membership(
        account: AccountSummary(id: try row.id(0), displayName: try row.text(1)),
        role: try row.word(2, MembershipRole.self), joinedAt: try row.instant(3))
    }
    return Page(reading: items, limit: page.limit) {
      NamePosition.cursor($0.account.displayName, $0.account.id)
    }
  }

  static func insert(
    _ account: EntityID, into realm: EntityID, as role: MembershipRole,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "INSERT INTO memberships (account, sub_realm, role, joined_at) VALUES (?1, ?2, ?3, ?4)",
      [.id(account), .id(realm), .text(role.rawValue), .instant(transaction.now)])
    try countChange(of: realm, in: transaction)
    try transaction.record("membership", account, realm: realm, .insert)
  }

  static func setRole(
    _ role: MembershipRole, of account: EntityID, in realm: EntityID,
    _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE memberships SET role = ?3 WHERE account = ?1 AND sub_realm = ?2",
      [.id(account), .id(realm), .text(role.rawValue)])
    try countChange(of: realm, in: transaction)
    try transaction.record("membership", account, realm: realm, .update)
  }

  static func delete(
    _ account: EntityID, from realm: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM memberships WHERE account = ?1 AND sub_realm = ?2", [.id(account), .id(realm)])
    try countChange(of: realm, in: transaction)
    try transaction.record("membership", account, realm: realm, .delete)
  }

  // MARK: The version of who is in a sub-realm

  /// Counts a decision on who is in a sub-realm: notifications about it carry the number.
  static func countChange(of realm: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE sub_realms SET members_version = members_version + 1 WHERE id = ?1", [.id(realm)])
  }

  /// How many decisions there have been.
  static func version(of realm: EntityID, in session: StoreSession) throws -> Int {
    try session.count("SELECT members_version FROM sub_realms WHERE id = ?1", [.id(realm)])
  }
}
