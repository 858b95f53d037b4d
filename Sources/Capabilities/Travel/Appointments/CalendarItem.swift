import Base
import Geodesy
import Realms

/// An entry of a calendar: what, when, where, and who it is shared with.
///
/// Of the kinds that the domain knows, appointments are built: they stand in the personal
/// sub-realm of their organizer, who alone changes them.
///
/// - Thread: pure.
public struct CalendarItem: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case appointment
  }

  public enum Status: String, Sendable, CaseIterable {
    case confirmed
    /// By its owner; whoever else had accepted it decides what becomes of the own entry.
    case cancelled
  }

  /// One slot of a series that is changed by itself.
  public struct Slot: Hashable, Sendable {
    public var series: EntityID
    /// When the series would have it begin.
    public var occurrence: Instant
  }

  public var id: EntityID
  /// The identifier that other calendars know it by (RFC 5545, 3.8.4.7).
  public var uid: String
  public var kind = Kind.appointment
  public var organizer: EntityID
  public var title: String
  /// By the clocks of `zone`.
  public var start: WallTime
  public var zone: CalendarZone
  /// Seconds; of whole days, days of 86,400.
  public var duration: Int
  public var isAllDay = false
  public var recurrence: RecurrenceRule?
  /// Starts of the rule that are left out, and starts beside the rule.
  public var excluded: Set<Instant> = []
  public var added: Set<Instant> = []
  /// Which slot of which series this stands in for.
  public var slot: Slot?
  public var place: Place?
  public var status = Status.confirmed
  /// Counts changes of time or place for other calendars (RFC 5545, 3.8.7.4).
  public var sequence = 0
  public var createdAt: Instant
  public var updatedAt: Instant
  public var version = 1
  /// How far it reaches; nil from when time or rule are others until it is found out again.
  ///
  /// Found out before anything is written, because it can take a while: see ``measure(_:)``.
  var extent: Extent?

  /// How far the occurrences of an item reach.
  struct Extent: Hashable, Sendable {
    /// When the last occurrence of its rule begins; nil for a rule without an end, and for none.
    var ruleEnd: Instant?
    /// When the last occurrence has ended; nil if there is no last one.
    var endsForGood: Instant?
  }

  /// Most seconds that one lasts: 31 days.
  public static let longest = 2_678_400
  static let titles = 1...200

  /// When it begins, the first time.
  public var startsAt: Instant { zone.instant(of: start) }

  /// When an occurrence that begins at `start` ends; whole days by the wall, times by the clock.
  func end(from start: Instant) -> Instant {
    guard isAllDay else { return start.adding(seconds: Int64(duration)) }
    return zone.instant(of: zone.wallTime(at: start).adding(days: max(1, duration / 86_400)))
  }

  var repeats: Bool { recurrence != nil || !added.isEmpty }

  /// What speaks against storing an item's rule.
  enum RuleProblem: Error {
    case leadsNowhere
    case takesTooLong

    /// To stand behind "the rule".
    var detail: String {
      switch self {
      case .leadsNowhere: "leads to no day after the start"
      case .takesTooLong:
        "takes too long to follow; give it an earlier start, a smaller COUNT or fewer BY parts"
      }
    }
  }

  /// How far it reaches if it has no rule, which takes no time to find out.
  var extentWithoutRule: Extent {
    Extent(ruleEnd: nil, endsForGood: end(from: max(startsAt, added.max() ?? startsAt)))
  }

  /// Finds out how far it reaches, at the cost of `budget`.
  mutating func measure(_ budget: inout RecurrenceBudget) throws(RuleProblem) {
    guard let recurrence else { return extent = extentWithoutRule }
    let (start, zone) = (start, zone)
    let leads = budget.lending { recurrence.leadsOn(from: start, &$0) }
    guard leads.result else { throw leads.isSpent ? .takesTooLong : .leadsNowhere }
    let found = budget.lending { recurrence.end(from: start, in: zone, &$0) }
    guard !found.isSpent else { throw .takesTooLong }
    extent = Extent(
      ruleEnd: found.result,
      endsForGood: found.result.map { end(from: max($0, added.max() ?? $0)) })
  }

  /// The starts of its occurrences that overlap a span of time, in order.
  ///
  /// - Parameter limit: most that are found.
  func starts(overlapping from: Instant, _ to: Instant, limit: Int) -> [Instant] {
    var budget = RecurrenceBudget(RecurrenceBudget.ofRule)
    return starts(overlapping: from, to, limit: limit, &budget)
  }

  /// As ``starts(overlapping:_:limit:)``, at the cost of `budget`: what it is too small for is not
  /// found.
  func starts(
    overlapping from: Instant, _ to: Instant, limit: Int, _ budget: inout RecurrenceBudget
  ) -> [Instant] {
    func overlaps(_ start: Instant) -> Bool {
      start < to && (start >= from || end(from: start) > from)
    }
    var found: Set<Instant> = []
    if let recurrence {
      let earliest = zone.wallTime(at: from.adding(seconds: -Int64(duration) - 2 * 86_400))
      recurrence.forEach(
        from: start, in: zone, earliest: earliest, end: extent?.ruleEnd, &budget
      ) { _, instant in
        if instant >= to { return false }
        if overlaps(instant), !excluded.contains(instant) { found.insert(instant) }
        return found.count < limit
      }
    } else if overlaps(startsAt), !excluded.contains(startsAt) {
      found.insert(startsAt)
    }
    for instant in added where overlaps(instant) && !excluded.contains(instant) {
      found.insert(instant)
    }
    return Array(found.sorted().prefix(limit))
  }

  /// Whether one of its occurrences begins at `instant`.
  func hasOccurrence(at instant: Instant) -> Bool {
    starts(overlapping: instant, instant.adding(milliseconds: 1), limit: 1000).contains(instant)
  }
}

/// One of the times at which an item takes place, as one of its participants has it.
///
/// - Thread: pure.
public struct Occurrence: Hashable, Sendable {
  public var item: CalendarItem
  public var participation: Participation
  public var start: Instant
  public var end: Instant

  init(_ item: CalendarItem, _ participation: Participation, at start: Instant) {
    self.item = item
    self.participation = participation
    self.start = start
    end = item.end(from: start)
  }

  /// What tells it from every other.
  struct Key: Hashable, Sendable {
    var item: EntityID
    var start: Instant
  }

  var key: Key { Key(item: item.id, start: start) }

  /// The day on which it begins, where it takes place.
  var day: CivilDate { item.zone.wallTime(at: start).date }

  /// Whether one has to be there at a time: travel and overlaps concern only such.
  var isTimed: Bool { !item.isAllDay }

  var position: LonLat? { isTimed ? item.place?.position : nil }

  static func inOrder(_ a: Occurrence, _ b: Occurrence) -> Bool {
    (a.start, a.item.id) < (b.start, b.item.id)
  }
}
