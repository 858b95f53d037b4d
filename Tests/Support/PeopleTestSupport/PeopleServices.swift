import Access
import Base
import Cryptography
import Groups
import Identity
import Mail
import Moderation
import Notifications
import Registration

/// What the capabilities of people say of themselves before there are services.
public let peopleDeclarations: [Capability] = [
  accessCapability, mailCapability, groupsDeclaration, moderationCapability, identityCapability,
]

/// The capabilities of people and others, as the program puts them together.
public func peopleCapabilities(beside others: [Capability]) -> [Capability] {
  let notifications = NotificationPoster(
    ids: EntityIDSource(clock: SystemClock(), random: SystemRandom()))
  return [
    accessCapability, mailCapability,
    groupsCapability(beside: others, notifications: notifications), moderationCapability,
    identityCapability,
  ] + others
}

/// The services of the capabilities of people, put together.
public struct PeopleServices: Sendable {
  public let access: AccessServices
  public let mail: MailServices
  public let identity: IdentityServices
  public let groups: GroupsServices
  public let moderation: ModerationServices
  public let notifications: NotificationService

  /// - Parameter capabilities: all, see ``peopleCapabilities(beside:)``.
  public init(
    platform: Platform, hasher: PasswordHasher? = nil, limits: AttemptLimits = .none,
    capabilities: [Capability] = peopleCapabilities(beside: []),
    notifications poster: NotificationPoster? = nil
  ) throws {
    let key = try ServiceKey(Array(1...32))
    let poster = poster ?? NotificationPoster(ids: platform.ids)
    let audit = AuditLog(platform: platform, key: key)
    access = AccessServices(platform: platform, capabilities: capabilities)
    mail = MailServices(platform: platform, key: key)
    identity = try IdentityServices(
      platform: platform, key: key,
      hasher: hasher ?? PasswordHasher(cost: .cheapest, concurrent: 4, queue: 1000),
      limits: limits, capabilities: capabilities, mail: mail, audit: audit, notifications: poster)
    groups = try GroupsServices(
      platform: platform, capabilities: capabilities, mail: mail, audit: audit,
      notifications: poster)
    moderation = try ModerationServices(
      platform: platform, capabilities: capabilities, audit: audit, mail: mail,
      notifications: poster)
    notifications = NotificationService(
      store: platform.store,
      kinds: try NotificationKinds(capabilities.parts(NotificationKind.self)),
      poster: poster)
  }
}
