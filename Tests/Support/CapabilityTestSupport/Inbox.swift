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
    text: String?, in transaction: WriteTransaction
  ) -> Bool { false }

  public func post(
    to account: EntityID, kind: NotificationKind, subjectKind: String, subject: EntityID,
    occurrence: Instant?, version: Int, text: String, due: Instant?,
    in transaction: WriteTransaction
  ) throws {
    letters.withLock {
      $0.append(
        Letter(to: account, kind: kind, subject: subject, occurrence: occurrence, text: text))
    }
  }
}
