import Base
import Storage

/// Those who may change an item beside its organizer.
enum CalendarEditors {
  static func insert(
    _ account: EntityID, of item: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "INSERT INTO calendar_item_editors (item, account) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
      [.id(item), .id(account)])
  }

  static func copy(
    from series: EntityID, to item: EntityID, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO calendar_item_editors (item, account)
      SELECT ?2, account FROM calendar_item_editors WHERE item = ?1
      """, [.id(series), .id(item)])
  }

  static func has(_ account: EntityID, of item: EntityID, in session: StoreSession) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM calendar_item_editors WHERE item = ?1 AND account = ?2",
      [.id(item), .id(account)])
  }
}
