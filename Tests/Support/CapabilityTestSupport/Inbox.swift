import Access
import Base
import Notifications
import Storage

/// Notifications that were posted.
public final class Inbox: NotificationSink {
  public struct Letter: Equatable, Sendable {
    public var to: EntityID
    public var kind: NotificationKind
    public var subject: EntityID
    public var occurrence: Instant?
    public var text: String
  }

  public init() {}

  public let letters = Guarded<[Letter]>([])

  /// Letters stay as they were posted; what changes comes as another one.
  public func renew(
    _ kind: NotificationKind, about subject: EntityID, version: Int, of account: EntityID,
    as notice: (any Notice)?, in transaction: WriteTransaction
  ) -> Bool { false }

  public func post(_ draft: NotificationDraft, in transaction: WriteTransaction) throws {
    letters.withLock {
      $0.append(
        Letter(
          to: draft.account, kind: draft.notice.kind, subject: draft.subject.id,
          occurrence: draft.subject.occurrence, text: draft.notice.words(in: English())))
    }
  }
}
