import Base
import Storage

/// The audit chain in the database; nothing here changes or deletes an entry.
enum AuditStore {
  static func last(in session: StoreSession) throws -> (number: Int, hash: [UInt8])? {
    try session.first("SELECT number, hash FROM audit_entries ORDER BY number DESC LIMIT 1") {
      (try $0.int(0), try $0.blob(1))
    }
  }

  static func insert(
    _ entry: AuditEntry, hash: [UInt8], in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO audit_entries (number, at, actor, action, subject_kind, subject, detail, hash)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      [
        .int(entry.number), .instant(entry.at), .id(entry.actor), .text(entry.action),
        .text(entry.subjectKind), .id(entry.subject), .text(entry.detail), .blob(hash),
      ])
  }

  /// Whether there is an entry that says just this.
  static func has(
    _ action: String, by actor: EntityID, _ subject: EntityID, detail: String,
    in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      """
      SELECT 1 FROM audit_entries
      WHERE subject = ?1 AND action = ?2 AND actor = ?3 AND detail = ?4 LIMIT 1
      """, [.id(subject), .text(action), .id(actor), .text(detail)])
  }

  private static let columns =
    "SELECT number, at, actor, action, subject_kind, subject, detail, hash FROM audit_entries"

  private static func read(_ row: any Row) throws -> AuditEntry {
    AuditEntry(
      number: try row.int(0), at: try row.instant(1), actor: try row.optional(2, row.id),
      action: try row.text(3), subjectKind: try row.text(4), subject: try row.id(5),
      detail: try row.text(6))
  }

  static func each(
    in session: StoreSession, _ body: (AuditEntry, [UInt8]) throws -> Void
  ) throws {
    try session.each(columns + " ORDER BY number") { try body(try read($0), try $0.blob(7)) }
  }

  static func before(
    _ number: Int?, limit: Int, in session: StoreSession
  ) throws -> [AuditEntry] {
    try session.all(
      columns + " WHERE number < ?1 ORDER BY number DESC LIMIT ?2",
      [.int(number ?? .max), .int(limit)], read)
  }
}
