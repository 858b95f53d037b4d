import Access
import Base
import Cryptography
import Storage

/// Who wants no mail that people whom they don't know make this server send: each such mail names
/// an address where one click stops them for good (RFC 8058).
///
/// - Thread: shared.
public struct UnwantedMail: Sendable {
  let platform: Platform
  let key: ServiceKey

  public init(platform: Platform, key: ServiceKey) {
    self.platform = platform
    self.key = key
  }

  /// What stands for the recipient in the address that a mail names; nobody else can make it.
  func token(_ recipient: String) -> Digest256 { key.hash(Array(recipient.utf8), for: .mail) }

  /// The address that stops such mail.
  public func address(_ recipient: String) -> String {
    "\(platform.settings.publicAddress)/v1/unwanted-mail/\(token(recipient).hexadecimal)"
  }

  /// Whether the recipient wants none.
  public func isUnwanted(by recipient: String, in session: StoreSession) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM unwanted_mail WHERE recipient = ?1", [.blob(token(recipient).bytes)])
  }

  /// Sends whoever holds the token no such mail any more; again changes nothing.
  ///
  /// - Throws: `notFound` for what can be no token.
  public func stop(_ token: String) throws {
    guard let digest = Digest256(hexadecimal: token) else { throw Refusal.notFound("address") }
    try platform.store.write { transaction in
      try transaction.execute(
        "INSERT INTO unwanted_mail (recipient, at) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        [.blob(digest.bytes), .instant(transaction.now)])
    }
  }
}
