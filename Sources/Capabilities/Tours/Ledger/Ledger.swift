import Base
import Groups
import Registration
import Storage

/// The append-only record of purchases, refunds and ad revenue.
///
/// A buyer stands in it as a random pseudonym that the account alone knows. Erasing the account
/// forgets the pseudonym; the entries stay as they are and lead to nobody.
///
/// - Thread: shared.
public struct Ledger: Sendable {
  public init() {}

  /// Adds an entry in the transaction of the sale itself.
  ///
  /// - Parameter buyer: the account; nil for ad revenue.
  public func append(
    _ entry: LedgerEntry, buyer: EntityID?, in transaction: WriteTransaction
  ) throws {
    let pseudonym = try buyer.flatMap { try Self.pseudonym(of: $0, in: transaction) }
    guard (pseudonym == nil) == (entry.kind == .adRevenue) else {
      throw DatabaseError(.misuse, "a purchase needs a buyer, ad revenue has none")
    }
    try transaction.execute(
      """
      INSERT INTO ledger_entries (id, kind, buyer, subject, organization, amount, tax, currency,
        reference, at, keep_until)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """,
      [
        .id(entry.id), .text(entry.kind.rawValue), .id(pseudonym), .id(entry.subject),
        .id(entry.organization), .int(entry.amount), .int(entry.tax),
        .text(entry.currency.rawValue), .text(entry.reference), .instant(entry.at),
        .instant(entry.keepUntil),
      ])
    try transaction.record("purchase", entry.id, .insert)
  }

  private static func pseudonym(
    of account: EntityID, in session: StoreSession
  ) throws -> EntityID? {
    try session.first(
      "SELECT buyer FROM accounts WHERE id = ?1 AND buyer IS NOT NULL", [.id(account)]
    ) { try $0.id(0) }
  }

  /// Whether `account` has bought `subject` and not been refunded.
  public func hasPurchased(
    _ account: EntityID, _ subject: EntityID, in session: StoreSession
  ) throws -> Bool {
    try session.count(
      """
      SELECT COALESCE(SUM(CASE WHEN e.kind = 'purchase' THEN 1 ELSE -1 END), 0)
      FROM ledger_entries e JOIN accounts a ON a.buyer = e.buyer
      WHERE a.id = ?1 AND e.subject = ?2
      """, [.id(account), .id(subject)]) > 0
  }

  /// Whether an account that is still there has bought `subject` and not been refunded.
  public func isSold(_ subject: EntityID, in session: StoreSession) throws -> Bool {
    try session.exists(
      """
      SELECT 1 FROM ledger_entries e JOIN accounts a ON a.buyer = e.buyer WHERE e.subject = ?1
      GROUP BY e.buyer HAVING SUM(CASE WHEN e.kind = 'purchase' THEN 1 ELSE -1 END) > 0 LIMIT 1
      """, [.id(subject)])
  }

  /// What an account bought and got back, the oldest first.
  public func entries(
    of account: EntityID, in session: StoreSession
  ) throws -> [LedgerEntry] {
    try session.all(
      """
      SELECT e.id, e.kind, e.subject, e.organization, e.amount, e.tax, e.currency, e.reference, e.at
      FROM ledger_entries e JOIN accounts a ON a.buyer = e.buyer WHERE a.id = ?1 ORDER BY e.id
      """, [.id(account)]
    ) { row in
      LedgerEntry(
        id: try row.id(0), kind: try row.word(1, LedgerEntry.Kind.self),
        subject: try row.optional(2, row.id), organization: try row.optional(3, row.id),
        amount: try row.int(4), tax: try row.int(5), currency: try row.word(6, Currency.self),
        reference: try row.text(7), at: try row.instant(8))
    }
  }

  /// Entries go when the law wants them no longer.
  static let expiry = Expiry("ledgerEntries") { try expire(in: $0) }

  /// Deletes entries whose time of keeping is over, and that give nothing to anybody any more; the only way
  /// an entry ever goes.
  static func expire(in transaction: WriteTransaction) throws -> Int {
    let now = [SQLValue.instant(transaction.now)]
    // What is bought is bought for good: it stays as long as its buyer.
    let isOver = """
      FROM ledger_entries WHERE keep_until <= ?1
      AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.buyer = ledger_entries.buyer)
      """
    guard try transaction.exists("SELECT 1 \(isOver) LIMIT 1", now) else { return 0 }
    // The database refuses to delete what lies behind the horizon.
    try transaction.execute("UPDATE ledger_horizon SET at = ?1", now)
    return try transaction.execute("DELETE \(isOver)", now)
  }
}

/// An account's purchases; they stay as they are, and lose who leads to them with the account.
struct PurchaseRecords: PersonalDataHolder {
  func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let entries = try Ledger().entries(of: account, in: session)
    json.member("purchases", of: entries) { $0.write(to: &$1) }
  }

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {}
}
