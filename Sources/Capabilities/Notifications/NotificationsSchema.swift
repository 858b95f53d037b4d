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
      ])
  ])
