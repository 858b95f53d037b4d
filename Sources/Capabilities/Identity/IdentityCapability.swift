import Registration
import Storage

/// What the rest must know of accounts and their sessions.
///
/// The holder of its personal data is added by ``IdentityServices``: it comes before all others, as
/// an account's own rows go last.
public let identityCapability = Capability(
  "identity",
  schema: [identitySchema],
  tables: [
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
      "known_devices", export: .no("tokens are secrets"), erasure: .yes("deleted"), rules: .declared
    ),
    TableClaim(
      "sessions", export: .yes("sessions"), erasure: .yes("ended"),
      rules: .yes("erased-account-is-empty")),
    TableClaim("consents", export: .yes("consents"), erasure: .yes("deleted"), rules: .declared),
    TableClaim(
      "age_assertions", export: .yes("ageAssertion"), erasure: .yes("deleted"), rules: .declared),
  ],
  invariants: [
    Invariant(
      "account-has-identifier", "Every account that is not erased has an identifier.",
      countingBreaches: """
        SELECT COUNT(*) FROM accounts a WHERE a.state <> 'erased'
        AND NOT EXISTS (SELECT 1 FROM identifiers i WHERE i.account = a.id)
        """),
    Invariant(
      "erased-account-is-empty", "An erased account keeps no identifier, password or session.",
      countingBreaches: """
        SELECT COUNT(*) FROM accounts a WHERE a.state = 'erased' AND (
          EXISTS (SELECT 1 FROM identifiers i WHERE i.account = a.id)
          OR EXISTS (SELECT 1 FROM credentials c WHERE c.account = a.id)
          OR EXISTS (SELECT 1 FROM sessions s WHERE s.account = a.id))
        """),
  ],
  parts: identityNotifications + [
    Expiry("sessions") { try SessionStore.expire(in: $0) },
    Expiry("loginAttempts") { try LoginAttempts.expire(in: $0) },
    Expiry("knownDevices") { try KnownDevices.expire(in: $0) },
    Expiry("temporaryPasswords") { transaction in
      try transaction.execute(
        "DELETE FROM temporary_credentials WHERE expires_at <= ?1", [.instant(transaction.now)])
    },
    Expiry("identifierCodes") { try IdentifierCodeStore.expire(in: $0) },
  ])

/// What accounts store from here on; their first tables were made in the schema `realms`.
public let identitySchema = SchemaModule(name: "identity", migrations: [])
