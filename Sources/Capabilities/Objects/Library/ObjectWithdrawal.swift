import Access
import Base
import Moderation
import Notifications
import Storage

/// Takes an object out of sight everywhere, in one transaction (CG-RL-15).
///
/// The rows of its instances and inventory entries stay, hidden by the object's state, so that a
/// successful appeal can bring all of it back.
///
/// - Thread: shared.
struct ObjectWithdrawal: Sendable {
  let notifications: any NotificationSink

  /// Withdraws a live object; does nothing to a withdrawn one.
  func withdraw(_ object: ARObject, in transaction: WriteTransaction) throws {
    guard object.state == .live else { return }
    try ObjectStore.withdraw(object.id, in: transaction)
    try transaction.record("object", object.id, .delete)
    for holder in try InventoryStore.holders(holding: object.id, in: transaction) {
      try transaction.record("inventory", holder, .update)
    }
    var placed: [EntityID: Int] = [:]
    for (instance, author) in try InstanceStore.placements(of: object.id, in: transaction) {
      try transaction.record("instance", instance, .delete)
      placed[author, default: 0] += 1
    }
    for (author, count) in placed.sorted(by: { $0.key < $1.key }) where author != object.owner {
      try notifications.post(
        ModerationNotice.withdrawn(object: Told(object.name), places: count), to: author,
        about: NotificationSubject(.object, object.id), version: object.version, in: transaction)
    }
  }
}
