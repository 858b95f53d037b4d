import Access
import Base
import Cryptography
import Storage

/// Logging in and out.
public struct SessionService: Sendable {
  let platform: Platform
  let hasher: PasswordHasher
  let key: ServiceKey
  let counters: AttemptCounters
  let cache: SessionCache

  /// One message for everything that can be wrong, so that nobody learns who has an account.
  static let wrongLogIn = Refusal(
    .unauthenticated, "wrong-login",
    "There is no account with this login and password. Check both, or recover your password."
  )

  private struct Known {
    var account: EntityID
    var hash: String
    var temporary: Digest256?
  }

  /// Begins a session for the account with this login and password.
  ///
  /// Wrong attempts make those wait who come from the same network address; a device that is known,
  /// and a right temporary password, pass all the same.
  ///
  /// A temporary password also opens, once, a session that can do nothing but replace it; so does, each
  /// time, the password of somebody who came to answer for others and chose it when a weaker one was
  /// enough. A suspended account gets a session that can export and erase only.
  ///
  /// - Parameter address: the client's, for limits.
  /// - Throws: `unauthenticated` with one message for everything wrong; `limited`; `busy`.
  public func logIn(_ logIn: LogIn, from address: ClientAddress) throws -> NewSession {
    let login = logIn.normalised
    let now = platform.clock.now()
    let device = logIn.deviceToken.flatMap { SecretToken($0) }?.digest
    let (known, knownDevice) = try platform.store.read { session in
      let known = try Self.known(login, at: now, in: session)
      guard let known, let device, try KnownDevices.has(device, known.account, in: session) else {
        return (known, Digest256?.none)
      }
      return (known, device)
    }
    let place = knownDevice.map { "device " + $0.hexadecimal } ?? "address " + address.limitKey
    let digest = key.hash(Array("\(place)\n\(login)".utf8), for: .logins)
    let isTemporary =
      known?.temporary != nil && known?.temporary == TemporaryPassword.digest(logIn.password)
    // Who shares an address with someone that guesses gets in from a device that is known.
    if knownDevice == nil, !isTemporary { try counters.logInsPerAddress.take(address.limitKey) }
    if !isTemporary {
      try counters.logInsPerAccount.take(digest.hexadecimal)
      try platform.store.readOnce { try LoginAttempts.check(digest, at: now, in: $0) }
    }
    let isRight = try !isTemporary && hasher.verify(logIn.password, against: known?.hash)
    guard let known, isRight || isTemporary else {
      try platform.store.write { try LoginAttempts.countFailure(digest, in: $0) }
      throw Self.wrongLogIn
    }
    let renewed =
      isRight && hasher.needsRehash(known.hash) ? try hasher.hash(logIn.password) : nil
    let new = try platform.store.write { transaction in
      guard let current = try Self.known(login, at: now, in: transaction),
        current.account == known.account, current.hash == known.hash,
        isRight || current.temporary == known.temporary
      else { throw Self.wrongLogIn }
      if let renewed {
        try AccountStore.setPasswordHash(renewed, of: known.account, in: transaction)
      }
      try AccountStore.dropTemporaryPassword(of: known.account, in: transaction)
      if isTemporary { try AccountStore.verifyEmail(of: known.account, in: transaction) }
      try LoginAttempts.forget(digest, in: transaction)
      let mustReplace =
        try isTemporary || isTooWeak(logIn.password, for: known.account, in: transaction)
      var new = try begin(
        for: known.account, device: logIn.device,
        restriction: mustReplace ? .replacePassword : nil, in: transaction)
      let fresh = knownDevice == nil ? SecretToken() : nil
      if let used = knownDevice ?? fresh?.digest {
        try KnownDevices.note(used, known.account, in: transaction)
      }
      new.deviceToken = fresh?.text
      return new
    }
    counters.logInsPerAccount.reset(digest.hexadecimal)
    return new
  }

