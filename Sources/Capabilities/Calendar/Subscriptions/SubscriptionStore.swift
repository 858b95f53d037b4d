import Base
import Deadlines
import Storage

/// Subscriptions in the database.
enum SubscriptionStore {
  /// The name of the timers' kind.
  static let deadline = "calendarSubscription"

  private static let columns = """
    SELECT s.id, s.account, s.name, s.address, s.tag, s.created_at, s.checked_at, s.read_at,
      s.failing_since, s.failures, s.problem, s.notes, s.next_at,
      (SELECT COUNT(*) FROM calendar_subscription_items n WHERE n.subscription = s.id)
    FROM calendar_subscriptions s
    """

  private static func read(_ row: any Row) throws -> Subscription {
    Subscription(
      id: try row.id(0), account: try row.id(1), name: try row.text(2), address: try row.text(3),
      tag: try row.optional(4, row.text), createdAt: try row.instant(5),
      checkedAt: try row.optional(6, row.instant), readAt: try row.optional(7, row.instant),
      failingSince: try row.optional(8, row.instant), failures: try row.int(9),
      problem: try row.optional(10, row.text),
      notes: try row.text(11).split(separator: "\n").map(String.init),
      nextAt: try row.instant(12), entries: try row.int(13))
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> Subscription? {
    try session.first(columns + " WHERE s.id = ?1", [.id(id)], read)
  }

  /// An account's, the oldest first.
  static func all(of account: EntityID, in session: StoreSession) throws -> [Subscription] {
    try session.all(columns + " WHERE s.account = ?1 ORDER BY s.id", [.id(account)], read)
  }

  static func insert(_ new: Subscription, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO calendar_subscriptions (id, account, name, address, created_at, failures, notes,
        next_at)
      VALUES (?1, ?2, ?3, ?4, ?5, 0, '', ?6)
      """,
      [
        .id(new.id), .id(new.account), .text(new.name), .text(new.address),
        .instant(new.createdAt), .instant(new.nextAt),
      ])
    try transaction.record("calendarSubscription", new.id, .insert)
    try setTimer(new, in: transaction)
  }

  /// Writes what a reading brought; false if the subscription has ended meanwhile.
  @discardableResult
  static func update(
    _ subscription: Subscription, in transaction: WriteTransaction
  ) throws -> Bool {
    let count = try transaction.execute(
      """
      UPDATE calendar_subscriptions SET tag = ?2, checked_at = ?3, read_at = ?4,
        failing_since = ?5, failures = ?6, problem = ?7, notes = ?8, next_at = ?9
      WHERE id = ?1
      """,
      [
        .id(subscription.id), .text(orNull: subscription.tag), .instant(subscription.checkedAt),
        .instant(subscription.readAt), .instant(subscription.failingSince),
        .int(subscription.failures), .text(orNull: subscription.problem),
        .text(subscription.notes.joined(separator: "\n")), .instant(subscription.nextAt),
      ])
    guard count > 0 else { return false }
    try transaction.record("calendarSubscription", subscription.id, .update)
    try setTimer(subscription, in: transaction)
    return true
  }

  private static func setTimer(
    _ subscription: Subscription, in transaction: WriteTransaction
  ) throws {
    try DeadlineStore.set(
      Deadline(
        deadline, due: subscription.nextAt, subject: subscription.id,
        account: subscription.account),
      in: transaction)
  }

  /// Ends a subscription; its items have to go before, or with it.
  static func delete(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "DELETE FROM calendar_subscription_items WHERE subscription = ?1", [.id(id)])
    try transaction.execute("DELETE FROM calendar_subscriptions WHERE id = ?1", [.id(id)])
    try DeadlineStore.cancel(deadline, key: id.description, in: transaction)
    try transaction.record("calendarSubscription", id, .delete)
  }

  // MARK: Items

  /// The items that came from a subscription, what overrides occurrences last.
  static func items(of id: EntityID, in session: StoreSession) throws -> [CalendarItem] {
    try session.all(
      """
      SELECT \(CalendarItemStore.columns)
      FROM calendar_items i JOIN calendar_subscription_items n ON n.item = i.id
      WHERE n.subscription = ?1 ORDER BY CASE WHEN i.series IS NULL THEN 0 ELSE 1 END, i.id
      """, [.id(id)], CalendarItemStore.read)
  }

  static func link(
    _ item: EntityID, to subscription: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "INSERT INTO calendar_subscription_items (item, subscription) VALUES (?1, ?2)",
      [.id(item), .id(subscription)])
  }
}
