import Access
import Base
import Groups
import Storage

/// An organization that ends retires its tours.
///
/// - Thread: pure.
public struct TourDepartures: DepartureHandler {
  public init() {}

  /// Changes nothing: tours belong to the organization, whoever made them.
  public func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {}

  public func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    for var tour in try TourStore.published(by: realm, in: transaction) {
      tour.state = .retired
      tour.version += 1
      tour.updatedAt = transaction.now
      try TourStore.update(tour, in: transaction)
      try transaction.record("tour", tour.id, realm: SubRealmID.publicRealm, .delete)
    }
  }
}
