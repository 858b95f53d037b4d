import Access
import Base
import Cryptography
import Mail
import Storage

/// Getting an account and keeping its profile.
public struct AccountService: Sendable {
  let platform: Platform
  let hasher: PasswordHasher
  let sessions: SessionService
  let verification: VerificationService
  let outbox: MailOutbox
  let audit: any AuditTrail
  let newcomers: [any NewAccountHandler]
  let callerParts: [any CallerPart]

  /// Makes an account of role general; with `logsIn`, also its first session.
  ///
  /// A telephone number is sent a code; it is the account's once the code is entered.
  ///
  /// Whether an address has an account already, nobody learns who asks: the answer is the same, its
  /// account is none and its session is worth nothing. Who holds the address is told.
  ///
  /// - Throws: `conflict` if the telephone number is another account's (SC-REG-07); `limited`; `busy`.
  public func signUp(
    _ signUp: SignUp, device: String = "", from address: ClientAddress
  ) throws -> (account: Account, session: NewSession?) {
    try sessions.counters.signUpsPerAddress.take(address.limitKey)
    let hash = try hasher.hash(signUp.password)
    return try platform.store.write { transaction in
      let account = Account(
        id: platform.ids.next(), displayName: signUp.displayName, givenName: signUp.givenName,
        familyName: signUp.familyName, email: signUp.email, locale: signUp.locale,
        timeZone: signUp.timeZone, preferences: Preferences(), role: .general, state: .active,
        createdAt: transaction.now, version: 1)
      // A number that is taken is refused, whether or not the address is (SC-REG-07).
      if let number = signUp.phoneNumber {
        try VerificationService.checkFree(
          number.text, for: account.id, pointer: "/phoneNumber", in: transaction)
      }
      guard try AccountStore.account(withEmail: signUp.email, in: transaction) == nil else {
        // Counted as if it were sent, so that the limit says nothing of the address either.
        if let number = signUp.phoneNumber { try verification.countCode(to: number.text) }
        try tellHolder(of: signUp.email, in: transaction)
        return (account, signUp.logsIn ? sessions.pretended(for: account, device: device) : nil)
      }
      try insert(account, hash: hash, in: transaction)
      if let number = signUp.phoneNumber {
        _ = try verification.send(to: number, for: account.id, in: transaction)
      }
      if let answer = signUp.isOfRecommendedAge {
        try AccountStore.insertAgeAssertion(
          account.id, threshold: platform.settings.recommendedAge, answer: answer, in: transaction)
      }
      let session =
        signUp.logsIn
        ? try sessions.begin(for: account.id, device: device, in: transaction) : nil
      return (account, session)
    }
  }

  /// Tells whoever has an account with this address that somebody wanted another one; not too often.
  private func tellHolder(of email: String, in transaction: WriteTransaction) throws {
    // Apart from the codes that the address itself asks for, which strangers would use up.
    let recipient = sessions.key.hash(Array("holder \(email)".utf8), for: .logins).hexadecimal
    guard (try? sessions.counters.codesPerRecipient.take(recipient)) != nil else { return }
    try outbox.add(
      to: email, subject: "You have an account already",
      body: """
        Somebody, probably you, wanted to sign up with this address, which has an account already.

        Log in at \(platform.settings.publicAddress), or have a temporary password sent there.

        If it was not you, do nothing: nothing has changed, and nobody was told.
        """, id: platform.ids.next(), in: transaction)
  }

  private func insert(_ account: Account, hash: String, in transaction: WriteTransaction) throws {
    guard let email = account.email,
      try AccountStore.account(withEmail: email, in: transaction) == nil
    else {
      throw Refusal(
        .conflict, "email-taken",
        "There is an account with this email address. Log in, or recover your password.",
        violations: [Refusal.Violation("/email", "is in use by another account")])
    }
    try AccountStore.insert(
      account, buyer: EntityID(at: Instant(milliseconds: 0), random: platform.random),
      passwordHash: hash, in: transaction)
    for handler in newcomers { try handler.accountMade(account.id, in: transaction) }
    try ConsentStore.append(
      Consent(
        kind: .terms, version: platform.settings.termsVersion, isGiven: true, at: transaction.now),
      of: account.id, id: platform.ids.next(), in: transaction)
  }

  /// Makes an account of role admin: the operator's command, the only way to one.
  ///
  /// - Throws: `invalid`; `conflict` if the email is in use.
  public func createAdmin(name: String, email: String, password: String) throws -> Account {
    guard let address = EmailAddress(email) else {
      throw Refusal.invalid("/email", "\"\(email)\" is not an email address.")
    }
    let name = name.trimmedOfSpace
    guard ProfileRules.names.contains(name.unicodeScalars.count) else {
      throw Refusal.invalid("/name", "The name must have 1 to 100 characters.")
    }
    guard !DisplayName.hasHiddenParts(name) else {
      throw Refusal.invalid("/name", "The name must not have characters that are not seen.")
    }
    let rules = PasswordRules(platform.settings, for: .admin)
    if let objection = rules.objection(to: password, email: address.text) {
      throw Refusal.invalid("/password", "The password \(objection).")
    }
    let hash = try hasher.hash(password)
    return try platform.store.write { transaction in
      let account = Account(
        id: platform.ids.next(), displayName: name, email: address.text,
        preferences: Preferences(), role: .admin, state: .active, createdAt: transaction.now,
        version: 1)
      try insert(account, hash: hash, in: transaction)
      try audit.append(
        "admin-created", by: nil, on: "account", account.id, detail: "", in: transaction)
      return account
    }
  }

  /// The caller's own account.
  public func own(caller: Caller) throws -> Account {
    let id = try caller.required().account
    return try platform.store.readOnce { try AccountStore.existing(id, in: $0) }
  }

  /// Changes the caller's profile.
  ///
  /// - Throws: `stale` if it has changed since it was read.
  public func change(
    _ change: ProfileChange, expecting version: ExpectedVersion, caller: Caller
  ) throws -> Account {
    let id = try caller.required().account
    return try platform.store.write { transaction in
      var account = try AccountStore.existing(id, in: transaction)
      try version.check(account.version)
      if let name = change.displayName, name != account.displayName {
        try ToldNames.keep(account.displayName, of: id, in: transaction)
        account.displayName = name
      }
      account.givenName = change.givenName.applied(to: account.givenName)
      account.familyName = change.familyName.applied(to: account.familyName)
      account.locale = change.locale.applied(to: account.locale)
      account.timeZone = change.timeZone.applied(to: account.timeZone)
      if let objection = account.preferences.merge(change.preferences) {
        throw Refusal.invalid("/preferences", "The preferences object \(objection).")
      }
      try AccountStore.update(account, in: transaction)
      account.version += 1
      return account
    }
  }
}
