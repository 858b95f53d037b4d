import Storage

/// What people say with their answers, and who waits for a place.
let waitingPlaces = Migration(
  number: 6,
  statements: [
    "ALTER TABLE participations ADD COLUMN comment %text NOT NULL DEFAULT ''",
    """
    CREATE TABLE waiting_places (
      item %id NOT NULL REFERENCES calendar_items (id) ON DELETE CASCADE,
      account %id NOT NULL REFERENCES accounts (id),
      occurrence %int,
      turn %int NOT NULL,
      PRIMARY KEY (item, turn))
    """,
    """
    CREATE UNIQUE INDEX waiting_places_account
    ON waiting_places (account, item, COALESCE(occurrence, -1))
    """,
  ])
