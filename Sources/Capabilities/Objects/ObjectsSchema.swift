import Media
import Storage

/// The tables of AR objects, inventories, instances and reactions; the first release made those of
/// stored media with them.
public let objectsSchema = SchemaModule(
  name: "content_objects",
  migrations: [
    Migration(
      number: 1,
      statements: mediaTables + objectTables + inventoryTables + instanceTables + reactionTables,
      spatialColumns: [InstanceStore.position]),
    Migration(number: 2, statements: triggerIndex),
    Migration(number: 3, statements: scanTables),
    Migration(number: 4, statements: soldObjects),
    Migration(number: 5, statements: captions),
    Migration(number: 6, statements: hiding),
  ])

/// At every start the triggers are read: few of many instances.
private let triggerIndex = [
  "CREATE INDEX instances_trigger ON instances (id) WHERE trigger_radius IS NOT NULL"
]

/// What its owner has withdrawn, and is kept for those who bought it with a tour.
private let soldObjects = [
  """
  ALTER TABLE objects ADD COLUMN is_sold %int NOT NULL DEFAULT 0
  """
]

/// What a placed thing is called, and what it says.
private let captions = [
  "ALTER TABLE instances ADD COLUMN name %text",
  "ALTER TABLE instances ADD COLUMN message %text",
  "ALTER TABLE instances ADD COLUMN shows_message %int NOT NULL DEFAULT 0",
]

/// What is out of sight until it is changed; its state is that of what was taken away.
private let hiding = [
  "ALTER TABLE objects ADD COLUMN is_hidden %int NOT NULL DEFAULT 0",
  "ALTER TABLE instances ADD COLUMN is_hidden %int NOT NULL DEFAULT 0",
]

private let objectTables = [
  """
  CREATE TABLE objects (
    id %id PRIMARY KEY,
    owner %id,
    name %text NOT NULL,
    sort_name %text NOT NULL,
    alt %text NOT NULL,
    kind %text NOT NULL CHECK (kind IN ('model', 'image', 'text', 'shape')),
    origin %text NOT NULL CHECK (origin IN ('preset', 'upload', 'scan', 'prompt')),
    sha256 %text NOT NULL,
    media_type %text NOT NULL,
    bytes %int NOT NULL,
    triangles %int NOT NULL,
    min_x %real NOT NULL, min_y %real NOT NULL, min_z %real NOT NULL,
    max_x %real NOT NULL, max_y %real NOT NULL, max_z %real NOT NULL,
    state %text NOT NULL CHECK (state IN ('live', 'withdrawn')),
    created_at %int NOT NULL,
    updated_at %int NOT NULL,
    withdrawn_at %int,
    version %int NOT NULL,
    CHECK ((state = 'withdrawn') = (withdrawn_at IS NOT NULL)),
    CHECK (owner IS NOT NULL OR origin = 'preset' OR state = 'withdrawn'))
  """,
  "CREATE INDEX objects_owner ON objects (owner, created_at)",
  "CREATE INDEX objects_name ON objects (sort_name, id)",
  "CREATE INDEX objects_origin ON objects (origin, sha256)",
  "CREATE INDEX objects_withdrawn ON objects (withdrawn_at)",
]

private let inventoryTables = [
  """
  CREATE TABLE inventory_entries (
    holder %id NOT NULL,
    holder_kind %text NOT NULL CHECK (holder_kind IN ('account', 'realm')),
    object %id NOT NULL REFERENCES objects (id),
    added_by %id NOT NULL,
    added_at %int NOT NULL,
    PRIMARY KEY (holder, object))
  """,
  "CREATE INDEX inventory_entries_object ON inventory_entries (object)",
  "CREATE INDEX inventory_entries_added_by ON inventory_entries (added_by)",
]

private let instanceTables = [
  """
  CREATE TABLE instances (
    row_id %serial,
    id %id NOT NULL UNIQUE,
    object %id NOT NULL REFERENCES objects (id),
    author %id NOT NULL,
    lat %real NOT NULL CHECK (lat BETWEEN -90 AND 90),
    lon %real NOT NULL CHECK (lon BETWEEN -180 AND 180),
    height %real NOT NULL,
    qx %real NOT NULL, qy %real NOT NULL, qz %real NOT NULL, qw %real NOT NULL,
    scale %real NOT NULL CHECK (scale BETWEEN 0.01 AND 100),
    priority %int NOT NULL CHECK (priority BETWEEN 0 AND 100),
    trigger_radius %real,
    state %text NOT NULL CHECK (state IN ('live', 'removed')),
    created_at %int NOT NULL,
    updated_at %int NOT NULL,
    version %int NOT NULL)
  """,
  "CREATE INDEX instances_object ON instances (object)",
  "CREATE INDEX instances_author ON instances (author, id)",
  """
  CREATE TABLE instance_realms (
    instance %id NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    realm %id NOT NULL,
    PRIMARY KEY (instance, realm))
  """,
  "CREATE INDEX instance_realms_realm ON instance_realms (realm, instance)",
]

private let reactionTables = [
  """
  CREATE TABLE reactions (
    subject %id NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    account %id NOT NULL,
    kind %text NOT NULL CHECK (kind IN ('like', 'love', 'laugh', 'wow', 'sad', 'thanks')),
    created_at %int NOT NULL,
    updated_at %int NOT NULL,
    PRIMARY KEY (subject, account))
  """,
  "CREATE INDEX reactions_account ON reactions (account, subject)",
]

private let scanTables = [
  """
  CREATE TABLE scan_requests (
    id %id NOT NULL PRIMARY KEY,
    account %id NOT NULL,
    name %text NOT NULL,
    alt %text NOT NULL,
    state %text NOT NULL CHECK (state IN ('requested', 'done', 'declined', 'withdrawn')),
    object %id,
    reason %text,
    created_at %int NOT NULL,
    decided_at %int,
    CHECK ((state = 'requested') = (decided_at IS NULL)),
    CHECK ((state = 'done') = (object IS NOT NULL)),
    CHECK ((state = 'declined') = (reason IS NOT NULL)))
  """,
  "CREATE INDEX scan_requests_account ON scan_requests (account, id)",
  "CREATE INDEX scan_requests_open ON scan_requests (id) WHERE state = 'requested'",
]
