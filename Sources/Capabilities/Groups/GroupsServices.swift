import Access
import Mail
import Notifications
import Registration

/// All services of this capability, put together.
///
/// - Thread: shared.
public struct GroupsServices: Sendable {
  public let subRealms: SubRealmService
  public let invitations: InvitationService
  public let blocks: BlockService
  public let organizations: OrganizationService

  /// Makes the services and the public sub-realm.
  ///
  /// - Parameters:
  ///   - capabilities: every registered one: what hangs on memberships.
  ///   - notifications: where notifications are posted.
  public init(
    platform: Platform, capabilities: [Capability], mail: MailServices, audit: any AuditTrail,
    notifications: any NotificationSink
  ) throws {
    subRealms = SubRealmService(
      platform: platform, notifications: notifications,
      departures: capabilities.parts((any DepartureHandler).self))
    invitations = InvitationService(
      platform: platform, notifications: notifications, outbox: mail.outbox,
      unwanted: mail.unwanted)
    blocks = BlockService(platform: platform)
    organizations = OrganizationService(
      platform: platform, notifications: notifications, audit: audit)
    try subRealms.ensurePublicRealm()
  }
}
