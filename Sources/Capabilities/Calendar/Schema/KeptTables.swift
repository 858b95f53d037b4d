import Storage

/// What files of other programs say beyond what items hold.
let keptLines = Migration(
  number: 7,
  statements: [
    """
    CREATE TABLE calendar_item_lines (
      item %id NOT NULL PRIMARY KEY REFERENCES calendar_items (id) ON DELETE CASCADE,
      lines %text NOT NULL)
    """,
    """
    CREATE TABLE calendar_components (
      account %id NOT NULL REFERENCES accounts (id),
      name %text NOT NULL,
      uid %text NOT NULL,
      lines %text NOT NULL,
      PRIMARY KEY (account, name, uid))
    """,
  ])
