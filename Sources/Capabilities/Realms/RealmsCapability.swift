import Access
import Registration

/// What the rest must know of accounts, sub-realms and moderation.
///
/// The holder of its personal data is added by ``RealmsServices``, as it needs every capability's
/// departures.
public let realmsCapability = Capability(
  "realms",
  tables: accountClaims + subRealmClaims + moderationClaims + operationClaims,
  invariants: realmsInvariants,
  parts: realmsNotifications + [
    ReportableAccounts(), RealmAreaZones(), SubRealmAreaLayer(), AccountPictures(),
    OrganizationPictures(), SubRealmPictures(), Settings.mailSetting,
  ])

private let accountClaims = [
  TableClaim(
    "accounts", export: .yes("account"),
    erasure: .yes("names and preferences go; the row stays as a former member"),
    rules: .yes("account-has-identifier")),
  TableClaim(
    "former_names", export: .yes("formerNames"), erasure: .yes("deleted"), rules: .declared),
  TableClaim(
    "identifiers", export: .yes("account"), erasure: .yes("deleted"),
    rules: .yes("account-has-identifier")),
  TableClaim(
    "identifier_codes", export: .no("codes are secrets"), erasure: .yes("deleted"),
    rules: .declared),
  TableClaim(
    "credentials", export: .no("hashes of passwords are secrets"), erasure: .yes("deleted"),
    rules: .yes("erased-account-is-empty")),
  TableClaim(
    "temporary_credentials", export: .no("codes are secrets"), erasure: .yes("deleted"),
    rules: .declared),
  TableClaim(
    "login_attempts", export: .no("kept under a keyed hash of what was typed"),
    erasure: .no("leads to nobody, and goes within a day"), rules: .declared),
  TableClaim(
    "known_devices", export: .no("tokens are secrets"), erasure: .yes("deleted"), rules: .declared),
  TableClaim(
    "sessions", export: .yes("sessions"), erasure: .yes("ended"),
    rules: .yes("erased-account-is-empty")),
  TableClaim("consents", export: .yes("consents"), erasure: .yes("deleted"), rules: .declared),
  TableClaim(
    "age_assertions", export: .yes("ageAssertion"), erasure: .yes("deleted"), rules: .declared),
  TableClaim("blocks", export: .yes("blocks"), erasure: .yes("deleted"), rules: .declared),
]

private let subRealmClaims = [
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
]

private let moderationClaims = [
  TableClaim(
    "reports", export: .yes("reports"), erasure: .yes("lose their author and text"),
    rules: .declared),
  TableClaim(
    "report_cases", export: .no("evidence is the moderators'"),
    erasure: .yes("those on what was the account's lose owner, title and evidence"),
    rules: .declared),
  TableClaim(
    "audit_entries", export: .no("a chain of what admins decided"),
    erasure: .no("a chain that is cut proves nothing; it names accounts by identifier only"),
    rules: .no("its hashes are verified by themselves")),
]

private let operationClaims = [
  TableClaim(
    "operator_messages", export: .yes("operatorMessages"), erasure: .yes("deleted"),
    rules: .declared),
  .impersonal("breach_counts", "counts by month, without who has written", rules: .declared),
  .impersonal("ease_counts", "counts by month, without who has answered", rules: .declared),
  TableClaim(
    "unwanted_mail", export: .no("kept under a keyed hash of the address"),
    erasure: .no("leads to nobody, and whoever wanted no mail still wants none"), rules: .declared),
  TableClaim(
    "mails", export: .no("copies of what was sent, gone within hours"),
    erasure: .yes("those to the account's addresses go, and its names from the others"),
    rules: .declared),
  TableClaim(
    "ledger_entries", export: .yes("purchases"),
    erasure: .no("the law wants them for six years; the pseudonym's link is cut"),
    rules: .declared),
  TableClaim(
    "ledger_horizon", export: .no("one date, nobody's"), erasure: .no("one date, nobody's"),
    rules: .declared),
]
