import Access
import Mail
import Notifications
import Registration

/// All services of this capability, put together.
///
/// - Thread: shared.
public struct ModerationServices: Sendable {
  public let reports: ModerationService
  public let administration: AccountAdministration
  public let audit: AuditLog
  public let auditNames: AuditNames
  public let operatorMessages: OperatorMessageService
  public let ease: EaseService

  /// - Parameters:
  ///   - capabilities: every registered one: what can be reported, and what its things are called.
  ///   - notifications: where notifications are posted.
  public init(
    platform: Platform, capabilities: [Capability], audit: AuditLog, mail: MailServices,
    notifications: any NotificationSink
  ) throws {
    self.audit = audit
    let things = capabilities.parts((any ReportableThings).self)
    auditNames = AuditNames(
      audit: audit, named: capabilities.parts((any AuditedThings).self), reported: things)
    reports = try ModerationService(
      platform: platform, notifications: notifications, audit: audit, things: things,
      handOvers: capabilities.parts((any ReportHandOver).self))
    administration = AccountAdministration(
      platform: platform, audit: audit, notifications: notifications)
    operatorMessages = OperatorMessageService(
      platform: platform, notifications: notifications, outbox: mail.outbox,
      unwanted: mail.unwanted, audit: audit)
    ease = EaseService(platform: platform)
  }
}
