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

  /// Withdraws a live or hidden object; does nothing to a withdrawn one.
  func withdraw(_ object: ARObject, in transaction: WriteTransaction) throws {
    guard object.state != .withdrawn else { return }
    try ObjectStore.withdraw(object.id, in: transaction)
    // Of what was out of sight already everybody has been told.
    guard object.state == .live else { return }
    try tell(of: object, isHidden: false, in: transaction)
  }

  /// Takes a live object out of sight until its owner has changed it.
  func hide(_ object: ARObject, in transaction: WriteTransaction) throws {
    guard object.state == .live else { return }
    try ObjectStore.hide(object.id, in: transaction)
    try tell(of: object, isHidden: true, in: transaction)
  }

  /// Brings a hidden object back, with all the places where it stands.
  func show(_ object: ARObject, in transaction: WriteTransaction) throws {
    guard object.state == .hidden else { return }
    try restore(object, in: transaction)
  }

  /// Brings back an object that was taken out of sight, however.
  func restore(_ object: ARObject, in transaction: WriteTransaction) throws {
    try ObjectStore.show(object.id, in: transaction)
    try transaction.record("object", object.id, .insert)
    for holder in try InventoryStore.holders(holding: object.id, in: transaction) {
      try transaction.record("inventory", holder, .update)
    }
    for (instance, _) in try InstanceStore.placements(of: object.id, in: transaction) {
      try transaction.record("instance", instance, .insert)
    }
  }

  /// Records that it is gone everywhere, and tells those who placed it.
  private func tell(
    of object: ARObject, isHidden: Bool, in transaction: WriteTransaction
  ) throws {
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
        ModerationNotice.withdrawn(object: Told(object.name), places: count, isHidden: isHidden),
        to: author, about: NotificationSubject(.object, object.id), version: object.version,
        in: transaction)
    }
  }
}
