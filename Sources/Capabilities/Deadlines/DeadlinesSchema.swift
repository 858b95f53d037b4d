import Storage

/// Durable timers.
public let deadlinesSchema = SchemaModule(
  name: "deadlines",
  migrations: [
    Migration(
      number: 1,
      statements: [
        // `next_try_at` is `due_at` until a handler fails or an errand is out.
        """
        CREATE TABLE deadlines (
          kind %text NOT NULL,
          key %text NOT NULL CHECK (LENGTH(key) BETWEEN 1 AND 200),
          due_at %int NOT NULL,
          next_try_at %int NOT NULL,
          subject %id NOT NULL,
          account %id,
          version %int NOT NULL,
          failures %int NOT NULL DEFAULT 0,
          PRIMARY KEY (kind, key))
        """,
        "CREATE INDEX deadlines_next_try ON deadlines (next_try_at, kind, key)",
        "CREATE INDEX deadlines_subject ON deadlines (subject, kind)",
        "CREATE INDEX deadlines_account ON deadlines (account)",
      ])
  ])
