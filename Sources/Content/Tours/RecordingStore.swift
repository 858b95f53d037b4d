import Base
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

  /// Published tours that play the recording, with their prices in cents.
  static func tours(
    playing id: EntityID, in session: StoreSession
  ) throws -> [(id: EntityID, price: Int)] {
    try session.all(
      """
      SELECT t.id, r.price FROM tours t
      JOIN tour_revisions r ON r.id = t.released_revision
      JOIN tour_stops s ON s.revision = r.id
      WHERE s.recording = ?1 AND t.state = 'published'
      GROUP BY t.id, r.price ORDER BY t.id
      """, [.id(id)]
    ) { (try $0.id(0), try $0.int(1)) }
  }
}
