import Access
import Base
import Calendar
import Notifications
import Travel

/// What the members of a sub-realm plan together: the services of this folder's concepts.
///
/// - Thread: shared.
public struct FamilyPlanning: Sendable {
  public let resources: ResourceService
  public let bookings: BookingService
  let resourceCalendars: ResourceCalendarReader
  public let activities: ActivityService
  public let activityTypes: ActivityTypeService
  public let slots: SlotService
  public let calendars: GroupCalendarService
  public let meetings: MeetingService
  public let savedPlaces: SavedPlaceService

  /// - Parameters:
  ///   - calendar: the calendars that everything ends up in.
  ///   - follower: what rests on calendars.
  ///   - ways: how long people are under way to places that are compared.
  ///   - times: what plans are made with.
  ///   - places: where people meet.
  public init(
    platform: Platform, calendar: CalendarServices, follower: any CalendarFollower,
    notifications: any NotificationSink, ways: any MeetingWays = NoMeetingWays(),
    times: any TravelTimes = StraightLineTimes(),
    places: any MeetingPlaces = NoMeetingPlaces()
  ) {
    bookings = BookingService(
      platform: platform, editing: calendar.editing, follower: follower,
      notifications: notifications)
    resources = ResourceService(platform: platform, bookings: bookings)
    resourceCalendars = ResourceCalendarReader(
      platform: platform, outside: calendar.outside, bookings: bookings)
    activities = ActivityService(
      platform: platform, editing: calendar.editing, follower: follower,
      notifications: notifications)
    activityTypes = ActivityTypeService(platform: platform)
    slots = SlotService(platform: platform, kinds: calendar.items.kinds, times: times)
    calendars = GroupCalendarService(platform: platform, kinds: calendar.items.kinds)
    meetings = MeetingService(platform: platform, ways: ways, places: places)
    savedPlaces = SavedPlaceService(platform: platform)
  }
}
