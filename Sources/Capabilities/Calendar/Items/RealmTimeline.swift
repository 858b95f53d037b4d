import Access
import Base
import Storage

/// What takes place in a sub-realm, occurrence by occurrence, forward or backward from a time.
public enum RealmTimeline {
  /// Where a page begins or ended.
  public struct Position: Hashable, Comparable, Sendable {
    public var start: Instant
    public var item: EntityID

    public init(start: Instant, item: EntityID) {
      self.start = start
      self.item = item
    }

    public static func < (a: Position, b: Position) -> Bool {
      (a.start, a.item) < (b.start, b.item)
    }
  }

  /// Seconds that are looked ahead and back for occurrences of series at first: a year.
  public static let horizon: Int64 = 366 * 86_400
  /// How much longer each further span of time is that is looked through where a page is not full.
  private static let growth: Int64 = 4
  /// Most such spans: 341 years, in which any rule leads to something.
  private static let maximumSpans = 5
  /// Most occurrences of one series that are looked through forward, beside those of the page.
  static let maximumOfSeries = 1000
  /// Most series of one sub-realm that are followed.
  static let maximumSeries = 500

  /// A page of occurrences of what is at home in a sub-realm, and of what it takes part in elsewhere
  /// (BZ-CAL-02), in order of time: forward those behind `position`, backward those before
  /// it, the nearest first.
  ///
  /// - Parameters:
  ///   - kinds: the names of the kinds that are shown.
  ///   - drafts: whether the reader sees drafts, all or the own ones.
  ///   - edge: forward, only what is not over by then; backward, only what is; nil for all.
  ///   - limit: most occurrences.
  /// - Throws: `conflict` with slug `calendar-too-complex`.
  /// - Complexity: single items cost an index range of `limit` rows, with an edge also those that are
  ///   on its other side; each series is followed for a year, and on from there as long as the page is
  ///   not full.
  public static func page(
    of realm: EntityID, kinds: [String], from position: Position, backward: Bool, drafts: Bool,
    reader: EntityID, edge: Instant? = nil, limit: Int, in session: StoreSession
  ) throws -> [(item: CalendarItem, start: Instant)] {
    let query = Query(
      realm: realm, kinds: kinds, position: position, backward: backward, drafts: drafts,
      reader: reader, edge: edge, limit: limit)
    var queries = [query]
    // Few take part in what others plan.
    let isGuest = try session.exists(
      "SELECT 1 FROM participating_realms WHERE realm = ?1 AND state = 'accepted'", [.id(realm)])
    if isGuest {
      queries.append(query)
      queries[1].isElsewhere = true
    }
    var found = try queries.flatMap { query in
      let single = try query.single(session)
      return try single + query.ofSeries(beside: single, session)
    }
    found.sort {
      let (a, b) = (
        Position(start: $0.start, item: $0.item.id), Position(start: $1.start, item: $1.item.id)
      )
      return backward ? b < a : a < b
    }
    return Array(found.prefix(limit))
  }

  /// One page that is asked for.
  private struct Query {
    let realm: EntityID
    let kinds: [String]
    let position: Position
    let backward: Bool
    let drafts: Bool
    let reader: EntityID
    let edge: Instant?
    let limit: Int
    /// Whether what the sub-realm takes part in is meant, in the place of its own.
    var isElsewhere = false

    /// Of whom and of what, with parameters 1 to 3 and those of the kinds behind them.
    private var shown: (sql: String, parameters: [SQLValue]) {
      let places = kinds.indices.map { "?\(4 + $0)" }.joined(separator: ", ")
      let home =
        isElsewhere
        ? "i.id IN (SELECT item FROM participating_realms WHERE realm = ?1 AND state = 'accepted')"
        : "i.realm = ?1"
      return (
        """
        SELECT \(CalendarItemStore.columns) FROM calendar_items i
        WHERE \(home) AND (i.status <> 'draft' OR i.organizer = ?2 OR ?3 = 1)
          AND i.kind IN (\(places))
        """,
        [.id(realm), .id(reader), .bool(drafts && !isElsewhere)] + kinds.map(SQLValue.text)
      )
    }

