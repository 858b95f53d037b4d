import Access
import Base
import Cryptography
import Registration
import Storage

/// A person's access to, and end of, what is kept about him or her (PIPEDA).
///
/// A suspended person has these rights too; a temporary password is not enough for them.
public struct PrivacyService: Sendable {
  let platform: Platform
  let hasher: PasswordHasher
  let counters: AttemptCounters
  let holders: [any PersonalDataHolder]

  /// Everything kept about the caller, as one JSON object.
  public func export(caller: Caller) throws -> [UInt8] {
    let account = try caller.requiredEvenIfSuspended().account
    return try platform.store.read(deadlineSeconds: 60) { session in
      var json = JSONWriter(capacity: 16_384)
      try json.object { json throws in
        json.member("exportedAt", platform.clock.now())
        json.member("storageRegion", platform.settings.storageRegion)
        for holder in holders { try holder.export(account, from: session, to: &json) }
      }
      return json.bytes
    }
  }

  /// Erases the caller's account for good, in one transaction over all capabilities.
  ///
  /// What the law wants kept are purchases, which stay for six years under a pseudonym that leads
  /// to nobody. Others see "\(Account.formerMember)".
  ///
  /// - Throws: `invalid` for a wrong password; `limited`; `stale` if the account has changed.
  public func erase(
    password: String, expecting version: ExpectedVersion = .any, caller: Caller
  ) throws {
    let account = try caller.requiredEvenIfSuspended().account
    try counters.logInsPerAccount.take(account.description)
    let hash = try platform.store.readOnce {
      try AccountStore.passwordHash(of: account, in: $0)
    }
    guard try hasher.verify(password, against: hash) else {
      throw Refusal.invalid("/password", "The password is wrong.")
    }
    try platform.store.write(isEssential: true) { transaction in
      guard try AccountStore.passwordHash(of: account, in: transaction) == hash else {
        throw Refusal(
          .conflict, "password-changed", "The password has been changed at the same moment.")
      }
      if let own = try AccountStore.find(account, in: transaction) {
        try version.check(own.version)
      }
      try erase(account, in: transaction)
    }
  }

  /// Those of some accounts that are there and not erased.
  ///
  /// - Complexity: one look into an index for each.
  public func living(of accounts: [EntityID]) throws -> [EntityID] {
    try platform.store.read(deadlineSeconds: 60) { session in
      try accounts.filter { account in
        try session.first(
          "SELECT 1 FROM accounts WHERE id = ?1 AND state <> 'erased'", [.id(account)]
        ) { try $0.int(0) } != nil
      }
    }
  }

  /// Erases accounts again that a restored backup has brought back; for the operator's command only.
  ///
  /// - Returns: how many were there and had not been erased.
  @discardableResult
  public func eraseAgain(_ accounts: [EntityID]) throws -> Int {
    var count = 0
    for account in accounts {
      count += try platform.store.write { transaction in
        guard let own = try AccountStore.find(account, in: transaction), own.state != .erased else {
          return 0
        }
        try erase(account, in: transaction)
        return 1
      }
    }
    return count
  }

  /// The account's own rows go last, because the other capabilities' may refer to them.
  private func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    for holder in holders.reversed() { try holder.erase(account, in: transaction) }
    transaction.leaveNoTrace()
  }
}
