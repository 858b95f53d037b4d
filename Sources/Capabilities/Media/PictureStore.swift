import Access
import Base
import Moderation
import Storage

/// Rows of pictures, and of what they are pictures of.
///
/// A subject is told by its kind, a word that its capability registers, and its identifier.
public enum PictureStore {
  private static let columns = """
    p.id, p.holder, p.author, p.alt, p.placeholder, p.created_at, p.hidden_at, s.width, s.height, \
    s.sha256, s.type, s.bytes
    """

  /// Reads pictures, each from as many neighbouring rows as it has sizes, the largest first.
  private struct Reader {
    var found: [(key: EntityID, picture: Picture)] = []

    /// - Parameter first: the column of the picture's identifier.
    mutating func read(_ row: any Row, key: EntityID, from first: Int = 0) throws {
      let id = try row.id(first)
      if found.last?.key != key || found.last?.picture.id != id {
        found.append(
          (
            key,
            Picture(
              id: id, holder: try row.id(first + 1), author: try row.optional(first + 2, row.id),
              alt: AltText(words: try row.text(first + 3)), placeholder: try row.text(first + 4),
              sizes: [], createdAt: try row.instant(first + 5),
              hiddenAt: try row.optional(first + 6, row.instant))
          ))
      }
      found[found.count - 1].picture.sizes.append(
        Picture.Size(
          width: try row.int(first + 7), height: try row.int(first + 8),
          media: MediaItem(
            digest: try MediaStore.digest(row, first + 9), type: try row.text(first + 10),
            byteCount: try row.int(first + 11))))
    }
  }

  // MARK: Pictures

  /// The picture, also a hidden one; nil if there is none.
  public static func find(_ id: EntityID, in session: StoreSession) throws -> Picture? {
    var reader = Reader()
    try session.each(
      """
      SELECT \(columns) FROM pictures p JOIN picture_sizes s ON s.picture = p.id
      WHERE p.id = ?1 ORDER BY s.width DESC
      """, [.id(id)]
    ) { try reader.read($0, key: id) }
    return reader.found.first?.picture
  }

  /// The pictures for which an account answers, the oldest first.
  static func all(by author: EntityID, in session: StoreSession) throws -> [Picture] {
    var reader = Reader()
    try session.each(
      """
      SELECT \(columns) FROM pictures p JOIN picture_sizes s ON s.picture = p.id
      WHERE p.author = ?1 ORDER BY p.id, s.width DESC
      """, [.id(author)]
    ) { try reader.read($0, key: try $0.id(0)) }
    return reader.found.map(\.picture)
  }

