/// Reports, their cases with the decisions, and the audit chain.
let moderationTables = [
  // A case gathers the reports on one subject until it is decided.
  """
  CREATE TABLE report_cases (
    id %id NOT NULL PRIMARY KEY,
    subject_kind %text NOT NULL,
    subject %id NOT NULL,
    owner %id,
    title %text NOT NULL,
    evidence %blob NOT NULL,
    urgent %int NOT NULL,
    reports %int NOT NULL,
    opened_at %int NOT NULL,
    decision %text CHECK (decision IN ('keep', 'remove')),
    decision_reason %text,
    decided_by %id,
    decided_at %int)
  """,
  """
  CREATE UNIQUE INDEX report_cases_open ON report_cases (subject_kind, subject)
  WHERE decided_at IS NULL
  """,
  "CREATE INDEX report_cases_queue ON report_cases (decided_at, id)",
  """
  CREATE TABLE reports (
    id %id NOT NULL PRIMARY KEY,
    case_id %id NOT NULL REFERENCES report_cases (id),
    subject_kind %text NOT NULL,
    subject %id NOT NULL,
    reporter %id,
    reason %text NOT NULL,
    text %text NOT NULL,
    at %int NOT NULL,
    UNIQUE (reporter, subject_kind, subject))
  """,
  "CREATE INDEX reports_case ON reports (case_id)",
  """
  CREATE TABLE audit_entries (
    number %int NOT NULL PRIMARY KEY,
    at %int NOT NULL,
    actor %id,
    action %text NOT NULL,
    subject_kind %text NOT NULL,
    subject %id NOT NULL,
    detail %text NOT NULL,
    hash %blob NOT NULL)
  """,
]

/// What was noted about one thing is found by it.
let auditSubjects = ["CREATE INDEX audit_entries_subject ON audit_entries (subject)"]
