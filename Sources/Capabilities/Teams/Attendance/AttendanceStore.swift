import Base
import Calendar
import Storage

/// Attendance in the database.
enum AttendanceStore {
  /// How an occurrence is named: what takes place once keeps its marks when it is moved.
  static func key(_ item: CalendarItem, at start: Instant) -> Instant {
    item.repeats ? start : Instant(milliseconds: 0)
  }

  private static func read(_ row: any Row, from first: Int) throws -> AttendanceRecord {
    AttendanceRecord(
      own: try row.optional(first, row.text).flatMap(AttendanceMark.init),
      source: try row.optional(first + 1, row.text).flatMap(AttendanceSource.init),
      admin: try row.optional(first + 2, row.text).flatMap(AttendanceMark.init))
  }

  /// What is said of one occurrence, by account.
  static func records(
    of item: EntityID, at occurrence: Instant, in session: StoreSession
  ) throws -> [EntityID: AttendanceRecord] {
    var records: [EntityID: AttendanceRecord] = [:]
    try session.each(
      """
      SELECT account, own_mark, own_source, admin_mark FROM attendance_marks
      WHERE item = ?1 AND occurrence = ?2
      """, [.id(item), .instant(occurrence)]
    ) { records[try $0.id(0)] = try read($0, from: 1) }
    return records
  }

  /// Everything that is said of an account, for its export.
  static func all(
    of account: EntityID, in session: StoreSession
  ) throws -> [(item: EntityID, occurrence: Instant?, record: AttendanceRecord)] {
    try session.all(
      """
      SELECT item, occurrence, own_mark, own_source, admin_mark FROM attendance_marks
      WHERE account = ?1 ORDER BY item, occurrence
      """, [.id(account)]
    ) { row in
      let occurrence = try row.instant(1)
      return (
        try row.id(0), occurrence.milliseconds == 0 ? nil : occurrence, try read(row, from: 2)
      )
    }
  }

  /// The occurrences of a series that something is said of.
  private static func occurrences(
    of item: EntityID, in session: StoreSession
  ) throws -> [Instant] {
    try session.all(
      "SELECT DISTINCT occurrence FROM attendance_marks WHERE item = ?1 AND occurrence <> 0",
      [.id(item)]
    ) { try $0.instant(0) }
  }

  private static func rename(
    _ item: EntityID, _ occurrence: Instant, to other: EntityID, _ target: Instant,
    _ transaction: WriteTransaction
  ) throws {
    // Two times that clocks leave out may become one: what was said of the second stays as it is.
    try transaction.execute(
      """
      UPDATE attendance_marks SET item = ?3, occurrence = ?4 WHERE item = ?1 AND occurrence = ?2
        AND NOT EXISTS (SELECT 1 FROM attendance_marks o WHERE o.item = ?3 AND o.occurrence = ?4
          AND o.account = attendance_marks.account)
      """, [.id(item), .instant(occurrence), .id(other), .instant(target)])
  }

  /// What is said of occurrences goes with them.
  static func follow(_ shift: OccurrenceShift, _ transaction: WriteTransaction) throws {
    let known = try occurrences(of: shift.series, in: transaction)
    for (from, to) in shift.renames(known) where from != to || shift.series != shift.item {
      try rename(shift.series, from, to: shift.item, to, transaction)
    }
  }

  /// What stands in the place of one occurrence takes over what is said of it.
  static func override(
    _ occurrence: Instant, of series: EntityID, by item: EntityID, _ transaction: WriteTransaction
  ) throws {
    try rename(series, occurrence, to: item, Instant(milliseconds: 0), transaction)
  }

  /// Writes what is said of an account; nothing is kept of whom nothing is said.
  static func put(
    _ record: AttendanceRecord, of account: EntityID, in item: EntityID, at occurrence: Instant,
    _ transaction: WriteTransaction
  ) throws {
    let key: [SQLValue] = [.id(item), .instant(occurrence), .id(account)]
    guard record.counted != nil else {
      try transaction.execute(
        "DELETE FROM attendance_marks WHERE item = ?1 AND occurrence = ?2 AND account = ?3", key)
      return
    }
    try transaction.execute(
      """
      INSERT INTO attendance_marks (item, occurrence, account, own_mark, own_source,
        admin_mark, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (item, occurrence, account) DO UPDATE SET own_mark = ?4, own_source = ?5,
        admin_mark = ?6, updated_at = ?7
      """,
      key + [
        .text(orNull: record.own?.rawValue), .text(orNull: record.source?.rawValue),
        .text(orNull: record.admin?.rawValue), .instant(transaction.now),
      ])
  }
}
