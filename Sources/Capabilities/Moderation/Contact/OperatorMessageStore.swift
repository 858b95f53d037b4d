import Base
import Identity
import Storage

/// Messages to the operator in the database.
enum OperatorMessageStore {
  static let changeKind = "operatorMessage"

  private static let columns = """
    SELECT m.id, m.account, a.display_name, m.email, m.subject, m.text, m.created_at, m.answer,
      m.answered_at, m.breach
    FROM operator_messages m LEFT JOIN accounts a ON a.id = m.account
    """

  private static func read(_ row: any Row) throws -> OperatorMessage {
    OperatorMessage(
      id: try row.id(0),
      account: try row.optional(1, row.id).map {
        AccountSummary(id: $0, displayName: try row.text(2))
      }, email: try row.optional(3, row.text),
      subject: try row.text(4), text: try row.text(5), isBreach: try row.bool(9),
      createdAt: try row.instant(6),
      answer: try row.optional(7, row.text), answeredAt: try row.optional(8, row.instant))
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> OperatorMessage? {
    try session.first(columns + " WHERE m.id = ?1", [.id(id)], read)
  }

  /// Those that wait for an answer, the oldest first.
  static func waiting(
    after id: EntityID, limit: Int, in session: StoreSession
  ) throws -> [OperatorMessage] {
    try session.all(
      columns + " WHERE m.answered_at IS NULL AND m.id > ?1 ORDER BY m.id LIMIT ?2",
      [.id(id), .int(limit)], read)
  }

  /// Everything that an account has written, for its export.
  static func all(of account: EntityID, in session: StoreSession) throws -> [OperatorMessage] {
    try session.all(columns + " WHERE m.account = ?1 ORDER BY m.id", [.id(account)], read)
  }

  /// How many wait for an answer: of an account, to an address, or of all without account.
  static func waiting(
    of account: EntityID?, _ email: String?, in session: StoreSession
  ) throws -> Int {
    let sql = "SELECT COUNT(*) FROM operator_messages WHERE answered_at IS NULL AND "
    if let account { return try session.count(sql + "account = ?1", [.id(account)]) }
    guard let email else { return try session.count(sql + "account IS NULL") }
    return try session.count(sql + "account IS NULL AND email = ?1", [.text(email)])
  }

  static func insert(_ message: OperatorMessage, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO operator_messages (id, account, email, subject, text, created_at, breach)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .id(message.id), .id(message.account?.id), .text(orNull: message.email),
        .text(message.subject), .text(message.text), .instant(message.createdAt),
        .bool(message.isBreach),
      ])
    try transaction.record(changeKind, message.id, .insert)
  }

  static func answer(_ message: OperatorMessage, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE operator_messages SET answer = ?2, answered_at = ?3 WHERE id = ?1",
      [.id(message.id), .text(orNull: message.answer), .instant(message.answeredAt)])
    try transaction.record(changeKind, message.id, .update)
  }

  /// Deletes what has had its time; returns how many there were.
  static func expire(in transaction: WriteTransaction) throws -> Int {
    let now = transaction.now
    return try transaction.execute(
      "DELETE FROM operator_messages WHERE answered_at <= ?1 OR created_at <= ?2",
      [
        .instant(now.adding(seconds: -OperatorMessage.keptDays * 86_400)),
        .instant(now.adding(seconds: -OperatorMessage.unansweredDays * 86_400)),
      ])
  }
}
