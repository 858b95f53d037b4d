import Base
import Storage

/// Rows of feedback.
enum FeedbackStore {
  private static let columns =
    "f.id, f.run, f.account, f.tour, f.stars, f.text, f.at, f.hidden_at"

  private static func read(_ row: any Row) throws -> TourFeedback {
    TourFeedback(
      id: try row.id(0), run: try row.id(1), account: try row.id(2), tour: try row.id(3),
      stars: try row.int(4), text: try row.optional(5, row.text), at: try row.instant(6),
      hiddenAt: try row.optional(7, row.instant))
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> TourFeedback? {
    try session.first("SELECT \(columns) FROM tour_feedback f WHERE f.id = ?1", [.id(id)], read)
  }

  static func find(ofRun run: EntityID, in session: StoreSession) throws -> TourFeedback? {
    try session.first(
      "SELECT \(columns) FROM tour_feedback f WHERE f.run = ?1", [.id(run)], read)
  }

  /// Writes what is told of a run, in the place of what was told before.
  static func put(_ feedback: TourFeedback, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO tour_feedback (id, run, account, tour, stars, text, at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (run) DO UPDATE SET stars = excluded.stars, text = excluded.text, at = excluded.at
      """,
      [
        .id(feedback.id), .id(feedback.run), .id(feedback.account), .id(feedback.tour),
        .int(feedback.stars), .text(orNull: feedback.text), .instant(feedback.at),
      ])
  }

  /// What is told of a tour and was not taken away, newest first, older than `before`.
  static func list(
    of tour: EntityID, before: EntityID?, limit: Int, in session: StoreSession
  ) throws -> [TourFeedback] {
    var parameters: [SQLValue] = [.id(tour), .int(limit)]
    if let before { parameters.append(.id(before)) }
    return try session.all(
      """
      SELECT \(columns) FROM tour_feedback f
      WHERE f.tour = ?1 AND f.hidden_at IS NULL \(before == nil ? "" : "AND f.id < ?3")
      ORDER BY f.id DESC LIMIT ?2
      """, parameters, read)
  }

  /// How many people gave stars after a walk, each by the last ones, and the sum of those.
  static func stars(
    of tour: EntityID, in session: StoreSession
  ) throws -> (people: Int, sum: Int) {
    try session.first(
      """
      SELECT COUNT(*), CAST(COALESCE(SUM(f.stars), 0) AS %int) FROM tour_feedback f
      JOIN tour_runs r ON r.id = f.run
      WHERE f.tour = ?1 AND r.is_trial = 0 AND f.hidden_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM tour_feedback g JOIN tour_runs s ON s.id = g.run
        WHERE g.tour = f.tour AND g.account = f.account AND g.id > f.id AND s.is_trial = 0
        AND g.hidden_at IS NULL)
      """, [.id(tour)]
    ) { (people: try $0.int(0), sum: try $0.int(1)) } ?? (0, 0)
  }

  static func hide(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE tour_feedback SET hidden_at = ?2 WHERE id = ?1 AND hidden_at IS NULL",
      [.id(id), .instant(transaction.now)])
  }

  static func show(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("UPDATE tour_feedback SET hidden_at = NULL WHERE id = ?1", [.id(id)])
  }

  static func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM tour_feedback WHERE account = ?1", [.id(account)])
  }
}
