import Storage

/// Teams that take part in what another team plans.
let participatingRealmTables = Migration(
  number: 11,
  statements: [
    """
    CREATE TABLE participating_realms (
      item %id NOT NULL REFERENCES calendar_items (id) ON DELETE CASCADE,
      realm %id NOT NULL REFERENCES sub_realms (id) ON DELETE CASCADE,
      state %text NOT NULL CHECK (state IN ('invited', 'accepted')),
      invited_at %int NOT NULL,
      PRIMARY KEY (item, realm))
    """,
    "CREATE INDEX participating_realms_realm ON participating_realms (realm, state, item)",
  ])
