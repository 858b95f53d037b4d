import Access
import Base
import Notifications
import Storage

/// Brings notifications as mail to the address that an account has proved.
///
/// - Thread: shared.
public struct NotificationMail: NotificationCarrier {
  let platform: Platform
  let outbox: MailOutbox

  public init(platform: Platform, outbox: MailOutbox) {
    self.platform = platform
    self.outbox = outbox
  }

  public var channel: DeliveryChannel { .email }

  /// Characters of a notification that stand in the subject.
  private static let subjectLength = 120

  public func reaches(_ account: EntityID, in session: StoreSession) throws -> Bool {
    try address(of: account, in: session) != nil
  }

  private func address(of account: EntityID, in session: StoreSession) throws -> String? {
    try session.first(
      """
      SELECT i.value FROM identifiers i JOIN accounts a ON a.id = i.account
      WHERE i.account = ?1 AND i.kind = 'email' AND i.verified_at IS NOT NULL
        AND a.state = 'active'
      """, [.id(account)]
    ) { try $0.text(0) }
  }

  public func carry(_ notification: Notification, to account: EntityID) throws {
    try platform.store.write { transaction in
      let isQueued = try transaction.exists(
        "SELECT 1 FROM mails WHERE id = ?1", [.id(notification.id)])
      // Whom it names may have been erased since it was read.
      let text = try transaction.first(
        "SELECT text FROM notifications WHERE id = ?1", [.id(notification.id)]
      ) { try $0.text(0) }
      guard !isQueued, let text, let address = try address(of: account, in: transaction) else {
        return
      }
      var told = notification
      told.text = text
      try outbox.add(
        to: address, subject: String(text.prefix(Self.subjectLength)),
        body: line(told) + end, id: notification.id, in: transaction)
    }
  }

  public func carryTogether(
    _ notifications: [Notification], to account: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    guard let address = try address(of: account, in: transaction) else { return false }
    let count = notifications.count
    try outbox.add(
      to: address,
      subject: "Wayside: \(count) unread \(count == 1 ? "notification" : "notifications")",
      body: notifications.map(line).joined(separator: "\n\n") + end, id: platform.ids.next(),
      in: transaction)
    return true
  }

  /// What happened, and the address that opens the very thing.
  private func line(_ notification: Notification) -> String {
    "\(notification.text)\n\(platform.settings.publicAddress)/notifications?open=\(notification.id)"
  }

  private var end: String {
    """


    Which notifications come by mail, and when, you choose here:
    \(platform.settings.publicAddress)/me/notifications
    """
  }
}
