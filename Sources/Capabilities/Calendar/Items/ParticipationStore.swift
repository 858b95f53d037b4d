import Access
import Base
import Itineraries
import Storage

/// Participations in the database: what all see of them, and what each account keeps for itself.
public enum ParticipationStore {
  /// The columns that ``read(_:from:)`` reads, of ``tables``.
  public static let columns = """
    p.item, p.account, p.answer, p.answered_at, e.notes, e.pre_notification, e.modes, p.hidden, \
    p.invited_at, e.version, p.comment
    """

  static let columnCount = 11

  /// Accounts' parts in whole items as `p`, what they keep for themselves as `e`; items as `i`.
  public static let tables = """
    participations p JOIN calendar_items i ON i.id = p.item
    JOIN calendar_entries e ON e.item = p.item AND e.account = p.account AND p.occurrence IS NULL
    """

  static func read(_ row: any Row) throws -> Participation { try read(row, from: 0) }

  static func read(_ row: any Row, from first: Int) throws -> Participation {
    var part = Participation(
      item: try row.id(first), account: try row.id(first + 1),
      answer: try row.word(first + 2, Participation.Answer.self),
      answeredAt: try row.optional(first + 3, row.instant), notes: try row.text(first + 4),
      preNotification: try row.int(first + 5),
      modes: try row.optional(first + 6, row.text).map { WordSet.decode($0, TravelMode.self) },
      isHidden: try row.bool(first + 7), invitedAt: try row.instant(first + 8),
      version: try row.int(first + 9))
    part.comment = try row.text(first + 10)
    return part
  }

  /// An account's part in an item, whoever asks.
  public static func find(
    _ item: EntityID, of account: EntityID, in session: StoreSession
  ) throws -> Participation? {
    try session.first(
      "SELECT \(columns) FROM \(tables) WHERE p.item = ?1 AND p.account = ?2",
      [.id(item), .id(account)], read)
  }

  /// The accounts' parts in an item, the first invited first.
  public static func all(of item: EntityID, in session: StoreSession) throws -> [Participation] {
    try session.all(
      "SELECT \(columns) FROM \(tables) WHERE p.item = ?1 ORDER BY p.invited_at, p.account",
      [.id(item)], read)
  }

  /// Those who take part, by name, as one of them sees them: without who was invited by address and
  /// has not answered.
  static func participants(
    of item: EntityID, for reader: EntityID, in session: StoreSession
  ) throws -> [Participant] {
    try session.all(
      """
      SELECT a.id, a.display_name, p.answer FROM participations p JOIN accounts a ON a.id = p.account
      WHERE p.item = ?1 AND p.occurrence IS NULL AND \(InvitedAddresses.isNamed(reader: "?2"))
      ORDER BY a.name_key, a.id
      """, [.id(item), .id(reader)]
    ) { row in
      Participant(
        account: try row.id(0), name: try row.text(1),
        answer: try row.word(2, Participation.Answer.self))
    }
  }

  /// Writes an account's part in a whole item, new or changed.
  public static func put(_ participation: Participation, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO calendar_entries (item, account, notes, pre_notification, modes, version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (item, account) DO UPDATE SET notes = ?3, pre_notification = ?4, modes = ?5,
        version = ?6
      """,
      [
        .id(participation.item), .id(participation.account), .text(participation.notes),
        .int(participation.preNotification),
        .text(orNull: participation.modes.map { WordSet.encode($0) }), .int(participation.version),
      ])
    try put(
      Attendance(
        item: participation.item, party: .account(participation.account),
        answer: participation.answer, answeredAt: participation.answeredAt,
        isHidden: participation.isHidden, invitedAt: participation.invitedAt,
        comment: participation.comment),
      in: transaction)
  }

  /// Takes an account out of an item and its occurrences, with what it kept about it.
  public static func delete(
    _ item: EntityID, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    for table in ["participations", "calendar_entries", "waiting_places"] {
      try transaction.execute(
        "DELETE FROM \(table) WHERE item = ?1 AND account = ?2", [.id(item), .id(account)])
    }
    try CalendarRevision.count(account, in: transaction)
  }

  /// The UIDs of what an account is invited to by others and has not declined.
  static func uidsOfOthers(of account: EntityID, in session: StoreSession) throws -> Set<String> {
    Set(
      try session.all(
        """
        SELECT i.uid FROM participations p JOIN calendar_items i ON i.id = p.item
        WHERE \(Timeline.isKnown) AND i.organizer <> ?1
          AND (p.answer = 'needsAction' OR \(Timeline.isInCalendar))
        """, [.id(account)]
      ) { try $0.text(0) })
  }

  // MARK: Of any party

  /// Writes the part of any party in an item or one occurrence of it, new or changed.
  public static func put(_ part: Attendance, in transaction: WriteTransaction) throws {
    let (column, party) = part.party.sql
    let key: [SQLValue] = [.id(part.item), party, .instant(part.occurrence)]
    let value: [SQLValue] = [
      .text(part.answer.rawValue), .instant(part.answeredAt), .bool(part.isHidden),
    ]
    try transaction.execute(
      """
      INSERT INTO participations (item, \(column), occurrence, answer, answered_at, hidden,
        invited_at, comment)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (\(column), item, COALESCE(occurrence, -1))
      DO UPDATE SET answer = ?4, answered_at = ?5, hidden = ?6,
        comment = ?8
      """, key + value + [.instant(part.invitedAt), .text(part.comment)])
    if case .account(let account) = part.party {
      try CalendarRevision.count(account, in: transaction)
    }
  }

  /// The parts of all in an item and its occurrences, the first invited first.
  public static func attendances(
    of item: EntityID, in session: StoreSession
  ) throws -> [Attendance] {
    try session.all(
      """
      SELECT item, occurrence, account, resource, email, answer, answered_at, hidden, invited_at,
        comment
      FROM participations WHERE item = ?1
      ORDER BY invited_at, occurrence, account, resource, email
      """, [.id(item)]
    ) { row in
      Attendance(
        item: try row.id(0), occurrence: try row.optional(1, row.instant),
        party: try row.optional(2, row.id).map(Party.account)
          ?? row.optional(3, row.id).map(Party.resource) ?? .email(row.text(4)),
        answer: try row.word(5, Participation.Answer.self),
        answeredAt: try row.optional(6, row.instant), isHidden: try row.bool(7),
        invitedAt: try row.instant(8), comment: try row.text(9))
    }
  }

  /// What an account has answered to single occurrences, apart from the series.
  static func answers(
    of account: EntityID, in session: StoreSession
  ) throws -> [Occurrence.Key: Participation.Answer] {
    var answers: [Occurrence.Key: Participation.Answer] = [:]
    try session.each(
      """
      SELECT item, occurrence, answer FROM participations
      WHERE account = ?1 AND occurrence IS NOT NULL
      """, [.id(account)]
    ) { row in
      answers[Occurrence.Key(item: try row.id(0), start: try row.instant(1))] = try row.word(
        2, Participation.Answer.self)
    }
    return answers
  }
}
