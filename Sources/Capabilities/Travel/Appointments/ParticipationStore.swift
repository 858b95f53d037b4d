import Base
import Deadlines
import Realms
import Storage

/// Participations in the database.
enum ParticipationStore {
  /// The columns that ``read(_:from:)`` reads, of a table or alias named `p`.
  static let columns = """
    p.item, p.account, p.answer, p.answered_at, p.notes, p.pre_notification, p.modes, p.hidden, \
    p.invited_at, p.version
    """

  static let columnCount = 10

  static func read(_ row: any Row) throws -> Participation { try read(row, from: 0) }

  static func read(_ row: any Row, from first: Int) throws -> Participation {
    Participation(
      item: try row.id(first), account: try row.id(first + 1),
      answer: try row.word(first + 2, Participation.Answer.self),
      answeredAt: try row.optional(first + 3, row.instant), notes: try row.text(first + 4),
      preNotification: try row.int(first + 5),
      modes: try row.optional(first + 6, row.text).map { WordSet.decode($0, TravelMode.self) },
      isHidden: try row.bool(first + 7), invitedAt: try row.instant(first + 8),
      version: try row.int(first + 9))
  }

  static func find(
    _ item: EntityID, of account: EntityID, in session: StoreSession
  ) throws -> Participation? {
    try session.first(
      "SELECT \(columns) FROM participations p WHERE p.item = ?1 AND p.account = ?2",
      [.id(item), .id(account)], read)
  }

  static func all(of item: EntityID, in session: StoreSession) throws -> [Participation] {
    try session.all(
      "SELECT \(columns) FROM participations p WHERE p.item = ?1 ORDER BY p.invited_at, p.account",
      [.id(item)], read)
  }

  /// Those who take part, by name.
  static func participants(
    of item: EntityID, in session: StoreSession
  ) throws -> [Participant] {
    try session.all(
      """
      SELECT a.id, a.display_name, p.answer FROM participations p JOIN accounts a ON a.id = p.account
      WHERE p.item = ?1 ORDER BY a.name_key, a.id
      """, [.id(item)]
    ) { row in
      Participant(
        account: try row.id(0), name: try row.text(1),
        answer: try row.word(2, Participation.Answer.self))
    }
  }

  /// Writes a participation, new or changed.
  static func put(_ participation: Participation, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO participations (item, account, answer, answered_at, notes, pre_notification,
        modes, hidden, invited_at, version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      ON CONFLICT (item, account) DO UPDATE SET answer = ?3, answered_at = ?4, notes = ?5,
        pre_notification = ?6, modes = ?7, hidden = ?8, version = ?10
      """,
      [
        .id(participation.item), .id(participation.account), .text(participation.answer.rawValue),
        .instant(participation.answeredAt), .text(participation.notes),
        .int(participation.preNotification),
        .text(orNull: participation.modes.map { WordSet.encode($0) }),
        .bool(participation.isHidden), .instant(participation.invitedAt),
        .int(participation.version),
      ])
  }

  static func delete(
    _ item: EntityID, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM participations WHERE item = ?1 AND account = ?2", [.id(item), .id(account)])
    // The alarms go with the row; their timers have no reference to it.
    try DeadlineStore.cancelAll(
      LeaveBySchedule.kind, about: item, of: account, in: transaction)
  }
}
