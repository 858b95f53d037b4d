import Access
import Base
import Media
import Moderation
import Registration
import Storage

/// Tours that are gone for good: a day later they let go of their recordings and pictures, which
/// would count among what their organization may keep for ever.
///
/// Their texts and routes stay, for the records of those who walked them. Nothing goes that somebody
/// can still come to: what was bought and not taken away by a decision, what somebody has been
/// walking in the last thirty days, and what admins may have to look at once more.
///
/// - Thread: shared.
public struct RemovedTours: Sendable {
  let platform: Platform

  public init(platform: Platform) { self.platform = platform }

  /// Lets go of what such tours hold; the files go with the next sweeps.
  ///
  /// - Returns: how many tours held something.
  /// - Complexity: O(removed tours) and what they hold; a transaction for each hundred.
  @discardableResult
  public func release() throws -> Int {
    var (released, last): (Int, EntityID?) = (0, nil)
    repeat {
      last = try platform.store.write { transaction in
        let holding = try Self.holding(after: last, limit: 100, in: transaction)
        for (tour, isWithdrawn) in holding {
          if try !isWithdrawn && Ledger().isSold(tour, in: transaction) { continue }
          try Self.release(tour, in: transaction)
          released += 1
        }
        return holding.last?.tour
      }
    } while last != nil
    return released
  }

  /// The release again and again.
  public var releasing: UpkeepTask {
    UpkeepTask("removed-tours", everySeconds: 3600) { [self] in _ = try release() }
  }

  /// Tours behind `last` that were removed a day ago and still hold something, by identifier; not
  /// those that somebody walks or has reported.
  private static func holding(
    after last: EntityID?, limit: Int, in transaction: WriteTransaction
  ) throws -> [(tour: EntityID, isWithdrawn: Bool)] {
    try transaction.all(
      """
      SELECT t.id, t.withdrawn_at FROM tours t
      WHERE t.state = 'removed' AND t.id > ?1 AND t.updated_at < ?2
      AND NOT \(ReportStore.isReported(ReportableTours().kind, "t.id", at: transaction.now))
      AND NOT EXISTS (
        SELECT 1 FROM tour_runs n WHERE n.tour = t.id AND n.ended_at IS NULL AND n.active_at > ?6)
      AND EXISTS (SELECT 1 FROM tour_revisions r WHERE r.tour = t.id AND (
        EXISTS (SELECT 1 FROM picture_uses u WHERE u.kind = ?3 AND u.subject = r.id)
        OR EXISTS (SELECT 1 FROM tour_stops s WHERE s.revision = r.id AND (
          EXISTS (SELECT 1 FROM tour_stop_recordings u WHERE u.stop = s.id)
          OR EXISTS (SELECT 1 FROM picture_uses u WHERE u.kind = ?4 AND u.subject = s.id)))))
      ORDER BY t.id LIMIT ?5
      """,
      [
        .id(last ?? EntityID(high: 0, low: 0)),
        .instant(transaction.now.adding(seconds: -86_400)), .text(TourContent.pictureKind),
        .text(TourStop.pictureKind), .int(limit),
        .instant(transaction.now.adding(seconds: -30 * 86_400)),
      ]
    ) { (try $0.id(0), try $0.optional(1, $0.instant) != nil) }
  }

  private static func release(_ tour: EntityID, in transaction: WriteTransaction) throws {
    let revisions = "SELECT r.id FROM tour_revisions r WHERE r.tour = ?1"
    try TourStopStore.deleteRecordings(atStopsOf: revisions, [.id(tour)], in: transaction)
    try transaction.execute(
      """
      DELETE FROM picture_uses WHERE (kind = ?2 AND subject IN (\(revisions)))
      OR (kind = ?3 AND subject IN (SELECT s.id FROM tour_stops s WHERE s.revision IN (\(revisions))))
      """, [.id(tour), .text(TourContent.pictureKind), .text(TourStop.pictureKind)])
  }
}
