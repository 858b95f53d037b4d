import Access
import Base
import Storage

/// Giving and withdrawing consents; withdrawing is as easy as giving.
public struct ConsentService: Sendable {
  let platform: Platform
  let followers: [any ConsentFollower]

  /// - Parameter followers: what rests on consents.
  public init(platform: Platform, followers: [any ConsentFollower] = []) {
    self.platform = platform
    self.followers = followers
  }

  /// The newest act of each kind, in the order of ``ConsentKind``.
  public func current(caller: Caller) throws -> [Consent] {
    let account = try caller.required().account
    let history = try platform.store.readOnce { try ConsentStore.history(of: account, in: $0) }
    return ConsentKind.allCases.compactMap { kind in history.last { $0.kind == kind } }
  }

  /// Whether `account` agrees to `kind` at this moment.
  public func isGiven(
    _ kind: ConsentKind, by account: EntityID, in session: StoreSession
  ) throws -> Bool {
    try ConsentStore.history(of: account, in: session).last { $0.kind == kind }?.isGiven ?? false
  }

  /// Whether `account` has said that it does not agree to `kind`, or no longer does.
  public func isWithdrawn(
    _ kind: ConsentKind, by account: EntityID, in session: StoreSession
  ) throws -> Bool {
    let last = try ConsentStore.history(of: account, in: session).last { $0.kind == kind }
    return last?.isGiven == false
  }

  /// Records that the caller gives or withdraws a consent.
  ///
  /// - Throws: `conflict` for withdrawing the terms, which means erasing the account.
  public func change(_ change: ConsentChange, caller: Caller) throws -> Consent {
    let account = try caller.required().account
    guard change.isGiven || change.kind.isWithdrawable else {
      throw Refusal(
        .conflict, "terms-needed",
        "The account rests on the terms. To withdraw from them, erase the account.")
    }
    return try platform.store.write { transaction in
      let consent = try append(change, of: account, in: transaction)
      // Followers may come to it when it has been given again: that it was withdrawn has to be seen.
      if !change.isGiven {
        try transaction.record(change.kind.withdrawal, account, .delete)
        for follower in followers {
          try follower.consentEnds(change.kind, of: account, in: transaction)
        }
      }
      return consent
    }
  }

  /// Records that an account agrees by what it does, unless it is known to.
  public func give(
    _ kind: ConsentKind, by account: EntityID, in transaction: WriteTransaction
  ) throws {
    if try isGiven(kind, by: account, in: transaction) { return }
    _ = try append(ConsentChange(kind: kind, isGiven: true), of: account, in: transaction)
  }

  private func append(
    _ change: ConsentChange, of account: EntityID, in transaction: WriteTransaction
  ) throws -> Consent {
    let consent = Consent(
      kind: change.kind, version: platform.settings.termsVersion, isGiven: change.isGiven,
      at: transaction.now)
    try ConsentStore.append(consent, of: account, id: platform.ids.next(), in: transaction)
    try transaction.record("account", account, .update)
    return consent
  }
}

/// A capability that ends something in the transaction in which a consent is withdrawn.
public protocol ConsentFollower: Sendable {
  func consentEnds(
    _ kind: ConsentKind, of account: EntityID, in transaction: WriteTransaction) throws
}
