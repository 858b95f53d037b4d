import Storage

/// Feeds of one sub-realm's calendar, beside those of a whole one.
let feedRealms = Migration(
  number: 12,
  statements: [
    "ALTER TABLE calendar_feeds ADD COLUMN realm %id REFERENCES sub_realms (id)",
    "CREATE INDEX calendar_feeds_realm ON calendar_feeds (realm) WHERE realm IS NOT NULL",
  ])
