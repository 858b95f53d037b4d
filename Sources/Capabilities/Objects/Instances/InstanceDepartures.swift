import Base
import Realms
import Storage

/// What of objects and tours goes with members and sub-realms.
///
/// Whoever leaves a sub-realm takes back what he or she has placed there; when a sub-realm ends, so
/// does everything that was placed in it, and an organization's tours are retired. What is shared
/// elsewhere as well stays there.
///
/// - Thread: pure.
public struct ContentDepartures: Departures {
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
    for var tour in try TourStore.published(by: realm, in: transaction) {
      tour.state = .retired
      tour.version += 1
      tour.updatedAt = transaction.now
      try TourStore.update(tour, in: transaction)
      try transaction.record("tour", tour.id, realm: SubRealmID.publicRealm, .delete)
    }
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
