import Base
import Storage

/// What files have said of items that calendars here do not hold.
enum ItemLines {
  /// What is kept of an item, another made of it has too.
  static func copy(
    from item: EntityID, to other: EntityID, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO calendar_item_lines (item, lines)
      SELECT ?2, lines FROM calendar_item_lines WHERE item = ?1
      """, [.id(item), .id(other)])
  }
}
