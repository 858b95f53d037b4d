import Storage

/// What this capability stores from here on; its first tables were made in the schema `realms`.
public let accessSchema = SchemaModule(name: "access", migrations: [])
