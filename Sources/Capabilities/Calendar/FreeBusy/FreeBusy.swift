import Base
import Storage

/// When accounts and resources are taken up, without saying by what (RFC 5545, 3.6.4).
///
/// Who may ask is for those to decide who call it.
///
/// - Thread: pure.
public struct FreeBusy: Sendable {
  /// By what was asked for; whoever is free all the time has no entry.
  public private(set) var busy: [Party: Intervals] = [:]
  /// Whether rules took too long to follow, so that more may be busy than is said.
  public private(set) var isIncomplete = false

  /// Reads when parties are busy in a span of time: with what they accepted, tentatively or for
  /// sure, and what has not been cancelled.
  ///
  /// - Parameters:
  ///   - parties: accounts and resources; addresses are never busy.
  ///   - kinds: of which items' times count.
  ///   - except: an item whose own times do not count, because it is to be moved.
  /// - Complexity: one query for every 200 parties; linear in the occurrences of what repeats and
  ///   in the items of what does not.
  public init(
    of parties: some Collection<Party>, in span: Intervals.Span, _ kinds: CalendarItemKinds,
    except: EntityID? = nil, from session: StoreSession
  ) throws {
    var spans: [Party: [Intervals.Span]] = [:]
    var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)
    let busyKinds = Set(try kinds.names.filter { try kinds.kind($0).isBusy })
    for (column, wrap) in [("account", Party.account), ("resource", Party.resource)] {
      let ids = parties.compactMap { party -> EntityID? in
        switch (party, column) {
        case (.account(let id), "account"), (.resource(let id), "resource"): id
        default: nil
        }
      }
      for begin in stride(from: 0, to: ids.count, by: 200) {
        let some = Array(ids[begin..<min(begin + 200, ids.count)])
        let read = Reading(column: column, ids: some, span: span, except: except)
        for (id, found) in try read.spans(busyKinds, &budget, from: session) {
          spans[wrap(id), default: []] += found
        }
      }
    }
    busy = spans.mapValues { Intervals($0) }
    isIncomplete = budget.isSpent
  }

}

/// One query of the store.
private struct Reading {
  let column: String
  let ids: [EntityID]
  let span: Intervals.Span
  let except: EntityID?

  private var list: String { (4..<4 + ids.count).map { "?\($0)" }.joined(separator: ", ") }

  private var parameters: [SQLValue] {
    [.instant(span.start), .instant(span.end), .id(except ?? EntityID(high: 0, low: 0))]
      + ids.map { .id($0) }
  }

  func spans(
    _ kinds: Set<String>, _ budget: inout RecurrenceBudget, from session: StoreSession
  ) throws -> [EntityID: [Intervals.Span]] {
    var found: [EntityID: [Intervals.Span]] = [:]
    // What takes place once is busy from its first column to its second.
    try session.each(
      """
      SELECT p.\(column), i.starts_at, i.ends_for_good, i.kind
      FROM participations p JOIN calendar_items i ON i.id = p.item
      WHERE p.\(column) IN (\(list)) AND p.answer IN ('accepted', 'tentative')
        AND p.occurrence IS NULL AND i.status IN ('confirmed', 'tentative')
        AND i.recurrence IS NULL AND i.added = '' AND i.excluded = '' AND i.starts_at < ?2 AND i.ends_for_good > ?1
        AND i.id <> ?3
      ORDER BY i.starts_at
      """, parameters
    ) { row in
      guard kinds.contains(try row.text(3)) else { return }
      found[try row.id(0), default: []].append(try Intervals.Span(row.instant(1), row.instant(2)))
    }
    let single = try singleAnswers(from: session)
    var starts: [EntityID: [Intervals.Span]] = [:]
    try session.each(
      """
      SELECT \(CalendarItemStore.columns), p.\(column), p.answer
      FROM participations p JOIN calendar_items i ON i.id = p.item
      WHERE p.\(column) IN (\(list)) AND p.occurrence IS NULL
        AND i.status IN ('confirmed', 'tentative')
        AND (i.recurrence IS NOT NULL OR i.added <> '' OR i.excluded <> '')
        AND i.starts_at < ?2 AND (i.ends_for_good IS NULL OR i.ends_for_good > ?1) AND i.id <> ?3
      """, parameters
    ) { row in
      let item = try CalendarItemStore.read(row)
      let party = try row.id(CalendarItemStore.columnCount)
      let answer = try row.word(CalendarItemStore.columnCount + 1, Participation.Answer.self)
      guard kinds.contains(item.kind) else { return }
      // A series of many is followed once.
      let all =
        starts[item.id]
        ?? budget.lending { budget in
          item.starts(overlapping: span.start, span.end, limit: Timeline.limit, &budget)
            .map { Intervals.Span($0, item.end(from: $0)) }
        }.result
      starts[item.id] = all
      found[party, default: []] += all.filter { time in
        (single[party]?[Occurrence.Key(item: item.id, start: time.start)] ?? answer).isIn
      }
    }
    return found
  }

  private func singleAnswers(
    from session: StoreSession
  ) throws -> [EntityID: [Occurrence.Key: Participation.Answer]] {
    var answers: [EntityID: [Occurrence.Key: Participation.Answer]] = [:]
    try session.each(
      """
      SELECT p.\(column), p.item, p.occurrence, p.answer FROM participations p
      WHERE p.\(column) IN (\(list)) AND p.occurrence >= ?1 - 3000000000 AND p.occurrence < ?2
        AND p.item <> ?3
      """, parameters
    ) { row in
      let key = Occurrence.Key(item: try row.id(1), start: try row.instant(2))
      answers[try row.id(0), default: [:]][key] = try row.word(3, Participation.Answer.self)
    }
    return answers
  }
}

extension Participation.Answer {
  /// Whether one who answers so counts as being there.
  var isIn: Bool { self == .accepted || self == .tentative }
}
