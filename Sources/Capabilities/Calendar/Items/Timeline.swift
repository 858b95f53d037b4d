import Access
import Base
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

  /// A condition that `p` stands in its account's calendar: the whole item, or an occurrence of it.
  static let isInCalendar = """
    (p.answer IN ('accepted', 'tentative') OR EXISTS (
      SELECT 1 FROM participations o WHERE o.item = p.item AND o.account = p.account
        AND o.occurrence IS NOT NULL AND o.answer IN ('accepted', 'tentative')))
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
      WHERE \(isKnown) AND \(isInCalendar) \(status)
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

  /// What the teams of an account plan for their members in a span of time and the account has not
  /// answered, neither for the whole series nor for the occurrence, nor waits for a place in.
  ///
  /// Guests of a team are not asked, and communities offer their events to whoever likes to come.
  ///
  /// - Returns: in no order, with a part whose answer is `needsAction` and which is stored nowhere.
  public static func unanswered(
    of account: EntityID, from: Instant, to: Instant, kinds: CalendarItemKinds,
    in session: StoreSession, _ budget: inout RecurrenceBudget
  ) throws -> [Occurrence] {
    let teams = try session.all(
      """
      SELECT m.sub_realm FROM memberships m JOIN sub_realms r ON r.id = m.sub_realm
      WHERE m.account = ?1 AND m.role <> 'guest' AND r.kind = 'team' AND r.state = 'live'
      """, [.id(account)]
    ) { try $0.id(0) }
    guard !teams.isEmpty else { return [] }
    let list = SQLList(teams, from: 4)
    let names = kinds.ofMembers
    let places = names.indices.map { "?\(4 + list.parameters.count + $0)" }.joined(separator: ", ")
    let single = try ParticipationStore.answers(of: account, in: session)
    var found: [Occurrence] = []
    try session.each(
      """
      SELECT \(CalendarItemStore.columns) FROM calendar_items i
      WHERE (i.realm IN (\(list.sql)) OR i.id IN (
          SELECT item FROM participating_realms WHERE state = 'accepted' AND realm IN (\(list.sql))))
        AND i.kind IN (\(places)) AND i.status IN ('confirmed', 'tentative')
        AND i.starts_at < ?3 AND (i.ends_for_good IS NULL OR i.ends_for_good >= ?2)
        AND NOT EXISTS (
          SELECT 1 FROM participations p WHERE p.item = i.id AND p.account = ?1
            AND p.occurrence IS NULL AND (p.answer <> 'needsAction' OR p.hidden = 1))
        AND NOT EXISTS (
          SELECT 1 FROM waiting_places w WHERE w.item = i.id AND w.account = ?1)
      ORDER BY i.starts_at, i.id LIMIT \(limit)
      """,
      [.id(account), .instant(from), .instant(to)] + list.parameters
        + names.map(SQLValue.text)
    ) { row in
      let item = try CalendarItemStore.read(row)
      let part = Participation(of: account, in: item, .needsAction, at: item.createdAt)
      let starts = budget.lending { item.starts(overlapping: from, to, limit: limit, &$0) }
      for start in starts.result {
        let occurrence = Occurrence(item, part, at: start)
        if single[occurrence.key] ?? .needsAction == .needsAction { found.append(occurrence) }
      }
    }
    return found
  }
}
