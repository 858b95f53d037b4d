import Access
import Base
import Cryptography
import Mail
import Notifications
import Storage

/// Proving that an email address or a telephone number is one's own, by a code sent to it.
///
/// A code has six digits, lives ten minutes and bears five wrong entries; then a new one has to be
/// asked for (CG-SC-03). An unproved number is nobody's: it can neither be logged in with nor keep
/// its owner from using it.
public struct VerificationService: Sendable {
  static let codeSeconds: Int64 = 600
  static let maximumFailures = 5

  let platform: Platform
  let key: ServiceKey
  let outbox: MailOutbox
  let counters: AttemptCounters
  let notifications: any NotificationSink

  /// Sends a code to the caller's email address, or to the number that shall become the caller's.
  ///
  /// - Throws: `conflict` if the number belongs to another account or the address is proved
  ///   already; `limited`.
  public func request(
    _ request: VerificationRequest, caller: Caller
  ) throws -> PendingVerification {
    let account = try caller.required().account
    try counters.codesPerAccount.take(account.description)
    return try platform.store.write { transaction in
      let own = try AccountStore.existing(account, in: transaction)
      if let number = request.phoneNumber {
        return try send(to: number, for: account, in: transaction)
      }
      guard let email = own.email, own.emailVerifiedAt == nil else {
        throw Refusal(
          .conflict, "already-verified", "The email address of this account is proved already.")
      }
      return try send(email, .email, for: account, in: transaction)
    }
  }

  /// Sends a code to a number within the transaction that makes or changes `account`.
  func send(
    to number: PhoneNumber, for account: EntityID, in transaction: WriteTransaction
  ) throws -> PendingVerification {
    try Self.checkFree(number.text, for: account, pointer: "/phoneNumber", in: transaction)
    return try send(number.text, .phone, for: account, in: transaction)
  }

  private func send(
    _ value: String, _ kind: IdentifierKind, for account: EntityID,
    in transaction: WriteTransaction
  ) throws -> PendingVerification {
    try countCode(to: value)
    let code = DigitCode.make()
    let pending = PendingVerification(
      kind: kind, value: value, expiresAt: transaction.now.adding(seconds: Self.codeSeconds))
    try IdentifierCodeStore.put(
      digest(of: code, kind, value, account), pending, of: account, in: transaction)
    let text = "\(code) is your Wayside code. It works for 10 minutes. Tell it to nobody."
    try outbox.add(
      to: value, by: kind == .email ? .mail : .text, subject: "Your Wayside code", body: text,
      id: platform.ids.next(), in: transaction)
    return pending
  }

  /// Counts a code to an address or number: nobody is to be flooded with them, by whichever accounts.
  ///
  /// - Throws: `limited`.
  func countCode(to value: String) throws {
    try counters.codesPerRecipient.take(key.hash(Array(value.utf8), for: .logins).hexadecimal)
  }

  /// Takes the code that was sent; the address or the number is proved with it.
  ///
  /// - Returns: the account as it now is.
  /// - Throws: `invalid` for a wrong code, which can be entered again; `conflict` if there is none
  ///   to enter any more, or if the number has become another account's meanwhile.
  public func prove(_ proof: VerificationProof, caller: Caller) throws -> Account {
    let kind = proof.kind
    let id = try caller.required().account
    // A wrong entry is counted, so it is an outcome of the write and no error in it.
    let account: Account? = try platform.store.write { transaction in
      guard let pending = try IdentifierCodeStore.find(kind, of: id, in: transaction),
        pending.expiresAt > transaction.now, pending.failures < Self.maximumFailures
      else {
        throw Refusal(
          .conflict, "code-needed",
          "There is no code to enter: none was sent, or it is too old, or it was entered wrongly "
            + "\(Self.maximumFailures) times. Ask for a new one.")
      }
      guard pending.digest == digest(of: proof.code, kind, pending.value, id) else {
        try IdentifierCodeStore.countFailure(kind, of: id, in: transaction)
        return nil
      }
      try keep(pending.value, kind, of: id, in: transaction)
      return try AccountStore.existing(id, in: transaction)
    }
    guard let account else {
      throw Refusal.invalid("/code", "The code is wrong. Check it and enter it again.")
    }
    return account
  }

  private func keep(
    _ value: String, _ kind: IdentifierKind, of id: EntityID, in transaction: WriteTransaction
  ) throws {
    try IdentifierCodeStore.drop(kind, of: id, in: transaction)
    switch kind {
    case .email:
      try AccountStore.verifyEmail(of: id, in: transaction)
    case .phone:
      try Self.checkFree(value, for: id, pointer: "/code", in: transaction)
      try AccountStore.setPhone(value, of: id, in: transaction)
      try notifications.post(
        AccountNotice.phoneAdded(number: Told(value)), to: id,
        about: NotificationSubject(.login, id),
        version: try AccountStore.countSecurityChange(of: id, in: transaction), in: transaction)
    }
    try AccountStore.update(AccountStore.existing(id, in: transaction), in: transaction)
  }

  /// Takes the caller's number away, also one that waits for its code; nobody logs in with it any
  /// more.
  ///
  /// - Throws: `notFound` if the account has none.
  public func removePhone(caller: Caller) throws {
    let id = try caller.required().account
    try platform.store.write { transaction in
      let wasPending = try IdentifierCodeStore.drop(.phone, of: id, in: transaction)
      let wasProved = try AccountStore.dropPhone(of: id, in: transaction)
      guard wasPending || wasProved else { throw Refusal.notFound("telephone number") }
      try AccountStore.update(AccountStore.existing(id, in: transaction), in: transaction)
    }
  }

  static func checkFree(
    _ number: String, for account: EntityID, pointer: String, in session: StoreSession
  ) throws {
    let owner = try AccountStore.account(withPhone: number, in: session)
    guard owner == nil || owner == account else {
      throw Refusal(
        .conflict, "phone-taken",
        "There is an account with this telephone number. Log in, or recover your password.",
        violations: [Refusal.Violation(pointer, "is in use by another account")])
    }
  }

  /// Keyed: whoever reads the database could try all codes otherwise.
  private func digest(
    of code: String, _ kind: IdentifierKind, _ value: String, _ account: EntityID
  ) -> Digest256 {
    key.hash(Array("\(kind.rawValue)|\(account)|\(value)|\(code)".utf8), for: .codes)
  }
}
