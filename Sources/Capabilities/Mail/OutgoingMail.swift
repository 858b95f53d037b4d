import Base

/// How a message reaches a person.
public enum MailChannel: String, Sendable, CaseIterable {
  /// To an email address.
  case mail
  /// To a telephone number, as a text message; its subject is not shown.
  case text
  /// No message: what lies in a folder for this recipient is to be taken away, and the names that
  /// its body holds out of the others, because the account was erased.
  case erasure
}

/// A message to an email address or a telephone number, waiting in the outbox.
public struct OutgoingMail: Sendable {
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
  ///
  /// - Parameter isCancelled: asked, where this waits for others, about once a second; true gives
  ///   it up, with an ``OutgoingError`` that says `cancelled`.
  func send(_ mail: OutgoingMail, isCancelled: @escaping @Sendable () -> Bool) throws
}

extension MailTransport {
  /// Hands over one message, however long that takes.
  public func send(_ mail: OutgoingMail) throws { try send(mail, isCancelled: { false }) }
}
