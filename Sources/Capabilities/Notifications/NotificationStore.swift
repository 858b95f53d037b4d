import Base
import Deadlines
import Storage

/// Notifications and their settings in the database.
enum NotificationStore {
  private static let columns = """
    SELECT id, kind, subject_kind, subject, text, at, seen_at, state, due_at, is_listed, occurrence,
    payload FROM notifications
    """

  /// What its account sees of them.
  private static let isShown = "state IN ('sent', 'seen') AND is_listed = 1"

  private static func read(_ row: any Row) throws -> Notification {
    Notification(
      id: try row.id(0), kind: try row.text(1), subjectKind: try row.text(2),
      subject: try row.id(3), occurrence: try row.optional(10, row.instant), text: try row.text(4),
      payload: try row.optional(11, row.text), at: try row.instant(5),
      seenAt: try row.optional(6, row.instant), state: try row.word(7, NotificationState.self),
      due: try row.optional(8, row.instant), isListed: try row.bool(9))
  }

  /// Adds one unless there is one of the same account, kind, subject and version; true if it did.
  static func insert(
    _ notification: Notification, for account: EntityID, version: Int,
    in transaction: WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      """
      INSERT INTO notifications
        (id, account, kind, subject_kind, subject, version, text, at, state, due_at, is_listed,
        occurrence, payload)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      ON CONFLICT (account, kind, subject, version) DO NOTHING
      """,
      [
        .id(notification.id), .id(account), .text(notification.kind),
        .text(notification.subjectKind), .id(notification.subject), .int(version),
        .text(notification.text), .instant(notification.at), .text(notification.state.rawValue),
        .instant(notification.due), .bool(notification.isListed),
        .instant(notification.occurrence), .text(orNull: notification.payload),
      ]) > 0
  }

  /// Lets one that waited arrive now, under another identifier.
  static func send(
    _ id: EntityID, as new: EntityID, isListed: Bool, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE notifications SET id = ?2, state = 'sent', at = ?3, is_listed = ?4 WHERE id = ?1",
      [.id(id), .id(new), .instant(transaction.now), .bool(isListed)])
  }

  static func expire(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE notifications SET state = 'expired' WHERE id = ?1 AND state = 'queued'", [.id(id)])
  }

  /// Deletes those about a subject that wait; returns which there were.
  static func takeQueued(
    _ kind: NotificationKind, about subject: EntityID, in transaction: WriteTransaction
  ) throws -> [EntityID] {
    let ids = try transaction.all(
      "SELECT id FROM notifications WHERE subject = ?1 AND kind = ?2 AND state = 'queued'",
      [.id(subject), .text(kind.name)]
    ) { try $0.id(0) }
    for id in ids {
      try transaction.execute("DELETE FROM notifications WHERE id = ?1", [.id(id)])
    }
    return ids
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
      columns + " WHERE account = ?1 AND id < ?2 AND \(isShown) ORDER BY id DESC LIMIT ?3",
      [.id(account), .id(id), .int(limit)], read)
  }

  static func after(
    _ id: EntityID, of account: EntityID, limit: Int, in session: StoreSession
  ) throws -> [Notification] {
    try session.all(
      columns + " WHERE account = ?1 AND id > ?2 AND \(isShown) ORDER BY id LIMIT ?3",
      [.id(account), .id(id), .int(limit)], read)
  }

  static func unread(of account: EntityID, in session: StoreSession) throws -> Int {
    try session.count(
      "SELECT COUNT(*) FROM notifications WHERE account = ?1 AND state = 'sent' AND is_listed = 1",
      [.id(account)])
  }

  /// Marks one as seen; false if there is none.
  static func markSeen(
    _ id: EntityID, of account: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      """
      UPDATE notifications SET seen_at = COALESCE(seen_at, ?3), state = 'seen'
      WHERE id = ?1 AND account = ?2 AND \(isShown)
      """, [.id(id), .id(account), .instant(transaction.now)]) > 0
  }

  static func markAllSeen(of account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE notifications SET seen_at = ?2, state = 'seen' WHERE account = ?1 AND \(isShown) AND state = 'sent'",
      [.id(account), .instant(transaction.now)])
  }

  /// Has one that has arrived tell of something else, unread, or marks it as seen; false if there is
  /// none.
  static func renew(
    _ kind: NotificationKind, about subject: EntityID, version: Int, of account: EntityID,
    payload: String?, in transaction: WriteTransaction
  ) throws -> Bool {
    let change =
      payload == nil
      ? "seen_at = COALESCE(seen_at, ?5), state = 'seen'"
      : "text = '', payload = ?6, at = ?5, seen_at = NULL, state = 'sent'"
    return try transaction.execute(
      """
      UPDATE notifications SET \(change)
      WHERE account = ?1 AND kind = ?2 AND subject = ?3 AND version = ?4 AND state IN ('sent', 'seen')
      """,
      [.id(account), .text(kind.name), .id(subject), .int(version), .instant(transaction.now)]
        + (payload.map { [.text($0)] } ?? [])) > 0
  }

  static func isEnabled(
    _ kind: NotificationKind, for account: EntityID, in session: StoreSession
  ) throws -> Bool {
    guard kind.isOptional else { return true }
    return try session.first(
      "SELECT enabled FROM notification_settings WHERE account = ?1 AND kind = ?2",
      [.id(account), .text(kind.name)]
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
      """, [.id(account), .text(kind.name), .id(subject), .instant(since)])
  }

  /// 0 if there is none.
  static func lastVersion(
    _ kind: NotificationKind, about subject: EntityID, at account: EntityID,
    in session: StoreSession
  ) throws -> Int {
    try session.count(
      "SELECT MAX(version) FROM notifications WHERE account = ?1 AND kind = ?2 AND subject = ?3",
      [.id(account), .text(kind.name), .id(subject)])
  }

  static func set(
    _ setting: NotificationSetting, for account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO notification_settings (account, kind, enabled) VALUES (?1, ?2, ?3)
      ON CONFLICT (account, kind) DO UPDATE SET enabled = ?3
      """, [.id(account), .text(setting.kind.name), .bool(setting.isEnabled)])
  }

  /// Deletes what is older than a year, or seen and older than 30 days, with its deliveries.
  static func deleteOld(in transaction: WriteTransaction) throws -> Int {
    let old = "state <> 'queued' AND (at < ?1 OR (state = 'seen' AND at < ?2))"
    let limits: [SQLValue] = [
      .instant(transaction.now.adding(seconds: -365 * 86_400)),
      .instant(transaction.now.adding(seconds: -30 * 86_400)),
    ]
    try transaction.execute(
      """
      DELETE FROM notification_deliveries
      WHERE notification IN (SELECT id FROM notifications WHERE \(old))
      """, limits)
    return try transaction.execute("DELETE FROM notifications WHERE \(old)", limits)
  }

  /// Deletes everything of an account.
  static func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    for kind in [
      NotificationPoster.dueKind, NotificationPoster.deliveryKind, NotificationPoster.digestKind,
    ] {
      try DeadlineStore.cancelAll(kind, of: account, in: transaction)
    }
    try transaction.execute(
      """
      DELETE FROM notification_deliveries
      WHERE notification IN (SELECT id FROM notifications WHERE account = ?1)
      """, [.id(account)])
    try transaction.execute("DELETE FROM notifications WHERE account = ?1", [.id(account)])
    try transaction.execute("DELETE FROM notification_settings WHERE account = ?1", [.id(account)])
    try DeliveryScheduleStore.erase(account, in: transaction)
  }
}
