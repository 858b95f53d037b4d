import Base
import Storage

/// The revisions that a tour has had.
extension TourRevisionStore {
  /// The revisions of a tour, newest first, at most `limit` and below number `before`.
  static func list(
    of tour: Tour, before: Int?, limit: Int, in session: StoreSession
  ) throws -> [TourRevisionSummary] {
    var parameters: [SQLValue] = [.id(tour.id), .int(limit)]
    if let before { parameters.append(.int(before)) }
    return try session.all(
      """
      SELECT r.id, r.number, r.name, r.distance, r.stop_count, r.created_at, r.released_at
      FROM tour_revisions r WHERE r.tour = ?1 \(before == nil ? "" : "AND r.number < ?3")
      ORDER BY r.number DESC LIMIT ?2
      """, parameters
    ) { row in
      let id = try row.id(0)
      return TourRevisionSummary(
        id: id, number: try row.int(1),
        use: id == tour.draftRevision
          ? .draft : id == tour.releasedRevision ? .current : .former,
        name: try row.text(2), distance: try row.real(3), stopCount: try row.int(4),
        createdAt: try row.instant(5), releasedAt: try row.optional(6, row.instant))
    }
  }

  /// The publications of a tour beyond the newest `kept` that no run was made on.
  static func forgettable(
    of tour: EntityID, keeping kept: Int, in session: StoreSession
  ) throws -> [EntityID] {
    let older = try session.all(
      """
      SELECT r.id FROM tour_revisions r WHERE r.tour = ?1 AND r.released_at IS NOT NULL
      ORDER BY r.number DESC LIMIT 1000 OFFSET ?2
      """, [.id(tour), .int(kept)]
    ) { try $0.id(0) }
    return try older.filter { try !RunStore.refers(to: $0, in: session) }
  }
}
