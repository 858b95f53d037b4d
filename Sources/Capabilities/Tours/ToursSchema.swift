import Storage

/// The tables of tours, recordings, runs and purchases.
public let toursSchema = SchemaModule(
  name: "content_tours",
  migrations: [
    Migration(
      number: 1, statements: tourTables + runTables + purchaseTables,
      spatialColumns: [
        TourRevisionStore.areas, TourRevisionStore.routes, TourRevisionStore.stops,
      ]),
    Migration(number: 2, statements: withdrawals),
    Migration(number: 3, statements: wheelchairAccess),
    Migration(number: 4, statements: shapes),
    Migration(number: 5, statements: pauses),
    Migration(number: 6, statements: recordingsPerLanguage),
    Migration(number: 7, statements: namesPerLanguage),
    Migration(number: 8, statements: feedbackTable),
    Migration(number: 9, statements: heldRevisions),
  ])

/// Keeps apart what organizations took away, which stays with those who bought it, from what was
/// taken away by a decision.
private let withdrawals = [
  "ALTER TABLE tours ADD COLUMN withdrawn_at %int",
  """
  UPDATE tours SET withdrawn_at = updated_at WHERE state = 'removed' AND EXISTS (
    SELECT 1 FROM report_cases c
    WHERE c.subject_kind = 'tour' AND c.subject = tours.id AND c.decision = 'remove')
  """,
  // Who has the models and recordings of a tour is found by what its published revision holds.
  "CREATE INDEX tours_released_revision ON tours (released_revision)",
  "CREATE INDEX tour_stops_recording ON tour_stops (recording)",
]

/// What an organization says of wheelchairs; null where it says nothing.
private let wheelchairAccess = [
  """
  ALTER TABLE tour_revisions ADD COLUMN wheelchair %text
    CHECK (wheelchair IN ('yes', 'limited', 'no'))
  """
]

/// The route in few points, which lists show; null in revisions that are older.
private let shapes = ["ALTER TABLE tour_revisions ADD COLUMN shape %blob"]

/// Lets a run be paused and gone on with, beside runs of other tours; and tells runs in the drawn
/// world from walks.
private let pauses = [
  "ALTER TABLE tour_runs ADD COLUMN paused_at %int",
  "ALTER TABLE tour_runs ADD COLUMN paused_for %int NOT NULL DEFAULT 0",
  "ALTER TABLE tour_runs ADD COLUMN is_trial %int NOT NULL DEFAULT 0",
  "DROP INDEX tour_runs_open",
  """
  CREATE UNIQUE INDEX tour_runs_open ON tour_runs (account)
    WHERE ended_at IS NULL AND paused_at IS NULL
  """,
  // One walk and one trial of a tour are kept per account.
  "CREATE UNIQUE INDEX tour_runs_kept ON tour_runs (account, tour, is_trial) WHERE ended_at IS NULL",
  "CREATE INDEX tour_runs_forgotten ON tour_runs (active_at) WHERE ended_at IS NULL",
]

/// Lets a stop have a recording in each language.
///
/// The recordings of before have no language: they are those of their tour's first one.
private let recordingsPerLanguage = [
  """
  CREATE TABLE tour_stop_recordings (
    stop %id NOT NULL REFERENCES tour_stops (id),
    language %text NOT NULL,
    recording %id NOT NULL,
    PRIMARY KEY (stop, language))
  """,
  "CREATE INDEX tour_stop_recordings_recording ON tour_stop_recordings (recording)",
  """
  INSERT INTO tour_stop_recordings (stop, language, recording)
  SELECT s.id, '', s.recording FROM tour_stops s WHERE s.recording IS NOT NULL
  """,
  "DROP INDEX tour_stops_recording",
  "ALTER TABLE tour_stops DROP COLUMN recording",
]

/// Names and descriptions in every language, null in revisions that are older; and the names of
/// stops as they are searched for, null where they have not been looked at yet.
private let namesPerLanguage = [
  "ALTER TABLE tour_revisions ADD COLUMN names %text",
  "ALTER TABLE tour_revisions ADD COLUMN names_key %text",
  "ALTER TABLE tour_revisions ADD COLUMN descriptions %text",
  "ALTER TABLE tour_stops ADD COLUMN title_key %text",
  "CREATE INDEX tour_stops_without_key ON tour_stops (id) WHERE title_key IS NULL",
]

/// What walkers tell organizations of their tours.
private let feedbackTable = [
  """
  CREATE TABLE tour_feedback (
    id %id NOT NULL PRIMARY KEY,
    run %id NOT NULL UNIQUE REFERENCES tour_runs (id),
    account %id NOT NULL,
    tour %id NOT NULL REFERENCES tours (id),
    stars %int NOT NULL CHECK (stars BETWEEN 1 AND 5),
    text %text,
    at %int NOT NULL,
    hidden_at %int)
  """,
  "CREATE INDEX tour_feedback_tour ON tour_feedback (tour, id)",
  "CREATE INDEX tour_feedback_account ON tour_feedback (account)",
]

