import Access
import Base
import Geodesy
import Storage

/// Calendar items in the database.
public enum CalendarItemStore {
  /// Where items take place, with its R-tree.
  public static let position = SpatialColumn(table: "calendar_items", kind: .point)

  /// The columns that ``read(_:)`` reads, of a table or alias named `i`.
  public static let columns = """
    i.id, i.uid, i.organizer, i.title, i.start_wall, i.zone, i.duration, i.all_day, i.recurrence, \
    i.excluded, i.added, i.series, i.recurrence_id, i.lat, i.lon, i.label, i.address, i.status, \
    i.sequence, i.created_at, i.updated_at, i.version, i.rule_end, i.ends_for_good, i.kind, \
    i.realm, i.description, i.response_deadline, i.capacity, i.minimum_age, i.link
    """
  /// How many they are.
  public static let columnCount = 31

  /// Reads an item from a row that begins with ``columns``.
  public static func read(_ row: any Row) throws -> CalendarItem {
    let place = Place(
      position: try row.optional(13, row.real).map { LonLat(lon: try row.real(14), lat: $0) },
      label: try row.optional(15, row.text), address: try row.optional(16, row.text))
    var item = CalendarItem(
      id: try row.id(0), uid: try row.text(1), kind: try row.text(24), realm: try row.id(25),
      organizer: try row.id(2), title: try row.text(3),
      start: try wallTime(row.text(4)), zone: try zone(row.text(5)), duration: try row.int(6),
      createdAt: try row.instant(19), updatedAt: try row.instant(20))
    item.isAllDay = try row.bool(7)
    item.recurrence = try row.optional(8, row.text).map { try RecurrenceRule(canonical: $0) }
    item.excluded = Set(try instants(row.text(9)))
    item.added = Set(try instants(row.text(10)))
    if let series = try row.optional(11, row.id) {
      item.recurrenceID = CalendarItem.RecurrenceID(series: series, occurrence: try row.instant(12))
    }
    item.place = place == Place() ? nil : place
    item.status = try row.word(17, CalendarItem.Status.self)
    item.description = try row.text(26)
    item.responseDeadline = try row.optional(27, row.instant)
    item.capacity = try row.optional(28, row.int)
    item.minimumAge = try row.optional(29, row.int)
    item.link = try row.optional(30, row.text)
    item.sequence = try row.int(18)
    item.version = try row.int(21)
    item.extent = CalendarItem.Extent(
      ruleEnd: try row.optional(22, row.instant), endsForGood: try row.optional(23, row.instant))
    return item
  }

  private static func wallTime(_ text: String) throws -> WallTime {
    guard let time = WallTime(text) else {
      throw DatabaseError(.unreadable, "an item begins at no wall time")
    }
    return time
  }

  static func zone(_ name: String) throws -> IANATimeZone {
    // A zone that the database of zones has dropped: what it began at is not known any more.
    guard let zone = IANATimeZone(name) else {
      throw DatabaseError(.unreadable, "an item is in an unknown time zone")
    }
    return zone
  }

  private static func instants(_ text: String) throws -> [Instant] {
    text.split(separator: " ").compactMap { Int64($0).map(Instant.init(milliseconds:)) }
  }

  private static func text(_ instants: Set<Instant>) -> String {
    instants.sorted().map { String($0.milliseconds) }.joined(separator: " ")
  }

  /// An item, whoever asks.
  public static func find(_ id: EntityID, in session: StoreSession) throws -> CalendarItem? {
    try session.first("SELECT \(columns) FROM calendar_items i WHERE i.id = ?1", [.id(id)], read)
  }

  /// The organizer's items of a UID: a series, and its overridden occurrences; without those of
  /// calendars that are subscribed to, which have UIDs of their own.
  static func items(
    uid: String, of organizer: EntityID, in session: StoreSession
  ) throws -> [CalendarItem] {
    try session.all(
      "SELECT \(columns) FROM calendar_items i WHERE i.organizer = ?1 AND i.uid = ?2 "
        + "AND i.kind NOT IN ('subscribed', 'subscribedNote') ORDER BY i.id",
      [.id(organizer), .text(uid)], read)
  }

