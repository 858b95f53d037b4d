import Storage

/// Where pushes go, and those that wait to be sent; comes after the schemas `realms` and
/// `notifications`.
let pushSchema = SchemaModule(
  name: "push",
  migrations: [
    Migration(
      number: 1,
      statements: [
        // A device is a session: there is one for each at most, and it ends with it. A push service
        // that asked for a pause gets nothing before `paused_until`.
        """
        CREATE TABLE push_subscriptions (
          id %id NOT NULL PRIMARY KEY,
          account %id NOT NULL REFERENCES accounts (id),
          session %id NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
          endpoint %text NOT NULL UNIQUE,
          origin %text NOT NULL,
          point %blob NOT NULL,
          secret %blob NOT NULL,
          created_at %int NOT NULL,
          paused_until %int NOT NULL DEFAULT 0)
        """,
        "CREATE INDEX push_subscriptions_account ON push_subscriptions (account, created_at)",
        "CREATE INDEX push_subscriptions_origin ON push_subscriptions (origin)",
        """
        CREATE TABLE push_messages (
          subscription %id NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
          notification %id NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
          created_at %int NOT NULL,
          next_try_at %int NOT NULL,
          tries %int NOT NULL,
          PRIMARY KEY (subscription, notification))
        """,
        "CREATE INDEX push_messages_due ON push_messages (next_try_at)",
        "CREATE INDEX push_messages_notification ON push_messages (notification)",
      ])
  ])
