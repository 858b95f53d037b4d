import Access
import Base

extension Settings {
  /// What carries mail out: the operator's server, or files in a folder without one.
  ///
  /// - Parameter folder: where files go; text messages always do.
  /// - Throws: `invalid` if the password cannot be read, or an error of the file system.
  public func mailTransport(folder: String) throws -> any MailTransport {
    let files = try FileMailTransport(folder: folder, sender: mail?.from ?? "wayside@localhost")
    guard let mail else { return files }
    return SMTPTransport(server: try mail.server(), sender: mail.from, texts: files)
  }
}
