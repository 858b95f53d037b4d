import Access
import Base
import Storage

/// Photos of resources: changed by whoever may change the resource, seen by whoever sees it.
///
/// - Thread: pure.
public struct ResourcePictures: PicturedThings {
  public init() {}

  public var pictureKind: String { Resource.pictureKind }

  public func shows(
    _ subject: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Bool {
    guard let resource = try ResourceStore.find(subject, in: session),
      let group = try PlanningGroup.find(resource.realm, in: session)
    else { return false }
    return Rights.can(caller, .see, group.thing(resourceOf: resource.author))
  }

  /// The sub-realm: its members share the resource, and the room for its photo.
  public func holder(
    of subject: EntityID, changedBy caller: Caller, in session: StoreSession
  ) throws -> EntityID {
    try ResourceService.find(subject, to: .edit, caller: caller, in: session).0.realm
  }

  public func pictureChanged(_ subject: EntityID, in transaction: WriteTransaction) throws {
    guard var resource = try ResourceStore.find(subject, in: transaction) else { return }
    resource.version += 1
    try ResourceStore.update(resource, in: transaction)
  }
}
