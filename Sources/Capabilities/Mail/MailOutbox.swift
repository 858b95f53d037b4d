import Access
import Base
import Cryptography
import Storage

/// The outbox: written in the transaction of its cause, emptied by ``MailDispatcher``.
///
/// Texts hold temporary passwords, codes and links that open something, so that they are sealed with
/// a key outside of the database while they wait (BZ-SEC-01): whoever reads or changes rows learns
/// no text, and sends none to another recipient.
///
/// - Thread: shared.
public struct MailOutbox: Sendable {
  /// Whether what is in it leaves.
  public let health = MailHealth()
  private let key: SealingKey

  /// - Parameter key: the installation's secret.
  public init(key: ServiceKey) { self.key = SealingKey(key.hash([], for: .outbox)) }

  /// A row of the outbox: a mail whose body is empty as long as it is sealed.
  public struct Entry: Sendable {
    public var mail: OutgoingMail
    /// The body; nil for one that was queued before bodies were sealed.
    var sealed: [UInt8]?
  }

  /// Queues a message in the transaction of its cause.
  ///
  /// - Parameter stop: where one click stops such mail; nil for what its recipient asked for.
  public func add(
    to recipient: String, by channel: MailChannel = .mail, subject: String, body: String,
    stop: String? = nil, id: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO mails
        (id, recipient, subject, body, created_at, next_try_at, tries, channel, stop, sealed)
      VALUES (?1, ?2, ?3, '', ?4, ?4, 0, ?5, ?6, ?7)
      """,
      [
        .id(id), .text(recipient), .text(subject), .instant(transaction.now),
        .text(channel.rawValue), .text(orNull: stop),
        .blob(key.seal(Array(body.utf8), for: Self.context(id, channel, recipient))),
      ])
  }

  /// What is to be sent by `time`, the longest waiting first.
  public func due(
    at time: Instant, limit: Int, in session: StoreSession
  ) throws -> [Entry] {
    try session.all(
      Self.columns + " WHERE next_try_at <= ?1 ORDER BY next_try_at, id LIMIT ?2",
      [.instant(time), .int(limit)], Self.read)
  }

  /// Takes a mail that is due: no other process gets it before `end`.
  ///
  /// - Returns: the mail as it now stands; nil if another process has taken it, or if it is gone.
  func claim(
    _ id: EntityID, until end: Instant, in transaction: WriteTransaction
  ) throws -> Entry? {
    let isOurs = try transaction.execute(
      "UPDATE mails SET next_try_at = ?3 WHERE id = ?1 AND next_try_at <= ?2",
      [.id(id), .instant(transaction.now), .instant(end)])
    guard isOurs > 0 else { return nil }
    return try transaction.first(Self.columns + " WHERE id = ?1", [.id(id)], Self.read)
  }

  /// Gives back a mail that was taken and not tried: it is due at once.
  func release(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE mails SET next_try_at = ?2 WHERE id = ?1", [.id(id), .instant(transaction.now)])
  }

  private static let columns =
    "SELECT id, recipient, subject, body, created_at, tries, channel, stop, sealed FROM mails"

  private static func read(_ row: any Row) throws -> Entry {
    Entry(
      mail: OutgoingMail(
        id: try row.id(0), channel: try row.word(6, MailChannel.self),
        recipient: try row.text(1), subject: try row.text(2), body: try row.text(3),
        stop: try row.optional(7, row.text), createdAt: try row.instant(4),
        tries: try row.int(5)), sealed: try row.optional(8, row.blob))
  }

  /// The mail with its body.
  ///
  /// - Throws: ``CryptographyError`` if it was sealed with another installation's secret, or was
  ///   changed since.
  public func open(_ entry: Entry) throws(CryptographyError) -> OutgoingMail {
    var mail = entry.mail
    guard let sealed = entry.sealed else { return mail }
    let context = Self.context(mail.id, mail.channel, mail.recipient)
    guard let body = key.open(sealed, for: context) else {
      throw CryptographyError("the service key does not open this mail")
    }
    mail.body = String(decoding: body, as: UTF8.self)
    return mail
  }

  /// Forgets an erased account: what waits for its addresses goes, its names go from the rest, and
  /// what has left the database already and lies in a folder until the operator's program takes it
  /// follows.
  public func forget(
    _ recipients: [String], _ told: ToldNames, in transaction: WriteTransaction
  ) throws {
    for recipient in recipients {
      try transaction.execute("DELETE FROM mails WHERE recipient = ?1", [.text(recipient)])
    }
    try rewrite(in: transaction, told.forgotten)
    for recipient in recipients {
      try add(
        to: recipient, by: .erasure, subject: "", body: told.encoded,
        id: EntityID(at: transaction.now, random: SystemRandom()), in: transaction)
    }
  }

  /// Changes the texts of all that wait; what another installation's secret has sealed stays.
  func rewrite(in transaction: WriteTransaction, _ changed: (String) -> String) throws {
    var last = EntityID(high: 0, low: 0)
    while true {
      // A few at a time: where mail is down, all that a day brings may wait.
      let waiting = try transaction.all(
        Self.columns + " WHERE channel <> 'erasure' AND id > ?1 ORDER BY id LIMIT 200",
        [.id(last)], Self.read)
      guard let end = waiting.last else { return }
      for entry in waiting { try rewrite(entry, in: transaction, changed) }
      last = end.mail.id
    }
  }

  private func rewrite(
    _ entry: Entry, in transaction: WriteTransaction, _ changed: (String) -> String
  ) throws {
    guard let mail = try? open(entry) else { return }
    let (subject, body) = (changed(mail.subject), changed(mail.body))
    guard subject != mail.subject || body != mail.body else { return }
    let context = Self.context(mail.id, mail.channel, mail.recipient)
    try transaction.execute(
      "UPDATE mails SET subject = ?2, body = '', sealed = ?3 WHERE id = ?1",
      [.id(mail.id), .text(subject), .blob(key.seal(Array(body.utf8), for: context))])
  }

  private static func context(
    _ id: EntityID, _ channel: MailChannel, _ recipient: String
  ) -> [UInt8] { Array("\(id)|\(channel.rawValue)|\(recipient)".utf8) }

  /// Forgets a mail that was sent, or that is given up; of an erased address not a byte is left.
  func drop(_ mail: OutgoingMail, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM mails WHERE id = ?1", [.id(mail.id)])
    if mail.channel == .erasure { transaction.leaveNoTrace() }
  }

  func postpone(
    _ id: EntityID, until time: Instant, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE mails SET tries = tries + 1, next_try_at = ?2 WHERE id = ?1",
      [.id(id), .instant(time)])
  }
}
