import Access
import Base
import Cryptography
import Notifications
import Registration
import Storage

/// What the installation needs of those who run it, told to each of its admins.
///
/// - Thread: shared.
public struct AdminNotices: Sendable {
  let platform: Platform
  let notifications: any NotificationSink

  /// Tells that imported data has to be replaced; what an admin was told once is not told again, also
  /// after a restart.
  ///
  /// - Parameters:
  ///   - kind: what the data is, in camel case; with its name it stands for the subject.
  ///   - version: which of several ends of the same data this is.
  public func tell(dataEnds name: String, kind: String, version: Int, text: String) throws {
    let subject = Self.identifier(of: name, kind: kind)
    // Most of the time there is nothing new, and nothing is written.
    let isNews = try platform.store.read { session in
      try AccountStore.activeAdmins(in: session).contains { admin in
        try NotificationService.nextVersion(.dataEnds, about: subject, at: admin, in: session)
          <= version
      }
    }
    guard isNews else { return }
    try platform.store.write { transaction in
      for admin in try AccountStore.activeAdmins(in: transaction) {
        try notifications.post(
          to: admin, kind: .dataEnds, subjectKind: kind, subject: subject, version: version,
          text: text, in: transaction)
      }
    }
  }

  /// The same name has the same identifier at every start; names have none of their own.
  private static func identifier(of name: String, kind: String) -> EntityID {
    let digest = SHA256.hash(Array("\(kind)/\(name)".utf8)).bytes
    func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    // RFC 9562: version 8 is for identifiers of one's own making.
    return EntityID(
      high: word(digest[0..<8]) & ~0xf000 | 0x8000,
      low: word(digest[8..<16]) & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000)
  }
}
