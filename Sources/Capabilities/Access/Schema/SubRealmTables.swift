/// Sub-realms, who is in them and how they come in; organizations.
let subRealmTables = [
  """
  CREATE TABLE sub_realms (
    row_id %serial,
    id %id NOT NULL UNIQUE,
    kind %text NOT NULL CHECK (kind IN
      ('public', 'personal', 'direct', 'group', 'family', 'team', 'community', 'organization')),
    name %text NOT NULL,
    name_key %text NOT NULL,
    description %text NOT NULL,
    join_policy %text NOT NULL CHECK (join_policy IN ('closed', 'invite', 'request', 'open')),
    time_zone %text,
    state %text NOT NULL CHECK (state IN ('live', 'deleted')),
    created_at %int NOT NULL,
    version %int NOT NULL)
  """,
  "CREATE INDEX sub_realms_name ON sub_realms (name_key, id)",
  """
  CREATE TABLE memberships (
    account %id NOT NULL REFERENCES accounts (id),
    sub_realm %id NOT NULL REFERENCES sub_realms (id),
    role %text NOT NULL CHECK (role IN
      ('guest', 'member', 'editor', 'moderator', 'admin', 'owner')),
    joined_at %int NOT NULL,
    PRIMARY KEY (account, sub_realm))
  """,
  "CREATE INDEX memberships_sub_realm ON memberships (sub_realm)",
  """
  CREATE TABLE invitations (
    id %id NOT NULL PRIMARY KEY,
    sub_realm %id NOT NULL REFERENCES sub_realms (id),
    direction %text NOT NULL CHECK (direction IN ('offered', 'requested')),
    role %text NOT NULL,
    inviter %id NOT NULL REFERENCES accounts (id),
    to_account %id REFERENCES accounts (id),
    to_email %text,
    token %blob UNIQUE,
    message %text NOT NULL,
    uses_left %int CHECK (uses_left >= 0),
    hidden %int NOT NULL,
    state %text NOT NULL CHECK (state IN
      ('open', 'accepted', 'declined', 'revoked')),
    created_at %int NOT NULL,
    expires_at %int NOT NULL,
    decided_by %id,
    decided_at %int)
  """,
  "CREATE INDEX invitations_sub_realm ON invitations (sub_realm, state)",
  "CREATE INDEX invitations_account ON invitations (to_account, state)",
  "CREATE INDEX invitations_inviter ON invitations (inviter)",
  "CREATE INDEX invitations_email ON invitations (to_email)",
  """
  CREATE TABLE organizations (
    id %id NOT NULL PRIMARY KEY REFERENCES sub_realms (id),
    website %text,
    currency %text NOT NULL CHECK (currency IN ('CAD', 'USD')),
    approved_at %int NOT NULL)
  """,
  """
  CREATE TABLE organization_requests (
    id %id NOT NULL PRIMARY KEY,
    account %id NOT NULL REFERENCES accounts (id),
    organization_name %text NOT NULL,
    reason %text NOT NULL,
    website %text,
    state %text NOT NULL CHECK (state IN ('requested', 'approved', 'denied')),
    created_at %int NOT NULL,
    organization %id,
    decision_reason %text,
    decided_by %id,
    decided_at %int)
  """,
  """
  CREATE UNIQUE INDEX organization_requests_pending ON organization_requests (account)
  WHERE state = 'requested'
  """,
  "CREATE INDEX organization_requests_state ON organization_requests (state, id)",
]

/// Teams that anybody could join are joined by invitation.
let joiningTeams = [
  """
  UPDATE sub_realms SET join_policy = 'invite', version = version + 1
  WHERE kind = 'team' AND join_policy = 'open'
  """
]
