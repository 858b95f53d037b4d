import Access
import Base
import Registration
import Storage

/// Lets stops that are older than the search for their names be found, too.
///
/// What folds case and accents away is this program, not the database, so a migration could not.
///
/// - Thread: shared.
public struct TourSearchKeys: Sendable {
  let platform: Platform

  public init(platform: Platform) { self.platform = platform }

  /// Writes down how the stops are searched for of which it is not known.
  ///
  /// - Returns: how many there were.
  /// - Complexity: O(such stops); a transaction for each 500.
  @discardableResult
  public func complete() throws -> Int {
    var (done, count) = (0, 0)
    repeat {
      count = try platform.store.write { transaction in
        let stops = try transaction.all(
          "SELECT s.id, s.title FROM tour_stops s WHERE s.title_key IS NULL LIMIT 500"
        ) { (id: try $0.id(0), title: try LocalizedText(stored: $0.text(1))) }
        for stop in stops {
          try transaction.execute(
            "UPDATE tour_stops SET title_key = ?2 WHERE id = ?1",
            [.id(stop.id), .text(stop.title.searchKey)])
        }
        return stops.count
      }
      done += count
    } while count > 0
    return done
  }

  /// The completion after the start, and again should an older program have written.
  public var completing: UpkeepTask {
    UpkeepTask("tour-search", everySeconds: 3600) { [self] in _ = try complete() }
  }
}
