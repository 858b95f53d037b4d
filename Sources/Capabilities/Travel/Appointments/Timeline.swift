import Base
import Realms
import Storage

/// What an account has in its calendar, in order of time.
enum Timeline {
  /// Most occurrences that one span is looked through for.
  static let limit = 2000

  /// A condition that `p` of account ?1 is known to its account: neither hidden nor an invitation
  /// that waits from someone who is blocked.
  static let isKnown = """
    p.account = ?1 AND p.hidden = 0 AND NOT (p.answer = 'needsAction' AND EXISTS (
      SELECT 1 FROM blocks b WHERE b.blocker = p.account AND b.blocked = i.organizer))
    """

  /// The occurrences that overlap a span of time and stand in the account's calendar.
  ///
  /// - Parameter cancelled: also those that their owner has cancelled.
  static func occurrences(
    of account: EntityID, from: Instant, to: Instant, cancelled: Bool = false,
    in session: StoreSession
  ) throws -> [Occurrence] {
    var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)
    return try occurrences(
      of: account, from: from, to: to, cancelled: cancelled, in: session, &budget)
  }

  /// As ``occurrences(of:from:to:cancelled:in:)``, at the cost of `budget`: what it is too small for
  /// is not found.
  static func occurrences(
    of account: EntityID, from: Instant, to: Instant, cancelled: Bool, in session: StoreSession,
    _ budget: inout RecurrenceBudget
  ) throws -> [Occurrence] {
    let status = cancelled ? "" : "AND i.status = 'confirmed'"
    var found: [Occurrence] = []
    try session.each(
      """
      SELECT \(CalendarItemStore.columns), \(ParticipationStore.columns)
      FROM participations p JOIN calendar_items i ON i.id = p.item
      WHERE \(isKnown) AND p.answer IN ('accepted', 'tentative') \(status)
        AND i.starts_at < ?3 AND (i.ends_for_good IS NULL OR i.ends_for_good >= ?2)
      ORDER BY i.starts_at, i.id LIMIT \(limit)
      """, [.id(account), .instant(from), .instant(to)]
    ) { row in
      let item = try CalendarItemStore.read(row)
      let participation = try ParticipationStore.read(row, from: CalendarItemStore.columnCount)
      let starts = budget.lending { item.starts(overlapping: from, to, limit: limit, &$0) }
      for start in starts.result {
        found.append(Occurrence(item, participation, at: start))
      }
    }
    return Array(found.sorted(by: Occurrence.inOrder).prefix(limit))
  }
}