  /// The parts into which a series of a sub-realm was taken, with what overrides its occurrences.
  ///
  /// - Parameter series: its UID, as ``CalendarItem/seriesUID`` says.
  static func parts(
    of series: String, in realm: EntityID, _ session: StoreSession
  ) throws -> [CalendarItem] {
    let begin = series + CalendarItem.cutMark
    return try session.all(
      "SELECT \(columns) FROM calendar_items i WHERE i.realm = ?1 "
        + "AND (i.uid = ?2 OR SUBSTR(i.uid, 1, ?3) = ?4) ORDER BY i.id",
      [.id(realm), .text(series), .int(begin.unicodeScalars.count), .text(begin)], read)
  }

  /// The overridden occurrences of a series.
  static func overrides(of series: EntityID, in session: StoreSession) throws -> [CalendarItem] {
    try session.all(
      "SELECT \(columns) FROM calendar_items i WHERE i.series = ?1 ORDER BY i.recurrence_id",
      [.id(series)],
      read)
  }

  /// How many items an account organizes, but for those of calendars that it subscribes to.
  public static func count(of organizer: EntityID, in session: StoreSession) throws -> Int {
    try session.count(
      "SELECT COUNT(*) FROM calendar_items WHERE organizer = ?1 "
        + "AND kind NOT IN ('subscribed', 'subscribedNote')", [.id(organizer)])
  }

  /// Most items that one account organizes.
  public static let limit = 20_000

  /// Refuses what would be too many items of one organizer, after they have been written.
  ///
  /// - Throws: `conflict` with slug `calendar-full`.
  public static func checkCount(of organizer: EntityID, in session: StoreSession) throws {
    guard try count(of: organizer, in: session) > limit else { return }
    throw Refusal(
      .conflict, "calendar-full",
      "There are \(limit) entries, the most there can be. Delete old ones first.")
  }

  static func insert(_ item: CalendarItem, in transaction: WriteTransaction) throws {
    let rest = try changeable(item)
    try transaction.execute(
      """
      INSERT INTO calendar_items (id, uid, kind, organizer, created_at, notices, title, start_wall,
        zone, duration, all_day, recurrence, excluded, added, series, recurrence_id, starts_at,
        ends_for_good, lat, lon, label, address, status, sequence, updated_at, version, rule_end,
        geometry, description, response_deadline, capacity, minimum_age, link, realm)
      VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
        ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ST_GeomFromWKB(?27, 4326), ?28, ?29, ?30, ?31, ?32,
        ?33)
      """,
      [
        .id(item.id), .text(item.uid), .text(item.kind), .id(item.organizer),
        .instant(item.createdAt),
      ] + rest + [.id(item.realm)])
    try transaction.record("calendarItem", item.id, realm: item.realm, .insert)
  }

  /// Writes what can change; the caller has counted the version up.
  static func update(_ item: CalendarItem, in transaction: WriteTransaction) throws {
    let rest = try changeable(item)
    try transaction.execute(
      """
      UPDATE calendar_items SET uid = ?2, title = ?6, start_wall = ?7, zone = ?8, duration = ?9,
        all_day = ?10, recurrence = ?11, excluded = ?12, added = ?13, series = ?14,
        recurrence_id = ?15,
        starts_at = ?16, ends_for_good = ?17, lat = ?18, lon = ?19, label = ?20, address = ?21,
        status = ?22, sequence = ?23, updated_at = ?24, version = ?25,
        rule_end = ?26, geometry = ST_GeomFromWKB(?27, 4326), description = ?28,
        response_deadline = ?29, capacity = ?30, minimum_age = ?31, link = ?32
      WHERE id = ?1 AND kind = ?3 AND organizer = ?4 AND created_at = ?5
      """,
      [
        .id(item.id), .text(item.uid), .text(item.kind), .id(item.organizer),
        .instant(item.createdAt),
      ] + rest)
    try CalendarRevision.countAll(of: item.id, in: transaction)
    // Nobody else takes part in what is one's own.
    if item.realm == SubRealmID.personal(of: item.organizer) {
      try transaction.record("calendarItem", item.id, realm: item.realm, .update)
    } else {
      try recordUpdate(item.id, in: transaction)
    }
  }

