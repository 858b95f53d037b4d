import Base
import Outgoing

/// Hands mails to the operator's mail server; text messages go where they went before.
///
/// - Thread: one caller at a time.
public struct SMTPTransport: MailTransport {
  private let server: SMTPServer
  private let sender: String
  private let texts: any MailTransport

  /// - Parameters:
  ///   - sender: the address that mails are from.
  ///   - texts: carries text messages, which no mail server takes.
  public init(server: SMTPServer, sender: String, texts: any MailTransport) {
    self.server = server
    self.sender = sender
    self.texts = texts
  }

  public func send(_ mail: OutgoingMail, isCancelled: @escaping @Sendable () -> Bool) throws {
    guard mail.channel == .mail else { return try texts.send(mail, isCancelled: isCancelled) }
    do throws(OutgoingError) {
      try server.send(
        MailMessage(mail, from: sender).withHTML, from: sender, to: mail.recipient,
        isCancelled: isCancelled)
    } catch {
      if error.code == .refused { throw MailRefused(reason: error.message) }
      throw error
    }
  }
}

/// The other side will never take this mail.
public struct MailRefused: Error, Hashable, Sendable {
  public var reason: String

  public init(reason: String) { self.reason = reason }
}
