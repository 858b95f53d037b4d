import Access
import Base
import Cryptography
import Storage

/// Accounts, their identifiers and credentials in the database.
public enum AccountStore {
  private static let columns = """
    SELECT a.id, a.display_name, a.given_name, a.family_name, i.value, i.verified_at, a.locale,
      a.time_zone, a.preferences, a.role, a.state, a.organization, a.created_at, a.version,
      p.value
    FROM accounts a LEFT JOIN identifiers i ON i.account = a.id AND i.kind = 'email'
    LEFT JOIN identifiers p ON p.account = a.id AND p.kind = 'phone'
    """

  /// The account, also one that was erased.
  public static func find(_ id: EntityID, in session: StoreSession) throws -> Account? {
    try session.first(columns + " WHERE a.id = ?1", [.id(id)], read)
  }

  /// The accounts that are suspended, in the order in which they were made.
  public static func suspended(
    after id: EntityID, limit: Int, in session: StoreSession
  ) throws -> [Account] {
    try session.all(
      columns + " WHERE a.state = 'suspended' AND a.id > ?1 ORDER BY a.id LIMIT ?2",
      [.id(id), .int(limit)], read)
  }

  static func activeAdmins(in session: StoreSession) throws -> [EntityID] {
    try session.all(
      "SELECT id FROM accounts WHERE role = 'admin' AND state = 'active' ORDER BY id"
    ) { try $0.id(0) }
  }

  private static func read(_ row: any Row) throws -> Account {
    Account(
      id: try row.id(0), displayName: try row.text(1), givenName: try row.optional(2, row.text),
      familyName: try row.optional(3, row.text), email: try row.optional(4, row.text),
      emailVerifiedAt: try row.optional(5, row.instant),
      phoneNumber: try row.optional(14, row.text), locale: try row.optional(6, row.text),
      timeZone: try row.optional(7, row.text), preferences: Preferences(stored: try row.text(8)),
      role: try row.word(9, AccountRole.self), state: try row.word(10, AccountState.self),
      organization: try row.optional(11, row.id), createdAt: try row.instant(12),
      version: try row.int(13))
  }

  /// The account that is there and not erased.
  ///
  /// - Throws: `notFound`.
  public static func existing(_ id: EntityID, in session: StoreSession) throws -> Account {
    guard let account = try find(id, in: session), account.state != .erased else {
      throw Refusal.notFound("account")
    }
    return account
  }

  /// Whose an email address is.
  public static func account(withEmail email: String, in session: StoreSession) throws -> EntityID?
  {
    try account(with: .email, email, in: session)
  }

  /// Whose a telephone number is.
  public static func account(withPhone number: String, in session: StoreSession) throws -> EntityID?
  {
    try account(with: .phone, number, in: session)
  }

