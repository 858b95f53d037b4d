import Access
import Base
import Calendar
import Deadlines
import Notifications
import Storage

/// Reminds people to leave, each time exactly once: the ringing of the alarm, the end of its timer and
/// the notification are one commit.
///
/// - Thread: shared.
public struct LeaveByService: Sendable {
  let notifications: any NotificationSink

  public init(notifications: any NotificationSink) { self.notifications = notifications }

  /// The timers of reminders.
  public var deadline: DeadlineKind {
    DeadlineKind(LeaveBySchedule.kind, "Reminds to leave in time.", inTransaction: ring)
  }

  /// Alarms of what is over by now end without a sound.
  @Sendable private func ring(_ deadline: Deadline, in transaction: WriteTransaction) throws {
    guard let alarm = try LeaveBySchedule.ring(deadline, in: transaction),
      let item = try CalendarItemStore.find(alarm.item, in: transaction),
      item.status.isOn, item.end(from: alarm.occurrence) > transaction.now
    else { return }
    let key = Occurrence.Key(item: alarm.item, start: alarm.occurrence)
    let plan = try TravelPlanStore.find(key, of: alarm.account, in: transaction)
    try notifications.post(
      LeaveNotice.reminder(of: item, at: alarm.occurrence, plan: plan, now: transaction.now),
      to: alarm.account,
      about: NotificationSubject(
        .appointment, item.id, at: item.repeats ? alarm.occurrence : nil),
      version: try CalendarItemStore.nextNotice(item.id, in: transaction), in: transaction)
  }
}

extension LeaveNotice {
  /// That one has to leave at another time than was said before.
  static func moved(_ shift: LeaveBySchedule.Shift) -> LeaveNotice {
    let (item, plan) = (shift.planned.occurrence.item, shift.planned.plan)
    let title = Told(item.title)
    guard let journey = plan.journey, let leaveAt = plan.leaveAt, !journey.legs.isEmpty else {
      return .wayLost(title: title, why: plan.reason, detail: plan.detail)
    }
    return .moved(
      title: title, leaveAt: Moment(leaveAt, zone: item.zone.name),
      was: Moment(shift.was, zone: item.zone.name), way: ToldWay(journey, to: item),
      late: max(0, -(plan.margin ?? 0)))
  }

  /// What is said when it is time to leave.
  static func reminder(
    of item: CalendarItem, at occurrence: Instant, plan: TravelPlan?, now: Instant
  ) -> LeaveNotice {
    let title = Told(item.title)
    guard let plan, let journey = plan.journey, let leaveAt = plan.leaveAt, !journey.legs.isEmpty
    else {
      return .begins(
        title: title, seconds: Int(clamping: Int64(occurrence.seconds(since: now))))
    }
    let way = ToldWay(journey, to: item)
    if let margin = plan.margin, margin < 0 {
      return .leaveLate(title: title, late: -margin, way: way)
    }
    return .leave(
      title: title, seconds: Int(clamping: Int64(leaveAt.seconds(since: now))), way: way)
  }
}
