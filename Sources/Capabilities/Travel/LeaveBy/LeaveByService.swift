import Base
import Notifications
import Realms
import Storage

/// Rings the alarms that are due: each exactly once, because the ringing and the notification are
/// one commit.
///
/// - Thread: shared.
public struct LeaveByService: Sendable {
  private static let batch = 200

  let platform: Platform
  let notifications: any NotificationSink

  public init(platform: Platform, notifications: any NotificationSink) {
    self.platform = platform
    self.notifications = notifications
  }

  /// When the next alarm is due; nil if there is none.
  public func nextDue() throws -> Instant? {
    try platform.store.readOnce { try LeaveBySchedule.next(in: $0) }
  }

  /// Rings everything that is due; alarms of what is over by now end without a sound.
  ///
  /// - Returns: how many notifications were posted.
  @discardableResult
  public func ringDue() throws -> Int {
    var count = 0
    while true {
      let now = platform.clock.now()
      let due = try platform.store.readOnce {
        try LeaveBySchedule.due(at: now, limit: Self.batch, in: $0)
      }
      guard !due.isEmpty else { return count }
      count += try platform.store.write { transaction in
        try due.reduce(0) { $0 + (try ring($1, in: transaction) ? 1 : 0) }
      }
    }
  }

  private func ring(
    _ alarm: LeaveBySchedule.Alarm, in transaction: WriteTransaction
  ) throws -> Bool {
    guard try LeaveBySchedule.ring(alarm, in: transaction),
      let item = try CalendarItemStore.find(alarm.item, in: transaction),
      item.status == .confirmed, item.end(from: alarm.occurrence) > transaction.now
    else { return false }
    let key = Occurrence.Key(item: alarm.item, start: alarm.occurrence)
    let plan = try TravelPlanStore.find(key, of: alarm.account, in: transaction)
    try notifications.post(
      to: alarm.account, kind: .leaveBy, subjectKind: "appointment", subject: item.id,
      version: try CalendarItemStore.nextNotice(item.id, in: transaction),
      text: LeaveByText.text(item, at: alarm.occurrence, plan: plan, now: transaction.now),
      in: transaction)
    return true
  }
}

/// What a reminder says: the means and the minutes that are left (TV-RTE-19).
enum LeaveByText {
  static func text(
    _ item: CalendarItem, at occurrence: Instant, plan: TravelPlan?, now: Instant
  ) -> String {
    let title = "“\(item.title)”"
    guard let plan, let journey = plan.journey, let leaveAt = plan.leaveAt, !journey.legs.isEmpty
    else {
      let left = Int(clamping: Int64(occurrence.seconds(since: now)))
      return left > 0 ? "\(title) begins in \(minutes(left))." : "\(title) has begun."
    }
    let way = "\(journey.means(in: item.zone)), \(minutes(60 * journey.minutes))"
    if let margin = plan.margin, margin < 0 {
      return "You will be about \(minutes(-margin)) late for \(title). Leave now: \(way)."
    }
    let left = Int(clamping: Int64(leaveAt.seconds(since: now)))
    if left > 0 { return "Leave in \(minutes(left)) for \(title): \(way)." }
    if left > -60 { return "Leave now for \(title): \(way)." }
    return "You should have left \(minutes(-left)) ago for \(title): \(way)."
  }
}
