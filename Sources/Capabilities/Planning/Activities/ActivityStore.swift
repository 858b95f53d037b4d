import Access
import Base
import Calendar
import Geodesy
import Storage

/// Activities in the database, with their invitees and tasks.
enum ActivityStore {
  private static let columns = """
    SELECT v.id, v.realm, v.host, v.step, v.name, v.description, v.starts_at, v.duration,
      v.is_checked, v.lon, v.lat, v.label, v.address, v.type, v.item, v.created_at, v.version,
      (SELECT COUNT(*) FROM polls p WHERE p.activity = v.id)
    FROM activities v
    """

  private static func read(_ row: any Row) throws -> Activity {
    var activity = Activity(
      id: try row.id(0), realm: try row.id(1), host: try row.id(2), invitees: [],
      createdAt: try row.instant(15))
    activity.step = try row.word(3, Activity.Step.self)
    activity.name = try row.text(4)
    activity.description = try row.text(5)
    activity.span = try row.optional(6, row.instant).map {
      Intervals.Span($0, $0.adding(seconds: Int64(try row.int(7))))
    }
    activity.isChecked = try row.bool(8)
    let place = Place(
      position: try row.optional(9, row.real).map { LonLat(lon: $0, lat: try row.real(10)) },
      label: try row.optional(11, row.text), address: try row.optional(12, row.text))
    activity.place = place == Place() ? nil : place
    activity.type = try row.text(13)
    activity.item = try row.optional(14, row.id)
    activity.version = try row.int(16)
    activity.hasPoll = try row.int(17) > 0
    return activity
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> Activity? {
    try session.first(columns + " WHERE v.id = ?1", [.id(id)], read)
      .map { try whole($0, session) }
  }

  private static func whole(_ activity: Activity, _ session: StoreSession) throws -> Activity {
    var activity = activity
    activity.invitees = Set(
      try session.all(
        "SELECT account FROM activity_invitees WHERE activity = ?1", [.id(activity.id)]
      ) { try $0.id(0) })
    activity.tasks = try session.all(
      "SELECT title, assignee FROM activity_tasks WHERE activity = ?1 ORDER BY position",
      [.id(activity.id)]
    ) { ActivityTask(title: try $0.text(0), assignee: try $0.optional(1, $0.id)) }
    return activity
  }

  /// Those of a sub-realm that an account hosts or is invited to and may know of, newest first.
  static func list(
    in realm: EntityID, of account: EntityID, _ page: PageRequest, _ session: StoreSession
  ) throws -> Page<Activity> {
    let before = try page.idPosition() ?? EntityID(high: .max, low: .max)
    let found = try session.all(
      columns + """
         WHERE v.realm = ?1 AND v.id < ?3 AND (v.host = ?2
          OR ((v.step IN ('confirmed', 'cancelled') OR EXISTS (
            SELECT 1 FROM polls p WHERE p.activity = v.id)) AND EXISTS (
            SELECT 1 FROM activity_invitees i WHERE i.activity = v.id AND i.account = ?2)))
        ORDER BY v.id DESC LIMIT ?4
        """, [.id(realm), .id(account), .id(before), .int(page.limit + 1)], read)
    return Page(reading: try found.map { try whole($0, session) }, limit: page.limit) {
      Cursor($0.id)
    }
  }

  /// Every activity that an account hosts, or those of a sub-realm.
  static func all(
    hostedBy host: EntityID, in session: StoreSession
  ) throws -> [Activity] {
    try session.all(columns + " WHERE v.host = ?1 ORDER BY v.id", [.id(host)], read)
      .map { try whole($0, session) }
  }

  static func all(in realm: EntityID, _ session: StoreSession) throws -> [Activity] {
    try session.all(columns + " WHERE v.realm = ?1 ORDER BY v.id", [.id(realm)], read)
      .map { try whole($0, session) }
  }

  /// Those that an account is invited to.
  static func invitations(
    of account: EntityID, in session: StoreSession
  ) throws -> [Activity] {
    try session.all(
      columns + """
         WHERE EXISTS (SELECT 1 FROM activity_invitees i
          WHERE i.activity = v.id AND i.account = ?1) ORDER BY v.id
        """, [.id(account)], read
    ).map { try whole($0, session) }
  }

  /// How many a host is planning in a sub-realm.
  static func open(
    of host: EntityID, in realm: EntityID, _ session: StoreSession
  ) throws -> Int {
    try session.count(
      """
      SELECT COUNT(*) FROM activities WHERE host = ?1 AND realm = ?2
        AND step NOT IN ('confirmed', 'cancelled')
      """, [.id(host), .id(realm)])
  }

  static func insert(_ activity: Activity, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO activities (id, realm, host, created_at, step, name, description, starts_at,
        duration, is_checked, lon, lat, label, address, type, item, version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
      """,
      [
        .id(activity.id), .id(activity.realm), .id(activity.host), .instant(activity.createdAt),
      ] + changeable(activity))
    try putParts(activity, in: transaction)
    try transaction.record("activity", activity.id, realm: activity.realm, .insert)
  }

  /// Writes an activity as it now is; the caller has counted its version up.
  static func update(_ activity: Activity, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE activities SET step = ?2, name = ?3, description = ?4, starts_at = ?5, duration = ?6,
        is_checked = ?7, lon = ?8, lat = ?9, label = ?10, address = ?11, type = ?12, item = ?13,
        version = ?14, host = ?15 WHERE id = ?1
      """, [.id(activity.id)] + changeable(activity) + [.id(activity.host)])
    try transaction.execute(
      "DELETE FROM activity_invitees WHERE activity = ?1", [.id(activity.id)])
    try transaction.execute(
      "DELETE FROM activity_tasks WHERE activity = ?1", [.id(activity.id)])
    try putParts(activity, in: transaction)
    try StartingPlace.tidy(
      activity.id, host: activity.host,
      isOver: activity.step == .confirmed || activity.step == .cancelled, in: transaction)
    try transaction.record("activity", activity.id, realm: activity.realm, .update)
  }

  /// Deletes an activity with its poll, invitees and tasks.
  static func delete(_ activity: Activity, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM activities WHERE id = ?1", [.id(activity.id)])
    try transaction.record("activity", activity.id, realm: activity.realm, .delete)
  }

  private static func putParts(_ activity: Activity, in transaction: WriteTransaction) throws {
    for invitee in activity.invitees.sorted() {
      try transaction.execute(
        "INSERT INTO activity_invitees (activity, account) VALUES (?1, ?2)",
        [.id(activity.id), .id(invitee)])
    }
    for (position, task) in activity.tasks.enumerated() {
      try transaction.execute(
        """
        INSERT INTO activity_tasks (activity, position, title, assignee) VALUES (?1, ?2, ?3, ?4)
        """, [.id(activity.id), .int(position), .text(task.title), .id(task.assignee)])
    }
  }

  private static func changeable(_ activity: Activity) -> [SQLValue] {
    let position = activity.place?.position
    let seconds = activity.span.map { ($0.end.milliseconds - $0.start.milliseconds) / 1000 }
    return [
      .text(activity.step.rawValue), .text(activity.name), .text(activity.description),
      .instant(activity.span?.start), seconds.map { .integer($0) } ?? .null,
      .bool(activity.isChecked), .real(orNull: position?.lon), .real(orNull: position?.lat),
      .text(orNull: activity.place?.label), .text(orNull: activity.place?.address),
      .text(activity.type), .id(activity.item), .int(activity.version),
    ]
  }
}
