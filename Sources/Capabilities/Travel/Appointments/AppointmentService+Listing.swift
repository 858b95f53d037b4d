import Access
import Base
import Calendar
import Storage

/// Which span of a calendar is shown.
///
/// - Thread: pure.
public struct CalendarSpan: Hashable, Sendable {
  /// How much of a calendar is looked at, by the reader's wall time.
  public enum View: String, Sendable, CaseIterable {
    case day
    case week
    case month
    case year
  }

  public var from: Instant
  public var to: Instant

  /// Most days of one span.
  public static let longest: Int64 = 800

  /// - Throws: `malformed` for a span that is empty or too long.
  public init(from: Instant, to: Instant) throws(Refusal) {
    guard from < to, to <= from.adding(seconds: Self.longest * 86_400) else {
      throw Self.refused("to", "must lie after from, at most \(Self.longest) days")
    }
    self.from = from
    self.to = to
  }

  /// The day, the week from Monday (ISO 8601), the month or the year that a date lies in, by the
  /// clocks of a zone.
  public init(_ view: View, of date: CivilDate, in zone: IANATimeZone) {
    let days = date.daysSinceEpoch
    let (first, last): (Int, Int)
    switch view {
    case .day: (first, last) = (days, days + 1)
    case .week: (first, last) = (days - date.weekday, days - date.weekday + 7)
    case .month:
      first = days - date.day + 1
      last = first + CivilDate.daysInMonth(year: date.year, month: date.month)
    case .year:
      first = (CivilDate(year: date.year, month: 1, day: 1) ?? date).daysSinceEpoch
      last = ((CivilDate(year: date.year, month: 12, day: 31) ?? date).daysSinceEpoch) + 1
    }
    from = zone.start(of: CivilDate(daysSinceEpoch: first))
    to = zone.start(of: CivilDate(daysSinceEpoch: last))
  }

  /// What a request asks for: a view with its date and zone, or from and to; the 31 days from now
  /// unless it says more.
  ///
  /// - Throws: `malformed`.
  public init(
    view: String?, date: String?, zone: String?, from: Instant?, to: Instant?,
    preset: IANATimeZone, now: Instant
  ) throws(Refusal) {
    let zone = try Self.zone(zone) ?? preset
    guard let view else {
      guard date == nil else { throw Self.refused("view", "is required beside date") }
      let from = from ?? now
      try self.init(from: from, to: to ?? from.adding(seconds: 31 * 86_400))
      return
    }
    guard from == nil, to == nil else { throw Self.refused("view", "excludes from and to") }
    guard let view = View(rawValue: view) else {
      throw Self.refused("view", "must be day, week, month or year")
    }
    let day = try Self.day(date) ?? zone.wallTime(at: now).date
    self.init(view, of: day, in: zone)
  }

  private static func zone(_ name: String?) throws(Refusal) -> IANATimeZone? {
    guard let name else { return nil }
    guard let zone = IANATimeZone(name) else {
      throw refused("zone", "must be an IANA time zone such as Europe/Vaduz")
    }
    return zone
  }

  private static func day(_ text: String?) throws(Refusal) -> CivilDate? {
    guard let text else { return nil }
    guard let day = CivilDate(text: text), (1...9998).contains(day.year) else {
      throw refused("date", "must be a date such as 2026-05-04")
    }
    return day
  }

  private static func refused(_ name: String, _ detail: String) -> Refusal {
    Refusal(
      .malformed, "invalid-query", "The query parameter \(name) \(detail).",
      violations: [Refusal.Violation(name, detail)])
  }
}

