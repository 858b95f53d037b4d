import Base
import Realms
import Storage

/// What an account has in its calendar, in order of time.
public enum Timeline {
  /// Most occurrences that one span is looked through for.
  static let limit = 2000

  /// A condition that `p` of account ?1 is known to its account: neither hidden nor an invitation
  /// that waits from someone who is blocked.
  public static let isKnown = """
    p.account = ?1 AND p.occurrence IS NULL AND p.hidden = 0 AND NOT (p.answer = 'needsAction' AND EXISTS (
      SELECT 1 FROM blocks b WHERE b.blocker = p.account AND b.blocked = i.organizer))
    """

  /// The occurrences that overlap a span of time and stand in the account's calendar.
  ///
  /// - Parameter cancelled: also those that their owner has cancelled.
  public static func occurrences(
    of account: EntityID, from: Instant, to: Instant, cancelled: Bool = false,
    in session: StoreSession
  ) throws -> [Occurrence] {
    var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)
    return try occurrences(
      of: account, from: from, to: to, cancelled: cancelled, in: session, &budget)
  }

  /// As ``occurrences(of:from:to:cancelled:in:)``, at the cost of `budget`: what it is too small for
  /// is not found.
  public static func occurrences(
    of account: EntityID, from: Instant, to: Instant, cancelled: Bool, in session: StoreSession,
    _ budget: inout RecurrenceBudget
  ) throws -> [Occurrence] {
    let status = cancelled ? "" : "AND i.status IN ('confirmed', 'tentative')"
    var found: [Occurrence] = []
    let single = try ParticipationStore.answers(of: account, in: session)
    try session.each(
      """
      SELECT \(CalendarItemStore.columns), \(ParticipationStore.columns)
      FROM \(ParticipationStore.tables)
      WHERE \(isKnown) AND (p.answer IN ('accepted', 'tentative') OR EXISTS (
          SELECT 1 FROM participations o WHERE o.item = p.item AND o.account = p.account
          AND o.occurrence IS NOT NULL AND o.answer IN ('accepted', 'tentative'))) \(status)
        AND i.starts_at < ?3 AND (i.ends_for_good IS NULL OR i.ends_for_good >= ?2)
      ORDER BY i.starts_at, i.id LIMIT \(limit)
      """, [.id(account), .instant(from), .instant(to)]
    ) { row in
      let item = try CalendarItemStore.read(row)
      let participation = try ParticipationStore.read(row, from: CalendarItemStore.columnCount)
      let starts = budget.lending { item.starts(overlapping: from, to, limit: limit, &$0) }
      for start in starts.result {
        var occurrence = Occurrence(item, participation, at: start)
        if let answer = single[occurrence.key] { occurrence.participation.answer = answer }
        if occurrence.participation.isInCalendar { found.append(occurrence) }
      }
    }
    return Array(found.sorted(by: Occurrence.inOrder).prefix(limit))
  }
}
