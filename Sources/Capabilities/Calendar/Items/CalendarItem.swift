import Access
import Base
import Geodesy

/// An entry of a calendar: what, when, where, and who it is shared with.
///
/// What may be done with it, its ``CalendarItemKind`` says; who sees it, that and its home
/// sub-realm.
///
/// - Thread: pure.
public struct CalendarItem: Hashable, Sendable {
  /// How far its planning is; only what is confirmed or tentative takes time.
  public enum Status: String, Sendable, CaseIterable {
    /// Seen only by those who may change it.
    case draft
    case tentative
    case confirmed
    /// By its owner; whoever else had accepted it decides what becomes of the own entry.
    case cancelled
  }

  /// Which occurrence of which series an item stands in for (RFC 5545, 3.8.4.4).
  public struct RecurrenceID: Hashable, Sendable {
    public var series: EntityID
    /// When the series would have it begin.
    public var occurrence: Instant

    public init(series: EntityID, occurrence: Instant) {
      self.series = series
      self.occurrence = occurrence
    }
  }

  public var id: EntityID
  /// The identifier that other calendars know it by (RFC 5545, 3.8.4.7).
  public var uid: String
  /// The name of its ``CalendarItemKind``.
  public var kind: String
  /// The sub-realm that it is at home in.
  public var realm: EntityID
  /// Who answers for it.
  public var organizer: EntityID
  public var title: String
  /// For all who see it.
  public var description = ""
  /// By the clocks of `zone`.
  public var start: WallTime
  public var zone: IANATimeZone
  /// Seconds; of whole days, days of 86,400.
  public var duration: Int
  public var isAllDay = false
  public var recurrence: RecurrenceRule?
  /// Starts of the rule that are left out, and starts beside the rule.
  public var excluded: Set<Instant> = []
  public var added: Set<Instant> = []
  /// Which occurrence of which series this overrides; it then repeats no more.
  public var recurrenceID: RecurrenceID?
  public var place: Place?
  public var status = Status.confirmed
  /// Until when answers are wanted.
  public var responseDeadline: Instant?
  /// How many can accept.
  public var capacity: Int?
  /// In years.
  public var minimumAge: Int?
  /// An address of the web outside, such as a page on which one registers (CG-BZ-06).
  public var link: String?
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

  /// - Parameters:
  ///   - kind: the name of its kind.
  ///   - realm: its home; the personal sub-realm of its organizer if nil.
  ///   - start: by the clocks of `zone`.
  ///   - duration: seconds.
  public init(
    id: EntityID, uid: String, kind: String = CalendarItemKind.appointment.name,
    realm: EntityID? = nil, organizer: EntityID, title: String, start: WallTime,
    zone: IANATimeZone, duration: Int, createdAt: Instant, updatedAt: Instant
  ) {
    self.id = id
    self.uid = uid
    self.kind = kind
    self.realm = realm ?? SubRealmID.personal(of: organizer)
    self.organizer = organizer
    self.title = title
    self.start = start
    self.zone = zone
    self.duration = duration
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// Most seconds that one lasts: ten years of 365.25 days, rounded up.
  public static let longest = 3653 * 86_400
  /// Characters of a title.
  public static let titles = 1...200
  /// Characters of a description.
  public static let descriptions = 0...10_000
  /// Characters of a link.
  public static let links = 1...2000

  /// When it begins, the first time.
  public var startsAt: Instant { zone.instant(of: start) }

  /// When an occurrence that begins at `start` ends; whole days by the wall, times by the clock.
  public func end(from start: Instant) -> Instant {
    guard isAllDay else { return start.adding(seconds: Int64(duration)) }
    return zone.instant(of: wall(at: start).adding(days: max(1, duration / 86_400)))
  }

  /// What clocks show when an occurrence begins at `start`; whole days begin with their date, also
  /// where clocks skip midnight and the day begins at 01:00.
  public func wall(at start: Instant) -> WallTime {
    let wall = zone.wallTime(at: start)
    return isAllDay ? WallTime(date: wall.date) : wall
  }

  /// Whether it stands in a calendar that its owner subscribes to, and is changed there.
  public var isSubscribed: Bool {
    kind == CalendarItemKind.subscribed.name || kind == CalendarItemKind.subscribedNote.name
  }

  /// Whether it takes place more than once.
  public var repeats: Bool { recurrence != nil || !added.isEmpty }

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
  public func starts(overlapping from: Instant, _ to: Instant, limit: Int) -> [Instant] {
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
  public func hasOccurrence(at instant: Instant) -> Bool {
    var budget = RecurrenceBudget(RecurrenceBudget.ofRule)
    return hasOccurrence(at: instant, &budget)
  }

  /// As ``hasOccurrence(at:)``, at the cost of `budget`: no where it is too small.
  func hasOccurrence(at instant: Instant, _ budget: inout RecurrenceBudget) -> Bool {
    budget.lending { budget in
      starts(overlapping: instant, instant.adding(milliseconds: 1), limit: 1000, &budget)
    }.result.contains(instant)
  }
}

extension CalendarItem {
  /// Finds out how far it reaches, before it is stored.
  ///
  /// - Throws: `invalid` for members that do not go together, and for a rule that leads nowhere or
  ///   takes too long to follow.
  public mutating func check() throws(Refusal) {
    var budget = RecurrenceBudget(2 * RecurrenceBudget.ofRule)
    do throws(RuleProblem) {
      try measure(&budget)
    } catch {
      throw Refusal.invalid("/recurrence", "The rule \(error.detail).")
    }
    guard isAllDay else { return }
    guard start.secondOfDay == 0 else {
      throw Refusal.invalid("/start", "Whole days begin at 00:00.")
    }
    guard duration >= 86_400, duration % 86_400 == 0 else {
      throw Refusal.invalid("/duration", "Whole days last a multiple of 86400 seconds.")
    }
  }

  /// The occurrence that is meant: the one that was named, else the next, else the first.
  ///
  /// - Throws: `notFound` where none begins at the time that was named.
  public func start(at occurrence: Instant?, now: Instant) throws(Refusal) -> Instant {
    if let occurrence {
      guard hasOccurrence(at: occurrence) else { throw Refusal.notFound("occurrence") }
      return occurrence
    }
    guard repeats else { return startsAt }
    return starts(overlapping: now, now.adding(seconds: 400 * 86_400), limit: 1).first ?? startsAt
  }

  /// When the first occurrence begins that has not begun.
  func firstStart(after now: Instant) -> Instant? {
    let from = max(now, startsAt)
    return starts(overlapping: from, from.adding(seconds: 400 * 86_400), limit: 1000)
      .first { $0 > now }
  }

  /// Whether time, place and repetition are those of another state of it.
  public func isWhereAndWhen(_ other: CalendarItem) -> Bool {
    start == other.start && zone == other.zone && duration == other.duration
      && isAllDay == other.isAllDay && recurrence == other.recurrence
      && excluded == other.excluded && added == other.added && place == other.place
  }
}
