import Notifications
import Registration

/// What car sharing stores.
let rideTables = [
  // `occurrence` as in `attendance_marks`. Whoever takes the own part back keeps the row without a
  // place, for the count of the places that were said.
  """
  CREATE TABLE ride_parts (
    item %id NOT NULL REFERENCES calendar_items (id) ON DELETE CASCADE,
    occurrence %int NOT NULL,
    account %id NOT NULL REFERENCES accounts (id),
    role %text CHECK (role IN ('driver', 'seeker')),
    seats %int NOT NULL CHECK (seats BETWEEN 0 AND 7),
    source %text CHECK (source IN ('home', 'shown')),
    lat %real,
    lon %real,
    label %text,
    starts %int NOT NULL,
    PRIMARY KEY (item, occurrence, account),
    CHECK ((role IS NULL) = (source IS NULL) AND (role IS NULL) = (lat IS NULL)
      AND (role IS NULL) = (lon IS NULL)))
  """,
  "CREATE INDEX ride_parts_account ON ride_parts (account)",
  // `by_role` has asked, or has ended it.
  """
  CREATE TABLE ride_pairs (
    item %id NOT NULL REFERENCES calendar_items (id) ON DELETE CASCADE,
    occurrence %int NOT NULL,
    driver %id NOT NULL REFERENCES accounts (id),
    seeker %id NOT NULL REFERENCES accounts (id),
    state %text NOT NULL CHECK (state IN ('asked', 'agreed', 'closed')),
    by_role %text CHECK (by_role IN ('driver', 'seeker')),
    PRIMARY KEY (item, occurrence, driver, seeker),
    CHECK (driver <> seeker),
    CHECK ((state = 'agreed') = (by_role IS NULL)))
  """,
  "CREATE INDEX ride_pairs_driver ON ride_pairs (driver)",
  "CREATE INDEX ride_pairs_seeker ON ride_pairs (seeker)",
  // Nobody rides in two cars.
  """
  CREATE UNIQUE INDEX ride_pairs_one ON ride_pairs (item, occurrence, seeker)
  WHERE state = 'agreed'
  """,
]

/// What is said of the tables of car sharing.
let rideClaims = [
  TableClaim(
    "ride_parts", export: .yes("rides"), erasure: .yes("deleted"), rules: .yes("riders-come")),
  TableClaim(
    "ride_pairs", export: .yes("rideAgreements"), erasure: .yes("deleted"),
    rules: .yes("seats-are-not-overbooked")),
]

/// The rules that car sharing keeps.
let rideInvariants = [
  Invariant(
    "riders-come", "Only who has accepted an event offers or looks for a seat to it.",
    countingBreaches: """
      SELECT COUNT(*) FROM ride_parts r WHERE r.role IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM participations p
        WHERE p.item = r.item AND p.account = r.account AND p.answer = 'accepted')
      """),
  Invariant(
    "seats-are-not-overbooked",
    "No more ride with a driver than there are seats, and both still say that they do.",
    countingBreaches: """
      SELECT (SELECT COUNT(*) FROM ride_parts d WHERE (
          SELECT COUNT(*) FROM ride_pairs p WHERE p.item = d.item AND p.occurrence = d.occurrence
            AND p.driver = d.account AND p.state = 'agreed') > d.seats)
      + (SELECT COUNT(*) FROM ride_pairs p WHERE p.state <> 'closed' AND NOT (
          EXISTS (SELECT 1 FROM ride_parts d WHERE d.item = p.item
            AND d.occurrence = p.occurrence AND d.account = p.driver AND d.role = 'driver')
          AND EXISTS (SELECT 1 FROM ride_parts s WHERE s.item = p.item
            AND s.occurrence = p.occurrence AND s.account = p.seeker AND s.role = 'seeker')))
      """),
]
