import Base
import Storage

/// Puts notifications into accounts' lists, unless their kind is switched off.
///
/// Each one that is new is recorded in the change log as `notification` with its own identifier,
/// so that event streams can hand it on.
public struct NotificationPoster: NotificationSink {
  let platform: Platform

  public init(platform: Platform) { self.platform = platform }

  public func post(
    to account: EntityID, kind: NotificationKind, subjectKind: String, subject: EntityID,
    version: Int, text: String, in transaction: WriteTransaction
  ) throws {
    guard try NotificationStore.isEnabled(kind, for: account, in: transaction) else { return }
    try NotificationStore.insert(
      Notification(
        id: platform.ids.next(), kind: kind, subjectKind: subjectKind, subject: subject,
        text: text, at: transaction.now),
      for: account, version: version, in: transaction)
  }
}
