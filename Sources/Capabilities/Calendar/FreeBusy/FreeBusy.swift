import Base
import Geodesy
import Itineraries
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
  /// sure, what has not been cancelled and what they know of.
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
    let read = try Self.times(of: parties, in: span, kinds, except: except, from: session)
    busy = read.times.mapValues { Intervals($0.map(\.span)) }
    isIncomplete = read.isIncomplete
  }

  /// A time at which somebody is busy, with where that one has to be.
  public struct Time: Hashable, Sendable {
    public var span: Intervals.Span
    /// Nil for whole days and where it is not known.
    public var position: LonLat?
    public var item: EntityID
    /// By whose clocks its day begins.
    public var zone: IANATimeZone
    /// The means that an account has chosen for it; nil for all.
    public var modes: Set<TravelMode>?
  }

  /// As ``init(of:in:_:except:from:)``, each time for itself: in any order, they may overlap.
  public static func times(
    of parties: some Collection<Party>, in span: Intervals.Span, _ kinds: CalendarItemKinds,
    except: EntityID? = nil, from session: StoreSession
  ) throws -> (times: [Party: [Time]], isIncomplete: Bool) {
    var times: [Party: [Time]] = [:]
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
        for (id, found) in try read.times(busyKinds, &budget, from: session) {
          times[wrap(id), default: []] += found
        }
      }
    }
    return (times, budget.isSpent)
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

  func times(
    _ kinds: Set<String>, _ budget: inout RecurrenceBudget, from session: StoreSession
  ) throws -> [EntityID: [FreeBusy.Time]] {
    var found: [EntityID: [FreeBusy.Time]] = [:]
    var zones: [String: IANATimeZone] = [:]
    func zone(_ name: String) throws -> IANATimeZone {
      if let known = zones[name] { return known }
      let zone = try CalendarItemStore.zone(name)
      zones[name] = zone
      return zone
    }
    // What takes place once is busy from its first column to its second.
    try session.each(
      """
      SELECT p.\(column), i.starts_at, i.ends_for_good, i.kind, i.all_day, i.lat, i.lon, i.id,
        i.zone, e.modes
      FROM participations p JOIN calendar_items i ON i.id = p.item
      LEFT JOIN calendar_entries e ON e.item = p.item AND e.account = p.account
      WHERE p.\(column) IN (\(list)) AND p.answer IN ('accepted', 'tentative')
        AND p.occurrence IS NULL AND p.hidden = 0 AND i.status IN ('confirmed', 'tentative')
        AND i.recurrence IS NULL AND i.added = '' AND i.excluded = '' AND i.starts_at < ?2 AND i.ends_for_good > ?1
        AND i.id <> ?3
      ORDER BY i.starts_at
      """, parameters
    ) { row in
      guard kinds.contains(try row.text(3)) else { return }
      let isAllDay = try row.bool(4)
      let position = try row.optional(5, row.real).map { LonLat(lon: try row.real(6), lat: $0) }
      found[try row.id(0), default: []].append(
        FreeBusy.Time(
          span: try Intervals.Span(row.instant(1), row.instant(2)),
          position: isAllDay ? nil : position, item: try row.id(7),
          zone: try zone(try row.text(8)),
          modes: try row.optional(9, row.text).map { WordSet.decode($0, TravelMode.self) }))
    }
    let single = try singleAnswers(from: session)
    var starts: [EntityID: [FreeBusy.Time]] = [:]
    try session.each(
      """
      SELECT \(CalendarItemStore.columns), p.\(column), p.answer, e.modes
      FROM participations p JOIN calendar_items i ON i.id = p.item
      LEFT JOIN calendar_entries e ON e.item = p.item AND e.account = p.account
      WHERE p.\(column) IN (\(list)) AND p.occurrence IS NULL AND p.hidden = 0
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
            .map {
              FreeBusy.Time(
                span: Intervals.Span($0, item.end(from: $0)),
                position: item.isAllDay ? nil : item.place?.position, item: item.id,
                zone: item.zone)
            }
        }.result
      starts[item.id] = all
      let modes = try row.optional(CalendarItemStore.columnCount + 2, row.text)
        .map { WordSet.decode($0, TravelMode.self) }
      for var time in all
      where (single[party]?[Occurrence.Key(item: item.id, start: time.span.start)] ?? answer).isIn {
        time.modes = modes
        found[party, default: []].append(time)
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