extension AppointmentService {
  /// What stands in the caller's calendar in a span of time, in order of time.
  ///
  /// - Parameters:
  ///   - span: gets the zone of the caller's profile and the current time.
  ///   - unanswered: also what the caller's teams plan and the caller has not answered.
  public func list(
    _ span: (IANATimeZone, Instant) throws -> CalendarSpan, unanswered: Bool = false,
    _ page: PageRequest, caller: Caller
  ) throws -> Page<CalendarLine> {
    let account = try caller.requiredPerson().account
    let after = try page.position { parts throws(Refusal) in
      let start = Instant(milliseconds: try parts.integer(Int64.self))
      return Occurrence.Key(item: try parts.id(), start: start)
    }
    return try platform.store.read { session in
      let span = try span(IANATimeZone.preset(of: account, in: session), platform.clock.now())
      let from = max(span.from, after?.start ?? span.from)
      var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)
      var all = try Timeline.occurrences(
        of: account, from: from, to: span.to, cancelled: true, in: session, &budget)
      var overlaps = Overlaps.others(in: all)
      if unanswered {
        let open = try Timeline.unanswered(
          of: account, from: from, to: span.to, kinds: editing.kinds, in: session, &budget)
        all = (all + open).sorted(by: Occurrence.inOrder)
        // It says what it meets; what one comes to meets nothing that one may not come to.
        let others = Overlaps.others(in: all)
        for one in open { overlaps[one.key] = others[one.key] }
      }
      guard !budget.isSpent else { throw Self.tooComplex }
      let found = all.filter { line in
        after.map { ($0.start, $0.item) < (line.start, line.item.id) } ?? true
      }
      let plans = try TravelPlanStore.all(of: account, from: from, in: session)
      let byKey = Dictionary(plans.map { ($0.key, $0) }) { first, _ in first }
      let shown = found.prefix(page.limit + 1)
      let names = try Self.names(of: shown, in: session)
      let lines = shown.map {
        CalendarLine(
          occurrence: $0, plan: byKey[$0.key], realmName: names[$0.item.realm],
          overlapping: overlaps[$0.key])
      }
      return Page(reading: lines, limit: page.limit) { line in
        Cursor(String(line.occurrence.start.milliseconds), line.occurrence.item.id)
      }
    }
  }

  /// How the sub-realms are called that occurrences are at home in, beside people's own calendars.
  private static func names(
    of occurrences: some Sequence<Occurrence>, in session: StoreSession
  ) throws -> [EntityID: String] {
    let realms = Set(occurrences.lazy.map(\.item).filter { $0.realm != $0.organizer }.map(\.realm))
    guard !realms.isEmpty else { return [:] }
    let list = SQLList(realms.sorted(), from: 1)
    let names = try session.all(
      "SELECT id, name FROM sub_realms WHERE id IN (\(list.sql))", list.parameters
    ) { (try $0.id(0), try $0.text(1)) }
    return Dictionary(names) { first, _ in first }
  }

  private static let tooComplex = Refusal(
    .conflict, "calendar-too-complex",
    "The calendar holds rules that take too long to follow. Ask for a shorter span, or delete them."
  )

  /// The invitations that wait for the caller's answer, the newest first: to what is not over, of which
  /// the caller has answered no occurrence, and waits for no place in, which is an answer.
  public func waiting(
    _ page: PageRequest, caller: Caller
  ) throws -> Page<AppointmentDetails> {
    let account = try caller.requiredPerson().account
    let before = try page.idPosition()
    return try platform.store.read { session in
      let ids = try session.all(
        """
        SELECT p.item FROM participations p JOIN calendar_items i ON i.id = p.item
        WHERE \(Timeline.isKnown) AND p.answer = 'needsAction' AND p.item < ?2
          AND (i.ends_for_good IS NULL OR i.ends_for_good > ?4)
          AND NOT EXISTS (
            SELECT 1 FROM waiting_places w WHERE w.item = p.item AND w.account = p.account)
          AND NOT EXISTS (
            SELECT 1 FROM participations o WHERE o.item = p.item AND o.account = p.account
              AND o.occurrence IS NOT NULL AND o.answer <> 'needsAction')
        ORDER BY p.item DESC LIMIT ?3
        """,
        [
          .id(account), .id(before ?? EntityID(high: .max, low: .max)), .int(page.limit + 1),
          .instant(platform.clock.now()),
        ]
      ) { try $0.id(0) }
      let items = try ids.map { try details($0, at: nil, of: account, in: session) }
      return Page(reading: items, limit: page.limit) { Cursor($0.item.id) }
    }
  }
}