  static func insert(_ picture: Picture, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO pictures (id, holder, author, alt, placeholder, bytes, created_at, hidden_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL)
      """,
      [
        .id(picture.id), .id(picture.holder), .id(picture.author), .text(picture.alt.words),
        .text(picture.placeholder), .int(picture.byteCount), .instant(picture.createdAt),
      ])
    for size in picture.sizes {
      try transaction.execute(
        """
        INSERT INTO picture_sizes (picture, width, height, sha256, type, bytes)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """,
        [
          .id(picture.id), .int(size.width), .int(size.height), .text(size.media.digest.hex),
          .text(size.media.type), .int(size.media.byteCount),
        ])
      try MediaStore.use(size.media, by: Self.kind, picture.id, in: transaction)
    }
  }

  /// What pictures are called among those who use media, and in reports.
  private static let kind = "picture"

  /// The picture and all others of its holder that have one of its files, such as those that were
  /// described in other words; without hidden ones.
  static func copies(
    of picture: Picture, hiddenAt moment: Instant? = nil, in session: StoreSession
  ) throws -> [EntityID] {
    try session.all(
      """
      SELECT DISTINCT p.id FROM pictures p JOIN picture_sizes s ON s.picture = p.id
      WHERE p.holder = ?1 AND \(moment == nil ? "p.hidden_at IS NULL" : "p.hidden_at = ?3")
        AND s.sha256 IN (SELECT sha256 FROM picture_sizes WHERE picture = ?2)
      """, [.id(picture.holder), .id(picture.id)] + (moment.map { [.instant($0)] } ?? [])
    ) { try $0.id(0) }
  }

  /// Puts a hidden picture back into sight.
  static func show(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("UPDATE pictures SET hidden_at = NULL WHERE id = ?1", [.id(id)])
  }

  /// Takes a picture out of sight.
  static func hide(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE pictures SET hidden_at = ?2 WHERE id = ?1 AND hidden_at IS NULL",
      [.id(id), .instant(transaction.now)])
  }

  /// Deletes a picture, unless something shows it, or it is reported and admins have to look at it.
  ///
  /// - Parameter isErasure: whether its owner is erased; it goes also as a reported one then.
  public static func deleteUnused(
    _ id: EntityID, isErasure: Bool = false, in transaction: WriteTransaction
  ) throws {
    guard
      try !transaction.exists(
        "SELECT 1 FROM picture_uses WHERE picture = ?1 LIMIT 1", [.id(id)]),
      try isErasure || !isReported(id, at: transaction.now, in: transaction)
    else { return }
    try transaction.execute("DELETE FROM picture_sizes WHERE picture = ?1", [.id(id)])
    try transaction.execute("DELETE FROM pictures WHERE id = ?1", [.id(id)])
    try MediaStore.release(by: kind, id, in: transaction)
  }

  /// Whether admins have to look at it.
  static func isReported(
    _ id: EntityID, at now: Instant, in session: StoreSession
  ) throws -> Bool {
    try session.exists("SELECT 1 WHERE \(reported("?1", at: now))", [.id(id)])
  }

  private static func reported(_ picture: String, at now: Instant) -> String {
    ReportStore.isReported(ReportSubjectKind(rawValue: kind), picture, at: now)
  }

  static func forgetAuthor(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE pictures SET author = NULL WHERE author = ?1", [.id(account)])
  }

  /// How many pictures a holder has, their bytes, and how many were made since `start`.
  static func usage(
    of holder: EntityID, since start: Instant, in session: StoreSession
  ) throws -> (count: Int, bytes: Int, recent: Int) {
    try session.first(
      """
      SELECT COUNT(*), CAST(COALESCE(SUM(bytes), 0) AS %int),
        CAST(COALESCE(SUM(CASE WHEN created_at > ?2 THEN 1 ELSE 0 END), 0) AS %int)
      FROM pictures WHERE holder = ?1
      """, [.id(holder), .instant(start)]
    ) { (try $0.int(0), try $0.int(1), try $0.int(2)) } ?? (0, 0, 0)
  }

  /// Pictures from before `cutoff` that nothing shows, but for reported ones.
  static func unused(
    before cutoff: Instant, limit: Int, in transaction: WriteTransaction
  ) throws -> [EntityID] {
    try transaction.all(
      """
      SELECT p.id FROM pictures p WHERE p.created_at < ?1
      AND NOT EXISTS (SELECT 1 FROM picture_uses u WHERE u.picture = p.id)
      AND NOT \(reported("p.id", at: transaction.now))
      ORDER BY p.id LIMIT ?2
      """, [.instant(cutoff), .int(limit)]
    ) { try $0.id(0) }
  }

  /// Lets go of what shows pictures that were hidden before `cutoff`.
  static func dropHidden(before cutoff: Instant, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      DELETE FROM picture_uses
      WHERE picture IN (SELECT id FROM pictures WHERE hidden_at < ?1)
      """, [.instant(cutoff)])
  }

  // MARK: What they are pictures of

  /// Makes these the pictures of a subject, in this order, in place of those that were.
  public static func set(
    _ pictures: [EntityID], of kind: String, _ subject: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM picture_uses WHERE kind = ?1 AND subject = ?2", [.text(kind), .id(subject)])
    for (ordinal, picture) in pictures.enumerated() {
      try transaction.execute(
        "INSERT INTO picture_uses (kind, subject, ordinal, picture) VALUES (?1, ?2, ?3, ?4)",
        [.text(kind), .id(subject), .int(ordinal), .id(picture)])
    }
  }

  /// Takes its pictures from a subject that is gone; those that nothing else shows are deleted.
  public static func letGo(
    of kind: String, _ subject: EntityID, in transaction: WriteTransaction
  ) throws {
    let shown = try pictures(of: kind, [subject], in: transaction)[subject] ?? []
    try set([], of: kind, subject, in: transaction)
    for picture in shown { try deleteUnused(picture.id, in: transaction) }
  }

  /// The pictures of subjects of one kind, without hidden ones, in their order.
  ///
  /// - Complexity: one statement, O(pictures).
  public static func pictures(
    of kind: String, _ subjects: [EntityID], in session: StoreSession
  ) throws -> [EntityID: [Picture]] {
    if subjects.isEmpty { return [:] }
    let list = SQLList(subjects, from: 2)
    var reader = Reader()
    try session.each(
      """
      SELECT u.subject, \(columns) FROM picture_uses u
      JOIN pictures p ON p.id = u.picture JOIN picture_sizes s ON s.picture = p.id
      WHERE u.kind = ?1 AND u.subject IN (\(list.sql)) AND p.hidden_at IS NULL
      ORDER BY u.subject, u.ordinal, s.width DESC
      """, [.text(kind)] + list.parameters
    ) { try reader.read($0, key: try $0.id(0), from: 1) }
    return Dictionary(grouping: reader.found, by: \.key).mapValues { $0.map(\.picture) }
  }

  /// Of what a picture is one.
  static func subjects(
    of picture: EntityID, in session: StoreSession
  ) throws -> [(kind: String, subject: EntityID)] {
    try session.all(
      "SELECT kind, subject FROM picture_uses WHERE picture = ?1 ORDER BY kind, subject",
      [.id(picture)]
    ) { (try $0.text(0), try $0.id(1)) }
  }
}
