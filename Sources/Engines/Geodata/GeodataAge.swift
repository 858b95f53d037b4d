import Base
import Transit

extension GeodataSnapshot {
  /// So many days before a timetable ends, its operator is told.
  public static let noticeDays = 14

  /// What an operator should do about the imported data, one sentence each: files that cannot be used,
  /// timetables that end soon or have ended.
  ///
  /// - Complexity: O(timetables + problems).
  public func warnings(at now: Instant) -> [String] {
    let files = problems.map { "\($0.name): \($0.detail)" }
    return files
      + timetables.compactMap { $0.warning(at: now) }
  }
}

extension GeodataSnapshot {
  /// How old everything is that is imported, one sentence each: maps, heights, timetables.
  public var ages: [String] {
    func day(_ instant: Instant) -> Substring { instant.description.prefix(10) }
    return maps.map { "Map \($0.name): imported on \(day($0.imported))." }
      + heights.map { "Heights \($0.name): imported on \(day($0.imported))." }
      + timetables.map { timetable in
        let feed = timetable.engine.timetable
        return "Timetable \(timetable.name): imported on \(day(timetable.imported)), holds from "
          + "\(feed.firstDate) to \(feed.lastDate)."
      }
  }
}

extension ImportedTimetable {
  /// Whether it ends within ``GeodataSnapshot/noticeDays``, or has ended.
  public func endsSoon(at now: Instant) -> Bool { daysLeft(at: now) < GeodataSnapshot.noticeDays }

  /// That it ends soon or has ended, and what to do; nil as long as there is time.
  func warning(at now: Instant) -> String? {
    guard endsSoon(at: now) else { return nil }
    let days = daysLeft(at: now)
    let last = engine.timetable.lastDate
    return days < 0
      ? "The timetable \(name) ended on \(last); import a newer feed."
      : "The timetable \(name) ends on \(last), in \(days) days; import a newer feed."
  }

  /// The last day of service, in days after 1970-01-01.
  public var lastDay: Int {
    engine.timetable.firstDay + max(engine.timetable.dayCount, 1) - 1
  }

  /// Whole days from now to the last day of service, by the feed's clock; negative when it is over.
  public func daysLeft(at now: Instant) -> Int {
    lastDay - engine.day(of: now)
  }
}
