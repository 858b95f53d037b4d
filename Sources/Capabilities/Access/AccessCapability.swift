import Base
import Registration
import Storage

/// What the rest must know of requests and of the installation itself, and the tables with which
/// every store begins.
public let accessCapability = Capability(
  "access",
  schema: [realmsSchema, accessSchema],
  tables: [
    TableClaim(
      "idempotency_keys", export: .no("answers to requests, gone within a day"),
      erasure: .yes("deleted"), rules: .declared),
    .impersonal("service_keys", "tells the installation's secret from others", rules: .declared),
  ],
  personalData: [RequestData()],
  parts: [Expiry("idempotencyKeys") { try IdempotencyService.expire(in: $0) }])

/// Repeated requests of an account; their answers are gone within a day.
private struct RequestData: PersonalDataHolder {
  func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {}

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM idempotency_keys WHERE account = ?1", [.id(account)])
  }
}