  /// Parameters 6 to 32.
  ///
  /// - Throws: `misuse` for an item of which nobody has found out how far it reaches: that is not
  ///   done while the only writer waits.
  private static func changeable(_ item: CalendarItem) throws -> [SQLValue] {
    guard let extent = item.extent else {
      throw DatabaseError(.misuse, "an item is stored before it is measured")
    }
    let position = item.place?.position
    return [
      .text(item.title), .text(item.start.description), .text(item.zone.name),
      .int(item.duration), .bool(item.isAllDay), .text(orNull: item.recurrence?.text),
      .text(text(item.excluded)), .text(text(item.added)), .id(item.recurrenceID?.series),
      .instant(item.recurrenceID?.occurrence),
      .instant(min(item.startsAt, item.added.min() ?? item.startsAt)),
      .instant(extent.endsForGood), .real(orNull: position?.lat), .real(orNull: position?.lon),
      .text(orNull: item.place?.label), .text(orNull: item.place?.address),
      .text(item.status.rawValue), .int(item.sequence), .instant(item.updatedAt),
      .int(item.version), .instant(extent.ruleEnd),
      position.map { .blob(WKB.encode(.point($0))) } ?? .null, .text(item.description),
      .instant(item.responseDeadline), .int(item.capacity), .int(item.minimumAge),
      .text(orNull: item.link),
    ]
  }

  /// Deletes the item with its participations, plans and alarms, and the overridden occurrences of a series.
  static func delete(_ id: EntityID, in transaction: WriteTransaction) throws {
    for override in try overrides(of: id, in: transaction) {
      try CalendarRevision.countAll(of: override.id, in: transaction)
      try transaction.execute("DELETE FROM calendar_items WHERE id = ?1", [.id(override.id)])
      try transaction.record("calendarItem", override.id, realm: override.realm, .delete)
    }
    try CalendarRevision.countAll(of: id, in: transaction)
    let realm = try realm(of: id, in: transaction)
    try transaction.execute("DELETE FROM calendar_items WHERE id = ?1", [.id(id)])
    try transaction.record("calendarItem", id, realm: realm, .delete)
  }

  private static func realm(of id: EntityID, in session: StoreSession) throws -> EntityID? {
    try session.first("SELECT realm FROM calendar_items WHERE id = ?1", [.id(id)]) {
      try $0.id(0)
    }
  }

  /// Counts the item's version up, because what its participants see of it has changed.
  public static func touch(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE calendar_items SET version = version + 1 WHERE id = ?1", [.id(id)])
    try recordUpdate(id, in: transaction)
  }

  /// Tells the members of an item's sub-realm, and of those that take part, that it has changed.
  static func recordUpdate(_ id: EntityID, in transaction: WriteTransaction) throws {
    let realms = try transaction.all(
      """
      SELECT realm FROM calendar_items WHERE id = ?1
      UNION ALL SELECT realm FROM participating_realms WHERE item = ?1 AND state = 'accepted'
      """, [.id(id)]
    ) { try $0.id(0) }
    for realm in realms { try transaction.record("calendarItem", id, realm: realm, .update) }
  }

  /// Makes somebody else the one who answers for an item.
  static func handOn(
    _ id: EntityID, to heir: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE calendar_items SET organizer = ?2 WHERE id = ?1", [.id(id), .id(heir)])
    try touch(id, in: transaction)
  }

  /// A number that no other notification about this item has.
  public static func nextNotice(_ id: EntityID, in transaction: WriteTransaction) throws -> Int {
    try transaction.first(
      "UPDATE calendar_items SET notices = notices + 1 WHERE id = ?1 RETURNING notices", [.id(id)]
    ) { try $0.int(0) } ?? 0
  }
}
