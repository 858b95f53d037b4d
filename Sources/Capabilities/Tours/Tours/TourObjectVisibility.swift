import Base
import Objects
import Realms
import Storage

/// Shows the AR objects of published tours to everyone, and those of an organization's tours to
/// its organization users.
///
/// - Thread: pure.
public struct TourObjectVisibility: ObjectVisibilitySource {
  public init() {}

  public func shows(_ object: EntityID, to caller: Caller, in session: StoreSession) throws -> Bool
  {
    if try TourStore.showsPublicly(object, in: session) { return true }
    guard let organization = caller.loggedIn?.organization, caller.role == .organization else {
      return false
    }
    return try TourStore.uses(object, within: organization, in: session)
  }

  public func uses(_ object: EntityID, in session: StoreSession) throws -> Bool {
    try session.count(
      "SELECT COUNT(*) FROM tour_stop_objects WHERE object = ?1", [.id(object)]) > 0
  }
}
