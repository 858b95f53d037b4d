import Access
import Groups
import Media
import Notifications
import Registration

/// All services of this capability, put together.
///
/// - Thread: shared.
public struct TalkServices: Sendable {
  public let conversations: ConversationService
  public let messages: MessageService
  public let calls: CallService
  public let workshop: SoundWorkshop

  public init(
    platform: Platform, calls: CallService, realms: SubRealmService, media: MediaService,
    notifications: any NotificationSink
  ) {
    workshop = SoundWorkshop(platform: platform, media: media)
    self.calls = calls
    conversations = ConversationService(
      platform: platform, realms: realms, notifications: notifications)
    messages = MessageService(
      platform: platform, media: media, workshop: workshop, notifications: notifications)
  }

  public var upkeep: [UpkeepTask] { [workshop.resuming] }
}
