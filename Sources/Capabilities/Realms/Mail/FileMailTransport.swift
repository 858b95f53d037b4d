import Base
import Foundation

/// Writes each message into a folder, for another program to send: mails as `.eml` files, text
/// messages as `.txt` files with the number in the first line.
///
/// - Source: RFC 5322; RFC 2047 for the subject; RFC 2045 for the body (base64).
public struct FileMailTransport: MailTransport {
  let folder: String
  let sender: String

  /// - Parameters:
  ///   - folder: made if it is absent.
  ///   - sender: the address in the From field.
  public init(folder: String, sender: String) throws {
    self.folder = folder
    self.sender = sender
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  public func send(_ mail: Mail) throws {
    let path = folder + "/" + mail.id.description
    switch mail.channel {
    case .mail:
      try message(mail).write(to: URL(fileURLWithPath: path + ".eml"), options: .atomic)
    case .text:
      try Data("\(Self.oneLine(mail.recipient))\n\(mail.body)\n".utf8)
        .write(to: URL(fileURLWithPath: path + ".txt"), options: .atomic)
    }
  }

  private func message(_ mail: Mail) -> Data {
    let subject = Data(mail.subject.utf8).base64EncodedString()
    let body = Data(mail.body.utf8)
      .base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn])
    let lines = [
      "From: \(Self.oneLine(sender))",
      "To: \(Self.oneLine(mail.recipient))",
      "Subject: =?utf-8?B?\(subject)?=",
      "Date: \(Self.date(mail.createdAt))",
      "Message-ID: <\(mail.id)@wayside>",
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      body,
      "",
    ]
    return Data(lines.joined(separator: "\r\n").utf8)
  }

  /// No address of ours can add a header of its own.
  private static func oneLine(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f })
  }

  private static func date(_ instant: Instant) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
    return formatter.string(
      from: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
  }
}
