import Base
import Groups
import Media
import Storage

/// What was said in a sub-realm goes with it; what members who leave have said stays.
///
/// - Thread: shared.
struct TalkDepartures: DepartureHandler {
  func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {}

  func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    let messages = try transaction.all(
      """
      SELECT m.id FROM messages m JOIN conversations c ON c.id = m.conversation
      WHERE c.realm = ?1 AND m.sha256 IS NOT NULL
      """, [.id(realm)]
    ) { try $0.id(0) }
    for message in messages {
      try MediaStore.release(by: MessageStore.mediaUse, message, in: transaction)
    }
    try transaction.execute("DELETE FROM conversations WHERE realm = ?1", [.id(realm)])
  }
}
