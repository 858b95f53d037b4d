import Storage

/// Calendars elsewhere that people read here too, and which items came from which.
let calendarSubscriptions = Migration(
  number: 8,
  statements: [
    """
    CREATE TABLE calendar_subscriptions (
      id %id NOT NULL PRIMARY KEY,
      account %id NOT NULL REFERENCES accounts (id),
      name %text NOT NULL,
      address %text NOT NULL,
      tag %text,
      created_at %int NOT NULL,
      checked_at %int,
      read_at %int,
      failing_since %int,
      failures %int NOT NULL,
      problem %text,
      notes %text NOT NULL,
      next_at %int NOT NULL,
      UNIQUE (account, address))
    """,
    """
    CREATE TABLE calendar_subscription_items (
      item %id NOT NULL PRIMARY KEY REFERENCES calendar_items (id) ON DELETE CASCADE,
      subscription %id NOT NULL REFERENCES calendar_subscriptions (id))
    """,
    """
    CREATE INDEX calendar_subscription_items_subscription
    ON calendar_subscription_items (subscription)
    """,
  ])
