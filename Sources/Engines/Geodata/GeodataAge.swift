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
      + timetables.compactMap { timetable -> String? in
        let days = timetable.daysLeft(at: now)
        guard days < Self.noticeDays else { return nil }
        let last = timetable.engine.timetable.lastDate
        return days < 0
          ? "The timetable \(timetable.name) ended on \(last); import a newer feed."
          : "The timetable \(timetable.name) ends on \(last), in \(days) days; import a newer feed."
      }
  }
}

extension ImportedTimetable {
  /// Whole days from now to the last day of service, by the feed's clock; negative when it is over.
  public func daysLeft(at now: Instant) -> Int {
    let timetable = engine.timetable
    return timetable.firstDay + max(timetable.dayCount, 1) - 1 - engine.day(of: now)
  }
}
