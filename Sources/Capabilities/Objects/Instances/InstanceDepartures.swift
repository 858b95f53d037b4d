import Base
import Groups
import Storage

/// What of placed objects goes with members and sub-realms.
///
/// Whoever leaves a sub-realm takes back what he or she has placed there; when a sub-realm ends, so
/// does everything that was placed in it. What is shared elsewhere as well stays there.
///
/// - Thread: pure.
public struct InstanceDepartures: DepartureHandler {
  public init() {}

  public func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {
    try withdraw(
      try InstanceStore.placed(in: realm, by: account, in: transaction), from: realm, transaction)
  }

  public func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    try withdraw(
      try InstanceStore.placed(in: realm, by: nil, in: transaction), from: realm, transaction)
  }

  private func withdraw(
    _ instances: [EntityID], from realm: EntityID, _ transaction: WriteTransaction
  ) throws {
    for id in instances {
      if try InstanceStore.unshare(id, from: realm, in: transaction) {
        try transaction.record("instance", id, .update)
      } else {
        try InstanceStore.delete(id, in: transaction)
        try transaction.record("instance", id, .delete)
      }
    }
  }
}
