import Storage

/// The tables of accounts, sub-realms, moderation, mail, notifications, purchases and repeated requests,
/// as they were made when one capability held them all.
///
/// Closed: what its tables need from now on are migrations of the capability that reads and writes
/// them, in a module of its own.
public let realmsSchema = SchemaModule(
  name: "realms",
  migrations: [
    Migration(
      number: 1,
      statements: accountTables + subRealmTables + moderationTables + operationTables,
      spatialColumns: [SpatialColumn(table: "sub_realms", kind: .multiPolygon)]),
    Migration(number: 2, statements: idempotencyEffects),
    Migration(number: 3, statements: identifierCodes),
    Migration(number: 4, statements: versionColumns),
    Migration(number: 5, statements: membershipColumns, rebuilds: [friendRequests]),
    Migration(number: 6, statements: ledgerHorizon, appendOnly: booksAndAudit),
    Migration(number: 7, statements: personalRealms),
    Migration(number: 8, statements: contactTables),
    Migration(number: 9, statements: sealedMails + joiningTeams),
    Migration(number: 10, statements: breachTables + easeTables),
    Migration(number: 11, statements: addressUses),
    Migration(number: 12, statements: formerNames),
    Migration(number: 13, statements: auditSubjects),
    Migration(number: 14, statements: keyFingerprints),
  ])
