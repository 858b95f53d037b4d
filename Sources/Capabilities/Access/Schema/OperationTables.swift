/// Notifications, mail, the ledger and repeated requests.
let operationTables = [
  """
  CREATE TABLE notifications (
    id %id NOT NULL PRIMARY KEY,
    account %id NOT NULL REFERENCES accounts (id),
    kind %text NOT NULL,
    subject_kind %text NOT NULL,
    subject %id NOT NULL,
    version %int NOT NULL,
    text %text NOT NULL,
    at %int NOT NULL,
    seen_at %int,
    UNIQUE (account, kind, subject, version))
  """,
  "CREATE INDEX notifications_account ON notifications (account, id)",
  "CREATE INDEX notifications_at ON notifications (at)",
  """
  CREATE TABLE notification_settings (
    account %id NOT NULL REFERENCES accounts (id),
    kind %text NOT NULL,
    enabled %int NOT NULL,
    PRIMARY KEY (account, kind))
  """,
  """
  CREATE TABLE mails (
    id %id NOT NULL PRIMARY KEY,
    recipient %text NOT NULL,
    subject %text NOT NULL,
    body %text NOT NULL,
    created_at %int NOT NULL,
    next_try_at %int NOT NULL,
    tries %int NOT NULL)
  """,
  "CREATE INDEX mails_next_try ON mails (next_try_at)",
  // Names its buyer by a pseudonym alone: erasing an account cuts the link without changing a row.
  """
  CREATE TABLE ledger_entries (
    id %id NOT NULL PRIMARY KEY,
    kind %text NOT NULL CHECK (kind IN ('purchase', 'refund', 'adRevenue')),
    buyer %id,
    subject %id,
    organization %id,
    amount %int NOT NULL CHECK (amount >= 0),
    tax %int NOT NULL CHECK (tax >= 0),
    currency %text NOT NULL,
    reference %text NOT NULL,
    at %int NOT NULL,
    keep_until %int NOT NULL)
  """,
  "CREATE INDEX ledger_entries_buyer ON ledger_entries (buyer, subject)",
  """
  CREATE TABLE idempotency_keys (
    account %id NOT NULL REFERENCES accounts (id),
    key %text NOT NULL,
    operation %text NOT NULL,
    fingerprint %blob NOT NULL,
    status %int,
    response %blob,
    created_at %int NOT NULL,
    PRIMARY KEY (account, key))
  """,
  "CREATE INDEX idempotency_keys_at ON idempotency_keys (created_at)",
]

/// The texts of mails, readable with the service key alone; mails of before have theirs in `body`.
let sealedMails = ["ALTER TABLE mails ADD COLUMN sealed %blob"]

/// What a repeated request has made, noted in the commit that made it.
let idempotencyEffects = [
  "ALTER TABLE idempotency_keys ADD COLUMN effect_kind %text",
  "ALTER TABLE idempotency_keys ADD COLUMN effect %id",
]

/// Which key the store belongs to: one row.
let keyFingerprints = [
  """
  CREATE TABLE service_keys (
    number %int NOT NULL PRIMARY KEY CHECK (number = 1),
    fingerprint %text NOT NULL)
  """
]
