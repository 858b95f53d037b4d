import Access
import Base
import Identity
import Storage

/// Who may write to addresses of others, and to how many in a day: one limit for all that invites.
///
/// - Thread: shared.
public struct AddressLimit: Sendable {
  let settings: Settings

  public init(_ platform: Platform) { settings = platform.settings }

  /// Refuses somebody who has not proved an own address or number, or has written to too many.
  ///
  /// - Throws: `forbidden` with slug `verification-needed`; `limited` with slug
  ///   `too-many-invitations` beyond `invitationsPerDay` in 24 hours.
  func check(
    _ addresses: Int, by account: EntityID, in transaction: WriteTransaction
  ) throws {
    guard try AccountStore.hasProvedIdentifier(account, in: transaction) else {
      throw Refusal(
        .forbidden, "verification-needed",
        "Prove your email address or telephone number first: POST /v1/me/verifications. "
          + "Accounts and links can be invited without.")
    }
    let dayAgo = transaction.now.adding(seconds: -86_400)
    let sent =
      try InvitationStore.sent(by: account, since: dayAgo, in: transaction)
      + transaction.count(
        "SELECT CAST(COALESCE(SUM(addresses), 0) AS %int) FROM address_uses WHERE account = ?1 AND at > ?2",
        [.id(account), .instant(dayAgo)])
    guard sent + addresses <= settings.invitationsPerDay else {
      throw Refusal(
        .limited, "too-many-invitations",
        "You have sent \(sent) invitations to addresses in 24 hours, of \(settings.invitationsPerDay)"
          + " in all. Try again later, or invite accounts and by links.", retryAfterSeconds: 3600)
    }
  }

  /// Counts addresses to which an account writes; whether any is known makes no difference.
  ///
  /// - Throws: as ``check(_:by:in:)``.
  public func use(_ addresses: Int, by account: EntityID, in transaction: WriteTransaction) throws {
    try check(addresses, by: account, in: transaction)
    try transaction.execute(
      """
      INSERT INTO address_uses (account, at, addresses) VALUES (?1, ?2, ?3)
      ON CONFLICT (account, at) DO UPDATE SET addresses = address_uses.addresses + ?3
      """, [.id(account), .instant(transaction.now), .int(addresses)])
  }

  /// Forgets what counts no longer.
  static func expire(in transaction: WriteTransaction) throws -> Int {
    try transaction.execute(
      "DELETE FROM address_uses WHERE at <= ?1",
      [.instant(transaction.now.adding(seconds: -86_400))])
  }
}
