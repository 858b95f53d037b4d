import Access
import Cryptography
import Mail
import Notifications
import Registration

/// All services of this capability, put together.
///
/// - Thread: shared.
public struct IdentityServices: Sendable {
  public let accounts: AccountService
  public let passwords: PasswordService
  public let verification: VerificationService
  public let privacy: PrivacyService
  public let consents: ConsentService
  public let sessions: SessionService
  public let sessionCache: SessionCache
  public let adminNotices: AdminNotices

  /// Makes the services, and begins to follow the change log.
  ///
  /// - Parameters:
  ///   - key: the installation's secret.
  ///   - capabilities: every registered one: their personal data, what they make for new accounts,
  ///     what they know of whoever calls.
  ///   - notifications: where notifications are posted.
  public init(
    platform: Platform, key: ServiceKey, hasher: PasswordHasher,
    limits: AttemptLimits = AttemptLimits(), capabilities: [Capability], mail: MailServices,
    audit: any AuditTrail, notifications: any NotificationSink
  ) throws {
    let outbox = mail.outbox
    let counters = AttemptCounters(limits, clock: platform.clock)
    let callerParts = capabilities.parts((any CallerPart).self)
    sessionCache = try SessionCache(platform: platform, parts: callerParts)
    sessions = SessionService(
      platform: platform, hasher: hasher, key: key, counters: counters, cache: sessionCache)
    verification = VerificationService(
      platform: platform, key: key, outbox: outbox, counters: counters,
      notifications: notifications)
    accounts = AccountService(
      platform: platform, hasher: hasher, sessions: sessions, verification: verification,
      outbox: outbox, audit: audit,
      newcomers: capabilities.parts((any NewAccountHandler).self), callerParts: callerParts)
    passwords = PasswordService(
      platform: platform, hasher: hasher, key: key, outbox: outbox, counters: counters,
      notifications: notifications)
    privacy = PrivacyService(
      platform: platform, hasher: hasher, counters: counters,
      holders: [AccountData(outbox: outbox, publicAddress: platform.settings.publicAddress)]
        + capabilities.personalData)
    consents = ConsentService(
      platform: platform, followers: capabilities.parts((any ConsentFollower).self))
    adminNotices = AdminNotices(platform: platform, notifications: notifications)
  }

  /// When sessions were last used, and which have ended.
  public var upkeep: [UpkeepTask] {
    [
      UpkeepTask("sessions", everySeconds: 300) { [sessionCache] in try sessionCache.saveUse() },
      UpkeepTask("session-ends", everySeconds: 5) { [sessionCache] in try sessionCache.saveEnds() },
    ]
  }
}
