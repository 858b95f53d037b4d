import Access
import Base
import Notifications
import Storage

/// Deletes what has had its time; called every few minutes.
public struct Maintenance: Sendable {
  let platform: Platform

  public init(platform: Platform) { self.platform = platform }

  /// Rows that one round deleted, by table.
  public struct Round: Hashable, Sendable {
    public var sessions = 0
    public var invitations = 0
    public var addressUses = 0
    public var idempotencyKeys = 0
    public var notifications = 0
    public var loginAttempts = 0
    public var knownDevices = 0
    public var temporaryPasswords = 0
    public var identifierCodes = 0
    public var reportCases = 0
    public var operatorMessages = 0
    public var ledgerEntries = 0

    public init() {}
  }

  /// Deletes what is kept no longer; as much as one round may take.
  @discardableResult
  public func expire() throws -> Round {
    try platform.store.write { transaction in
      var round = Round()
      round.sessions = try SessionStore.expire(in: transaction)
      round.invitations = try InvitationStore.expire(in: transaction)
      round.addressUses = try AddressLimit.expire(in: transaction)
      round.idempotencyKeys = try IdempotencyService.expire(in: transaction)
      round.notifications = try NotificationService.deleteOld(in: transaction)
      round.loginAttempts = try LoginAttempts.expire(in: transaction)
      round.knownDevices = try KnownDevices.expire(in: transaction)
      round.temporaryPasswords = try transaction.execute(
        "DELETE FROM temporary_credentials WHERE expires_at <= ?1", [.instant(transaction.now)])
      round.identifierCodes = try IdentifierCodeStore.expire(in: transaction)
      round.reportCases = try ReportStore.expire(in: transaction)
      round.operatorMessages = try OperatorMessageStore.expire(in: transaction)
      round.ledgerEntries = try Ledger.expire(in: transaction)
      return round
    }
  }
}