/// What must not be published again as it is, after an admin's decision to hide it until it is changed.
private let heldRevisions = ["ALTER TABLE tours ADD COLUMN held_revision %id"]

/// A tour points to its revision in work and to the one last published, which stays as it is.
private let tourTables = [
  """
  CREATE TABLE tours (
    id %id NOT NULL PRIMARY KEY,
    organization %id NOT NULL,
    state %text NOT NULL CHECK (state IN ('draft', 'published', 'retired', 'removed')),
    draft_revision %id,
    released_revision %id,
    created_by %id,
    created_at %int NOT NULL,
    updated_at %int NOT NULL,
    published_at %int,
    version %int NOT NULL,
    CHECK (draft_revision IS NOT NULL OR released_revision IS NOT NULL),
    CHECK (state <> 'published' OR released_revision IS NOT NULL),
    CHECK (state <> 'draft' OR released_revision IS NULL))
  """,
  "CREATE INDEX tours_organization ON tours (organization, state)",
  "CREATE INDEX tours_created_by ON tours (created_by)",
  """
  CREATE TABLE tour_revisions (
    id %id NOT NULL PRIMARY KEY,
    tour %id NOT NULL REFERENCES tours (id),
    number %int NOT NULL,
    name %text NOT NULL,
    name_key %text NOT NULL,
    description %text NOT NULL,
    place %text,
    place_key %text NOT NULL,
    price %int NOT NULL CHECK (price >= 0 AND price < 1000),
    currency %text NOT NULL CHECK (currency IN ('CAD', 'USD')),
    links %text NOT NULL,
    languages %text NOT NULL,
    duration_minutes %int,
    distance %real NOT NULL,
    duration %int NOT NULL,
    start_lon %real NOT NULL,
    start_lat %real NOT NULL,
    own_area %int NOT NULL,
    stop_count %int NOT NULL,
    created_at %int NOT NULL,
    released_at %int,
    UNIQUE (tour, number))
  """,
  """
  CREATE TABLE tour_areas (
    row_id %serial,
    id %id NOT NULL UNIQUE REFERENCES tour_revisions (id))
  """,
  """
  CREATE TABLE tour_routes (
    row_id %serial,
    id %id NOT NULL UNIQUE REFERENCES tour_revisions (id))
  """,
  """
  CREATE TABLE tour_stops (
    row_id %serial,
    id %id NOT NULL UNIQUE,
    revision %id NOT NULL REFERENCES tour_revisions (id),
    ordinal %int NOT NULL,
    kind %text NOT NULL CHECK (kind IN ('object', 'popup')),
    title %text NOT NULL,
    texts %text NOT NULL,
    height %real,
    trigger_radius %real,
    trigger_area %blob,
    recording %id,
    UNIQUE (revision, ordinal))
  """,
  """
  CREATE TABLE tour_stop_objects (
    stop %id NOT NULL REFERENCES tour_stops (id),
    ordinal %int NOT NULL,
    object %id NOT NULL,
    PRIMARY KEY (stop, ordinal))
  """,
  "CREATE INDEX tour_stop_objects_object ON tour_stop_objects (object)",
  """
  CREATE TABLE tour_recordings (
    id %id NOT NULL PRIMARY KEY,
    organization %id NOT NULL,
    sha256 %text NOT NULL,
    type %text NOT NULL,
    bytes %int NOT NULL,
    seconds %real,
    created_at %int NOT NULL)
  """,
  "CREATE INDEX tour_recordings_organization ON tour_recordings (organization)",
]

/// A run keeps totals and arrivals; the positions of a walker are never written.
private let runTables = [
  """
  CREATE TABLE tour_runs (
    id %id NOT NULL PRIMARY KEY,
    account %id NOT NULL,
    tour %id NOT NULL REFERENCES tours (id),
    revision %id NOT NULL REFERENCES tour_revisions (id),
    started_at %int NOT NULL,
    completed_at %int,
    ended_at %int,
    walked %real NOT NULL CHECK (walked >= 0),
    last_point_at %int,
    active_at %int NOT NULL,
    clock_offset %int NOT NULL)
  """,
  // One open run per account: the database keeps it, whatever comes first.
  "CREATE UNIQUE INDEX tour_runs_open ON tour_runs (account) WHERE ended_at IS NULL",
  "CREATE INDEX tour_runs_account ON tour_runs (account, id)",
  "CREATE INDEX tour_runs_tour ON tour_runs (tour)",
  "CREATE INDEX tour_runs_revision ON tour_runs (revision)",
  """
  CREATE TABLE tour_run_arrivals (
    run %id NOT NULL REFERENCES tour_runs (id),
    stop %id NOT NULL REFERENCES tour_stops (id),
    ordinal %int NOT NULL,
    at %int NOT NULL,
    PRIMARY KEY (run, ordinal))
  """,
]

/// How often a payment has come to an end, so that another one is a new one for the provider; what
/// was paid stands in the ledger.
private let purchaseTables = [
  """
  CREATE TABLE tour_payments (
    account %id NOT NULL,
    tour %id NOT NULL,
    ended %int NOT NULL,
    PRIMARY KEY (account, tour))
  """
]
