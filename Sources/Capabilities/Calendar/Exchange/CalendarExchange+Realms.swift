import Access
import Base
import Storage

extension CalendarExchange {
  /// Days that the file of a sub-realm's calendar looks back.
  private static let pastDays: Int64 = 366
  /// Most entries of such a file; the latest are kept.
  private static let mostEntries = 5000

  /// The calendar of a sub-realm as one of its members sees it: what concerns all members, and of
  /// the rest what the member takes part in.
  ///
  /// It holds nothing that the member keeps for oneself.
  ///
  /// - Complexity: O(items of the last year and of later ones).
  func file(
    ofRealm realm: EntityID, named name: String, for account: EntityID, now: Instant,
    in session: StoreSession
  ) throws -> [UInt8] {
    let concerning = try kinds.names.filter { try kinds.kind($0).concernsMembers }
    let places = concerning.indices.map { "?\(5 + $0)" }.joined(separator: ", ")
    var entries = try session.all(
      """
      SELECT \(CalendarItemStore.columns), a.display_name, p.answer
      FROM calendar_items i JOIN accounts a ON a.id = i.organizer
      LEFT JOIN participations p
        ON p.item = i.id AND p.account = ?1 AND p.occurrence IS NULL AND p.hidden = 0
      WHERE (i.realm = ?2 OR i.id IN (
          SELECT item FROM participating_realms WHERE realm = ?2 AND state = 'accepted'))
        AND (i.status IN ('confirmed', 'tentative')
          OR (i.status = 'cancelled' AND i.updated_at >= ?3))
        AND (i.ends_for_good IS NULL OR i.ends_for_good >= ?4)
        AND (i.kind IN (\(places)) OR p.answer IN ('accepted', 'tentative'))
      ORDER BY i.starts_at DESC, i.id DESC LIMIT \(Self.mostEntries)
      """,
      [
        .id(account), .id(realm), .instant(now.adding(seconds: -Self.cancelledDays * 86_400)),
        .instant(now.adding(seconds: -Self.pastDays * 86_400)),
      ] + concerning.map(SQLValue.text)
    ) { row in
      let item = try CalendarItemStore.read(row)
      let answer = try row.optional(CalendarItemStore.columnCount + 1, row.text)
        .flatMap(Participation.Answer.init(rawValue:))
      return CalendarWriter.Entry(
        item: item,
        participation: Participation(
          of: account, in: item, answer ?? .needsAction, at: item.createdAt),
        organizerName: try row.text(CalendarItemStore.columnCount), travelMinutes: 0,
        overridden: [], kept: [])
    }
    // What the member may come to, and perhaps to a single occurrence alone, stands as such.
    let single = try Self.answers(of: account, in: session)
    var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)
    entries = entries.reversed().flatMap { entry in
      guard let answers = single[entry.item.id] else { return [entry] }
      guard entry.item.repeats else {
        var entry = entry
        entry.participation.answer =
          answers[entry.item.startsAt] ?? entry.participation.answer
        return [entry]
      }
      return [entry] + entry.standingOut(answers.filter { $0.value != .needsAction }, &budget)
    }
    var overridden: [EntityID: Set<Instant>] = [:]
    for entry in entries {
      guard let id = entry.item.recurrenceID else { continue }
      overridden[id.series, default: []].insert(id.occurrence)
    }
    for index in entries.indices {
      entries[index].overridden = overridden[entries[index].item.id] ?? []
    }
    return CalendarWriter.calendar(name, entries)
  }

  /// What an account has answered to single occurrences, by item and beginning.
  static func answers(
    of account: EntityID, in session: StoreSession
  ) throws -> [EntityID: [Instant: Participation.Answer]] {
    var answers: [EntityID: [Instant: Participation.Answer]] = [:]
    for (key, answer) in try ParticipationStore.answers(of: account, in: session) {
      answers[key.item, default: [:]][key.start] = answer
    }
    return answers
  }
}
