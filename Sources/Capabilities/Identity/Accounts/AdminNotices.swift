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

  /// Tells that a timetable has to be replaced; what an admin was told once is not told again, also
  /// after a restart.
  ///
  /// - Parameters:
  ///   - lastDay: its last day of service, in days after 1970-01-01: another end is told of anew.
  ///   - daysLeft: until then; negative when it is over.
  public func tell(timetableEnds name: String, lastDay: Int, daysLeft: Int) throws {
    let subject = Self.identifier(of: name, kind: SubjectKind.timetable.rawValue)
    let notice = AccountNotice.timetableEnds(
      name: Told(name), last: Moment(day: lastDay), days: daysLeft)
    // Most of the time there is nothing new, and nothing is written.
    let isNews = try platform.store.read { session in
      try AccountStore.activeAdmins(in: session).contains { admin in
        try NotificationService.nextVersion(.dataEnds, about: subject, at: admin, in: session)
          <= lastDay
      }
    }
    guard isNews else { return }
    try platform.store.write { transaction in
      for admin in try AccountStore.activeAdmins(in: transaction) {
        try notifications.post(
          notice, to: admin, about: NotificationSubject(.timetable, subject), version: lastDay,
          in: transaction)
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
