import Storage

/// What notifications have beside their rows; comes after the schema `realms`, whose first migration
/// made `notifications` and `notification_settings`.
public let notificationsSchema = SchemaModule(
  name: "notifications",
  migrations: [
    Migration(
      number: 1,
      statements: [
        """
        ALTER TABLE notifications ADD COLUMN state %text NOT NULL DEFAULT 'sent'
          CHECK (state IN ('queued', 'sent', 'seen', 'expired'))
        """,
        // When it is to arrive, for those that wait.
        "ALTER TABLE notifications ADD COLUMN due_at %int",
        "UPDATE notifications SET state = 'seen' WHERE seen_at IS NOT NULL",
        """
        CREATE TABLE notification_deliveries (
          notification %id NOT NULL REFERENCES notifications (id),
          channel %text NOT NULL CHECK (channel IN ('stream', 'webpush', 'email')),
          tries %int NOT NULL,
          result %text NOT NULL CHECK (result IN ('waiting', 'delivered', 'failed', 'unneeded')),
          at %int NOT NULL,
          PRIMARY KEY (notification, channel))
        """,
      ]),
    Migration(
      number: 2,
      statements: [
        // What is switched off in the app and leaves on another channel is in no list.
        "ALTER TABLE notifications ADD COLUMN is_listed %int NOT NULL DEFAULT 1",
        """
        CREATE TABLE notification_channels (
          account %id NOT NULL REFERENCES accounts (id),
          kind %text NOT NULL,
          channel %text NOT NULL CHECK (channel IN ('webpush', 'email')),
          enabled %int NOT NULL,
          PRIMARY KEY (account, kind, channel))
        """,
        // Minutes of the day by the account's clocks, and the hour of the one mail a day, which has
        // told of everything up to `digest_told`.
        """
        CREATE TABLE delivery_schedules (
          account %id NOT NULL PRIMARY KEY REFERENCES accounts (id),
          quiet_from %int CHECK (quiet_from BETWEEN 0 AND 1439),
          quiet_until %int CHECK (quiet_until BETWEEN 0 AND 1439),
          digest_hour %int CHECK (digest_hour BETWEEN 0 AND 23),
          digest_told %id,
          CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)))
        """,
      ]),
    Migration(
      number: 3,
      // Which occurrence of a series it is about; null for all of what it is about.
      statements: ["ALTER TABLE notifications ADD COLUMN occurrence %int"]),
    Migration(
      number: 4,
      // What it tells of, as data; null for those that were stored in words.
      statements: ["ALTER TABLE notifications ADD COLUMN payload %text"]),
  ])
