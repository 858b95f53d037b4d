import Access
import Base
import Identity
import Storage

/// Pictures of people: changed by themselves, seen by those who share a group with them.
///
/// - Thread: pure.
public struct AccountPictures: PicturedThings {
  /// The word for accounts.
  public static let kind = "account"

  public init() {}

  public var pictureKind: String { Self.kind }

  public func shows(
    _ subject: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Bool {
    guard let loggedIn = caller.loggedIn, loggedIn.restriction == nil else { return false }
    if loggedIn.account == subject { return true }
    if loggedIn.blocked.contains(subject) { return false }
    return try MembershipStore.roles(of: subject, in: session).contains {
      $0.realm != SubRealmID.publicRealm && loggedIn.memberships[$0.realm] != nil
    }
  }

  public func holder(
    of subject: EntityID, changedBy caller: Caller, in session: StoreSession
  ) throws -> EntityID {
    guard try caller.requiredPerson().account == subject else { throw Refusal.notFound("account") }
    return subject
  }

  public func pictureChanged(_ subject: EntityID, in transaction: WriteTransaction) throws {
    guard let account = try AccountStore.find(subject, in: transaction) else { return }
    try AccountStore.update(account, in: transaction)
  }
}
