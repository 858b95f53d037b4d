import Base
import Storage

/// A capability whose things hang on memberships: what has to go when a member or a sub-realm goes,
/// in the same transaction (DOMAIN: leaving cascades).
///
/// - Thread: shared.
public protocol DepartureHandler: Sendable {
  /// An account is no longer in a sub-realm, whether it left, was removed or was erased.
  func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction) throws

  /// A sub-realm is no more.
  func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws
}
