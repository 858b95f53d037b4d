import Base
import Storage

/// Counts the changes of each account's calendar, so that whatever rests on a calendar knows
/// whether it is up to date.
///
/// The stores of items and participations count; nobody else has to think of it.
public enum CalendarRevision {
  /// How many changes there have been of what stands in an account's calendar; 0 for none.
  public static func current(of account: EntityID, in session: StoreSession) throws -> Int {
    try session.count("SELECT revision FROM calendars WHERE account = ?1", [.id(account)])
  }

  /// The kind of change that says that an account may be busy at other times now, and nothing else.
  public static let changeKind = "freeBusy"

  /// Counts a change for one account, and tells those who follow the change log.
  static func count(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO calendars (account, revision) VALUES (?1, 1)
      ON CONFLICT (account) DO UPDATE SET revision = calendars.revision + 1
      """, [.id(account)])
    try transaction.record(changeKind, account, .update)
  }

  /// Counts a change for all who take part in an item, and tells as ``count(_:in:)`` does.
  static func countAll(of item: EntityID, in transaction: WriteTransaction) throws {
    let accounts = try transaction.all(
      """
      INSERT INTO calendars (account, revision)
      SELECT account, 1 FROM calendar_entries WHERE item = ?1
      ON CONFLICT (account) DO UPDATE SET revision = calendars.revision + 1
      RETURNING account
      """, [.id(item)]
    ) { try $0.id(0) }
    for account in accounts { try transaction.record(changeKind, account, .update) }
  }
}
