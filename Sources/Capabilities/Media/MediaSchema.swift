/// The tables of stored bytes and of what uses them.
///
/// Objects' first migration makes them: they came with the first objects, and a migration that is
/// out is never edited.
public let mediaTables = [
  """
  CREATE TABLE media (
    sha256 %text PRIMARY KEY,
    type %text NOT NULL,
    bytes %int NOT NULL CHECK (bytes > 0),
    created_at %int NOT NULL,
    unused_since %int)
  """,
  "CREATE INDEX media_unused ON media (unused_since)",
  """
  CREATE TABLE media_uses (
    sha256 %text NOT NULL REFERENCES media (sha256),
    kind %text NOT NULL,
    subject %id NOT NULL,
    PRIMARY KEY (sha256, kind, subject))
  """,
  "CREATE INDEX media_uses_subject ON media_uses (kind, subject)",
]
