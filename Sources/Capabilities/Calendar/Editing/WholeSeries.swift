import Base

/// A change of all of a series: of the occurrences that have not begun, where it concerns when or where they take
/// place.
struct WholeSeries {
  /// Seconds by which the clock time of the next occurrence changes, and with it that of all.
  let shift: Int
  private let item: CalendarItem
  private let next: Instant?
  private let keepsPast: Bool

  /// Nil for what does not repeat.
  init?(
    _ seen: SeenItem, at now: Instant, _ change: (inout CalendarItem) throws -> Void
  ) throws {
    guard seen.item.repeats else { return nil }
    item = seen.item
    // As its readers see it: with the start of the next one.
    var shown = item
    shown.start = item.wall(at: try item.start(at: nil, now: now))
    var changed = shown
    try change(&changed)
    shift = changed.start.secondsSinceEpoch - shown.start.secondsSinceEpoch
    let isElsewhere = !changed.isWhereAndWhen(shown) || changed.status != item.status
    keepsPast = isElsewhere && seen.keepsPast(at: now)
    next = keepsPast ? item.firstStart(after: now) : nil
  }

  /// The first occurrence that is changed; nil for all.
  ///
  /// - Throws: `invalid` where all of it has taken place.
  func rest() throws(Refusal) -> Instant? {
    guard keepsPast else { return nil }
    guard let next else {
      throw Refusal.invalid(
        "/start", "Nothing of this series lies ahead, and what took place stays. Plan another one.")
    }
    return next
  }
}

extension SeenItem {
  /// Whether what has begun of a series stays as it was when all of it changes: members have been told of it, and
  /// have said who comes and who was there.
  func keepsPast(at now: Instant) -> Bool {
    kind.concernsMembers && item.repeats && item.status.isOn && item.firstStart <= now
  }
}
