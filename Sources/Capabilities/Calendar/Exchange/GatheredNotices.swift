import Base
import Identity
import Notifications
import Storage

/// Tells of much that happens at once by few notifications: of some by themselves, then of how many more
/// there are.
///
/// - Thread: shared.
final class GatheredNotices: NotificationSink {
  /// Most that one account is told by themselves of one import.
  static let singles = 5

  private let notifications: any NotificationSink
  private let notices = Guarded<[NotificationDraft]>([])

  init(_ notifications: any NotificationSink) { self.notifications = notifications }

  func post(_ draft: NotificationDraft, in transaction: WriteTransaction) throws {
    notices.withLock { $0.append(draft) }
  }

  func renew(
    _ kind: NotificationKind, about subject: EntityID, version: Int, of account: EntityID,
    as notice: (any Notice)?, in transaction: WriteTransaction
  ) throws -> Bool {
    try notifications.renew(
      kind, about: subject, version: version, of: account, as: notice, in: transaction)
  }

  /// Posts what was gathered, each account's in the order in which it was said.
  ///
  /// - Parameter sender: who has done all of it.
  func post(from sender: EntityID, in transaction: WriteTransaction) throws {
    let gathered = Dictionary(grouping: notices.withLock { $0 }, by: \.account)
    guard !gathered.isEmpty else { return }
    let name = Told(try AccountDirectory.name(of: sender, in: transaction))
    for (_, notices) in gathered.sorted(by: { $0.key < $1.key }) {
      let isMany = notices.count > Self.singles + 1
      for notice in isMany ? notices.prefix(Self.singles) : notices[...] {
        try notifications.post(notice, in: transaction)
      }
      guard isMany else { continue }
      var last = notices[Self.singles]
      let more = notices.count - Self.singles
      last.notice = AppointmentNotice.manyChanged(by: name, count: more)
      last.subject.occurrence = nil
      try notifications.post(last, in: transaction)
    }
  }
}
