import Access
import Base
import Storage

/// Pictures of AR objects, drawn by their owners' devices; seen by whoever sees the object.
///
/// - Thread: shared.
public struct ObjectPictures: PicturedThings {
  let rights: ObjectRights

  public init(rights: ObjectRights) { self.rights = rights }

  public var pictureKind: String { ARObject.pictureKind }

  public func shows(
    _ subject: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Bool {
    guard let object = try ObjectStore.find(subject, in: session) else { return false }
    return try rights.shows(object, caller: caller, in: session)
  }

  public func holder(
    of subject: EntityID, changedBy caller: Caller, in session: StoreSession
  ) throws -> EntityID {
    let account = try caller.requiredPerson().account
    _ = try rights.find(subject, to: .edit, caller: caller, in: session)
    return account
  }

  public func pictureChanged(_ subject: EntityID, in transaction: WriteTransaction) throws {
    try ObjectStore.countChange(of: subject, in: transaction)
    try transaction.record("object", subject, .update)
  }
}
