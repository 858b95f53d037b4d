import Storage

/// Plans by which one would come hours before the time have a verdict of their own, and one is at the first
/// stop some time before what leaves there.
let plansComingEarly = Migration(
  number: 16,
  statements: [
    "ALTER TABLE travel_profiles ADD COLUMN boarding_time %int NOT NULL DEFAULT 60"
  ],
  rebuilds: [
    TableRebuild(
      "travel_plans",
      definition: """
        item %id NOT NULL,
        account %id NOT NULL,
        occurrence %int NOT NULL,
        origin %text NOT NULL CHECK (origin IN ('previous', 'home', 'live', 'none')),
        previous %id,
        verdict %text NOT NULL
          CHECK (verdict IN ('reachable', 'tight', 'early', 'unreachable', 'unknown')),
        margin %int,
        leave_at %int,
        arrive_at %int,
        journey %blob,
        reason %text,
        detail %text NOT NULL,
        basis %blob NOT NULL,
        computed_at %int NOT NULL,
        PRIMARY KEY (item, account, occurrence),
        FOREIGN KEY (item, account) REFERENCES calendar_entries (item, account) ON DELETE CASCADE
        """,
      keeping: [
        "item", "account", "occurrence", "origin", "previous", "verdict", "margin", "leave_at",
        "arrive_at", "journey", "reason", "detail", "basis", "computed_at",
      ],
      indexes: ["CREATE INDEX travel_plans_account ON travel_plans (account, occurrence)"])
  ])
