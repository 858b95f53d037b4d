import Access
import Base
import Storage

/// Pictures of sub-realms: changed by their admins, seen by whoever sees the sub-realm.
///
/// An organization has its picture as such: ``OrganizationPictures``.
///
/// - Thread: pure.
public struct SubRealmPictures: PicturedThings {
  /// The word for sub-realms.
  public static let kind = "subRealm"

  public init() {}

  public var pictureKind: String { Self.kind }

  public func shows(
    _ subject: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Bool {
    guard let account = caller.loggedIn?.account else { return false }
    guard let realm = try SubRealmStore.find(subject, for: account, in: session) else {
      return false
    }
    return (try? realm.check(caller, .see)) != nil
  }

  public func holder(
    of subject: EntityID, changedBy caller: Caller, in session: StoreSession
  ) throws -> EntityID {
    let realm = try SubRealmService.find(subject, to: .edit, caller: caller, in: session)
    guard realm.kind != .organization else {
      throw Refusal(
        .conflict, "organization-picture",
        "An organization has one picture: PUT /v1/organizations/\(subject)/picture.")
    }
    return subject
  }

  public func pictureChanged(_ subject: EntityID, in transaction: WriteTransaction) throws {
    try SubRealmStore.touch(subject, in: transaction)
  }
}
