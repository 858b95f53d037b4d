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
