import Access
import Calendar
import Groups
import Moderation
import Notifications

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
  public let courses: CourseService
  public let profiles: TeamProfileService
  public let reports: MemberReportService
  public let rides: RideService

  public init(
    platform: Platform, calendar: CalendarServices, realms: SubRealmService,
    moderation: ModerationService, notifications: any NotificationSink, cars: any CarWays
  ) {
    events = GroupEventService(platform: platform, calendar: calendar, realms: realms)
    attendance = AttendanceService(platform: platform, events: events)
    communities = CommunityService(platform: platform, realms: realms)
    news = NewsService(platform: platform, realms: realms, notifications: notifications)
    records = TeamRecordService(platform: platform, realms: realms)
    contacts = ContactService(platform: platform, realms: realms)
    courses = CourseService(platform: platform, realms: realms)
    profiles = TeamProfileService(platform: platform, realms: realms)
    reports = MemberReportService(
      platform: platform, realms: realms, moderation: moderation, notifications: notifications)
    rides = RideService(
      platform: platform, events: events, upkeep: RideUpkeep(notifications: notifications),
      matching: RideMatching(ways: cars))
  }
}
