import Access
import Base
import Calendar
import Geodesy
import Itineraries
import Storage

extension TravelPreferences {
  /// Those of an account, for whoever reckons with its ways; they are shown to nobody else.
  public static func of(
    _ account: EntityID, in session: StoreSession
  ) throws -> TravelPreferences {
    try TravelProfileStore.preferences(of: account, in: session)
  }
}

/// Preferences of accounts, and how far their plans are up to date.
enum TravelProfileStore {
  /// Counts of the changes of everything that an account's plans rest on.
  struct Basis: Hashable, Sendable {
    var preferences: Int
    var calendar: Int
  }

  /// How far an account's plans are up to date.
  struct Progress: Hashable, Sendable {
    var planned: Basis
    var plannedUntil: Instant
    /// The versions of the data that the plans were made with, the lasting one first.
    var plannedWith: String
  }

  static func preferences(
    of account: EntityID, in session: StoreSession
  ) throws -> TravelPreferences {
    var preferences = TravelPreferences.initial
    try session.each(
      """
      SELECT home_lat, home_lon, home_label, preferences_version, buffer, change_time, home_address,
        boarding_time
      FROM travel_profiles WHERE account = ?1
      """, [.id(account)]
    ) { row in
      if let lat = try row.optional(0, row.real) {
        preferences.home = Place(
          position: LonLat(lon: try row.real(1), lat: lat), label: try row.optional(2, row.text),
          address: try row.optional(6, row.text))
      }
      preferences.version = try row.int(3)
      preferences.buffer = try row.int(4)
      preferences.changeTime = try row.int(5)
      preferences.boardingTime = try row.int(7)
    }
    try session.each(
      """
      SELECT day, modes, maximum_walk, avoiding, ordering FROM travel_preferences
      WHERE account = ?1
      """, [.id(account)]
    ) { row in
      let rules = TravelRules(
        modes: WordSet.decode(try row.text(1), TravelMode.self),
        maximumWalk: try row.optional(2, row.real),
        avoiding: WordSet.decode(try row.text(3), TravelAvoidance.self),
        order: try row.word(4, TravelOrder.self))
      let day = try row.text(0)
      if day.isEmpty {
        preferences.general = rules
      } else if let day = TravelPreferences.Day(day) {
        preferences.days[day] = rules
      }
    }
    return preferences
  }

  /// Replaces the preferences.
  static func put(
    _ preferences: TravelPreferences, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO travel_profiles (account, preferences_version, revision, planned_revision,
        planned_until, planned_with)
      VALUES (?1, 0, 1, 0, 0, '')
      ON CONFLICT (account) DO UPDATE SET revision = travel_profiles.revision + 1
      """, [.id(account)])
    try transaction.record("travelProfile", account, .update)
    let home = preferences.home?.position
    try transaction.execute(
      """
      UPDATE travel_profiles SET home_lat = ?2, home_lon = ?3, home_label = ?4,
        preferences_version = ?5, buffer = ?6, change_time = ?7, home_address = ?8,
        boarding_time = ?9
      WHERE account = ?1
      """,
      [
        .id(account), .real(orNull: home?.lat), .real(orNull: home?.lon),
        .text(orNull: preferences.home?.label), .int(preferences.version),
        .int(preferences.buffer), .int(preferences.changeTime),
        .text(orNull: preferences.home?.address), .int(preferences.boardingTime),
      ])
    try transaction.execute("DELETE FROM travel_preferences WHERE account = ?1", [.id(account)])
    var rules = preferences.days
    rules[.every] = preferences.general
    for (day, rules) in rules {
      try transaction.execute(
        """
        INSERT INTO travel_preferences (account, day, modes, maximum_walk, avoiding, ordering)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """,
        [
          .id(account), .text(day.text), .text(WordSet.encode(rules.modes)),
          .real(orNull: rules.maximumWalk), .text(WordSet.encode(rules.avoiding)),
          .text(rules.order.rawValue),
        ])
    }
  }

  /// How often what plans rest on has changed.
  static func basis(of account: EntityID, in session: StoreSession) throws -> Basis {
    Basis(
      preferences: try session.count(
        "SELECT revision FROM travel_profiles WHERE account = ?1", [.id(account)]),
      calendar: try CalendarRevision.current(of: account, in: session))
  }

  /// How far an account's plans were up to date the last time; nil where none were made.
  static func progress(of account: EntityID, in session: StoreSession) throws -> Progress? {
    try session.first(
      """
      SELECT planned_revision, planned_calendar, planned_until, planned_with FROM travel_profiles
      WHERE account = ?1
      """, [.id(account)]
    ) { row in
      Progress(
        planned: Basis(preferences: try row.int(0), calendar: try row.int(1)),
        plannedUntil: try row.instant(2), plannedWith: try row.text(3))
    }
  }

  static func setProgress(
    _ progress: Progress, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO travel_profiles (account, preferences_version, revision, planned_revision,
        planned_calendar, planned_until, planned_with)
      VALUES (?1, 0, ?2, ?2, ?3, ?4, ?5)
      ON CONFLICT (account) DO UPDATE SET planned_revision = ?2, planned_calendar = ?3,
        planned_until = ?4, planned_with = ?5
      """,
      [
        .id(account), .int(progress.planned.preferences), .int(progress.planned.calendar),
        .instant(progress.plannedUntil), .text(progress.plannedWith),
      ])
  }

  /// Accounts with a calendar whose plans are not up to date, at most `limit`: first those with
  /// plans for what is soon, whom alone what holds for the time being concerns.
  static func stale(
    _ times: any TravelTimes, soon: Range<Instant>, plannedBefore: Instant, limit: Int,
    in session: StoreSession
  ) throws -> [EntityID] {
    let hasSoon = """
      EXISTS (SELECT 1 FROM travel_plans p WHERE p.account = c.account
        AND p.occurrence >= ?5 AND p.occurrence < ?6)
      """
    return try session.all(
      """
      SELECT c.account FROM calendars c LEFT JOIN travel_profiles t ON t.account = c.account
      WHERE t.account IS NULL OR t.planned_calendar < c.revision
        OR t.planned_revision < t.revision OR t.planned_until < ?2
        OR t.planned_with NOT LIKE ?4 OR (t.planned_with <> ?1 AND \(hasSoon))
      ORDER BY CASE WHEN \(hasSoon) THEN 0 ELSE 1 END, COALESCE(t.planned_until, 0) LIMIT ?3
      """,
      [
        .text(times.versions), .instant(plannedBefore), .int(limit),
        .text(times.lastingVersion + " %"), .instant(soon.lowerBound), .instant(soon.upperBound),
      ]
    ) { try $0.id(0) }
  }
}
