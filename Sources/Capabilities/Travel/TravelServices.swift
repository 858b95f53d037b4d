import Access
import Base
import Calendar
import Notifications
import Storage

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
    plans = PlanService(platform: platform, times: times, kinds: calendar.editing.kinds)
  }

  /// Lets plans follow what changes, while the server runs.
  ///
  /// Plans are made of many questions, and nothing else waits for them. It also looks at the data's
  /// version.
  ///
  /// - Parameter reportFailure: is told what went wrong; the work is tried again.
  public func worker(reportFailure: @escaping @Sendable (any Error) -> Void) -> ChangeWorker {
    ChangeWorker(
      "wayside-plans", following: ["travelProfile", "calendarItem"], patrolSeconds: 10,
      reportFailure: reportFailure
    ) { [upkeep] _ in try upkeep.updateStale() > 0 }
  }
}
