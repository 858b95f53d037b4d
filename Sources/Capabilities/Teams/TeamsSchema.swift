import Storage

/// Everything that this capability stores.
public let teamsSchema = SchemaModule(
  name: "teams",
  migrations: [
    Migration(number: 1, statements: attendanceTables),
    Migration(number: 2, statements: communityTables + recordTables),
    Migration(number: 3, statements: contactTables),
    Migration(number: 4, statements: courseTables),
    Migration(number: 5, statements: rosterTables),
    Migration(number: 6, statements: rideTables),
  ])

private let communityTables = [
  """
  CREATE TABLE community_profiles (
    realm %id NOT NULL PRIMARY KEY REFERENCES sub_realms (id) ON DELETE CASCADE,
    category %text NOT NULL,
    publishers %text NOT NULL CHECK (publishers IN ('admins', 'moderators')))
  """,
  // Up to when an account has looked at what is new in a sub-realm.
  """
  CREATE TABLE group_visits (
    account %id NOT NULL REFERENCES accounts (id),
    realm %id NOT NULL REFERENCES sub_realms (id) ON DELETE CASCADE,
    seen_at %int NOT NULL,
    PRIMARY KEY (account, realm))
  """,
  """
  CREATE TABLE group_news (
    id %id NOT NULL PRIMARY KEY,
    realm %id NOT NULL REFERENCES sub_realms (id) ON DELETE CASCADE,
    author %id REFERENCES accounts (id),
    title %text NOT NULL,
    text %text NOT NULL,
    created_at %int NOT NULL)
  """,
  "CREATE INDEX group_news_realm ON group_news (realm, id)",
  "CREATE INDEX group_news_author ON group_news (author)",
  // What is new in a sub-realm is asked for with every list of communities.
  "CREATE INDEX calendar_items_updates ON calendar_items (realm, updated_at)",
]

private let contactTables = [
  // Who shows the members of a team how to be reached; the addresses themselves are not repeated.
  """
  CREATE TABLE contact_shares (
    account %id NOT NULL REFERENCES accounts (id),
    realm %id NOT NULL REFERENCES sub_realms (id) ON DELETE CASCADE,
    given_at %int NOT NULL,
    PRIMARY KEY (account, realm))
  """,
  "CREATE INDEX contact_shares_realm ON contact_shares (realm, account)",
]

private let rosterTables = [
  """
  CREATE TABLE team_profiles (
    realm %id NOT NULL PRIMARY KEY REFERENCES sub_realms (id) ON DELETE CASCADE,
    sport %text NOT NULL)
  """,
  """
  CREATE TABLE member_reports (
    id %id NOT NULL PRIMARY KEY,
    realm %id NOT NULL REFERENCES sub_realms (id) ON DELETE CASCADE,
    reporter %id NOT NULL REFERENCES accounts (id),
    account %id NOT NULL REFERENCES accounts (id),
    reason %text NOT NULL CHECK (reason IN ('harassment', 'bullying', 'other')),
    text %text NOT NULL,
    created_at %int NOT NULL,
    UNIQUE (realm, reporter, account))
  """,
  "CREATE INDEX member_reports_reporter ON member_reports (reporter)",
  "CREATE INDEX member_reports_account ON member_reports (account)",
]

private let recordTables = [
  """
  CREATE TABLE team_records (
    id %id NOT NULL PRIMARY KEY,
    realm %id NOT NULL REFERENCES sub_realms (id) ON DELETE CASCADE,
    account %id REFERENCES accounts (id),
    metric %text NOT NULL,
    value %real NOT NULL,
    unit %text NOT NULL,
    season %text NOT NULL,
    day %text NOT NULL,
    version %int NOT NULL)
  """,
  "CREATE INDEX team_records_realm ON team_records (realm, day, id)",
  "CREATE INDEX team_records_account ON team_records (account)",
]

private let attendanceTables = [
  // `occurrence` is when the occurrence of a series begins, and 0 for what takes place once, which
  // may be moved. `own_source` says whether the person was seen at the place; where, is not kept.
  """
  CREATE TABLE attendance_marks (
    item %id NOT NULL REFERENCES calendar_items (id) ON DELETE CASCADE,
    occurrence %int NOT NULL,
    account %id NOT NULL REFERENCES accounts (id),
    own_mark %text CHECK (own_mark IN ('present', 'absent')),
    own_source %text CHECK (own_source IN ('person', 'place')),
    admin_mark %text CHECK (admin_mark IN ('present', 'absent')),
    updated_at %int NOT NULL,
    PRIMARY KEY (item, occurrence, account),
    CHECK ((own_mark IS NULL) = (own_source IS NULL)))
  """,
  "CREATE INDEX attendance_marks_account ON attendance_marks (account)",
]
