import Base
import Geodesy
import Realms
import Storage

/// Preferences of accounts, and how far their plans are up to date.
enum TravelProfileStore {
  /// How far an account's plans are up to date.
  struct Progress: Hashable, Sendable {
    /// Counts every change of what plans depend on.
    var revision: Int
    var plannedRevision: Int
    var plannedUntil: Instant
    /// The version of the data that the plans were made with.
    var plannedWith: String
  }

  static func preferences(
    of account: EntityID, in session: StoreSession
  ) throws -> TravelPreferences {
    var preferences = TravelPreferences.initial
    try session.each(
      """
      SELECT home_lat, home_lon, home_label, preferences_version FROM travel_profiles
      WHERE account = ?1
      """, [.id(account)]
    ) { row in
      if let lat = try row.optional(0, row.real) {
        preferences.home = Place(
          position: LonLat(lon: try row.real(1), lat: lat), label: try row.optional(2, row.text))
      }
      preferences.version = try row.int(3)
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
    try bump(account, in: transaction)
    let home = preferences.home?.position
    try transaction.execute(
      """
      UPDATE travel_profiles SET home_lat = ?2, home_lon = ?3, home_label = ?4,
        preferences_version = ?5
      WHERE account = ?1
      """,
      [
        .id(account), .real(orNull: home?.lat), .real(orNull: home?.lon),
        .text(orNull: preferences.home?.label), .int(preferences.version),
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

  /// Notes that something has changed that the account's plans depend on.
  static func bump(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO travel_profiles (account, preferences_version, revision, planned_revision,
        planned_until, planned_with)
      VALUES (?1, 0, 1, 0, 0, '')
      ON CONFLICT (account) DO UPDATE SET revision = travel_profiles.revision + 1
      """, [.id(account)])
    try transaction.record("travelProfile", account, .update)
  }

  static func progress(of account: EntityID, in session: StoreSession) throws -> Progress? {
    try session.first(
      """
      SELECT revision, planned_revision, planned_until, planned_with FROM travel_profiles
      WHERE account = ?1
      """, [.id(account)]
    ) { row in
      Progress(
        revision: try row.int(0), plannedRevision: try row.int(1),
        plannedUntil: try row.instant(2), plannedWith: try row.text(3))
    }
  }

  static func setProgress(
    _ progress: Progress, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE travel_profiles SET planned_revision = ?2, planned_until = ?3, planned_with = ?4
      WHERE account = ?1
      """,
      [
        .id(account), .int(progress.plannedRevision), .instant(progress.plannedUntil),
        .text(progress.plannedWith),
      ])
  }

  /// Accounts whose plans are not up to date, at most `limit`.
  static func stale(
    with dataVersion: String, plannedBefore: Instant, limit: Int, in session: StoreSession
  ) throws -> [EntityID] {
    try session.all(
      """
      SELECT account FROM travel_profiles
      WHERE planned_revision < revision OR planned_with <> ?1 OR planned_until < ?2
      ORDER BY planned_until LIMIT ?3
      """, [.text(dataVersion), .instant(plannedBefore), .int(limit)]
    ) { try $0.id(0) }
  }
}
