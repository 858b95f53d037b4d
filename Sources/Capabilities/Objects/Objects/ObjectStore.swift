import Access
import Base
import Geodesy
import Media
import Models
import Storage

/// Rows of AR objects.
public enum ObjectStore {
  /// The columns that ``read(_:)`` reads, of a table or alias named `o`.
  static let columns = """
    o.id, o.owner, o.name, o.alt, o.kind, o.origin, o.sha256, o.media_type, o.bytes, o.triangles, \
    o.min_x, o.min_y, o.min_z, o.max_x, o.max_y, o.max_z, \
    CASE WHEN o.is_hidden = 1 THEN 'hidden' ELSE o.state END, o.created_at, o.version, o.is_sold
    """

  static func read(_ row: any Row) throws -> ARObject {
    ARObject(
      id: try row.id(0), owner: try row.optional(1, row.id), name: try row.text(2),
      alt: AltText(words: try row.text(3)), kind: try row.word(4, ARObject.Kind.self),
      origin: try row.word(5, ARObject.Origin.self),
      media: MediaItem(
        digest: try MediaStore.digest(row, 6), type: try row.text(7), byteCount: try row.int(8)),
      boundingBox: try box(row, from: 10), triangles: try row.int(9),
      state: try row.word(16, ARObject.State.self), createdAt: try row.instant(17),
      version: try row.int(18), isSold: try row.bool(19))
  }

  private static func box(_ row: any Row, from first: Int) throws -> Box3 {
    Box3(
      minimum: Vector3(
        x: try row.real(first), y: try row.real(first + 1), z: try row.real(first + 2)),
      maximum: Vector3(
        x: try row.real(first + 3), y: try row.real(first + 4), z: try row.real(first + 5)))
  }

  /// The object, in whichever state it is; nil if there is none.
  public static func find(_ id: EntityID, in session: StoreSession) throws -> ARObject? {
    let found = try session.first(
      "SELECT \(columns) FROM objects o WHERE o.id = ?1", [.id(id)], read)
    return try found.map { try pictured([$0], in: session)[0] }
  }

  /// The same objects with their pictures.
  static func pictured(_ objects: [ARObject], in session: StoreSession) throws -> [ARObject] {
    let pictures = try PictureStore.pictures(
      of: ARObject.pictureKind, objects.map(\.id), in: session)
    return objects.map { object in
      var object = object
      object.picture = pictures[object.id]?.first
      return object
    }
  }

  static func insert(_ object: ARObject, in transaction: WriteTransaction) throws {
    let box = object.boundingBox
    try transaction.execute(
      """
      INSERT INTO objects (id, owner, name, sort_name, alt, kind, origin, sha256, media_type,
        bytes, triangles, min_x, min_y, min_z, max_x, max_y, max_z, state, created_at, updated_at,
        withdrawn_at, version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, 'live',
        ?18, ?18, NULL, 1)
      """,
      [
        .id(object.id), .id(object.owner), .text(object.name), .text(NameKey.of(object.name)),
        .text(object.alt.words), .text(object.kind.rawValue), .text(object.origin.rawValue),
        .text(object.media.digest.hex), .text(object.media.type), .int(object.media.byteCount),
        .int(object.triangles), .real(box.minimum.x), .real(box.minimum.y), .real(box.minimum.z),
        .real(box.maximum.x), .real(box.maximum.y), .real(box.maximum.z),
        .instant(object.createdAt),
      ])
  }

