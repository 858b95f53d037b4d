import Storage

/// Up to when the books have been let go: one row, in milliseconds since the Unix epoch.
let ledgerHorizon = [
  "CREATE TABLE ledger_horizon (at %int NOT NULL)",
  "INSERT INTO ledger_horizon (at) VALUES (0)",
]

/// What the database itself keeps as it was written.
let booksAndAudit = [
  AppendOnlyTable("audit_entries"),
  AppendOnlyTable(
    "ledger_entries", mayGo: "OLD.keep_until <= (SELECT MAX(at) FROM ledger_horizon)"),
]
