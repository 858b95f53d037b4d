import Access
import Base
import Identity
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

  private static let columns = """
    SELECT a.id, a.display_name, m.role, m.joined_at, m.state, m.position, m.number, m.biography
    FROM memberships m JOIN accounts a ON a.id = m.account
    """

  private static func read(_ row: any Row) throws -> Membership {
    Membership(
      account: AccountSummary(id: try row.id(0), displayName: try row.text(1)),
      role: try row.word(2, MembershipRole.self), joinedAt: try row.instant(3),
      state: try row.word(4, MembershipState.self), position: try row.optional(5, row.text),
      number: try row.optional(6, row.int), biography: try row.text(7), readMarks: [:])
  }

  /// The members in order of their names, with what `viewer` has read.
  static func list(
    of realm: EntityID, for viewer: EntityID, _ page: PageRequest, in session: StoreSession
  ) throws -> Page<Membership> {
    let (key, id) = try NamePosition.read(page)
    var items = try session.all(
      columns + """
         WHERE m.sub_realm = ?1 AND (a.name_key > ?2 OR (a.name_key = ?2 AND a.id > ?3))
        ORDER BY a.name_key, a.id LIMIT ?4
        """, [.id(realm), .text(key), .id(id), .int(page.limit + 1)], read)
    for i in items.indices where items[i].account.id == viewer {
      items[i].readMarks = try readMarks(of: viewer, in: realm, session)
    }
    return Page(reading: items, limit: page.limit) {
      NamePosition.cursor($0.account.displayName, $0.account.id)
    }
  }

  static func find(
    _ account: EntityID, in realm: EntityID, _ session: StoreSession
  ) throws -> Membership? {
    try session.first(
      columns + " WHERE m.sub_realm = ?1 AND m.account = ?2", [.id(realm), .id(account)], read)
  }

  /// Everything kept of an account's places in live sub-realms, but for its personal one, for its
  /// export.
  static func all(
    of account: EntityID, in session: StoreSession
  ) throws -> [(realm: EntityID, membership: Membership)] {
    try roles(of: account, in: session).compactMap { realm, _ in
      guard realm != SubRealmID.personal(of: account),
        var found = try find(account, in: realm, session)
      else { return nil }
      found.readMarks = try readMarks(of: account, in: realm, session)
      return (realm, found)
    }
  }

  static func readMarks(
    of account: EntityID, in realm: EntityID, _ session: StoreSession
  ) throws -> [ReadTopic: Int] {
    let marks = try session.all(
      "SELECT topic, upto FROM read_marks WHERE account = ?1 AND sub_realm = ?2",
      [.id(account), .id(realm)]
    ) { (try $0.word(0, ReadTopic.self), try $0.int(1)) }
    return Dictionary(marks) { first, _ in first }
  }

  /// Whether another member has the number.
  static func isNumberTaken(
    _ number: Int, besides account: EntityID, in realm: EntityID, _ session: StoreSession
  ) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM memberships WHERE sub_realm = ?1 AND number = ?2 AND account <> ?3",
      [.id(realm), .int(number), .id(account)])
  }

  /// Writes what is known of a member, but for the role.
  static func update(
    _ membership: Membership, in realm: EntityID, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE memberships SET state = ?3, position = ?4, number = ?5, biography = ?6
      WHERE account = ?1 AND sub_realm = ?2
      """,
      [
        .id(membership.account.id), .id(realm), .text(membership.state.rawValue),
        .text(orNull: membership.position), .int(membership.number), .text(membership.biography),
      ])
    try transaction.record("membership", membership.account.id, realm: realm, .update)
  }

  /// Moves a mark on; back it never goes.
  static func mark(
    _ topic: ReadTopic, readTo upto: Int, by account: EntityID, in realm: EntityID,
    _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO read_marks (account, sub_realm, topic, upto) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (account, sub_realm, topic) DO UPDATE SET upto = excluded.upto
      WHERE read_marks.upto < excluded.upto
      """, [.id(account), .id(realm), .text(topic.rawValue), .int(upto)])
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
    try transaction.execute(
      "DELETE FROM read_marks WHERE account = ?1 AND sub_realm = ?2", [.id(account), .id(realm)])
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
