/// The tables that the store itself keeps.
public let storageCapability = Capability(
  "storage",
  tables: [
    .impersonal(
      "changes", "names things by their identifiers, and goes within a month",
      rules: .no("the store's own check watches over its sequence")),
    .impersonal("schema_migrations", "says what was applied", rules: .declared),
  ])
