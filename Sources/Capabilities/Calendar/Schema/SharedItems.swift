import Storage

/// Items of any kind at home in a sub-realm; answers of accounts, resources and addresses, to a
/// whole series or one occurrence, apart from what each keeps for itself.
let sharedItems = Migration(
  number: 5,
  statements: [
    """
    CREATE TABLE calendar_entries (
      item %id NOT NULL REFERENCES calendar_items (id) ON DELETE CASCADE,
      account %id NOT NULL REFERENCES accounts (id),
      notes %text NOT NULL,
      pre_notification %int NOT NULL CHECK (pre_notification IN (5, 10, 15, 30)),
      modes %text,
      version %int NOT NULL,
      PRIMARY KEY (item, account))
    """,
    "CREATE INDEX calendar_entries_account ON calendar_entries (account)",
    """
    INSERT INTO calendar_entries (item, account, notes, pre_notification, modes, version)
    SELECT item, account, notes, pre_notification, modes, version FROM participations
    """,
    """
    CREATE TABLE calendar_item_editors (
      item %id NOT NULL REFERENCES calendar_items (id) ON DELETE CASCADE,
      account %id NOT NULL REFERENCES accounts (id),
      PRIMARY KEY (item, account))
    """,
    "CREATE INDEX calendar_item_editors_account ON calendar_item_editors (account)",
  ],
  rebuilds: [items, plans, alarms, participations])

private let items = TableRebuild(
  "calendar_items",
  definition: """
    row_id %serial,
    id %id NOT NULL UNIQUE,
    uid %text NOT NULL,
    kind %text NOT NULL,
    realm %id NOT NULL,
    organizer %id NOT NULL REFERENCES accounts (id),
    title %text NOT NULL,
    description %text NOT NULL,
    start_wall %text NOT NULL,
    zone %text NOT NULL,
    duration %int NOT NULL CHECK (duration >= 0),
    all_day %int NOT NULL,
    recurrence %text,
    excluded %text NOT NULL,
    added %text NOT NULL,
    series %id,
    recurrence_id %int,
    starts_at %int NOT NULL,
    ends_for_good %int,
    rule_end %int,
    lat %real CHECK (lat BETWEEN -90 AND 90),
    lon %real CHECK (lon BETWEEN -180 AND 180),
    label %text,
    address %text,
    status %text NOT NULL CHECK (status IN ('draft', 'tentative', 'confirmed', 'cancelled')),
    response_deadline %int,
    capacity %int CHECK (capacity > 0),
    minimum_age %int CHECK (minimum_age BETWEEN 0 AND 150),
    sequence %int NOT NULL,
    notices %int NOT NULL,
    created_at %int NOT NULL,
    updated_at %int NOT NULL,
    version %int NOT NULL,
    CHECK ((lat IS NULL) = (lon IS NULL)),
    CHECK ((series IS NULL) = (recurrence_id IS NULL))
    """,
  keeping: [
    "row_id", "id", "uid", "kind", "organizer", "title", "start_wall", "zone", "duration",
    "all_day", "recurrence", "excluded", "added", "series", "starts_at", "ends_for_good",
    "rule_end", "lat", "lon", "label", "address", "status", "sequence", "notices", "created_at",
    "updated_at", "version", "geometry",
  ],
  setting: ["realm": "organizer", "description": "''", "recurrence_id": "slot"],
  indexes: [
    "CREATE INDEX calendar_items_organizer ON calendar_items (organizer, uid)",
    "CREATE INDEX calendar_items_series ON calendar_items (series)",
    "CREATE INDEX calendar_items_realm ON calendar_items (realm, starts_at)",
  ],
  spatialColumns: [CalendarItemStore.position])

private let plans = TableRebuild(
  "travel_plans",
  definition: """
    item %id NOT NULL,
    account %id NOT NULL,
    occurrence %int NOT NULL,
    origin %text NOT NULL CHECK (origin IN ('previous', 'home', 'live', 'none')),
    previous %id,
    verdict %text NOT NULL CHECK (verdict IN ('reachable', 'tight', 'unreachable', 'unknown')),
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

private let alarms = TableRebuild(
  "leave_by_alarms",
  definition: """
    item %id NOT NULL,
    account %id NOT NULL,
    occurrence %int NOT NULL,
    leave_at %int NOT NULL,
    due_at %int NOT NULL,
    rung_at %int,
    PRIMARY KEY (item, account, occurrence),
    FOREIGN KEY (item, account) REFERENCES calendar_entries (item, account) ON DELETE CASCADE
    """,
  keeping: ["item", "account", "occurrence", "leave_at", "due_at", "rung_at"])

/// No occurrence begins a millisecond before a whole second, so that -1 stands for none.
private let participations = TableRebuild(
  "participations",
  definition: """
    item %id NOT NULL REFERENCES calendar_items (id) ON DELETE CASCADE,
    occurrence %int,
    account %id REFERENCES accounts (id),
    resource %id,
    email %text,
    answer %text NOT NULL CHECK (answer IN ('needsAction', 'accepted', 'declined', 'tentative')),
    answered_at %int,
    hidden %int NOT NULL,
    invited_at %int NOT NULL,
    CHECK ((CASE WHEN account IS NULL THEN 0 ELSE 1 END)
      + (CASE WHEN resource IS NULL THEN 0 ELSE 1 END)
      + (CASE WHEN email IS NULL THEN 0 ELSE 1 END) = 1)
    """,
  keeping: ["item", "account", "answer", "answered_at", "hidden", "invited_at"],
  indexes: [
    "CREATE INDEX participations_item ON participations (item, occurrence)",
    """
    CREATE UNIQUE INDEX participations_account
    ON participations (account, item, COALESCE(occurrence, -1))
    """,
    """
    CREATE UNIQUE INDEX participations_resource
    ON participations (resource, item, COALESCE(occurrence, -1))
    """,
    """
    CREATE UNIQUE INDEX participations_email
    ON participations (email, item, COALESCE(occurrence, -1))
    """,
  ])
