import Access
import Base
import Identity
import Mail
import Notifications
import Storage

/// Writing to the operator, with or without an account, and answering.
///
/// Nothing is sent to an address because somebody has typed it here: only an admin's answer goes
/// there, without a word of the message, and whoever wants no such mail gets none.
///
/// - Thread: shared.
public struct OperatorMessageService: Sendable {
  /// Characters of an answer.
  public static let answers = 1...4000

  let platform: Platform
  let notifications: any NotificationSink
  let outbox: MailOutbox
  let unwanted: UnwantedMail
  let audit: AuditLog

  /// Keeps a message for the admins.
  ///
  /// - Throws: `invalid` without an address to answer to; `conflict` with slug
  ///   `too-many-messages`.
  public func send(_ draft: OperatorMessageDraft, caller: Caller) throws {
    let account = caller.account
    guard account != nil || draft.email != nil else {
      throw Refusal.invalid("/email", "Enter the email address that the answer is to go to.")
    }
    // Whoever has an account is answered there.
    let email = account == nil ? draft.email : nil
    try platform.store.write { transaction in
      let own = try OperatorMessageStore.waiting(of: account, email, in: transaction)
      let all =
        try account == nil ? OperatorMessageStore.waiting(of: nil, nil, in: transaction) : 0
      guard own < OperatorMessage.limit, all < OperatorMessage.limitWithoutAccount else {
        throw Refusal(
          .conflict, "too-many-messages",
          "Other messages wait for an answer. Write again when they have been answered.")
      }
      try OperatorMessageStore.insert(
        OperatorMessage(
          id: platform.ids.next(),
          account: account.map { AccountSummary(id: $0, displayName: "") }, email: email,
          subject: draft.subject, text: draft.text, isBreach: draft.isBreach,
          createdAt: transaction.now), in: transaction)
      if draft.isBreach { try BreachCountStore.add(in: transaction) }
    }
  }

  /// Messages that wait for an answer, the oldest first.
  public func waiting(_ page: PageRequest, caller: Caller) throws -> Page<OperatorMessage> {
    _ = try caller.required(.admin)
    let after = try page.idPosition() ?? EntityID(high: 0, low: 0)
    return try platform.store.readOnce { session in
      let found = try OperatorMessageStore.waiting(
        after: after, limit: page.limit + 1, in: session)
      return Page(reading: found, limit: page.limit) { Cursor($0.id) }
    }
  }

  /// How many messages told of a breach in each of the last months, the present one first.
  public func breaches(caller: Caller) throws -> [BreachCount] {
    _ = try caller.required(.admin)
    let now = platform.clock.now()
    return try platform.store.readOnce { try BreachCountStore.latest(at: now, in: $0) }
  }

  /// One message.
  ///
  /// - Throws: `notFound`.
  public func get(_ id: EntityID, caller: Caller) throws -> OperatorMessage {
    _ = try caller.required(.admin)
    return try platform.store.readOnce { session in
      guard let found = try OperatorMessageStore.find(id, in: session) else {
        throw Refusal.notFound("message")
      }
      return found
    }
  }

  /// Answers a message: by mail, and in the notifications of whoever has an account.
  ///
  /// - Throws: `notFound`; `conflict` with slug `already-answered`.
  public func answer(
    _ id: EntityID, _ text: String, caller: Caller
  ) throws -> OperatorMessage {
    let admin = try caller.required(.admin).account
    return try platform.store.write { transaction in
      guard var message = try OperatorMessageStore.find(id, in: transaction) else {
        throw Refusal.notFound("message")
      }
      guard message.answeredAt == nil else {
        throw Refusal(.conflict, "already-answered", "This message has been answered already.")
      }
      (message.answer, message.answeredAt) = (text, transaction.now)
      try OperatorMessageStore.answer(message, in: transaction)
      try audit.append(
        "operator-message-answered", by: admin, on: OperatorMessageStore.changeKind, id,
        detail: "", in: transaction)
      if let account = message.account {
        try notifications.post(
          ModerationNotice.operatorAnswered(
            subject: Told(message.subject), answer: Told(String(text.prefix(900)))),
          to: account.id, about: NotificationSubject(.operatorMessage, id), version: 1,
          in: transaction)
      }
      try mail(message, text, in: transaction)
      return message
    }
  }

  private func mail(
    _ message: OperatorMessage, _ answer: String, in transaction: WriteTransaction
  ) throws {
    let own = try message.account.flatMap { account in
      try transaction.first(
        """
        SELECT value FROM identifiers
        WHERE account = ?1 AND kind = 'email' AND verified_at IS NOT NULL
        """, [.id(account.id)]
      ) { try $0.text(0) }
    }
    guard let recipient = own ?? message.email else { return }
    // An address that somebody has typed need not be that one's.
    let isTyped = own == nil
    guard try !isTyped || !unwanted.isUnwanted(by: recipient, in: transaction) else { return }
    try outbox.add(
      to: recipient, subject: "An answer to your message",
      body: """
        \(answer)

        This answers what was written to the operator of \(platform.settings.publicAddress) on \
        \(message.createdAt.description.prefix(10)).
        """,
      stop: isTyped ? unwanted.address(recipient) : nil, id: platform.ids.next(),
      in: transaction)
  }
}
