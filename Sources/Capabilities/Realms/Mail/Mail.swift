import Base
import Storage

/// How a message reaches a person.
public enum MailChannel: String, Sendable, CaseIterable {
  /// To an email address.
  case mail
  /// To a telephone number, as a text message; its subject is not shown.
  case text
  /// No message: what lies in a folder for this recipient is to be taken away, because the account
  /// was erased.
  case erasure
}

/// A message to an email address or a telephone number, waiting in the outbox.
public struct Mail: Sendable {
  public var id: EntityID
  public var channel: MailChannel
  public var recipient: String
  public var subject: String
  /// Plain text.
  public var body: String
  /// Where one click stops such mail for good; nil for what its recipient asked for.
  public var stop: String?
  public var createdAt: Instant
  /// How often sending it has failed.
  public var tries: Int

  public init(
    id: EntityID, channel: MailChannel = .mail, recipient: String, subject: String, body: String,
    stop: String? = nil, createdAt: Instant, tries: Int
  ) {
    self.id = id
    self.channel = channel
    self.recipient = recipient
    self.subject = subject
    self.body = body
    self.stop = stop
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
    to recipient: String, by channel: MailChannel = .mail, subject: String, body: String,
    stop: String? = nil, id: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO mails
        (id, recipient, subject, body, created_at, next_try_at, tries, channel, stop)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5, 0, ?6, ?7)
      """,
      [
        .id(id), .text(recipient), .text(subject), .text(body), .instant(transaction.now),
        .text(channel.rawValue), .text(orNull: stop),
      ])
  }

  static func due(at time: Instant, limit: Int, in session: StoreSession) throws -> [Mail] {
    try session.all(
      """
      SELECT id, recipient, subject, body, created_at, tries, channel, stop FROM mails
      WHERE next_try_at <= ?1 ORDER BY next_try_at, id LIMIT ?2
      """, [.instant(time), .int(limit)]
    ) { row in
      Mail(
        id: try row.id(0), channel: try row.word(6, MailChannel.self), recipient: try row.text(1),
        subject: try row.text(2),
        body: try row.text(3), stop: try row.optional(7, row.text), createdAt: try row.instant(4),
        tries: try row.int(5))
    }
  }

  /// Forgets a mail that was sent, or that is given up; of an erased address not a byte is left.
  static func drop(_ mail: Mail, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM mails WHERE id = ?1", [.id(mail.id)])
    if mail.channel == .erasure { transaction.leaveNoTrace() }
  }

  static func postpone(
    _ id: EntityID, until time: Instant, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE mails SET tries = tries + 1, next_try_at = ?2 WHERE id = ?1",
      [.id(id), .instant(time)])
  }
}
