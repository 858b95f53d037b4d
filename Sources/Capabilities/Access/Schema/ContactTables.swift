/// Messages to the operator.
let contactTables = [
  """
  CREATE TABLE operator_messages (
    id %id NOT NULL PRIMARY KEY,
    account %id REFERENCES accounts (id),
    email %text,
    subject %text NOT NULL,
    text %text NOT NULL,
    created_at %int NOT NULL,
    answer %text,
    answered_at %int,
    CHECK ((account IS NULL) = (email IS NOT NULL)),
    CHECK ((answer IS NULL) = (answered_at IS NULL)))
  """,
  "CREATE INDEX operator_messages_account ON operator_messages (account)",
  "CREATE INDEX operator_messages_waiting ON operator_messages (id) WHERE answered_at IS NULL",
]

/// Which messages tell of a breach, and how many did.
let breachTables = [
  "ALTER TABLE operator_messages ADD COLUMN breach %int NOT NULL DEFAULT 0",
  """
  CREATE TABLE breach_counts (
    month %int NOT NULL PRIMARY KEY,
    reports %int NOT NULL CHECK (reports > 0))
  """,
]

/// How many answered, without who.
let easeTables = [
  """
  CREATE TABLE ease_counts (
    month %int NOT NULL PRIMARY KEY,
    answers %int NOT NULL,
    easy %int NOT NULL CHECK (easy BETWEEN 0 AND answers))
  """
]
