import Storage

/// What families and friends plan, until it stands in their calendars.
let activitiesSchema = SchemaModule(
  name: "activities",
  migrations: [
    Migration(
      number: 1,
      statements: [
        """
        CREATE TABLE activities (
          id %id NOT NULL PRIMARY KEY,
          realm %id NOT NULL REFERENCES sub_realms (id),
          host %id NOT NULL REFERENCES accounts (id),
          step %text NOT NULL CHECK (step IN
            ('start', 'polling', 'scheduling', 'details', 'confirmed', 'cancelled')),
          name %text NOT NULL,
          description %text NOT NULL,
          starts_at %int,
          duration %int CHECK (duration > 0),
          is_checked %int NOT NULL,
          lat %real CHECK (lat BETWEEN -90 AND 90),
          lon %real CHECK (lon BETWEEN -180 AND 180),
          label %text,
          address %text,
          type %text NOT NULL,
          item %id,
          created_at %int NOT NULL,
          version %int NOT NULL,
          CHECK ((item IS NOT NULL) = (step IN ('confirmed', 'cancelled'))),
          CHECK ((starts_at IS NULL) = (duration IS NULL)))
        """,
        "CREATE INDEX activities_realm ON activities (realm, id)",
        "CREATE INDEX activities_host ON activities (host)",
        """
        CREATE TABLE activity_invitees (
          activity %id NOT NULL REFERENCES activities (id) ON DELETE CASCADE,
          account %id NOT NULL REFERENCES accounts (id),
          PRIMARY KEY (activity, account))
        """,
        "CREATE INDEX activity_invitees_account ON activity_invitees (account)",
        """
        CREATE TABLE activity_tasks (
          activity %id NOT NULL REFERENCES activities (id) ON DELETE CASCADE,
          position %int NOT NULL,
          title %text NOT NULL,
          assignee %id REFERENCES accounts (id),
          PRIMARY KEY (activity, position))
        """,
        "CREATE INDEX activity_tasks_assignee ON activity_tasks (assignee)",
        """
        CREATE TABLE polls (
          activity %id NOT NULL PRIMARY KEY REFERENCES activities (id) ON DELETE CASCADE,
          deadline %int NOT NULL,
          state %text NOT NULL CHECK (state IN
            ('draft', 'open', 'closed', 'withoutVotes', 'applied', 'cancelled')),
          chosen %id,
          told_all %int NOT NULL)
        """,
        """
        CREATE TABLE poll_options (
          id %id NOT NULL PRIMARY KEY,
          activity %id NOT NULL REFERENCES polls (activity) ON DELETE CASCADE,
          position %int NOT NULL,
          name %text NOT NULL,
          description %text NOT NULL,
          starts_at %int,
          ends_at %int,
          lat %real CHECK (lat BETWEEN -90 AND 90),
          lon %real CHECK (lon BETWEEN -180 AND 180),
          label %text,
          address %text,
          UNIQUE (activity, position),
          CHECK ((starts_at IS NULL) = (ends_at IS NULL)))
        """,
        """
        CREATE TABLE poll_votes (
          activity %id NOT NULL REFERENCES polls (activity) ON DELETE CASCADE,
          option %id NOT NULL REFERENCES poll_options (id) ON DELETE CASCADE,
          voter %id NOT NULL REFERENCES accounts (id),
          PRIMARY KEY (option, voter))
        """,
        "CREATE INDEX poll_votes_activity ON poll_votes (activity, voter)",
        "CREATE INDEX poll_votes_voter ON poll_votes (voter)",
        """
        CREATE TABLE activity_types (
          id %id NOT NULL PRIMARY KEY,
          realm %id NOT NULL REFERENCES sub_realms (id),
          name %text NOT NULL,
          name_key %text NOT NULL,
          created_at %int NOT NULL)
        """,
        "CREATE UNIQUE INDEX activity_types_realm ON activity_types (realm, name_key)",
        """
        CREATE TABLE activity_type_tasks (
          type %id NOT NULL REFERENCES activity_types (id) ON DELETE CASCADE,
          position %int NOT NULL,
          title %text NOT NULL,
          PRIMARY KEY (type, position))
        """,
      ]),
    Migration(
      number: 2,
      statements: [
        // Where those who take part set out; told to nobody else.
        """
        CREATE TABLE starting_places (
          activity %id NOT NULL REFERENCES activities (id) ON DELETE CASCADE,
          account %id NOT NULL REFERENCES accounts (id),
          source %text NOT NULL CHECK (source IN ('previous', 'home', 'shown')),
          lat %real CHECK (lat BETWEEN -90 AND 90),
          lon %real CHECK (lon BETWEEN -180 AND 180),
          PRIMARY KEY (activity, account),
          CHECK ((source = 'shown') = (lat IS NOT NULL) AND (lat IS NULL) = (lon IS NULL)))
        """,
        "CREATE INDEX starting_places_account ON starting_places (account)",
        """
        CREATE TABLE saved_places (
          id %id NOT NULL PRIMARY KEY,
          account %id NOT NULL REFERENCES accounts (id),
          name %text NOT NULL,
          name_key %text NOT NULL,
          lat %real NOT NULL CHECK (lat BETWEEN -90 AND 90),
          lon %real NOT NULL CHECK (lon BETWEEN -180 AND 180),
          label %text,
          address %text)
        """,
        "CREATE UNIQUE INDEX saved_places_account ON saved_places (account, name_key)",
      ]),
  ])
