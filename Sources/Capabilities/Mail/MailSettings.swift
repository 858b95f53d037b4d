import Access
import Base
import Foundation
import Outgoing
import Registration

/// How mail leaves, as the operator has set it.
///
/// - Thread: pure.
public struct MailSettings: Hashable, Sendable {
  public var host: String
  public var port: Int
  public var security: SMTPServer.Security
  public var user: String?
  /// A file whose first line is the password, readable by the server.
  public var passwordFile: String?
  /// A file with certificates to trust instead of the system's.
  public var certificates: String?
  /// The address that mails are from.
  public var from: String

  /// Reads `{host, from, port?, security?, user?, passwordFile?, certificates?}`.
  ///
  /// The port is 465 for `tls`, 587 for `starttls`, which is the usual security, and 25 for `none`.
  init(reading fields: JSONFields) {
    host = fields.string("host", 1...253)
    from = fields.string("from", 3...254)
    security =
      fields.optional("security") { $0.choice("security", SMTPServer.Security.self) ?? .startTLS }
      ?? .startTLS
    let usual = security == .tls ? 465 : security == .startTLS ? 587 : 25
    port = fields.optional("port") { $0.integer("port", 1...65_535) } ?? usual
    user = fields.optional("user") { $0.string("user", 1...254) }
    passwordFile = fields.optional("passwordFile") { $0.string("passwordFile", 1...4096) }
    certificates = fields.optional("certificates") { $0.string("certificates", 1...4096) }
    if (user == nil) != (passwordFile == nil) {
      fields.reject("passwordFile", "user and passwordFile come together")
    }
    if !from.contains("@") { fields.reject("from", "must be an email address") }
  }

  /// The server, with the password read from its file.
  ///
  /// - Throws: `invalid` if the file cannot be read or holds no password.
  public func server() throws(Refusal) -> SMTPServer {
    var password: String?
    if let passwordFile {
      let text = FileManager.default.contents(atPath: passwordFile)
        .map { String(decoding: $0, as: UTF8.self) }
      password = text?.split(whereSeparator: \.isNewline).first.map(String.init)
      guard password != nil else {
        throw Refusal(
          .invalid, "no-mail-password", "The password of mail cannot be read from \(passwordFile).")
      }
    }
    return SMTPServer(
      host: host, port: port, security: security, user: user, password: password,
      certificates: certificates)
  }
}

extension Settings {
  /// What the operator sets under `mail`.
  public static let mailSetting = Setting<MailSettings?>("mail", nil) {
    $0.object("mail") { MailSettings(reading: $0) }
  }

  /// How mail leaves; nil to keep it in the data folder.
  public var mail: MailSettings? {
    get { self[Self.mailSetting] }
    set { self[Self.mailSetting] = newValue }
  }
}
