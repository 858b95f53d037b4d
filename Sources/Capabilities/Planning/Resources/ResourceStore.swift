import Access
import Base
import Calendar
import Geodesy
import Media
import Storage

/// Resources in the database.
enum ResourceStore {
  private static let columns = """
    SELECT r.id, r.realm, r.author, r.name, r.description, r.lon, r.lat, r.label, r.address,
      r.notice_hours, r.longest_minutes, r.per_week, r.same_day, r.created_at, r.version
    FROM resources r
    """

  private static func read(_ row: any Row) throws -> Resource {
    let place = Place(
      position: try row.optional(5, row.real).map { LonLat(lon: $0, lat: try row.real(6)) },
      label: try row.optional(7, row.text), address: try row.optional(8, row.text))
    var rules = BookingRules()
    rules.noticeHours = try row.int(9)
    rules.maximumMinutes = try row.int(10)
    rules.perWeek = try row.optional(11, row.int)
    rules.isSameDayAllowed = try row.bool(12)
    return Resource(
      id: try row.id(0), realm: try row.id(1), author: try row.optional(2, row.id),
      content: Resource.Content(
        name: try row.text(3), description: try row.text(4),
        place: place == Place() ? nil : place, rules: rules),
      createdAt: try row.instant(13), version: try row.int(14))
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> Resource? {
    try session.first(columns + " WHERE r.id = ?1", [.id(id)], read)
  }

  /// Those of a sub-realm by name.
  static func list(
    of realm: EntityID, _ page: PageRequest, in session: StoreSession
  ) throws -> Page<Resource> {
    let (key, id) = try page.textPosition() ?? ("", EntityID(high: 0, low: 0))
    let found = try session.all(
      columns + """
         WHERE r.realm = ?1 AND (r.name_key > ?2 OR (r.name_key = ?2 AND r.id > ?3))
        ORDER BY r.name_key, r.id LIMIT ?4
        """, [.id(realm), .text(key), .id(id), .int(page.limit + 1)], read)
    return Page(reading: found, limit: page.limit) { Cursor(NameKey.of($0.content.name), $0.id) }
  }

  static func all(of realm: EntityID, in session: StoreSession) throws -> [Resource] {
    try session.all(columns + " WHERE r.realm = ?1 ORDER BY r.id", [.id(realm)], read)
  }

  static func count(of realm: EntityID, in session: StoreSession) throws -> Int {
    try session.count("SELECT COUNT(*) FROM resources WHERE realm = ?1", [.id(realm)])
  }

  static func insert(_ resource: Resource, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO resources (id, realm, author, created_at, name, name_key, description, lon, lat,
        label, address, notice_hours, longest_minutes, per_week, same_day, version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
      """,
      [
        .id(resource.id), .id(resource.realm), .id(resource.author), .instant(resource.createdAt),
      ] + changeable(resource))
    try transaction.record("resource", resource.id, realm: resource.realm, .insert)
  }

  static func update(_ resource: Resource, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE resources SET name = ?2, name_key = ?3, description = ?4, lon = ?5, lat = ?6,
        label = ?7, address = ?8, notice_hours = ?9, longest_minutes = ?10, per_week = ?11,
        same_day = ?12, version = ?13 WHERE id = ?1
      """, [.id(resource.id)] + changeable(resource))
    try transaction.record("resource", resource.id, realm: resource.realm, .update)
  }

  /// Deletes it with its bookings, their requests and its picture.
  static func delete(_ resource: Resource, in transaction: WriteTransaction) throws {
    try PictureStore.letGo(of: Resource.pictureKind, resource.id, in: transaction)
    try transaction.execute("DELETE FROM resources WHERE id = ?1", [.id(resource.id)])
    try transaction.record("resource", resource.id, realm: resource.realm, .delete)
  }

  private static func changeable(_ resource: Resource) -> [SQLValue] {
    let (content, rules) = (resource.content, resource.content.rules)
    let position = content.place?.position
    return [
      .text(content.name), .text(NameKey.of(content.name)), .text(content.description),
      .real(orNull: position?.lon), .real(orNull: position?.lat),
      .text(orNull: content.place?.label), .text(orNull: content.place?.address),
      .int(rules.noticeHours), .int(rules.maximumMinutes), .int(rules.perWeek),
      .bool(rules.isSameDayAllowed), .int(resource.version),
    ]
  }
}
