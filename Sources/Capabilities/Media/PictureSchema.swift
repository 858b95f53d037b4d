import Storage

/// The tables of pictures; their bytes are media like others.
public let pictureSchema = SchemaModule(
  name: "media", migrations: [Migration(number: 1, statements: pictureTables)])

private let pictureTables = [
  """
  CREATE TABLE pictures (
    id %id NOT NULL PRIMARY KEY,
    holder %id NOT NULL,
    author %id,
    alt %text NOT NULL,
    placeholder %text NOT NULL,
    bytes %int NOT NULL CHECK (bytes > 0),
    created_at %int NOT NULL,
    hidden_at %int)
  """,
  "CREATE INDEX pictures_holder ON pictures (holder, created_at)",
  "CREATE INDEX pictures_author ON pictures (author)",
  "CREATE INDEX pictures_created ON pictures (created_at)",
  """
  CREATE TABLE picture_sizes (
    picture %id NOT NULL REFERENCES pictures (id) ON DELETE CASCADE,
    width %int NOT NULL,
    height %int NOT NULL,
    sha256 %text NOT NULL,
    type %text NOT NULL,
    bytes %int NOT NULL,
    PRIMARY KEY (picture, width))
  """,
  """
  CREATE TABLE picture_uses (
    kind %text NOT NULL,
    subject %id NOT NULL,
    ordinal %int NOT NULL,
    picture %id NOT NULL REFERENCES pictures (id),
    PRIMARY KEY (kind, subject, ordinal))
  """,
  "CREATE INDEX picture_uses_picture ON picture_uses (picture)",
]
