import Base
import Deadlines
import Realms
import Storage

/// The durable schedule of reminders: one alarm for each occurrence that lies ahead, with a timer.
///
/// An alarm rings its account's chosen minutes before it has to leave; where no way is known,
/// before the beginning (TV-RTE-24).
enum LeaveBySchedule {
  /// The name of the timers' kind.
  static let kind = "leaveBy"
  /// Seconds by which leaving may move after an alarm has rung without its ringing again.
  static let tolerance = 300.0

  struct Alarm: Hashable, Sendable {
    var item: EntityID
    var account: EntityID
    var occurrence: Instant
    var leaveAt: Instant
    var dueAt: Instant
    var rungAt: Instant?
  }

  private static let columns =
    "SELECT item, account, occurrence, leave_at, due_at, rung_at FROM leave_by_alarms"

  private static func read(_ row: any Row) throws -> Alarm {
    Alarm(
      item: try row.id(0), account: try row.id(1), occurrence: try row.instant(2),
      leaveAt: try row.instant(3), dueAt: try row.instant(4),
      rungAt: try row.optional(5, row.instant))
  }

  /// Makes the alarms of an account what its plans say.
  static func set(
    _ plans: [PlannedOccurrence], of account: EntityID, now: Instant,
    in transaction: WriteTransaction
  ) throws {
    let known = try transaction.all(columns + " WHERE account = ?1", [.id(account)], read)
    var left = Dictionary(
      known.map { (Occurrence.Key(item: $0.item, start: $0.occurrence), $0) }
    ) { first, _ in first }
    for planned in plans {
      let alarm = self.alarm(planned, account, instead: left.removeValue(forKey: planned.plan.key))
      guard let alarm else { continue }
      try put(alarm, in: transaction)
    }
    for alarm in left.values { try delete(alarm, in: transaction) }
  }

  /// The alarm of a plan; nil if the one that is there is right.
  private static func alarm(
    _ planned: PlannedOccurrence, _ account: EntityID, instead old: Alarm?
  ) -> Alarm? {
    let leaveAt = min(planned.plan.leaveAt ?? planned.occurrence.start, planned.occurrence.start)
    let minutes = planned.occurrence.participation.preNotification
    let dueAt = leaveAt.adding(seconds: Int64(-60 * minutes))
    if let old {
      if old.rungAt == nil, old.leaveAt == leaveAt, old.dueAt == dueAt { return nil }
      if old.rungAt != nil, abs(leaveAt.seconds(since: old.leaveAt)) < tolerance { return nil }
    }
    return Alarm(
      item: planned.plan.item, account: account, occurrence: planned.plan.occurrence,
      leaveAt: leaveAt, dueAt: dueAt)
  }

  /// Sets one alarm by its plan.
  static func set(
    _ planned: PlannedOccurrence, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    let old = try transaction.first(
      columns + " WHERE item = ?1 AND account = ?2 AND occurrence = ?3",
      [.id(planned.plan.item), .id(account), .instant(planned.plan.occurrence)], read)
    guard let alarm = alarm(planned, account, instead: old) else { return }
    try put(alarm, in: transaction)
  }

  private static func put(_ alarm: Alarm, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO leave_by_alarms (item, account, occurrence, leave_at, due_at)
      VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (item, account, occurrence) DO UPDATE SET leave_at = ?4, due_at = ?5,
        rung_at = NULL
      """,
      [
        .id(alarm.item), .id(alarm.account), .instant(alarm.occurrence), .instant(alarm.leaveAt),
        .instant(alarm.dueAt),
      ])
    // The occurrence tells the timers of a series apart, and the handler what it is for.
    try DeadlineStore.set(
      Deadline(
        kind, key: key(alarm), due: alarm.dueAt, subject: alarm.item, account: alarm.account,
        version: Int(clamping: alarm.occurrence.milliseconds)),
      in: transaction)
  }

  private static func key(_ alarm: Alarm) -> String {
    "\(alarm.item)/\(alarm.account)/\(alarm.occurrence.milliseconds)"
  }

  private static func delete(_ alarm: Alarm, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "DELETE FROM leave_by_alarms WHERE item = ?1 AND account = ?2 AND occurrence = ?3",
      [.id(alarm.item), .id(alarm.account), .instant(alarm.occurrence)])
    try DeadlineStore.cancel(kind, key: key(alarm), in: transaction)
  }

  /// Takes away every alarm and plan of an item, because its time or place is another now.
  static func cancel(_ item: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM leave_by_alarms WHERE item = ?1", [.id(item)])
    try transaction.execute("DELETE FROM travel_plans WHERE item = ?1", [.id(item)])
    try DeadlineStore.cancelAll(kind, about: item, in: transaction)
  }

  /// Marks the alarm of a timer as rung.
  ///
  /// - Returns: the alarm; nil if it has rung, moved or gone meanwhile.
  static func ring(_ deadline: Deadline, in transaction: WriteTransaction) throws -> Alarm? {
    guard let account = deadline.account else { return nil }
    let occurrence = Instant(milliseconds: Int64(deadline.version))
    let alarm = try transaction.first(
      columns + " WHERE item = ?1 AND account = ?2 AND occurrence = ?3",
      [.id(deadline.subject), .id(account), .instant(occurrence)], read)
    guard let alarm, alarm.rungAt == nil, alarm.dueAt == deadline.due else { return nil }
    try transaction.execute(
      """
      UPDATE leave_by_alarms SET rung_at = ?4
      WHERE item = ?1 AND account = ?2 AND occurrence = ?3
      """,
      [
        .id(alarm.item), .id(account), .instant(occurrence), .instant(transaction.now),
      ])
    return alarm
  }
}