  /// Whether the account has proved an address or a number.
  public static func hasProvedIdentifier(
    _ account: EntityID, in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM identifiers WHERE account = ?1 AND verified_at IS NOT NULL LIMIT 1",
      [.id(account)])
  }

  /// Whether the account has proved this address or number.
  public static func hasProved(
    _ value: String, _ account: EntityID, in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM identifiers WHERE account = ?1 AND value = ?2 AND verified_at IS NOT NULL",
      [.id(account), .text(value)])
  }

  private static func account(
    with kind: IdentifierKind, _ value: String, in session: StoreSession
  ) throws -> EntityID? {
    try session.first(
      "SELECT account FROM identifiers WHERE kind = ?1 AND value = ?2",
      [.text(kind.rawValue), .text(value)]
    ) { try $0.id(0) }
  }

  /// How an account is called.
  public static func displayName(_ id: EntityID, in session: StoreSession) throws -> String? {
    try session.first("SELECT display_name FROM accounts WHERE id = ?1", [.id(id)]) {
      try $0.text(0)
    }
  }

  static func insert(
    _ account: Account, buyer: EntityID, passwordHash: String, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO accounts (id, display_name, name_key, given_name, family_name, locale, time_zone,
        preferences, role, state, organization, buyer, created_at, version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """,
      [
        .id(account.id), .text(account.displayName), .text(NameKey.of(account.displayName)),
        .text(orNull: account.givenName), .text(orNull: account.familyName),
        .text(orNull: account.locale), .text(orNull: account.timeZone),
        .text(account.preferences.encoded), .text(account.role.rawValue),
        .text(account.state.rawValue), .id(account.organization), .id(buyer),
        .instant(account.createdAt), .int(account.version),
      ])
    try transaction.execute(
      "INSERT INTO identifiers (account, kind, value) VALUES (?1, 'email', ?2)",
      [.id(account.id), .text(orNull: account.email)])
    try transaction.execute(
      "INSERT INTO credentials (account, hash, changed_at) VALUES (?1, ?2, ?3)",
      [.id(account.id), .text(passwordHash), .instant(transaction.now)])
    try transaction.record("account", account.id, .insert)
  }

  /// Writes what its owner or an admin can change, and counts the version up.
  public static func update(_ account: Account, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE accounts SET display_name = ?2, name_key = ?3, given_name = ?4, family_name = ?5,
        locale = ?6, time_zone = ?7, preferences = ?8, role = ?9, state = ?10, organization = ?11,
        version = version + 1
      WHERE id = ?1
      """,
      [
        .id(account.id), .text(account.displayName), .text(NameKey.of(account.displayName)),
        .text(orNull: account.givenName), .text(orNull: account.familyName),
        .text(orNull: account.locale), .text(orNull: account.timeZone),
        .text(account.preferences.encoded), .text(account.role.rawValue),
        .text(account.state.rawValue), .id(account.organization),
      ])
    try transaction.record("account", account.id, .update)
  }

  static func verifyEmail(of account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE identifiers SET verified_at = ?2
      WHERE account = ?1 AND kind = 'email' AND verified_at IS NULL
      """, [.id(account), .instant(transaction.now)])
  }

  static func setPhone(
    _ number: String, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO identifiers (account, kind, value, verified_at) VALUES (?1, 'phone', ?2, ?3)
      ON CONFLICT (account, kind) DO UPDATE SET value = ?2, verified_at = ?3
      """, [.id(account), .text(number), .instant(transaction.now)])
  }

  /// True if there was one.
  static func dropPhone(of account: EntityID, in transaction: WriteTransaction) throws -> Bool {
    try transaction.execute(
      "DELETE FROM identifiers WHERE account = ?1 AND kind = 'phone'", [.id(account)]) > 0
  }

  static func passwordHash(of account: EntityID, in session: StoreSession) throws -> String? {
    try session.first("SELECT hash FROM credentials WHERE account = ?1", [.id(account)]) {
      try $0.text(0)
    }
  }

  static func setPasswordHash(
    _ hash: String, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE credentials SET hash = ?2, changed_at = ?3 WHERE account = ?1",
      [.id(account), .text(hash), .instant(transaction.now)])
  }

  /// Counts a change of how an account logs in; notifications about it carry the number.
  ///
  /// - Returns: how many there have been, this one included.
  static func countSecurityChange(
    of account: EntityID, in transaction: WriteTransaction
  ) throws -> Int {
    try transaction.execute(
      "UPDATE accounts SET security_version = security_version + 1 WHERE id = ?1", [.id(account)])
    return try transaction.count(
      "SELECT security_version FROM accounts WHERE id = ?1", [.id(account)])
  }

  static func setTemporaryPassword(
    _ digest: Digest256, of account: EntityID, until expiry: Instant,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO temporary_credentials (account, digest, expires_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (account) DO UPDATE SET digest = ?2, expires_at = ?3
      """, [.id(account), .blob(digest.bytes), .instant(expiry)])
  }

  /// Takes the temporary password away; true if there was one.
  @discardableResult
  static func dropTemporaryPassword(
    of account: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      "DELETE FROM temporary_credentials WHERE account = ?1", [.id(account)]) > 0
  }

  static func insertAgeAssertion(
    _ account: EntityID, threshold: Int, answer: Bool, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "INSERT INTO age_assertions (account, threshold, answer, at) VALUES (?1, ?2, ?3, ?4)",
      [.id(account), .int(threshold), .bool(answer), .instant(transaction.now)])
  }
}
