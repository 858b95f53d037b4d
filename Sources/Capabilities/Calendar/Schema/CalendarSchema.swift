import Storage

/// Everything that this capability stores, and what plans of ways are kept in.
///
/// Calendars and the plans that rest on them were one capability when this module was released
/// under its name; the tables of plans go on in a module of their own.
public let calendarSchema = SchemaModule(
  name: "travel",
  migrations: [
    Migration(
      number: 1, statements: calendarTables + preferenceTables + planTables + feedTables,
      spatialColumns: [CalendarItemStore.position]),
    // Rows from before have none and are counted through when they are read.
    Migration(number: 2, statements: ["ALTER TABLE calendar_items ADD COLUMN rule_end %int"]),
    Migration(number: 3, statements: leaveByTimers),
    Migration(number: 4, statements: calendarRevisions),
    sharedItems,
    waitingPlaces,
    keptLines,
    calendarSubscriptions,
    // Minutes by which one wants to be there early.
    Migration(
      number: 9,
      statements: ["ALTER TABLE travel_profiles ADD COLUMN buffer %int NOT NULL DEFAULT 0"]),
    // Least seconds between two rides.
    Migration(
      number: 10,
      statements: ["ALTER TABLE travel_profiles ADD COLUMN change_time %int NOT NULL DEFAULT 120"]),
    participatingRealmTables,
    feedRealms,
    invitedAddresses,
    // Where else something is said of it, or one registers.
    Migration(number: 14, statements: ["ALTER TABLE calendar_items ADD COLUMN link %text"]),
    // The words of a home's address, beside its name.
    Migration(
      number: 15,
      statements: ["ALTER TABLE travel_profiles ADD COLUMN home_address %text"]),
    plansComingEarly,
  ])

private let calendarTables = [
  """
  CREATE TABLE calendar_items (
    row_id %serial,
    id %id NOT NULL UNIQUE,
    uid %text NOT NULL,
    kind %text NOT NULL CHECK (kind IN ('appointment')),
    organizer %id NOT NULL REFERENCES accounts (id),
    title %text NOT NULL,
    start_wall %text NOT NULL,
    zone %text NOT NULL,
    duration %int NOT NULL CHECK (duration >= 0),
    all_day %int NOT NULL,
    recurrence %text,
    excluded %text NOT NULL,
    added %text NOT NULL,
    series %id,
    slot %int,
    starts_at %int NOT NULL,
    ends_for_good %int,
    lat %real CHECK (lat BETWEEN -90 AND 90),
    lon %real CHECK (lon BETWEEN -180 AND 180),
    label %text,
    address %text,
    status %text NOT NULL CHECK (status IN ('confirmed', 'cancelled')),
    sequence %int NOT NULL,
    notices %int NOT NULL,
    created_at %int NOT NULL,
    updated_at %int NOT NULL,
    version %int NOT NULL,
    CHECK ((lat IS NULL) = (lon IS NULL)),
    CHECK ((series IS NULL) = (slot IS NULL)))
  """,
  "CREATE INDEX calendar_items_organizer ON calendar_items (organizer, uid)",
  "CREATE INDEX calendar_items_series ON calendar_items (series)",
  """
  CREATE TABLE participations (
    item %id NOT NULL REFERENCES calendar_items (id) ON DELETE CASCADE,
    account %id NOT NULL REFERENCES accounts (id),
    answer %text NOT NULL CHECK (answer IN
      ('needsAction', 'accepted', 'declined', 'tentative')),
    answered_at %int,
    notes %text NOT NULL,
    pre_notification %int NOT NULL CHECK (pre_notification IN (5, 10, 15, 30)),
    modes %text,
    hidden %int NOT NULL,
    invited_at %int NOT NULL,
    version %int NOT NULL,
    PRIMARY KEY (item, account))
  """,
  "CREATE INDEX participations_account ON participations (account, item)",
]

private let preferenceTables = [
  // One row for each account that has used this capability. `revision` counts what plans depend
  // on; an account is planned anew when `planned_revision` is behind, the data are others, or the
  // planned span runs out.
  """
  CREATE TABLE travel_profiles (
    account %id NOT NULL PRIMARY KEY REFERENCES accounts (id),
    home_lat %real CHECK (home_lat BETWEEN -90 AND 90),
    home_lon %real CHECK (home_lon BETWEEN -180 AND 180),
    home_label %text,
    preferences_version %int NOT NULL,
    revision %int NOT NULL,
    planned_revision %int NOT NULL,
    planned_until %int NOT NULL,
    planned_with %text NOT NULL,
    CHECK ((home_lat IS NULL) = (home_lon IS NULL)))
  """,
  // `day` is empty for every day, a weekday's name, or a date; the most exact one holds.
  """
  CREATE TABLE travel_preferences (
    account %id NOT NULL REFERENCES accounts (id),
    day %text NOT NULL,
    modes %text NOT NULL,
    maximum_walk %real CHECK (maximum_walk >= 0),
    avoiding %text NOT NULL,
    ordering %text NOT NULL,
    PRIMARY KEY (account, day))
  """,
]

private let planTables = [
  """
  CREATE TABLE travel_plans (
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
    FOREIGN KEY (item, account) REFERENCES participations (item, account) ON DELETE CASCADE)
  """,
  "CREATE INDEX travel_plans_account ON travel_plans (account, occurrence)",
  """
  CREATE TABLE leave_by_alarms (
    item %id NOT NULL,
    account %id NOT NULL,
    occurrence %int NOT NULL,
    leave_at %int NOT NULL,
    due_at %int NOT NULL,
    rung_at %int,
    PRIMARY KEY (item, account, occurrence),
    FOREIGN KEY (item, account) REFERENCES participations (item, account) ON DELETE CASCADE)
  """,
  "CREATE INDEX leave_by_alarms_due ON leave_by_alarms (due_at) WHERE rung_at IS NULL",
]

private let feedTables = [
  """
  CREATE TABLE calendar_feeds (
    id %id NOT NULL PRIMARY KEY,
    account %id NOT NULL REFERENCES accounts (id),
    name %text NOT NULL,
    token %blob NOT NULL UNIQUE,
    created_at %int NOT NULL)
  """,
  "CREATE INDEX calendar_feeds_account ON calendar_feeds (account)",
]

/// Alarms get timers, which let them ring.
private let leaveByTimers = [
  """
  INSERT INTO deadlines (kind, key, due_at, next_try_at, subject, account, version)
  SELECT 'leaveBy', 'before-' || CAST(ROW_NUMBER() OVER (ORDER BY item, account, occurrence) AS %text),
    due_at, due_at, item, account, occurrence
  FROM leave_by_alarms WHERE rung_at IS NULL
  """,
  "DROP INDEX leave_by_alarms_due",
]

/// Changes of a calendar are counted apart from those of preferences.
private let calendarRevisions = [
  """
  CREATE TABLE calendars (
    account %id NOT NULL PRIMARY KEY REFERENCES accounts (id),
    revision %int NOT NULL)
  """,
  "INSERT INTO calendars (account, revision) SELECT account, 0 FROM travel_profiles",
  // Plans that were up to date still are.
  "ALTER TABLE travel_profiles ADD COLUMN planned_calendar %int NOT NULL DEFAULT 0",
]
