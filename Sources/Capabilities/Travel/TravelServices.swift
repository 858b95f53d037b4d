import Base
import Calendar
import Notifications
import Realms

/// All services of this capability, put together.
///
/// - Thread: shared.
public struct TravelServices: Sendable {
  public let appointments: AppointmentService
  public let preferences: PreferenceService
  public let plans: PlanService
  public let upkeep: TravelPlanUpkeep
  public let leaveBy: LeaveByService

  /// - Parameters:
  ///   - upkeep: what has followed the calendars from their beginning.
  ///   - calendar: the calendars.
  public init(
    upkeep: TravelPlanUpkeep, calendar: CalendarServices, notifications: any NotificationSink
  ) {
    let (platform, times) = (upkeep.platform, upkeep.times)
    self.upkeep = upkeep
    leaveBy = LeaveByService(notifications: notifications)
    appointments = AppointmentService(
      platform: platform, times: times, upkeep: upkeep, editing: calendar.editing)
    preferences = PreferenceService(platform: platform, upkeep: upkeep)
    plans = PlanService(platform: platform, times: times)
  }
}
