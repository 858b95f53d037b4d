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

  public func send(_ mail: OutgoingMail, isCancelled: @escaping @Sendable () -> Bool) throws {
    let path = folder + "/" + mail.id.description
    switch mail.channel {
    case .mail:
      try Data(MailMessage(mail, from: sender).plain).write(
        to: URL(fileURLWithPath: path + ".eml"), options: .atomic)
    case .text:
      try Data("\(MailMessage.oneLine(mail.recipient))\n\(mail.body)\n".utf8)
        .write(to: URL(fileURLWithPath: path + ".txt"), options: .atomic)
    case .erasure: try forget(mail.recipient, ToldNames(encoded: mail.body))
    }
  }

  /// Deletes what lies here for one recipient, and takes the recipient's names out of the rest.
  private func forget(_ recipient: String, _ told: ToldNames) throws {
    let recipient = MailMessage.oneLine(recipient)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let path = folder + "/" + name
      guard name.hasSuffix(".eml") || name.hasSuffix(".txt"),
        let text = FileManager.default.contents(atPath: path)
          .map({ String(decoding: $0, as: UTF8.self) })
      else { continue }
      // A line of a mail ends with CR LF, which is one character.
      let lines = text.split(
        maxSplits: 20, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let isMail = name.hasSuffix(".eml")
      let to = isMail ? lines.first { $0.hasPrefix("To: ") }?.dropFirst(4) : lines.first
      if let to, to == recipient {
        try FileManager.default.removeItem(atPath: path)
        continue
      }
      // To whom a message goes stays: an own number is forgotten in its turn, and anybody may be called like one.
      let rest = text.dropFirst(to?.count ?? 0)
      let forgotten =
        isMail
        ? MailMessage.rewritten(text, told.forgotten)
        : (to ?? "") + told.forgotten(in: String(rest))
      // What the operator's program has taken meanwhile does not come back.
      guard forgotten != text, FileManager.default.fileExists(atPath: path) else { continue }
      try Data(forgotten.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }
}
