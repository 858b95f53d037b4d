import Base
import Storage

/// What one account is to be told.
///
/// - Thread: pure.
public struct NotificationDraft: Sendable {
  public var account: EntityID
  public var notice: any Notice
  public var subject: NotificationSubject
  /// The version of the subject that it tells of: what is told of once is not told again.
  public var version: Int
  /// When it is to arrive; nil for now.
  public var due: Instant?

  public init(
    _ notice: any Notice, to account: EntityID, about subject: NotificationSubject, version: Int,
    due: Instant? = nil
  ) {
    self.account = account
    self.notice = notice
    self.subject = subject
    self.version = version
    self.due = due
  }
}

/// Puts a notification into an account's list, in the transaction of its cause.
public protocol NotificationSink: Sendable {
  /// Posts a notification, unless the account has switched its kind off or has one of the same kind,
  /// subject and version.
  func post(_ draft: NotificationDraft, in transaction: WriteTransaction) throws

  /// Changes one that has been posted and has arrived, if there is one; it leaves the house no second
  /// time.
  ///
  /// - Parameter notice: what it says now, unread again; nil to mark it as seen.
  /// - Returns: whether there is one.
  @discardableResult
  func renew(
    _ kind: NotificationKind, about subject: EntityID, version: Int, of account: EntityID,
    as notice: (any Notice)?, in transaction: WriteTransaction
  ) throws -> Bool
}

extension NotificationSink {
  /// Posts a notification that arrives now.
  public func post(
    _ notice: some Notice, to account: EntityID, about subject: NotificationSubject, version: Int,
    in transaction: WriteTransaction
  ) throws {
    try post(
      NotificationDraft(notice, to: account, about: subject, version: version), in: transaction)
  }
}
