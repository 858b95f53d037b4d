import Access
import Base
import Storage

/// Pictures of organizations: changed by their admins, seen by everybody as their tours are.
///
/// - Thread: pure.
public struct OrganizationPictures: PicturedThings {
  /// The word for organizations.
  public static let kind = "organization"

  public init() {}

  public var pictureKind: String { Self.kind }

  public func shows(
    _ subject: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Bool { true }

  public func holder(
    of subject: EntityID, changedBy caller: Caller, in session: StoreSession
  ) throws -> EntityID {
    _ = try caller.required(.organization)
    guard try OrganizationStore.find(subject, in: session) != nil else {
      throw Refusal.notFound("organization")
    }
    _ = try SubRealmService.find(subject, to: .edit, caller: caller, in: session)
    return subject
  }

  public func pictureChanged(_ subject: EntityID, in transaction: WriteTransaction) throws {
    try transaction.record("organization", subject, realm: subject, .update)
    try SubRealmStore.touch(subject, in: transaction)
  }
}