  /// Whether it is less than is asked of those who answer for others.
  private func isTooWeak(_ password: String, for id: EntityID, in session: StoreSession) throws
    -> Bool
  {
    let account = try AccountStore.existing(id, in: session)
    guard account.role != .general else { return false }
    let rules = PasswordRules(platform.settings, for: account.role)
    return rules.objection(to: password, email: account.email) != nil
  }

  private static func known(
    _ login: String, at now: Instant, in session: StoreSession
  ) throws -> Known? {
    try session.first(
      """
      SELECT i.account, c.hash, t.digest, t.expires_at
      FROM identifiers i JOIN credentials c ON c.account = i.account
      LEFT JOIN temporary_credentials t ON t.account = i.account
      WHERE i.value = ?1
      """, [.text(login)]
    ) { row in
      let isLive = try row.optional(3, row.instant).map { $0 > now } ?? false
      return Known(
        account: try row.id(0), hash: try row.text(1),
        temporary: isLive ? Digest256(try row.blob(2)) : nil)
    }
  }

  /// Begins a session without asking for a password, right after sign-up.
  func begin(
    for account: EntityID, device: String, restriction: SessionRestriction? = nil,
    in transaction: WriteTransaction
  ) throws -> NewSession {
    let account = try AccountStore.existing(account, in: transaction)
    let token = SecretToken()
    let session = Session(
      id: platform.ids.next(), account: account.id, device: device,
      restriction: account.state == .suspended ? .suspended : restriction,
      createdAt: transaction.now, usedAt: transaction.now,
      expiresAt: transaction.now.adding(
        seconds: Int64(clamping: platform.settings.sessionDays) * 86_400))
    try SessionStore.insert(session, token: token.digest, in: transaction)
    return NewSession(session: session, account: account, token: token.text)
  }

  /// What looks like a new session and is none: nobody ever gets in with its token.
  func pretended(for account: Account, device: String) -> NewSession {
    let now = platform.clock.now()
    let session = Session(
      id: platform.ids.next(), account: account.id, device: device, createdAt: now, usedAt: now,
      expiresAt: now.adding(seconds: Int64(clamping: platform.settings.sessionDays) * 86_400))
    return NewSession(session: session, account: account, token: SecretToken().text)
  }

  /// Ends the session through which the caller asks; its token is worthless when this returns.
  ///
  /// - Returns: whether that is written down. Where the store takes no writes, the session has ended in this
  ///   process, and is written down as soon as it can be; after a restart before that it would go on.
  @discardableResult
  public func logOut(caller: Caller) throws -> Bool {
    let loggedIn = try caller.requiredEvenIfRestricted()
    return try end(loggedIn.session, of: loggedIn.account) != nil
  }

  /// Ends a session, in this process alone where the store takes no writes.
  ///
  /// - Returns: whether there was one; nil where that is not written down.
  private func end(_ session: EntityID, of account: EntityID) throws -> Bool? {
    do {
      return try platform.store.write(isEssential: true) { transaction in
        try SessionStore.end(session, of: account, in: transaction)
      }
    } catch let refusal as Refusal where refusal.kind == .busy || refusal.kind == .storageFull {
      cache.end(session, of: account)
      return nil
    }
  }

  /// The caller's sessions, the newest first.
  public func list(caller: Caller) throws -> [Session] {
    let loggedIn = try caller.required()
    let now = platform.clock.now()
    return try platform.store.readOnce {
      try SessionStore.list(of: loggedIn.account, at: now, in: $0)
    }.filter { !cache.hasEnded($0.id) }
  }

  /// Ends one of the caller's sessions.
  ///
  /// - Returns: as ``logOut(caller:)``.
  /// - Throws: `notFound` for one that the caller does not have.
  @discardableResult
  public func revoke(_ id: EntityID, caller: Caller) throws -> Bool {
    let own = try list(caller: caller)
    guard own.contains(where: { $0.id == id }), let account = caller.account else {
      throw Refusal.notFound("session")
    }
    let hasEnded = try end(id, of: account)
    if hasEnded == false { throw Refusal.notFound("session") }
    return hasEnded != nil
  }
}
