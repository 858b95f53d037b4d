import Base
import Storage

/// Rows of tours.
enum TourStore {
  private static let columns = """
    t.id, t.organization, t.state, t.draft_revision, t.released_revision, t.created_by, \
    t.created_at, t.updated_at, t.published_at, t.version, t.withdrawn_at, \
    (SELECT p.price FROM tour_revisions p WHERE p.id = t.released_revision), t.held_revision
    """

  private static func read(_ row: any Row) throws -> Tour {
    Tour(
      id: try row.id(0), organization: try row.id(1), state: try row.word(2, Tour.State.self),
      draftRevision: try row.optional(3, row.id), releasedRevision: try row.optional(4, row.id),
      createdBy: try row.optional(5, row.id), createdAt: try row.instant(6),
      updatedAt: try row.instant(7), publishedAt: try row.optional(8, row.instant),
      withdrawnAt: try row.optional(10, row.instant), heldRevision: try row.optional(12, row.id),
      isPriced: try row.optional(11, row.int).map { $0 > 0 } ?? false, version: try row.int(9))
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> Tour? {
    try session.first("SELECT \(columns) FROM tours t WHERE t.id = ?1", [.id(id)], read)
  }

  static func insert(_ tour: Tour, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO tours (id, organization, state, draft_revision, released_revision, created_by,
        created_at, updated_at, published_at, version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """,
      [
        .id(tour.id), .id(tour.organization), .text(tour.state.rawValue), .id(tour.draftRevision),
        .id(tour.releasedRevision), .id(tour.createdBy), .instant(tour.createdAt),
        .instant(tour.updatedAt), .instant(tour.publishedAt), .int(tour.version),
      ])
  }

  /// Writes what can change of a tour.
  static func update(_ tour: Tour, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE tours SET state = ?2, draft_revision = ?3, released_revision = ?4, updated_at = ?5,
        published_at = ?6, version = ?7, withdrawn_at = ?8, held_revision = ?9
      WHERE id = ?1
      """,
      [
        .id(tour.id), .text(tour.state.rawValue), .id(tour.draftRevision),
        .id(tour.releasedRevision), .instant(tour.updatedAt), .instant(tour.publishedAt),
        .int(tour.version), .instant(tour.withdrawnAt), .id(tour.heldRevision),
      ])
  }

  static func delete(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM tours WHERE id = ?1", [.id(id)])
  }

  /// The published tours of an organization.
  static func published(
    by organization: EntityID, in session: StoreSession
  ) throws -> [Tour] {
    try session.all(
      """
      SELECT \(columns) FROM tours t WHERE t.organization = ?1 AND t.state = 'published'
      ORDER BY t.id
      """, [.id(organization)], read)
  }

  /// Forgets who made tours.
  static func forgetCreator(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE tours SET created_by = NULL WHERE created_by = ?1", [.id(account)])
  }

  /// The tours that an account has made, oldest first.
  static func created(by account: EntityID, in session: StoreSession) throws -> [Tour] {
    try session.all(
      "SELECT \(columns) FROM tours t WHERE t.created_by = ?1 ORDER BY t.id", [.id(account)], read)
  }

  /// The tours whose revision last published has the object at one of its stops.
  static func released(showing object: EntityID, in session: StoreSession) throws -> [Tour] {
    try session.all(
      """
      SELECT \(columns) FROM tours t WHERE t.released_revision IN (
        SELECT s.revision FROM tour_stop_objects o JOIN tour_stops s ON s.id = o.stop
        WHERE o.object = ?1)
      ORDER BY t.id
      """, [.id(object)], read)
  }

  /// The tours that could be bought with the object: a revision that was published has it.
  static func sellable(showing object: EntityID, in session: StoreSession) throws -> [Tour] {
    try session.all(
      """
      SELECT \(columns) FROM tours t WHERE t.id IN (
        SELECT r.tour FROM tour_stop_objects o JOIN tour_stops s ON s.id = o.stop
        JOIN tour_revisions r ON r.id = s.revision
        WHERE o.object = ?1 AND r.released_at IS NOT NULL)
      ORDER BY t.id
      """, [.id(object)], read)
  }

  /// The tours whose revision last published plays the recording.
  static func released(playing recording: EntityID, in session: StoreSession) throws -> [Tour] {
    try session.all(
      """
      SELECT \(columns) FROM tours t WHERE t.released_revision IN (
        SELECT s.revision FROM tour_stops s
        JOIN tour_stop_recordings u ON u.stop = s.id WHERE u.recording = ?1)
      ORDER BY t.id
      """, [.id(recording)], read)
  }

  /// Whether a revision has the object at one of its stops.
  static func has(
    _ object: EntityID, in revision: EntityID, _ session: StoreSession
  ) throws -> Bool {
    try session.exists(
      """
      SELECT 1 FROM tour_stop_objects o JOIN tour_stops s ON s.id = o.stop
      WHERE o.object = ?1 AND s.revision = ?2 LIMIT 1
      """, [.id(object), .id(revision)])
  }

  /// Whether any revision of a tour of the organization has the object at one of its stops.
  static func uses(
    _ object: EntityID, within organization: EntityID, in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      """
      SELECT 1 FROM tour_stop_objects o
      JOIN tour_stops s ON s.id = o.stop
      JOIN tour_revisions r ON r.id = s.revision
      JOIN tours t ON t.id = r.tour
      WHERE o.object = ?1 AND t.organization = ?2 AND t.state <> 'removed' LIMIT 1
      """, [.id(object), .id(organization)])
  }
}
