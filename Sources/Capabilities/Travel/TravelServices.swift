import Base
import Notifications
import Realms

/// All services of this capability, put together.
///
/// - Thread: shared.
public struct TravelServices: Sendable {
  public let appointments: AppointmentService
  public let attendance: AttendanceService
  public let preferences: PreferenceService
  public let plans: PlanService
  public let exchange: CalendarExchange
  public let feeds: FeedService
  public let keeper: PlanKeeper
  public let leaveBy: LeaveByService

  /// - Parameter times: who knows how long the way takes.
  public init(
    platform: Platform, times: any TravelTimes, notifications: any NotificationSink
  ) {
    keeper = PlanKeeper(platform: platform, times: times)
    leaveBy = LeaveByService(notifications: notifications)
    appointments = AppointmentService(
      platform: platform, times: times, keeper: keeper, notifications: notifications)
    attendance = AttendanceService(
      platform: platform, keeper: keeper, appointments: appointments,
      notifications: notifications)
    preferences = PreferenceService(platform: platform, keeper: keeper)
    exchange = CalendarExchange(platform: platform, keeper: keeper)
    feeds = FeedService(platform: platform)
    plans = PlanService(platform: platform, times: times, appointments: appointments)
  }
}
