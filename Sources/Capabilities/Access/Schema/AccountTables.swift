/// Codes that prove an address or a number, and how a message goes out.
let identifierCodes = [
  """
  CREATE TABLE identifier_codes (
    account %id NOT NULL REFERENCES accounts (id),
    kind %text NOT NULL CHECK (kind IN ('email', 'phone')),
    value %text NOT NULL,
    digest %blob NOT NULL,
    expires_at %int NOT NULL,
    failures %int NOT NULL,
    PRIMARY KEY (account, kind))
  """,
  "ALTER TABLE mails ADD COLUMN channel %text NOT NULL DEFAULT 'mail'",
]

/// Accounts, how they log in, and what they agreed to.
let accountTables = [
  """
  CREATE TABLE accounts (
    id %id NOT NULL PRIMARY KEY,
    display_name %text NOT NULL,
    name_key %text NOT NULL,
    given_name %text,
    family_name %text,
    locale %text,
    time_zone %text,
    preferences %text NOT NULL,
    role %text NOT NULL CHECK (role IN ('general', 'organization', 'admin')),
    state %text NOT NULL CHECK (state IN ('active', 'suspended', 'erased')),
    organization %id,
    buyer %id,
    created_at %int NOT NULL,
    version %int NOT NULL,
    CHECK ((role = 'organization') = (organization IS NOT NULL)))
  """,
  // Rows go at erasure, so that a value is unique among accounts that are not erased.
  """
  CREATE TABLE identifiers (
    account %id NOT NULL REFERENCES accounts (id),
    kind %text NOT NULL CHECK (kind IN ('email', 'phone')),
    value %text NOT NULL,
    verified_at %int,
    PRIMARY KEY (account, kind),
    UNIQUE (kind, value))
  """,
  """
  CREATE TABLE credentials (
    account %id NOT NULL PRIMARY KEY REFERENCES accounts (id),
    hash %text NOT NULL,
    changed_at %int NOT NULL)
  """,
  """
  CREATE TABLE temporary_credentials (
    account %id NOT NULL PRIMARY KEY REFERENCES accounts (id),
    digest %blob NOT NULL,
    expires_at %int NOT NULL)
  """,
  // Under a keyed hash of what was typed, so that unknown log-ins count like known ones.
  """
  CREATE TABLE login_attempts (
    login %blob NOT NULL PRIMARY KEY,
    failures %int NOT NULL,
    last_at %int NOT NULL)
  """,
  "CREATE INDEX login_attempts_at ON login_attempts (last_at)",
  """
  CREATE TABLE sessions (
    id %id NOT NULL PRIMARY KEY,
    account %id NOT NULL REFERENCES accounts (id),
    token %blob NOT NULL UNIQUE,
    device %text NOT NULL,
    restriction %text CHECK (restriction IN ('replacePassword', 'suspended')),
    created_at %int NOT NULL,
    used_at %int NOT NULL,
    expires_at %int NOT NULL)
  """,
  "CREATE INDEX sessions_account ON sessions (account)",
  "CREATE INDEX sessions_expiry ON sessions (expires_at)",
  """
  CREATE TABLE consents (
    id %id NOT NULL PRIMARY KEY,
    account %id NOT NULL REFERENCES accounts (id),
    kind %text NOT NULL,
    version %text NOT NULL,
    given %int NOT NULL,
    at %int NOT NULL)
  """,
  "CREATE INDEX consents_account ON consents (account, kind)",
  """
  CREATE TABLE age_assertions (
    account %id NOT NULL PRIMARY KEY REFERENCES accounts (id),
    threshold %int NOT NULL,
    answer %int NOT NULL,
    at %int NOT NULL)
  """,
  """
  CREATE TABLE blocks (
    blocker %id NOT NULL REFERENCES accounts (id),
    blocked %id NOT NULL REFERENCES accounts (id),
    at %int NOT NULL,
    PRIMARY KEY (blocker, blocked))
  """,
]

/// Names that accounts had before, by which others may have been told of them.
let formerNames = [
  """
  CREATE TABLE former_names (
    account %id NOT NULL REFERENCES accounts (id),
    name %text NOT NULL,
    until %int NOT NULL,
    PRIMARY KEY (account, name))
  """
]
