import Base
import Media
import Storage

/// Rows of recordings.
enum RecordingStore {
  private static let columns =
    "r.id, r.organization, r.sha256, r.type, r.bytes, r.seconds, r.created_at"

  private static func read(_ row: any Row) throws -> TourRecording {
    TourRecording(
      id: try row.id(0), organization: try row.id(1),
      media: MediaItem(
        digest: try MediaStore.digest(row, 2), type: try row.text(3), byteCount: try row.int(4)),
      seconds: try row.optional(5, row.real), createdAt: try row.instant(6))
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> TourRecording? {
    try session.first("SELECT \(columns) FROM tour_recordings r WHERE r.id = ?1", [.id(id)], read)
  }

  static func find(
    _ id: EntityID, of organization: EntityID, in session: StoreSession
  ) throws -> TourRecording? {
    try session.first(
      "SELECT \(columns) FROM tour_recordings r WHERE r.id = ?1 AND r.organization = ?2",
      [.id(id), .id(organization)], read)
  }

  static func insert(_ recording: TourRecording, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO tour_recordings (id, organization, sha256, type, bytes, seconds, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .id(recording.id), .id(recording.organization), .text(recording.media.digest.hex),
        .text(recording.media.type), .int(recording.media.byteCount),
        .real(orNull: recording.seconds), .instant(recording.createdAt),
      ])
  }

  /// How many recordings an organization has, their bytes, and those uploaded since `start`.
  static func usage(
    of organization: EntityID, since start: Instant, in session: StoreSession
  ) throws -> (count: Int, bytes: Int, recentBytes: Int) {
    try session.first(
      """
      SELECT COUNT(*), CAST(COALESCE(SUM(r.bytes), 0) AS %int),
        CAST(COALESCE(SUM(CASE WHEN r.created_at > ?2 THEN r.bytes ELSE 0 END), 0) AS %int)
      FROM tour_recordings r WHERE r.organization = ?1
      """, [.id(organization), .instant(start)]
    ) { (try $0.int(0), try $0.int(1), try $0.int(2)) } ?? (0, 0, 0)
  }

  /// What a stop of a tour plays in a language, in whatever revision it is; nil if its text is read
  /// aloud.
  ///
  /// - Parameter language: nil for the tour's first one.
  static func place(
    stop: EntityID, of tour: EntityID, in language: String?, _ session: StoreSession
  ) throws -> (recording: EntityID, revision: EntityID)? {
    let found = try session.all(
      """
      SELECT u.recording, r.id, u.language, r.languages FROM tour_stop_recordings u
      JOIN tour_stops s ON s.id = u.stop
      JOIN tour_revisions r ON r.id = s.revision
      WHERE s.id = ?1 AND r.tour = ?2
      """, [.id(stop), .id(tour)]
    ) { row in
      (
        recording: try row.id(0), revision: try row.id(1), language: try row.text(2),
        first: try row.text(3).split(separator: " ").first.map(String.init)
          ?? LanguageTag.undetermined
      )
    }
    let fitting = found.first {
      ($0.language.isEmpty ? $0.first : $0.language) == language ?? $0.first
    }
    return fitting.map { ($0.recording, $0.revision) }
  }

  /// Recordings from before `cutoff` that no stop of any revision plays.
  static func unused(before cutoff: Instant, in session: StoreSession) throws -> [EntityID] {
    try session.all(
      """
      SELECT r.id FROM tour_recordings r
      LEFT JOIN (SELECT DISTINCT u.recording AS played FROM tour_stop_recordings u) p ON p.played = r.id
      WHERE p.played IS NULL AND r.created_at < ?1 ORDER BY r.id
      """, [.instant(cutoff)]
    ) { try $0.id(0) }
  }

  /// Deletes a recording, unless a stop plays it.
  static func deleteUnused(_ id: EntityID, in transaction: WriteTransaction) throws {
    let deleted = try transaction.execute(
      """
      DELETE FROM tour_recordings
      WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM tour_stop_recordings u WHERE u.recording = ?1)
      """, [.id(id)])
    if deleted > 0 { try MediaStore.release(by: "recording", id, in: transaction) }
  }
}
