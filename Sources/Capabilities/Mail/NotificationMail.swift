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

  public func carry(
    _ notification: Notification, to account: EntityID, _ words: NotificationWords
  ) throws {
    try platform.store.write { transaction in
      let isQueued = try transaction.exists(
        "SELECT 1 FROM mails WHERE id = ?1", [.id(notification.id)])
      // Whom it names may have been erased since it was read.
      guard !isQueued, let told = try words.find(notification.id, in: transaction)?.notification,
        let address = try address(of: account, in: transaction)
      else { return }
      let frame = try words.reader(account, in: transaction)
      try outbox.add(
        to: address, subject: String(told.text.prefix(Self.subjectLength)),
        body: line(told) + end(frame), id: notification.id, in: transaction)
    }
  }

  public func carryTogether(
    _ notifications: [Notification], to account: EntityID, _ words: NotificationWords,
    in transaction: WriteTransaction
  ) throws -> Bool {
    guard let address = try address(of: account, in: transaction) else { return false }
    let reader = try words.reader(account, in: transaction)
    try outbox.add(
      to: address, subject: reader.words(MailFrame.digestSubject(count: notifications.count)),
      body: notifications.map(line).joined(separator: "\n\n") + end(reader),
      id: platform.ids.next(),
      in: transaction)
    return true
  }

  /// What happened, and the address that opens the very thing.
  private func line(_ notification: Notification) -> String {
    "\(notification.text)\n\(platform.settings.publicAddress)/notifications?open=\(notification.id)"
  }

  private func end(_ reader: NoticeReader) -> String {
    "\n\n\(reader.words(MailFrame.end))\n\(platform.settings.publicAddress)/me/notifications"
  }
}

/// What stands around notifications in a mail.
private enum MailFrame: Worded {
  case digestSubject(count: Int)
  /// Before the address of the choices.
  case end

  func words(in room: English) -> String {
    switch self {
    case .digestSubject(let count):
      "Wayside: \(count) unread \(count == 1 ? "notification" : "notifications")"
    case .end: "Which notifications come by mail, and when, you choose here:"
    }
  }

  func words(in room: German) -> String {
    switch self {
    case .digestSubject(let count):
      "Wayside: \(count) ungelesene \(count == 1 ? "Mitteilung" : "Mitteilungen")"
    case .end: "Welche Mitteilungen wann per E-Mail kommen, wählen Sie hier:"
    }
  }
}
