import Access
import Base
import Calendar
import Deadlines
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
  /// Seconds by which leaving must come earlier for it to be told at once.
  static let earlier = 60.0
  /// Seconds before leaving from when on a change of it is told at once.
  static let soon = 7200.0

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

  /// A time of leaving that has become another.
  struct Shift: Sendable {
    var planned: PlannedOccurrence
    /// When one was to leave before.
    var was: Instant
  }

  /// Makes the alarms of an account what its plans say.
  ///
  /// - Parameter telling: whether those concerned have not changed anything themselves and must be
  ///   told: a delay, or other data.
  /// - Returns: what they must be told now.
  static func set(
    _ plans: [PlannedOccurrence], of account: EntityID, now: Instant, telling: Bool,
    in transaction: WriteTransaction
  ) throws -> [Shift] {
    var shifts: [Shift] = []
    let known = try transaction.all(columns + " WHERE account = ?1", [.id(account)], read)
    var left = Dictionary(
      known.map { (Occurrence.Key(item: $0.item, start: $0.occurrence), $0) }
    ) { first, _ in first }
    for planned in plans {
      let old = left.removeValue(forKey: planned.plan.key)
      if telling, let old, isNews(leaveAt(planned), instead: old, now: now) {
        shifts.append(Shift(planned: planned, was: old.leaveAt))
        var alarm = make(planned, account)
        // What is told now need not ring as well.
        if alarm.dueAt <= now { alarm.rungAt = now }
        try put(alarm, in: transaction)
      } else if let alarm = alarm(planned, account, instead: old) {
        try put(alarm, in: transaction)
      }
    }
    for alarm in left.values { try delete(alarm, in: transaction) }
    return shifts
  }

  private static func isNews(_ leaveAt: Instant, instead old: Alarm, now: Instant) -> Bool {
    let later = leaveAt.seconds(since: old.leaveAt)
    guard old.rungAt != nil || old.leaveAt.seconds(since: now) < soon else { return false }
    return later >= tolerance || later <= -earlier
  }

  private static func leaveAt(_ planned: PlannedOccurrence) -> Instant {
    min(planned.plan.leaveAt ?? planned.occurrence.start, planned.occurrence.start)
  }

  private static func make(_ planned: PlannedOccurrence, _ account: EntityID) -> Alarm {
    let leaveAt = leaveAt(planned)
    let minutes = planned.occurrence.participation.preNotification
    return Alarm(
      item: planned.plan.item, account: account, occurrence: planned.plan.occurrence,
      leaveAt: leaveAt, dueAt: leaveAt.adding(seconds: Int64(-60 * minutes)))
  }

  /// The alarm of a plan; nil if the one that is there is right.
  private static func alarm(
    _ planned: PlannedOccurrence, _ account: EntityID, instead old: Alarm?
  ) -> Alarm? {
    let new = make(planned, account)
    if let old {
      if old.rungAt == nil, old.leaveAt == new.leaveAt, old.dueAt == new.dueAt { return nil }
      if old.rungAt != nil, abs(new.leaveAt.seconds(since: old.leaveAt)) < tolerance { return nil }
    }
    return new
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
      INSERT INTO leave_by_alarms (item, account, occurrence, leave_at, due_at, rung_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (item, account, occurrence) DO UPDATE SET leave_at = ?4, due_at = ?5,
        rung_at = ?6
      """,
      [
        .id(alarm.item), .id(alarm.account), .instant(alarm.occurrence), .instant(alarm.leaveAt),
        .instant(alarm.dueAt), .instant(alarm.rungAt),
      ])
    guard alarm.rungAt == nil else {
      try DeadlineStore.cancel(kind, key: key(alarm), in: transaction)
      return
    }
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

  /// Takes away every alarm and plan of an item, or one account's, because its time or place is
  /// another now.
  static func cancel(
    _ item: EntityID, of account: EntityID?, in transaction: WriteTransaction
  ) throws {
    let (which, parameters): (String, [SQLValue]) =
      account.map { (" AND account = ?2", [.id(item), .id($0)]) } ?? ("", [.id(item)])
    for table in ["leave_by_alarms", "travel_plans"] {
      try transaction.execute("DELETE FROM \(table) WHERE item = ?1" + which, parameters)
    }
    try DeadlineStore.cancelAll(kind, about: item, of: account, in: transaction)
  }

  /// Takes away the alarms and plans of a series from an occurrence on, where it ends; what has rung
  /// for those before it does not ring again.
  static func cancel(
    _ series: EntityID, from begin: Instant, in transaction: WriteTransaction
  ) throws {
    let parameters: [SQLValue] = [.id(series), .instant(begin)]
    let alarms = try transaction.all(
      columns + " WHERE item = ?1 AND occurrence >= ?2", parameters, read)
    for alarm in alarms { try delete(alarm, in: transaction) }
    try transaction.execute(
      "DELETE FROM travel_plans WHERE item = ?1 AND occurrence >= ?2", parameters)
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
