import Base
import Storage

/// Notifications and their settings in the database.
enum NotificationStore {
  private static let columns =
    "SELECT id, kind, subject_kind, subject, text, at, seen_at FROM notifications"

  private static func read(_ row: any Row) throws -> Notification {
    Notification(
      id: try row.id(0), kind: try row.word(1, NotificationKind.self),
      subjectKind: try row.text(2), subject: try row.id(3), text: try row.text(4),
      at: try row.instant(5), seenAt: try row.optional(6, row.instant))
  }

  /// Adds one unless there is one of the same account, kind, subject and version.
  static func insert(
    _ notification: Notification, for account: EntityID, version: Int,
    in transaction: WriteTransaction
  ) throws {
    let added = try transaction.execute(
      """
      INSERT INTO notifications (id, account, kind, subject_kind, subject, version, text, at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (account, kind, subject, version) DO NOTHING
      """,
      [
        .id(notification.id), .id(account), .text(notification.kind.rawValue),
        .text(notification.subjectKind), .id(notification.subject), .int(version),
        .text(notification.text), .instant(notification.at),
      ])
    if added > 0 { try transaction.record("notification", notification.id, .insert) }
  }

  static func owner(
    of id: EntityID, in session: StoreSession
  ) throws -> (account: EntityID, notification: Notification)? {
    guard
      let account = try session.first(
        "SELECT account FROM notifications WHERE id = ?1", [.id(id)], { try $0.id(0) }),
      let notification = try session.first(columns + " WHERE id = ?1", [.id(id)], read)
    else { return nil }
    return (account, notification)
  }

  static func before(
    _ id: EntityID, of account: EntityID, limit: Int, in session: StoreSession
  ) throws -> [Notification] {
    try session.all(
      columns + " WHERE account = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3",
      [.id(account), .id(id), .int(limit)], read)
  }

  static func after(
    _ id: EntityID, of account: EntityID, limit: Int, in session: StoreSession
  ) throws -> [Notification] {
    try session.all(
      columns + " WHERE account = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
      [.id(account), .id(id), .int(limit)], read)
  }

  static func unread(of account: EntityID, in session: StoreSession) throws -> Int {
    try session.count(
      "SELECT COUNT(*) FROM notifications WHERE account = ?1 AND seen_at IS NULL", [.id(account)])
  }

  /// Marks one as seen; false if there is none.
  static func markSeen(
    _ id: EntityID, of account: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      """
      UPDATE notifications SET seen_at = COALESCE(seen_at, ?3) WHERE id = ?1 AND account = ?2
      """, [.id(id), .id(account), .instant(transaction.now)]) > 0
  }

  static func markAllSeen(of account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE notifications SET seen_at = ?2 WHERE account = ?1 AND seen_at IS NULL",
      [.id(account), .instant(transaction.now)])
  }

  static func isEnabled(
    _ kind: NotificationKind, for account: EntityID, in session: StoreSession
  ) throws -> Bool {
    guard kind.isOptional else { return true }
    return try session.first(
      "SELECT enabled FROM notification_settings WHERE account = ?1 AND kind = ?2",
      [.id(account), .text(kind.rawValue)]
    ) { try $0.bool(0) } ?? kind.isOnByDefault
  }

  static func exists(
    _ kind: NotificationKind, about subject: EntityID, at account: EntityID, since: Instant,
    in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      """
      SELECT 1 FROM notifications
      WHERE account = ?1 AND kind = ?2 AND subject = ?3 AND at > ?4 LIMIT 1
      """, [.id(account), .text(kind.rawValue), .id(subject), .instant(since)])
  }

  static func set(
    _ setting: NotificationSetting, for account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO notification_settings (account, kind, enabled) VALUES (?1, ?2, ?3)
      ON CONFLICT (account, kind) DO UPDATE SET enabled = ?3
      """, [.id(account), .text(setting.kind.rawValue), .bool(setting.isEnabled)])
  }

  /// Deletes what is older than a year, or seen and older than 30 days.
  static func expire(in transaction: WriteTransaction) throws -> Int {
    try transaction.execute(
      "DELETE FROM notifications WHERE at < ?1 OR (seen_at IS NOT NULL AND at < ?2)",
      [
        .instant(transaction.now.adding(seconds: -365 * 86_400)),
        .instant(transaction.now.adding(seconds: -30 * 86_400)),
      ])
  }
}
