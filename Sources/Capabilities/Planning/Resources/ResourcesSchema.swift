import Storage

/// Resources of sub-realms, their bookings and the requests to give these up.
let resourcesSchema = SchemaModule(
  name: "resources",
  migrations: [
    Migration(
      number: 1,
      statements: [
        """
        CREATE TABLE resources (
          id %id NOT NULL PRIMARY KEY,
          realm %id NOT NULL REFERENCES sub_realms (id),
          author %id REFERENCES accounts (id),
          name %text NOT NULL,
          name_key %text NOT NULL,
          description %text NOT NULL,
          lat %real CHECK (lat BETWEEN -90 AND 90),
          lon %real CHECK (lon BETWEEN -180 AND 180),
          label %text,
          address %text,
          notice_hours %int NOT NULL,
          longest_minutes %int NOT NULL,
          per_week %int,
          same_day %int NOT NULL,
          created_at %int NOT NULL,
          version %int NOT NULL)
        """,
        "CREATE INDEX resources_realm ON resources (realm, name_key, id)",
        "CREATE INDEX resources_author ON resources (author)",
        """
        CREATE TABLE bookings (
          id %id NOT NULL PRIMARY KEY,
          resource %id NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
          item %id NOT NULL,
          holder %id NOT NULL REFERENCES accounts (id),
          starts_at %int NOT NULL,
          ends_at %int NOT NULL,
          reason %text NOT NULL,
          priority %text NOT NULL CHECK (priority IN ('high', 'medium', 'low')),
          state %text NOT NULL CHECK (state IN ('confirmed', 'cancelled', 'overridden')),
          created_at %int NOT NULL,
          version %int NOT NULL,
          CHECK (starts_at < ends_at))
        """,
        "CREATE INDEX bookings_resource ON bookings (resource, starts_at, id)",
        "CREATE INDEX bookings_holder ON bookings (holder, ends_at)",
        // One row for each quarter of an hour of a confirmed booking: the key is what keeps two
        // from having a resource at once, on every engine and for every process.
        """
        CREATE TABLE booked_quarters (
          resource %id NOT NULL,
          quarter %int NOT NULL,
          booking %id NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
          PRIMARY KEY (resource, quarter))
        """,
        "CREATE INDEX booked_quarters_booking ON booked_quarters (booking)",
        """
        CREATE TABLE override_requests (
          id %id NOT NULL PRIMARY KEY,
          booking %id NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
          requester %id NOT NULL REFERENCES accounts (id),
          starts_at %int NOT NULL,
          ends_at %int NOT NULL,
          reason %text NOT NULL,
          priority %text NOT NULL CHECK (priority IN ('high', 'medium', 'low')),
          asked_at %int NOT NULL,
          state %text NOT NULL CHECK (state IN
            ('open', 'approved', 'denied', 'expired', 'obsolete')),
          CHECK (starts_at < ends_at))
        """,
        "CREATE INDEX override_requests_booking ON override_requests (booking, state)",
        "CREATE INDEX override_requests_requester ON override_requests (requester)",
      ]),
    Migration(
      number: 2,
      statements: [
        """
        CREATE TABLE resource_calendars (
          resource %id NOT NULL PRIMARY KEY REFERENCES resources (id) ON DELETE CASCADE,
          address %text NOT NULL,
          checked_at %int,
          read_at %int,
          failing_since %int,
          failures %int NOT NULL,
          problem %text,
          next_at %int NOT NULL)
        """,
        """
        CREATE TABLE resource_busy_times (
          resource %id NOT NULL REFERENCES resource_calendars (resource) ON DELETE CASCADE,
          starts_at %int NOT NULL,
          ends_at %int NOT NULL,
          PRIMARY KEY (resource, starts_at),
          CHECK (starts_at < ends_at))
        """,
        // Whether a booking that holds its time waits to be acknowledged, and whether it stands in
        // the calendars.
        "ALTER TABLE bookings ADD COLUMN waits %int NOT NULL DEFAULT 0",
        "ALTER TABLE bookings ADD COLUMN entered %int NOT NULL DEFAULT 1",
        "CREATE INDEX bookings_not_entered ON bookings (resource) WHERE entered = 0",
        """
        CREATE TABLE booking_acknowledgements (
          booking %id NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
          account %id NOT NULL REFERENCES accounts (id),
          acknowledged_at %int,
          PRIMARY KEY (booking, account))
        """,
        "CREATE INDEX booking_acknowledgements_account ON booking_acknowledgements (account)",
      ]),
    // Whether a request was denied only because another's was approved.
    Migration(
      number: 3,
      statements: ["ALTER TABLE override_requests ADD COLUMN to_another %int NOT NULL DEFAULT 0"]),
  ])
