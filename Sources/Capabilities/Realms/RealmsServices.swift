import Access
import Base
import Cryptography
import Notifications
import Registration
import Storage

/// All services of this capability, put together.
///
/// - Thread: shared.
public struct RealmsServices: Sendable {
  public let accounts: AccountService
  public let administration: AccountAdministration
  public let passwords: PasswordService
  public let verification: VerificationService
  public let privacy: PrivacyService
  public let consents: ConsentService
  public let blocks: BlockService
  public let sessions: SessionService
  public let sessionCache: SessionCache
  public let subRealms: SubRealmService
  public let invitations: InvitationService
  public let outbox: MailOutbox
  public let unwantedMail: UnwantedMail
  public let organizations: OrganizationService
  public let operatorMessages: OperatorMessageService
  public let ease: EaseService
  public let notifications: NotificationService
  public let adminNotices: AdminNotices
  public let moderation: ModerationService
  public let audit: AuditLog
  public let ledger: Ledger
  public let idempotency: IdempotencyService
  public let maintenance: Maintenance

  /// Makes the services and the public sub-realm, and begins to follow the change log.
  ///
  /// - Parameters:
  ///   - key: the installation's secret.
  ///   - capabilities: every registered one: their personal data, what can be reported, what hangs
  ///     on memberships, their kinds of notification.
  ///   - sink: where notifications are posted; nil for the event streams alone.
  public init(
    platform: Platform, key: ServiceKey, hasher: PasswordHasher,
    limits: AttemptLimits = AttemptLimits(),
    capabilities: [Capability] = [realmsCapability],
    notifications poster: NotificationPoster? = nil
  ) throws {
    let departures = capabilities.parts((any DepartureHandler).self)
    let counters = AttemptCounters(limits, clock: platform.clock)
    let poster = poster ?? NotificationPoster(ids: platform.ids)
    let sink: any NotificationSink = poster
    outbox = MailOutbox(key: key)
    audit = AuditLog(platform: platform, key: key)
    sessionCache = try SessionCache(platform: platform)
    sessions = SessionService(
      platform: platform, hasher: hasher, key: key, counters: counters, cache: sessionCache)
    verification = VerificationService(
      platform: platform, key: key, outbox: outbox, counters: counters, notifications: sink)
    accounts = AccountService(
      platform: platform, hasher: hasher, sessions: sessions, verification: verification,
      outbox: outbox, audit: audit)
    administration = AccountAdministration(
      platform: platform, audit: audit, notifications: sink)
    passwords = PasswordService(
      platform: platform, hasher: hasher, key: key, outbox: outbox, counters: counters,
      notifications: sink)
    privacy = PrivacyService(
      platform: platform, hasher: hasher, counters: counters,
      holders: [
        AccountData(
          departures: departures, outbox: outbox, publicAddress: platform.settings.publicAddress)
      ] + capabilities.personalData)
    consents = ConsentService(
      platform: platform, followers: capabilities.parts((any ConsentFollower).self))
    blocks = BlockService(platform: platform)
    subRealms = SubRealmService(
      platform: platform, notifications: sink, departures: departures)
    unwantedMail = UnwantedMail(platform: platform, key: key)
    invitations = InvitationService(
      platform: platform, notifications: sink, outbox: outbox, unwanted: unwantedMail)
    organizations = OrganizationService(
      platform: platform, notifications: sink, audit: audit)
    operatorMessages = OperatorMessageService(
      platform: platform, notifications: sink, outbox: outbox, unwanted: unwantedMail,
      audit: audit)
    ease = EaseService(platform: platform)
    adminNotices = AdminNotices(platform: platform, notifications: sink)
    notifications = NotificationService(
      store: platform.store,
      kinds: try NotificationKinds(capabilities.parts(NotificationKind.self)), poster: poster)
    moderation = try ModerationService(
      platform: platform, notifications: sink, audit: audit,
      things: capabilities.parts((any ReportableThings).self),
      handOvers: capabilities.parts((any ReportHandOver).self))
    ledger = Ledger()
    idempotency = IdempotencyService(platform: platform)
    maintenance = Maintenance(platform: platform)
    try subRealms.ensurePublicRealm()
  }

  /// Retention, and when sessions were last used.
  public var upkeep: [UpkeepTask] {
    [
      UpkeepTask("expiry", everySeconds: 300) { [maintenance] in try maintenance.expire() },
      UpkeepTask("sessions", everySeconds: 300) { [sessionCache] in try sessionCache.saveUse() },
      UpkeepTask("session-ends", everySeconds: 5) { [sessionCache] in try sessionCache.saveEnds() },
    ]
  }

  /// Mail that waits is sent: somebody may be waiting for a code.
  public func sending(by transport: any MailTransport) -> UpkeepTask {
    let dispatcher = MailDispatcher(
      platform: maintenance.platform, outbox: outbox, transport: transport)
    return UpkeepTask("mail", everySeconds: 2, lane: .mail) { isStopping in
      try dispatcher.deliverPending(isStopping: isStopping)
    }
  }
}
