import Base

/// Takes series apart of which a file changes all occurrences from some on
/// (`RECURRENCE-ID;RANGE=THISANDFUTURE`): the series ends before that occurrence, and a new one goes
/// on from there.
///
/// - Source: RFC 5545, section 3.2.13; splitting is what Google's and Microsoft's calendars do.
/// - Thread: confined.
struct SeriesSplit {
  /// Most occurrences of a rest whose days no rule can tell.
  static let listed = 500

  private(set) var events: [CalendarReader.Event]
  private(set) var notes: [String] = []
  private var budget: RecurrenceBudget

  /// - Parameters:
  ///   - events: of one file; those that change a rest are taken out.
  ///   - stored: what is in the calendar already of their UIDs, with its owner's notes.
  init(
    _ events: [CalendarReader.Event], stored: [CalendarReader.Event], _ budget: RecurrenceBudget
  ) {
    self.events = events.filter { !$0.isRestOfSeries }
    self.budget = budget
    let rests = Dictionary(grouping: events.filter(\.isRestOfSeries)) { $0.item.uid }
    for (uid, rests) in rests.sorted(by: { $0.key < $1.key }) {
      let kept = stored.filter { $0.item.uid == uid }
      split(uid, rests.sorted { Self.isBefore($0, $1) }, kept)
    }
  }

  private static func isBefore(_ a: CalendarReader.Event, _ b: CalendarReader.Event) -> Bool {
    (a.recurrenceID?.milliseconds ?? 0, a.line) < (b.recurrenceID?.milliseconds ?? 0, b.line)
  }

  private mutating func split(
    _ uid: String, _ rests: [CalendarReader.Event], _ stored: [CalendarReader.Event]
  ) {
    let place = events.firstIndex { $0.item.uid == uid && $0.recurrenceID == nil }
    guard
      let original = place.map({ events[$0] })
        ?? stored.first(where: { $0.item.recurrenceID == nil })
    else {
      for rest in rests { note(rest, "its series is not known") }
      return
    }
    if let place { events.remove(at: place) }
    var parts = [original]
    // From the first series' wall to the last one's.
    var shift = 0
    for rest in rests {
      guard let occurrence = rest.recurrenceID, let last = parts.last else { continue }
      let wall = original.item.wall(at: occurrence)
      let begin = last.item.zone.instant(of: wall.adding(seconds: shift))
      guard last.item.repeats, last.item.hasOccurrence(at: begin, &budget) else {
        note(
          rest,
          budget.isSpent
            ? "the rules of this file take too long to follow"
            : "its series has no occurrence at that time")
        continue
      }
      do {
        parts.removeLast()
        parts += try cut(last, at: begin, rest, uid: "\(uid)_R\(CalendarText.text(occurrence))")
      } catch {
        parts.append(last)
        note(rest, "its series cannot be taken apart there")
        continue
      }
      shift = rest.item.start.secondsSinceEpoch - wall.secondsSinceEpoch
      if rest.item.status != .cancelled {
        move(uid, from: occurrence, to: parts.count - 1, &parts, original.item, shift, stored)
      }
    }
    events += parts
  }

  /// The series up to `begin`, if there is anything, and the one that goes on, if it does.
  private mutating func cut(
    _ series: CalendarReader.Event, at begin: Instant, _ rest: CalendarReader.Event, uid: String
  ) throws -> [CalendarReader.Event] {
    let item = series.item
    var parts: [CalendarReader.Event] = []
    if begin > item.startsAt {
      var before = series
      before.item = try item.ending(before: begin)
      before.cutAt = begin
      try before.item.measure(&budget)
      parts.append(before)
    }
    guard rest.item.status != .cancelled else { return parts }
    var after = rest
    after.recurrenceID = nil
    after.isRestOfSeries = false
    after.item.uid = parts.isEmpty ? item.uid : uid
    after.cutFrom = parts.isEmpty ? series.cutFrom : item.uid
    let shift = rest.item.start.secondsSinceEpoch - item.wall(at: begin).secondsSinceEpoch
    func moved(_ instant: Instant) -> Instant {
      rest.item.zone.instant(of: item.wall(at: instant).adding(seconds: shift))
    }
    after.item.excluded.formUnion(item.excluded.filter { $0 >= begin }.map(moved))
    after.item.added.formUnion(item.added.filter { $0 > begin }.map(moved))
    if after.item.recurrence == nil, let rule = item.recurrence {
      let days =
        rest.item.start.date.daysSinceEpoch
        - item.zone.wallTime(at: begin).date
        .daysSinceEpoch
      if days == 0 || !rule.hasParts {
        var count: Int?
        if rule.count > 0 { count = rule.count - item.passed(before: begin, &budget) }
        after.item.recurrence = try rule.ending(
          count: count, until: count == nil ? until(of: rule) : nil)
      } else {
        let starts = item.starts(
          overlapping: begin, begin.adding(seconds: 5 * 366 * 86_400), limit: Self.listed, &budget)
        after.item.added.formUnion(starts.filter { $0 > begin }.map(moved))
        if starts.count == Self.listed || rule.isEndless {
          note(rest, "of what follows only \(starts.count) times within five years are kept")
        }
      }
    }
    try after.item.measure(&budget)
    return parts + [after]
  }

  private func until(of rule: RecurrenceRule) -> String? {
    rule.until.map { CalendarText.text($0.wall, isDate: $0.isDate) + ($0.isUTC ? "Z" : "") }
  }

  /// Single changed occurrences of the rest belong to the series that goes on.
  private mutating func move(
    _ uid: String, from begin: Instant, to part: Int, _ parts: inout [CalendarReader.Event],
    _ original: CalendarItem, _ shift: Int, _ stored: [CalendarReader.Event]
  ) {
    let target = parts[part].item
    func moved(_ instant: Instant) -> Instant {
      target.zone.instant(of: original.wall(at: instant).adding(seconds: shift))
    }
    // An earlier part's changed occurrences carry its UID already.
    let earlier = Set(parts.map(\.item.uid)).union([uid])
    for index in events.indices where earlier.contains(events[index].item.uid) {
      guard let occurrence = events[index].originalID ?? events[index].recurrenceID,
        occurrence >= begin
      else { continue }
      events[index].originalID = occurrence
      events[index].recurrenceID = moved(occurrence)
      events[index].item.uid = target.uid
    }
    for override in stored {
      guard let occurrence = override.item.recurrenceID?.occurrence, occurrence >= begin else {
        continue
      }
      parts[part].item.excluded.insert(moved(occurrence))
    }
  }

  private mutating func note(_ event: CalendarReader.Event, _ text: String) {
    notes.append("Line \(event.line): it changes all occurrences from one on, but \(text).")
  }
}
