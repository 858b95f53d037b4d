import Registration

/// What the rest must know of requests and of the installation itself, and the tables with which
/// every store begins.
public let accessCapability = Capability(
  "access",
  schema: [realmsSchema],
  tables: [
    TableClaim(
      "idempotency_keys", export: .no("answers to requests, gone within a day"),
      erasure: .yes("deleted"), rules: .declared),
    .impersonal("service_keys", "tells the installation's secret from others", rules: .declared),
  ])
