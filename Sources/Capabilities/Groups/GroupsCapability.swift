import Notifications
import Registration
import Storage

/// What the rest must know of sub-realms, who is in them, and organizations.
///
/// - Parameters:
///   - others: the other capabilities: what of theirs goes with members and sub-realms.
///   - notifications: where notifications are posted.
public func groupsCapability(
  beside others: [Capability], notifications: any NotificationSink
) -> Capability {
  let departures = ([groupsDeclaration] + others).parts((any DepartureHandler).self)
  return groupsDeclaration.with(personalData: [
    MembershipData(departures: departures, notifications: notifications)
  ])
}

/// The same without what needs other capabilities: what is stored, and what holds for all groups.
public let groupsDeclaration = Capability(
  "groups",
  schema: [groupsSchema],
  tables: [
    TableClaim.impersonal(
      "sub_realms", "belongs to its members together", rules: .yes("one-public-realm")),
    TableClaim(
      "memberships", export: .yes("memberships"), erasure: .yes("the account leaves"),
      rules: .yes("realm-keeps-an-admin")),
    TableClaim(
      "read_marks", export: .yes("memberships"), erasure: .yes("deleted"), rules: .declared),
    TableClaim(
      "invitations", export: .yes("invitations"), erasure: .yes("deleted"), rules: .declared),
    TableClaim(
      "address_uses", export: .no("counts invitations, and says nothing else"),
      erasure: .yes("deleted"), rules: .declared),
    TableClaim.impersonal(
      "organizations", "says what an organization is",
      rules: .declared),
    TableClaim(
      "organization_requests", export: .yes("organizationRequests"), erasure: .yes("deleted"),
      rules: .declared),

    TableClaim("blocks", export: .yes("blocks"), erasure: .yes("deleted"), rules: .declared),
  ],
  invariants: groupsInvariants,
  parts: groupsNotifications + [
    RealmAreaZones(), SubRealmAreaLayer(), AccountPictures(), OrganizationPictures(),
    SubRealmPictures(), PersonalRealms(), CallerBelongings(), InvitationDepartures(),
    OrganizationNames(), OrganizationRequestNames(),
    Expiry("invitations") { try InvitationStore.expire(in: $0) },
    Expiry("addressUses") { try AddressLimit.expire(in: $0) },
  ])

/// What groups store from here on; their first tables were made in the schema `realms`.
public let groupsSchema = SchemaModule(name: "groups", migrations: [])
