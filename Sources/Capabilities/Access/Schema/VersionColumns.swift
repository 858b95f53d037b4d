/// Versions of what had none, for notifications: what is told of once is not told again.
let versionColumns = [
  // Who is in a sub-realm.
  "ALTER TABLE sub_realms ADD COLUMN members_version %int NOT NULL DEFAULT 0",
  // How an account logs in.
  "ALTER TABLE accounts ADD COLUMN security_version %int NOT NULL DEFAULT 0",
  // Which case on its subject a case is.
  "ALTER TABLE report_cases ADD COLUMN number %int NOT NULL DEFAULT 1",
  """
  UPDATE report_cases SET number = (
    SELECT COUNT(*) FROM report_cases earlier WHERE earlier.subject_kind = report_cases.subject_kind
    AND earlier.subject = report_cases.subject AND earlier.id <= report_cases.id)
  """,
  "CREATE INDEX report_cases_subject ON report_cases (subject_kind, subject)",
]
