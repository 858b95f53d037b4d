/// What was read of a feed, and which rows were passed over and why.
///
/// The rule: a row is skipped, alone, if a field that it must have is missing or unreadable, if it
/// names something that the feed does not define (or that was itself skipped), or if it repeats an
/// identifier. A trip is skipped if fewer than two of its stops remain, if its times run backwards,
/// or if its first or last time is missing. A fare rule that names a zone without stops is skipped
/// with all rows of the same fare, route, origin and destination, as they belong together. A feed in which more than half of the rows of a needed
/// table would be skipped is refused.
///
/// - Thread: pure.
public struct ImportReport: Hashable, Sendable {
  /// A row that was passed over.
  public struct Skipped: Hashable, Sendable {
    public var file: String
    /// The line where the row starts, from 1 (the header).
    public var line: Int
    /// The name of the column.
    public var field: String
    public var reason: String
  }

  /// Of every file at most so many skipped rows are described; all are counted.
  public static let maximumExamples = 20

  /// Rows read per file, with those skipped.
  public private(set) var rows: [String: Int] = [:]
  /// Rows skipped per file.
  public private(set) var skipped: [String: Int] = [:]
  public private(set) var examples: [Skipped] = []
  /// Trips left out because of their stop times as a whole; not counted as rows.
  public private(set) var skippedTrips = 0
  /// Blank times that were filled in.
  public internal(set) var interpolatedTimes = 0
  /// Things that are worth knowing but cost nothing.
  public internal(set) var notes: [String] = []

  public var skippedRows: Int { skipped.values.reduce(0, +) }

  mutating func row(_ file: String, count: Int = 1) { rows[file, default: 0] += count }

  mutating func skipTrip(_ file: String, _ line: Int, _ reason: String) {
    skippedTrips += 1
    guard skippedTrips <= ImportReport.maximumExamples else { return }
    examples.append(
      Skipped(file: file, line: line, field: "trip_id", reason: "its trip " + reason))
  }

  mutating func skip(_ file: String, _ line: Int, _ field: String, _ reason: String) {
    skipped[file, default: 0] += 1
    guard skipped[file, default: 0] <= ImportReport.maximumExamples else { return }
    examples.append(Skipped(file: file, line: line, field: field, reason: reason))
  }
}