    /// Items that take place once.
    func single(_ session: StoreSession) throws -> [(item: CalendarItem, start: Instant)] {
      let (sql, parameters) = shown
      let next = parameters.count + 1
      let (order, compare) = backward ? ("DESC", "<") : ("ASC", ">")
      let over = edge == nil ? "" : "AND i.ends_for_good \(backward ? "<=" : ">") ?\(next + 3)"
      return try session.all(
        sql + """
           AND i.recurrence IS NULL AND i.added = ''
            AND (i.starts_at \(compare) ?\(next)
              OR (i.starts_at = ?\(next) AND i.id \(compare) ?\(next + 1)))
            \(over)
          ORDER BY i.starts_at \(order), i.id \(order) LIMIT ?\(next + 2)
          """,
        parameters + [
          .instant(position.start), .id(position.item), .int(limit),
        ] + (edge.map { [.instant($0)] } ?? []), CalendarItemStore.read
      ).map { ($0, $0.startsAt) }
    }

    /// Whether an occurrence lies on the side of the edge that is meant.
    private func isMeant(_ item: CalendarItem, at start: Instant) -> Bool {
      guard let edge else { return true }
      let isOver = item.end(from: start) <= edge
      return isOver == backward
    }

    /// The nearest occurrences of series, as many as fill a page with those that take place once.
    ///
    /// Spans of time are looked through one after the other, so that nothing is left out between the
    /// first and the last of a page, however far away that is.
    func ofSeries(
      beside single: [(item: CalendarItem, start: Instant)], _ session: StoreSession
    ) throws -> [(item: CalendarItem, start: Instant)] {
      var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)
      // What begins before the edge and is not over overlaps what follows it.
      let first =
        backward ? position.start.adding(seconds: 1) : max(position.start, edge ?? position.start)
      var end = first.adding(seconds: backward ? -horizon : horizon)
      var found = try ofSeries(
        in: backward ? end..<first : first..<end, isFirst: true, session, &budget)
      guard !budget.isSpent else {
        throw Refusal(
          .conflict, "calendar-too-complex",
          "The calendar holds rules that take too long to follow.")
      }
      // Rules that take long and lead to hardly anything end the search beyond the first span, not the list.
      budget = RecurrenceBudget(RecurrenceBudget.ofRule)
      var seconds = horizon
      for _ in 1..<maximumSpans {
        let known = single.count { backward ? $0.start >= end : $0.start < end }
        guard found.count + known < limit, try goesOn(beyond: end, session) else { break }
        let begin = end
        seconds *= growth
        end = begin.adding(seconds: backward ? -seconds : seconds)
        let more = try ofSeries(
          in: backward ? end..<begin : begin..<end, isFirst: false, session, &budget)
        if budget.isSpent { break }
        found += more
      }
      return found
    }

    /// Those that begin in a span of time; in the first one forward, also those that overlap it.
    private func ofSeries(
      in span: Range<Instant>, isFirst: Bool, _ session: StoreSession,
      _ budget: inout RecurrenceBudget
    ) throws -> [(item: CalendarItem, start: Instant)] {
      let (sql, parameters) = shown
      let next = parameters.count + 1
      let series = try session.all(
        sql + """
           AND \(Self.isSeries) AND i.starts_at < ?\(next)
            AND (i.ends_for_good IS NULL OR i.ends_for_good >= ?\(next + 1))
          ORDER BY i.starts_at, i.id LIMIT \(maximumSeries)
          """, parameters + [.instant(span.upperBound), .instant(span.lowerBound)],
        CalendarItemStore.read)
      let overlaps = isFirst && !backward
      return series.flatMap { item in
        let starts = budget.lending {
          item.starts(
            overlapping: span.lowerBound, span.upperBound,
            limit: backward ? .max : limit + maximumOfSeries, &$0)
        }
        let here = starts.result.filter {
          let start = Position(start: $0, item: item.id)
          return (overlaps || $0 >= span.lowerBound)
            && (backward ? start < position : position < start) && isMeant(item, at: $0)
        }
        return (backward ? here.suffix(limit) : here.prefix(limit)).map { (item, $0) }
      }
    }

    private static let isSeries = "(i.recurrence IS NOT NULL OR i.added <> '')"

    /// Whether some series has occurrences on the far side of a time.
    private func goesOn(beyond end: Instant, _ session: StoreSession) throws -> Bool {
      let (sql, parameters) = shown
      let next = parameters.count + 1
      let side =
        backward
        ? "i.starts_at < ?\(next)" : "(i.ends_for_good IS NULL OR i.ends_for_good >= ?\(next))"
      return try session.exists(
        sql + " AND \(Self.isSeries) AND \(side) LIMIT 1", parameters + [.instant(end)])
    }
  }
}