  static func update(
    _ id: EntityID, name: String, alt: AltText, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE objects SET name = ?2, sort_name = ?3, alt = ?4, updated_at = ?5,
        version = version + 1
      WHERE id = ?1
      """,
      [
        .id(id), .text(name), .text(NameKey.of(name)), .text(alt.words), .instant(transaction.now),
      ])
  }

  /// Counts a change of something that stands in other rows.
  static func countChange(of id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE objects SET updated_at = ?2, version = version + 1 WHERE id = ?1",
      [.id(id), .instant(transaction.now)])
  }

  static func withdraw(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE objects SET state = 'withdrawn', is_hidden = 0, withdrawn_at = ?2, updated_at = ?2,
        version = version + 1
      WHERE id = ?1
      """, [.id(id), .instant(transaction.now)])
  }

  /// Takes a live object out of sight until its owner has changed it.
  static func hide(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE objects SET state = 'withdrawn', is_hidden = 1, withdrawn_at = ?2, updated_at = ?2,
        version = version + 1
      WHERE id = ?1
      """, [.id(id), .instant(transaction.now)])
  }

  /// Brings a hidden object back.
  static func show(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE objects SET state = 'live', is_hidden = 0, withdrawn_at = NULL WHERE id = ?1",
      [.id(id)])
  }

  /// Keeps a withdrawn object for those who bought it with a tour, or for them no longer.
  static func set(
    isSold: Bool, _ id: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE objects SET is_sold = ?2, withdrawn_at = ?3, updated_at = ?3, version = version + 1
      WHERE id = ?1
      """, [.id(id), .bool(isSold), .instant(transaction.now)])
  }

  /// Takes the owner away from a withdrawn object whose content was sold.
  static func forgetOwner(of id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("UPDATE objects SET owner = NULL WHERE id = ?1", [.id(id)])
  }

  /// Takes everything personal out of a withdrawn object's row.
  static func pseudonymise(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE objects SET owner = NULL, name = 'Erased object', sort_name = 'erased object',
        alt = '' WHERE id = ?1
      """, [.id(id)])
  }

  /// Deletes a live object of an account that is in no place and no inventory; whether it did.
  static func deleteUnused(
    _ id: EntityID, of owner: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      """
      DELETE FROM objects WHERE id = ?1 AND owner = ?2 AND state = 'live'
        AND NOT EXISTS (SELECT 1 FROM instances i WHERE i.object = ?1)
        AND NOT EXISTS (SELECT 1 FROM inventory_entries e WHERE e.object = ?1)
      """, [.id(id), .id(owner)]) > 0
  }

  static func owned(by account: EntityID, in session: StoreSession) throws -> [ARObject] {
    try session.all(
      "SELECT \(columns) FROM objects o WHERE o.owner = ?1 ORDER BY o.created_at, o.id",
      [.id(account)], read)
  }

  /// The live preset with these bytes and this name.
  public static func preset(
    named name: String, digest: MediaDigest, in session: StoreSession
  ) throws -> ARObject? {
    try session.first(
      """
      SELECT \(columns) FROM objects o
      WHERE o.origin = 'preset' AND o.sha256 = ?1 AND o.name = ?2 AND o.state = 'live'
      """, [.text(digest.hex), .text(name)], read)
  }

  /// Live objects of the account, their bytes, and the bytes of all it stored since `since`.
  static func usage(
    of account: EntityID, since: Instant, in session: StoreSession
  ) throws -> (objects: Int, bytes: Int, recentBytes: Int) {
    let live = try session.first(
      """
      SELECT COUNT(*), CAST(COALESCE(SUM(bytes), 0) AS %int) FROM objects
      WHERE owner = ?1 AND state = 'live'
      """, [.id(account)]
    ) { (try $0.int(0), try $0.int(1)) }
    let recent = try session.count(
      """
      SELECT CAST(COALESCE(SUM(bytes), 0) AS %int) FROM objects
      WHERE owner = ?1 AND created_at > ?2
      """, [.id(account), .instant(since)])
    return (live?.0 ?? 0, live?.1 ?? 0, recent)
  }

  /// Objects withdrawn before `cutoff` that still hold their bytes.
  static func holdingBytes(
    withdrawnBefore cutoff: Instant, limit: Int, in session: StoreSession
  ) throws -> [EntityID] {
    try session.all(
      """
      SELECT o.id FROM objects o JOIN media_uses u ON u.kind = 'object' AND u.subject = o.id
      WHERE o.withdrawn_at < ?1 AND o.is_sold = 0 AND o.is_hidden = 0 ORDER BY o.id LIMIT ?2
      """, [.instant(cutoff), .int(limit)]
    ) { try $0.id(0) }
  }
}
