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
      to: alarm.account, kind: .leaveBy, subjectKind: "appointment", subject: item.id,
      occurrence: item.repeats ? alarm.occurrence : nil,
      version: try CalendarItemStore.nextNotice(item.id, in: transaction),
      text: LeaveByText.text(
        item, at: alarm.occurrence, plan: plan, now: transaction.now,
        for: item.reader(alarm.account, in: transaction)),
      in: transaction)
  }
}

/// What a reminder says: the means and the minutes that are left (TV-RTE-19).
enum LeaveByText {
  /// That one has to leave at another time than was said before.
  static func moved(_ shift: LeaveBySchedule.Shift, for reader: TimeReader) -> String {
    let item = shift.planned.occurrence.item
    let title = "“\(item.title)”"
    let plan = shift.planned.plan
    guard let journey = plan.journey, let leaveAt = plan.leaveAt, !journey.legs.isEmpty else {
      return "The way to \(title) has changed. \(plan.detail)"
    }
    let margin = plan.margin ?? 0
    let late = margin < 0 ? " You will be about \(minutes(-margin)) late." : ""
    return "Leave at \(reader.clock(leaveAt)) instead of \(reader.clock(shift.was)) "
      + "(\(reader.zoneName)) for \(title): \(journey.means(for: reader)), "
      + "\(minutes(60 * journey.minutes)).\(late)"
  }

  static func text(
    _ item: CalendarItem, at occurrence: Instant, plan: TravelPlan?, now: Instant,
    for reader: TimeReader
  ) -> String {
    let title = "“\(item.title)”"
    guard let plan, let journey = plan.journey, let leaveAt = plan.leaveAt, !journey.legs.isEmpty
    else {
      let left = Int(clamping: Int64(occurrence.seconds(since: now)))
      return left > 0 ? "\(title) begins in \(minutes(left))." : "\(title) has begun."
    }
    let way = "\(journey.means(for: reader)), \(minutes(60 * journey.minutes))"
    if let margin = plan.margin, margin < 0 {
      return "You will be about \(minutes(-margin)) late for \(title). Leave now: \(way)."
    }
    let left = Int(clamping: Int64(leaveAt.seconds(since: now)))
    if left > 0 { return "Leave in \(minutes(left)) for \(title): \(way)." }
    if left > -60 { return "Leave now for \(title): \(way)." }
    return "You should have left \(minutes(-left)) ago for \(title): \(way)."
  }
}
