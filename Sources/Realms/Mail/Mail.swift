import Base
import Storage

/// A message to an email address, waiting in the outbox.
public struct Mail: Sendable {
  public var id: EntityID
  public var recipient: String
  public var subject: String
  /// Plain text.
  public var body: String
  public var createdAt: Instant
  /// How often sending it has failed.
  public var tries: Int

  public init(
    id: EntityID, recipient: String, subject: String, body: String, createdAt: Instant, tries: Int
  ) {
    self.id = id
    self.recipient = recipient
    self.subject = subject
    self.body = body
    self.createdAt = createdAt
    self.tries = tries
  }
}

/// Carries mail out of the house.
public protocol MailTransport: Sendable {
  /// Hands over one message; an error means that it is tried again later.
  func send(_ mail: Mail) throws
}

/// The outbox: written in the transaction of its cause, emptied by ``MailDispatcher``.
enum MailOutbox {
  static func add(
    to recipient: String, subject: String, body: String, id: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO mails (id, recipient, subject, body, created_at, next_try_at, tries)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5, 0)
      """,
      [
        .id(id), .text(recipient), .text(subject), .text(body), .instant(transaction.now),
      ])
  }

  static func due(at time: Instant, limit: Int, in session: StoreSession) throws -> [Mail] {
    try session.all(
      """
      SELECT id, recipient, subject, body, created_at, tries FROM mails
      WHERE next_try_at <= ?1 ORDER BY next_try_at, id LIMIT ?2
      """, [.instant(time), .int(limit)]
    ) { row in
      Mail(
        id: try row.id(0), recipient: try row.text(1), subject: try row.text(2),
        body: try row.text(3), createdAt: try row.instant(4), tries: try row.int(5))
    }
  }

  /// Forgets a mail that was sent, or that is given up.
  static func drop(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM mails WHERE id = ?1", [.id(id)])
  }

  static func postpone(
    _ id: EntityID, until time: Instant, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE mails SET tries = tries + 1, next_try_at = ?2 WHERE id = ?1",
      [.id(id), .instant(time)])
  }
}
