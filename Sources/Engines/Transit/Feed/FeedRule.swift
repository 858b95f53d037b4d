import Base

/// The rules by which a feed is refused as a whole; every refusal names one as its slug.
public enum FeedRule: String, CaseIterable, Sendable {
  /// A file that every feed must have is missing.
  case file = "gtfs-file"
  /// A table is not CSV.
  case table = "gtfs-table"
  /// A table lacks a column that it must have.
  case column = "gtfs-column"
  /// Too much of the feed is wrong for the rest to be of use.
  case rows = "gtfs-rows"
  /// The feed's time zone is not one of the IANA database.
  case timeZone = "gtfs-time-zone"
  /// The feed is larger than announced limits.
  case size = "gtfs-size"
  /// A kept timetable file is damaged or of another version.
  case snapshot = "timetable-file"
  /// A message of real-time data is not what the format asks for.
  case realtime = "gtfs-realtime"

  /// - Parameters:
  ///   - line: from 1; nil if it is not about a line.
  ///   - field: the column's name; nil if it is not about one.
  func refusal(_ file: String, _ line: Int?, _ field: String?, _ what: String) -> Refusal {
    var place = file
    if let line { place += " line \(line)" }
    if let field { place += ", \(field)" }
    return Refusal(
      self == .size ? .tooLarge : .invalid, rawValue, "\(place) \(what) (rule \(rawValue)).",
      violations: [Refusal.Violation(place, what)])
  }
}
