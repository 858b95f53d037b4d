import Base
import Storage

/// Puts a notification into an account's list, in the transaction of its cause.
public protocol NotificationSink: Sendable {
  /// Posts a notification, unless the account has switched its kind off or has one of the same kind,
  /// subject and version.
  ///
  /// - Parameters:
  ///   - subject: what it is about; the client opens it by `subjectKind` and this identifier.
  ///   - occurrence: which occurrence of a repeated subject it is about; nil for all of it.
  ///   - version: the version of the subject that it tells of: what is told of once is not told
  ///     again.
  ///   - text: one sentence for the list.
  ///   - due: when it is to arrive; nil for now.
  func post(
    to account: EntityID, kind: NotificationKind, subjectKind: String, subject: EntityID,
    occurrence: Instant?, version: Int, text: String, due: Instant?,
    in transaction: WriteTransaction) throws

  /// Changes one that has been posted and has arrived, if there is one; it leaves the house no second
  /// time.
  ///
  /// - Parameter text: what it says now, unread again; nil to mark it as seen.
  /// - Returns: whether there is one.
  @discardableResult
  func renew(
    _ kind: NotificationKind, about subject: EntityID, version: Int, of account: EntityID,
    text: String?, in transaction: WriteTransaction
  ) throws -> Bool
}

extension NotificationSink {
  /// Posts a notification that arrives now.
  public func post(
    to account: EntityID, kind: NotificationKind, subjectKind: String, subject: EntityID,
    occurrence: Instant? = nil, version: Int, text: String, in transaction: WriteTransaction
  ) throws {
    try post(
      to: account, kind: kind, subjectKind: subjectKind, subject: subject,
      occurrence: occurrence, version: version, text: text, due: nil, in: transaction)
  }
}
