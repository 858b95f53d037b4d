import Access
import Base
import Cryptography
import Mail
import Notifications
import Storage

/// A new password, and the one it replaces.
public struct PasswordChange: Sendable {
  var current: String?
  var new: String

  /// Reads `{current?, new}`; `current` can be left out after logging in with a temporary one.
  public init(reading fields: JSONFields) throws(Refusal) {
    current = fields.optional("current") { $0.secret("current", 0...100_000) }
    new = PasswordRules.read("new", from: fields, atLeast: 1)
    try fields.finish()
  }
}

/// Changing and recovering passwords.
public struct PasswordService: Sendable {
  /// How long a temporary password lives.
  static let recoverySeconds: Int64 = 3600

  let platform: Platform
  let hasher: PasswordHasher
  let key: ServiceKey
  let outbox: MailOutbox
  let counters: AttemptCounters
  let notifications: any NotificationSink

  /// Replaces the caller's password and ends the caller's other sessions.
  ///
  /// - Throws: `invalid` for a wrong current password or a new one that is not good enough.
  public func change(_ change: PasswordChange, caller: Caller) throws {
    let loggedIn = try caller.requiredEvenIfRestricted()
    if loggedIn.restriction == .suspended { _ = try caller.required() }
    let (account, hash) = try platform.store.read { session in
      (
        try AccountStore.existing(loggedIn.account, in: session),
        try AccountStore.passwordHash(of: loggedIn.account, in: session)
      )
    }
    if loggedIn.restriction == nil {
      try counters.logInsPerAccount.take(loggedIn.account.description)
      guard let current = change.current, try hasher.verify(current, against: hash) else {
        throw Refusal.invalid("/current", "The current password is wrong.")
      }
      counters.logInsPerAccount.reset(loggedIn.account.description)
    }
    let rules = PasswordRules(platform.settings, for: account.role)
    if let objection = rules.objection(to: change.new, email: account.email) {
      throw Refusal.invalid("/new", "The new password \(objection).")
    }
    let newHash = try hasher.hash(change.new)
    try platform.store.write { transaction in
      guard try AccountStore.passwordHash(of: loggedIn.account, in: transaction) == hash else {
        throw Refusal(
          .conflict, "password-changed", "The password has been changed at the same moment.")
      }
      try AccountStore.setPasswordHash(newHash, of: loggedIn.account, in: transaction)
      try AccountStore.dropTemporaryPassword(of: loggedIn.account, in: transaction)
      try SessionStore.endAll(of: loggedIn.account, except: loggedIn.session, in: transaction)
      if loggedIn.restriction != nil {
        try SessionStore.liftRestriction(of: loggedIn.session, in: transaction)
      }
      try notifications.post(
        AccountNotice.passwordChanged, to: loggedIn.account,
        about: NotificationSubject(.login, loggedIn.account),
        version: try AccountStore.countSecurityChange(of: loggedIn.account, in: transaction),
        in: transaction)
    }
  }

  /// Mails a temporary password to `email` if there is an account; answers alike if there is none.
  ///
  /// - Throws: `limited`; `invalid` for a text that is no address.
  public func recover(email: String, from address: ClientAddress) throws {
    guard let email = EmailAddress(email)?.text else {
      throw Refusal.invalid("/email", "must be an email address such as ana@example.org.")
    }
    try counters.recoveriesPerAddress.take(address.limitKey)
    let digest = key.hash(Array(email.utf8), for: .logins)
    try counters.recoveriesPerAccount.take(digest.hexadecimal)
    let password = TemporaryPassword.make()
    try platform.store.write { transaction in
      guard let account = try AccountStore.account(withEmail: email, in: transaction) else {
        // The same work as below, so that time does not tell the two apart.
        let id = platform.ids.next()
        try outbox.add(
          to: email, subject: "", body: Self.body(password), id: id, in: transaction)
        try transaction.execute("DELETE FROM mails WHERE id = ?1", [.id(id)])
        return
      }
      try AccountStore.setTemporaryPassword(
        TemporaryPassword.digest(password), of: account,
        until: transaction.now.adding(seconds: Self.recoverySeconds), in: transaction)
      try outbox.add(
        to: email, subject: "Your temporary password", body: Self.body(password),
        id: platform.ids.next(), in: transaction)
    }
  }

  private static func body(_ password: String) -> String {
    """
    Someone, probably you, asked for a new password.

    Log in within one hour with this temporary password, then choose a new one:

    \(password)

    If it was not you, do nothing: your password still works and nobody else has this message.
    """
  }
}
