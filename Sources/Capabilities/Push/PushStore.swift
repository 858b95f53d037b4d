import Base
import Storage

/// Subscriptions and what waits for them, in the database.
enum PushStore {
  /// What the change log calls a push that waits, by its notification.
  static let changeKind = "pushMessage"

  private static let columns = """
    SELECT p.id, p.account, p.session, s.device, p.endpoint, p.origin, p.created_at
    FROM push_subscriptions p JOIN sessions s ON s.id = p.session
    """

  private static func read(_ row: any Row) throws -> PushSubscription {
    PushSubscription(
      id: try row.id(0), account: try row.id(1), session: try row.id(2), device: try row.text(3),
      endpoint: try row.text(4), origin: try row.text(5), createdAt: try row.instant(6))
  }

  // MARK: Subscriptions

  /// Those of the live sessions of an account, the newest first.
  static func list(
    of account: EntityID, at now: Instant, in session: StoreSession
  ) throws -> [PushSubscription] {
    try session.all(
      columns + " WHERE p.account = ?1 AND s.expires_at > ?2 ORDER BY p.created_at DESC, p.id DESC",
      [.id(account), .instant(now)], read)
  }

  static func exists(of account: EntityID, at now: Instant, in session: StoreSession) throws -> Bool
  {
    try session.exists(
      """
      SELECT 1 FROM push_subscriptions p JOIN sessions s ON s.id = p.session
      WHERE p.account = ?1 AND s.expires_at > ?2 LIMIT 1
      """, [.id(account), .instant(now)])
  }

  /// Puts one in the place of what its session had, and of what its browser had under another.
  ///
  /// One browser shows nothing to two people. Beyond `most`, the oldest of the account go.
  static func put(
    _ new: PushSubscription, _ draft: PushSubscriptionDraft, most: Int,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM push_subscriptions WHERE session = ?1 OR endpoint = ?2",
      [.id(new.session), .text(new.endpoint)])
    try transaction.execute(
      """
      INSERT INTO push_subscriptions
        (id, account, session, endpoint, origin, point, secret, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      [
        .id(new.id), .id(new.account), .id(new.session), .text(new.endpoint), .text(new.origin),
        .blob(draft.point), .blob(draft.secret), .instant(new.createdAt),
      ])
    try transaction.execute(
      """
      DELETE FROM push_subscriptions WHERE account = ?1 AND id NOT IN (
        SELECT id FROM push_subscriptions WHERE account = ?1
        ORDER BY created_at DESC, id DESC LIMIT ?2)
      """, [.id(new.account), .int(most)])
  }

  /// Whether a session has exactly this subscription.
  static func has(
    _ draft: PushSubscriptionDraft, _ owner: EntityID, in session: StoreSession
  ) throws -> EntityID? {
    try session.first(
      """
      SELECT id FROM push_subscriptions
      WHERE session = ?1 AND endpoint = ?2 AND point = ?3 AND secret = ?4
      """, [.id(owner), .text(draft.endpoint), .blob(draft.point), .blob(draft.secret)]
    ) { try $0.id(0) }
  }

  static func end(
    _ id: EntityID, of account: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      "DELETE FROM push_subscriptions WHERE id = ?1 AND account = ?2", [.id(id), .id(account)]) > 0
  }

  static func end(ofSession session: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM push_subscriptions WHERE session = ?1", [.id(session)])
  }

  static func endAll(of account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM push_subscriptions WHERE account = ?1", [.id(account)])
  }

  // MARK: Messages

  /// Has a notification sent to every live subscription of an account; again changes nothing.
  ///
  /// Of what waits for one subscription, the newest `most` stay.
  static func queue(
    _ notification: EntityID, to account: EntityID, most: Int, in transaction: WriteTransaction
  ) throws {
    for subscription in try list(of: account, at: transaction.now, in: transaction) {
      try transaction.execute(
        """
        INSERT INTO push_messages (subscription, notification, created_at, next_try_at, tries)
        SELECT id, ?2, ?3, CASE WHEN paused_until > ?3 THEN paused_until ELSE ?3 END, 0
        FROM push_subscriptions WHERE id = ?1
        ON CONFLICT (subscription, notification) DO NOTHING
        """, [.id(subscription.id), .id(notification), .instant(transaction.now)])
      try transaction.execute(
        """
        DELETE FROM push_messages WHERE subscription = ?1 AND notification NOT IN (
          SELECT notification FROM push_messages WHERE subscription = ?1
          ORDER BY notification DESC LIMIT ?2)
        """, [.id(subscription.id), .int(most)])
      try transaction.record(changeKind, notification, .insert)
    }
  }

  /// What is due, the first ones first.
  static func due(
    at now: Instant, limit: Int, in session: StoreSession
  ) throws -> [PushMessage] {
    try session.all(
      """
      SELECT m.subscription, m.notification, m.created_at, m.tries, p.endpoint, p.origin, p.point,
        p.secret, s.expires_at
      FROM push_messages m JOIN push_subscriptions p ON p.id = m.subscription
      JOIN sessions s ON s.id = p.session
      WHERE m.next_try_at <= ?1 ORDER BY m.next_try_at, m.notification, m.subscription LIMIT ?2
      """, [.instant(now), .int(limit)]
    ) { row in
      PushMessage(
        subscription: try row.id(0), notification: try row.id(1), createdAt: try row.instant(2),
        tries: try row.int(3), endpoint: try row.text(4), origin: try row.text(5),
        point: try row.blob(6), secret: try row.blob(7), sessionEnds: try row.instant(8))
    }
  }

  /// When the next one is due; nil if none waits.
  static func nextDue(in session: StoreSession) throws -> Instant? {
    try session.first("SELECT MIN(next_try_at) FROM push_messages", []) {
      try $0.optional(0, $0.instant)
    } ?? nil
  }

  static func drop(_ message: PushMessage, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "DELETE FROM push_messages WHERE subscription = ?1 AND notification = ?2",
      [.id(message.subscription), .id(message.notification)])
  }

  static func postpone(
    _ message: PushMessage, until time: Instant, tries: Int, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE push_messages SET next_try_at = ?3, tries = ?4
      WHERE subscription = ?1 AND notification = ?2
      """,
      [.id(message.subscription), .id(message.notification), .instant(time), .int(tries)])
  }

  /// Nothing leaves for a push service before a time.
  static func pause(
    _ origin: String, until time: Instant, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE push_subscriptions SET paused_until = ?2 WHERE origin = ?1 AND paused_until < ?2",
      [.text(origin), .instant(time)])
    try transaction.execute(
      """
      UPDATE push_messages SET next_try_at = ?2 WHERE next_try_at < ?2 AND subscription IN (
        SELECT id FROM push_subscriptions WHERE origin = ?1)
      """, [.text(origin), .instant(time)])
  }

  /// Ends a subscription that its push service no longer knows.
  static func forget(_ subscription: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM push_subscriptions WHERE id = ?1", [.id(subscription)])
  }
}

/// A notification that waits to be sent to one subscription.
struct PushMessage: Sendable {
  var subscription: EntityID
  var notification: EntityID
  var createdAt: Instant
  /// How often it was tried.
  var tries: Int
  var endpoint: String
  var origin: String
  var point: [UInt8]
  var secret: [UInt8]
  /// When the session of the device ends by itself.
  var sessionEnds: Instant
}
