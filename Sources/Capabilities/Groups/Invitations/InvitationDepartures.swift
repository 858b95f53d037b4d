import Base
import Storage

/// Nobody is invited any more into a sub-realm that has ended.
struct InvitationDepartures: DepartureHandler {
  func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {}

  func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    try InvitationStore.revokeAll(into: realm, in: transaction)
  }
}
