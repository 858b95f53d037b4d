import Access
import Base
import Notifications
import Registration
import Storage

/// What this capability keeps about an account: where it is a member, whom it has invited and
/// blocked, and its requests for an organization.
struct MembershipData: PersonalDataHolder {
  let departures: [any DepartureHandler]
  let notifications: any NotificationSink

  func export(
    _ id: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    json.member("memberships", of: try MembershipStore.all(of: id, in: session)) { item, json in
      json.object { json in
        json.member("realm", item.realm)
        json.member("role", item.membership.role.rawValue)
        json.key("membership")
        item.membership.write(to: &json)
      }
    }
    let sent = try session.all(
      """
      SELECT id, sub_realm, created_at FROM invitations
      WHERE inviter = ?1 OR (to_account = ?1 AND hidden = 0) ORDER BY id
      """, [.id(id)]
    ) { (id: try $0.id(0), realm: try $0.optional(1, $0.id), at: try $0.instant(2)) }
    json.member("invitations", of: sent) { item, json in
      json.object { json in
        json.member("id", item.id)
        json.member("realm", item.realm)
        json.member("createdAt", item.at)
      }
    }
    let blocked = try session.all(
      "SELECT blocked FROM blocks WHERE blocker = ?1 ORDER BY at", [.id(id)]
    ) { try $0.id(0) }
    json.member("blocks", of: blocked) { $1.id($0) }
    json.member("organizationRequests", of: try OrganizationStore.requests(of: id, in: session)) {
      $0.write(to: &$1)
    }
  }

  func erase(_ id: EntityID, in transaction: WriteTransaction) throws {
    for (realmID, _) in try MembershipStore.roles(of: id, in: transaction)
    where realmID != SubRealmID.personal(of: id) {
      guard let realm = try SubRealmStore.find(realmID, for: id, in: transaction) else { continue }
      try Memberships.remove(
        id, from: realm, forced: true, departures: departures, notifications: notifications,
        in: transaction)
    }
    for statement in Self.deletions { try transaction.execute(statement, [.id(id)]) }
  }

  private static let deletions = [
    """
    DELETE FROM invitations WHERE COALESCE(to_email, to_phone) IN (
      SELECT value FROM identifiers WHERE account = ?1)
    """,
    "DELETE FROM invitations WHERE inviter = ?1 OR to_account = ?1",
    "DELETE FROM memberships WHERE account = ?1",
    "UPDATE sub_realms SET state = 'deleted' WHERE id = ?1 AND kind = 'personal'",
    "DELETE FROM read_marks WHERE account = ?1",
    "DELETE FROM blocks WHERE blocker = ?1 OR blocked = ?1",
    "DELETE FROM address_uses WHERE account = ?1",
    "DELETE FROM organization_requests WHERE account = ?1",
  ]
}
