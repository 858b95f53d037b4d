import Base
import Identity
import Notifications
import Storage

/// Tells of much that happens at once by few notifications: of some by themselves, then of how many more
/// there are.
///
/// - Thread: shared.
final class GatheredNotices: NotificationSink {
  private struct Notice {
    var account: EntityID
    var kind: NotificationKind
    var subjectKind: String
    var subject: EntityID
    var occurrence: Instant?
    var version: Int
    var text: String
    var due: Instant?
  }

  /// Most that one account is told by themselves of one import.
  static let singles = 5

  private let notifications: any NotificationSink
  private let notices = Guarded<[Notice]>([])

  init(_ notifications: any NotificationSink) { self.notifications = notifications }

  func post(
    to account: EntityID, kind: NotificationKind, subjectKind: String, subject: EntityID,
    occurrence: Instant?, version: Int, text: String, due: Instant?,
    in transaction: WriteTransaction
  ) throws {
    let notice = Notice(
      account: account, kind: kind, subjectKind: subjectKind, subject: subject,
      occurrence: occurrence, version: version, text: text, due: due)
    notices.withLock { $0.append(notice) }
  }

  func renew(
    _ kind: NotificationKind, about subject: EntityID, version: Int, of account: EntityID,
    text: String?, in transaction: WriteTransaction
  ) throws -> Bool {
    try notifications.renew(
      kind, about: subject, version: version, of: account, text: text, in: transaction)
  }

  /// Posts what was gathered, each account's in the order in which it was said.
  ///
  /// - Parameter sender: who has done all of it.
  func post(from sender: EntityID, in transaction: WriteTransaction) throws {
    let gathered = Dictionary(grouping: notices.withLock { $0 }, by: \.account)
    guard !gathered.isEmpty else { return }
    let name = try AccountDirectory.name(of: sender, in: transaction)
    for (_, notices) in gathered.sorted(by: { $0.key < $1.key }) {
      let isMany = notices.count > Self.singles + 1
      for notice in isMany ? notices.prefix(Self.singles) : notices[...] {
        try post(notice, in: transaction)
      }
      guard isMany else { continue }
      var last = notices[Self.singles]
      let more = notices.count - Self.singles
      last.text = "\(name) has changed or cancelled \(more) more appointments of yours."
      last.occurrence = nil
      try post(last, in: transaction)
    }
  }

  private func post(_ notice: Notice, in transaction: WriteTransaction) throws {
    try notifications.post(
      to: notice.account, kind: notice.kind, subjectKind: notice.subjectKind,
      subject: notice.subject, occurrence: notice.occurrence, version: notice.version,
      text: notice.text, due: notice.due, in: transaction)
  }
}
