import Storage

/// What a sub-realm knows of a member, how far the member has read in it, who wants no
/// mail, and which devices are known.
let membershipColumns = [
  """
  ALTER TABLE memberships ADD COLUMN state %text NOT NULL DEFAULT 'active'
    CHECK (state IN ('active', 'paused'))
  """,
  "ALTER TABLE memberships ADD COLUMN position %text",
  "ALTER TABLE memberships ADD COLUMN number %int CHECK (number BETWEEN 0 AND 999)",
  "ALTER TABLE memberships ADD COLUMN biography %text NOT NULL DEFAULT ''",
  """
  CREATE UNIQUE INDEX memberships_number ON memberships (sub_realm, number)
  WHERE number IS NOT NULL
  """,
  """
  CREATE TABLE read_marks (
    account %id NOT NULL REFERENCES accounts (id),
    sub_realm %id NOT NULL REFERENCES sub_realms (id),
    topic %text NOT NULL CHECK (topic IN ('messages', 'moments', 'calendar')),
    upto %int NOT NULL CHECK (upto >= 0),
    PRIMARY KEY (account, sub_realm, topic))
  """,
  """
  CREATE TABLE known_devices (
    account %id NOT NULL REFERENCES accounts (id),
    digest %blob NOT NULL,
    used_at %int NOT NULL,
    PRIMARY KEY (account, digest))
  """,
  "CREATE INDEX known_devices_used ON known_devices (used_at)",
  "ALTER TABLE mails ADD COLUMN stop %text",
  // Addresses whose holders want no mail from people they don't know: keyed hashes, no addresses.
  """
  CREATE TABLE unwanted_mail (
    recipient %blob NOT NULL PRIMARY KEY,
    at %int NOT NULL)
  """,
]

/// Invitations without a sub-realm, which make two people friends, and to telephone numbers.
let friendRequests = TableRebuild(
  "invitations",
  definition: """
    id %id NOT NULL PRIMARY KEY,
    sub_realm %id REFERENCES sub_realms (id),
    direction %text NOT NULL CHECK (direction IN ('offered', 'requested')),
    role %text NOT NULL,
    inviter %id NOT NULL REFERENCES accounts (id),
    to_account %id REFERENCES accounts (id),
    to_email %text,
    to_phone %text,
    token %blob UNIQUE,
    message %text NOT NULL,
    uses_left %int CHECK (uses_left >= 0),
    hidden %int NOT NULL,
    state %text NOT NULL CHECK (state IN
      ('open', 'accepted', 'declined', 'revoked')),
    created_at %int NOT NULL,
    expires_at %int NOT NULL,
    decided_by %id,
    decided_at %int,
    CHECK (sub_realm IS NOT NULL OR direction = 'offered')
    """,
  keeping: [
    "id", "sub_realm", "direction", "role", "inviter", "to_account", "to_email", "token",
    "message", "uses_left", "hidden", "state", "created_at", "expires_at", "decided_by",
    "decided_at",
  ],
  indexes: [
    "CREATE INDEX invitations_sub_realm ON invitations (sub_realm, state)",
    "CREATE INDEX invitations_account ON invitations (to_account, state)",
    "CREATE INDEX invitations_inviter ON invitations (inviter)",
    "CREATE INDEX invitations_email ON invitations (to_email)",
    "CREATE INDEX invitations_phone ON invitations (to_phone)",
    "CREATE INDEX invitations_made ON invitations (created_at)",
  ])

/// Counted apart from what was written: taking it back frees nothing.
let addressUses = [
  """
  CREATE TABLE address_uses (
    account %id NOT NULL REFERENCES accounts (id),
    at %int NOT NULL,
    addresses %int NOT NULL CHECK (addresses > 0),
    PRIMARY KEY (account, at))
  """
]
