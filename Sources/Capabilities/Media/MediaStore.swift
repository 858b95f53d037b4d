import Base
import Storage

/// Rows about stored bytes and about what uses them.
///
/// Whatever refers to bytes says so with ``use(_:by:_:in:)``, in the transaction in which the
/// reference is written; bytes that nothing uses any more are swept later.
public enum MediaStore {
  /// Notes that `subject` uses `item`; noting it again changes nothing.
  ///
  /// - Parameter kind: what sort of thing the subject is, in the singular: `object`.
  public static func use(
    _ item: MediaItem, by kind: String, _ subject: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO media (sha256, type, bytes, created_at, unused_since)
      VALUES (?1, ?2, ?3, ?4, NULL)
      ON CONFLICT (sha256) DO UPDATE SET unused_since = NULL
      """,
      [
        .text(item.digest.hex), .text(item.type), .int(item.byteCount), .instant(transaction.now),
      ])
    try transaction.execute(
      """
      INSERT INTO media_uses (sha256, kind, subject) VALUES (?1, ?2, ?3)
      ON CONFLICT (sha256, kind, subject) DO NOTHING
      """, [.text(item.digest.hex), .text(kind), .id(subject)])
  }

  /// Notes that `subject` uses no bytes any more.
  public static func release(
    by kind: String, _ subject: EntityID, in transaction: WriteTransaction
  ) throws {
    let released = try transaction.all(
      "DELETE FROM media_uses WHERE kind = ?1 AND subject = ?2 RETURNING sha256",
      [.text(kind), .id(subject)]
    ) { try $0.text(0) }
    for sha256 in released {
      try transaction.execute(
        """
        UPDATE media SET unused_since = ?2
        WHERE sha256 = ?1 AND NOT EXISTS (SELECT 1 FROM media_uses u WHERE u.sha256 = ?1)
        """, [.text(sha256), .instant(transaction.now)])
    }
  }

  /// What is known about the bytes; nil if they are not kept.
  public static func find(_ digest: MediaDigest, in session: StoreSession) throws -> MediaItem? {
    try session.first(
      "SELECT sha256, type, bytes FROM media WHERE sha256 = ?1", [.text(digest.hex)], item)
  }

  /// The digests of all bytes with a row whose hexadecimal form begins with `prefix`.
  static func known(prefix: Substring, in session: StoreSession) throws -> Set<MediaDigest> {
    // No digest has a g: what is below it is all that begins with the prefix.
    try Set(
      session.all(
        "SELECT sha256 FROM media WHERE sha256 >= ?1 AND sha256 < ?2",
        [.text(String(prefix)), .text(prefix + "g")]
      ) { try digest($0, 0) })
  }

  /// Bytes that nothing has used since before `cutoff`, longest unused first.
  static func unused(
    since cutoff: Instant, limit: Int, in session: StoreSession
  ) throws -> [MediaItem] {
    try session.all(
      """
      SELECT sha256, type, bytes FROM media WHERE unused_since < ?1
      ORDER BY unused_since, sha256 LIMIT ?2
      """, [.instant(cutoff), .int(limit)], item)
  }

  /// Deletes the row; whether it was still there and unused.
  static func deleteUnused(_ digest: MediaDigest, in transaction: WriteTransaction) throws -> Bool {
    try transaction.execute(
      "DELETE FROM media WHERE sha256 = ?1 AND unused_since IS NOT NULL", [.text(digest.hex)]) > 0
  }

  private static func item(_ row: any Row) throws -> MediaItem {
    MediaItem(
      digest: try digest(row, 0), type: try row.text(1), byteCount: try row.int(2))
  }

  /// Reads a column that holds a digest.
  public static func digest(_ row: any Row, _ column: Int) throws(DatabaseError) -> MediaDigest {
    guard let digest = MediaDigest(hex: try row.text(column)) else {
      throw DatabaseError(.unreadable, "column \(column) is no SHA-256")
    }
    return digest
  }
}
