import Base
import Identity
import Storage

/// Who wants to hear nothing from whom; known to the blocker alone.
enum BlockStore {
  static func insert(
    _ blocker: EntityID, blocks blocked: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO blocks (blocker, blocked, at) VALUES (?1, ?2, ?3)
      ON CONFLICT (blocker, blocked) DO NOTHING
      """, [.id(blocker), .id(blocked), .instant(transaction.now)])
  }

  static func delete(
    _ blocker: EntityID, blocks blocked: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM blocks WHERE blocker = ?1 AND blocked = ?2", [.id(blocker), .id(blocked)])
  }

  static func exists(
    _ blocker: EntityID, blocks blocked: EntityID, in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM blocks WHERE blocker = ?1 AND blocked = ?2", [.id(blocker), .id(blocked)])
  }

  static func all(of blocker: EntityID, in session: StoreSession) throws -> Set<EntityID> {
    Set(
      try session.all("SELECT blocked FROM blocks WHERE blocker = ?1", [.id(blocker)]) {
        try $0.id(0)
      })
  }

  static func list(
    of blocker: EntityID, _ page: PageRequest, in session: StoreSession
  ) throws -> Page<AccountSummary> {
    let (key, id) = try NamePosition.read(page)
    let items = try session.all(
      """
      SELECT a.id, a.display_name FROM blocks b JOIN accounts a ON a.id = b.blocked
      WHERE b.blocker = ?1 AND (a.name_key > ?2 OR (a.name_key = ?2 AND a.id > ?3))
      ORDER BY a.name_key, a.id LIMIT ?4
      """, [.id(blocker), .text(key), .id(id), .int(page.limit + 1)]
    ) { AccountSummary(id: try $0.id(0), displayName: try $0.text(1)) }
    return Page(reading: items, limit: page.limit) { NamePosition.cursor($0.displayName, $0.id) }
  }
}
