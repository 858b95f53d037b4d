import Access
import Base
import Cryptography
import Identity
import Storage

/// What an invitation says to whoever holds its token, before anybody has logged in: what it is to
/// and who invites, nothing that leads to people.
///
/// - Thread: pure.
public struct OpenInvitation: Sendable {
  /// The group; nil for somebody who would like to be a friend.
  public var realm: (id: EntityID, kind: SubRealmKind, name: String)?
  /// The given name of the inviter, or the first word of what it is called.
  public var inviter: String
  public var expiresAt: Instant

  /// Writes it as the interface shows it: one JSON object.
  ///
  /// - Parameter more: writes further members of the group.
  public func write(to json: inout JSONWriter, more: (inout JSONWriter) -> Void = { _ in }) {
    json.object { json in
      if let realm {
        json.object("realm") { json in
          json.member("name", realm.name)
          json.member("kind", realm.kind.rawValue)
          more(&json)
        }
      }
      json.object("from") { json in json.member("name", inviter) }
      json.member("expiresAt", expiresAt)
    }
  }
}

extension InvitationService {
  /// What a token invites to, for somebody who need not be logged in.
  ///
  /// - Throws: `notFound` for a token that nobody has given out, that is used up, taken back or has
  ///   ended, and whose inviter may not invite any more: which of them, a stranger does not learn.
  public func open(token: String) throws -> OpenInvitation {
    let now = platform.clock.now()
    return try platform.store.read { session in
      guard let token = SecretToken(token),
        let invitation = try InvitationStore.find(token: token.digest, in: session),
        invitation.state(at: now) == .open,
        let inviter = try AccountStore.find(invitation.inviter.id, in: session),
        inviter.state == .active
      else { throw Refusal.notFound("invitation") }
      var open = OpenInvitation(
        inviter: Self.firstName(of: inviter), expiresAt: invitation.expiresAt)
      if let id = invitation.subRealm {
        guard let realm = try Self.offered(by: invitation, id, in: session) else {
          throw Refusal.notFound("invitation")
        }
        open.realm = (id: id, kind: realm.kind, name: realm.name)
      }
      return open
    }
  }

  private static func firstName(of account: Account) -> String {
    if let given = account.givenName, !given.isEmpty { return given }
    return account.displayName.split(separator: " ").first.map(String.init) ?? account.displayName
  }

  /// The sub-realm of an invitation as its inviter sees it; nil where the inviter may not invite any
  /// more: an invitation is worth no more than that.
  static func offered(
    by invitation: Invitation, _ id: EntityID, in session: StoreSession
  ) throws -> SubRealm? {
    guard let realm = try SubRealmStore.find(id, for: invitation.inviter.id, in: session),
      (try? checkMayInvite(.absent(invitation.inviter.id), as: invitation.role, into: realm))
        != nil
    else { return nil }
    return realm
  }
}
