import Calendar
import Notifications
import Realms

/// All services of this capability, put together.
///
/// - Thread: shared.
public struct TeamsServices: Sendable {
  public let events: GroupEventService
  public let attendance: AttendanceService
  public let communities: CommunityService
  public let news: NewsService
  public let records: TeamRecordService
  public let contacts: ContactService

  public init(
    platform: Platform, calendar: CalendarServices, realms: SubRealmService,
    notifications: any NotificationSink
  ) {
    events = GroupEventService(platform: platform, calendar: calendar, realms: realms)
    attendance = AttendanceService(platform: platform, events: events)
    communities = CommunityService(platform: platform, realms: realms)
    news = NewsService(platform: platform, realms: realms, notifications: notifications)
    records = TeamRecordService(platform: platform, realms: realms)
    contacts = ContactService(platform: platform, realms: realms)
  }
}
