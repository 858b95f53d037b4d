import Access
import Base
import Geodesy
import Storage

/// Sub-realms in the database.
enum SubRealmStore {
  static let area = SpatialColumn(table: "sub_realms", kind: .multiPolygon)

  private static let columns = """
    SELECT r.id, r.kind, CASE WHEN r.kind = 'direct' THEN COALESCE((
        SELECT f.display_name FROM memberships o JOIN accounts f ON f.id = o.account
        WHERE o.sub_realm = r.id AND o.account <> ?1 LIMIT 1), r.name) ELSE r.name END,
      r.description, r.join_policy, r.time_zone,
      ST_AsBinary(r.geometry), r.created_at, r.version,
      (SELECT COUNT(*) FROM memberships n WHERE n.sub_realm = r.id), m.role
    FROM sub_realms r LEFT JOIN memberships m ON m.sub_realm = r.id AND m.account = ?1
    """

  private static func read(_ row: any Row) throws -> SubRealm {
    SubRealm(
      id: try row.id(0), kind: try row.word(1, SubRealmKind.self), name: try row.text(2),
      description: try row.text(3), joinPolicy: try row.word(4, JoinPolicy.self),
      timeZone: try row.optional(5, row.text),
      area: try row.optional(6, row.blob).flatMap { bytes in
        guard case .multiPolygon(let area) = try WKB.decode(bytes) else { return nil }
        return area
      },
      members: try row.int(9), createdAt: try row.instant(7), version: try row.int(8),
      ownRole: try row.optional(10, row.text).flatMap(MembershipRole.init))
  }

  /// The live sub-realm, with the role that `account` has in it.
  static func find(
    _ id: EntityID, for account: EntityID?, in session: StoreSession
  ) throws -> SubRealm? {
    try session.first(
      columns + " WHERE r.id = ?2 AND r.state = 'live'", [.id(account), .id(id)], read)
  }

  static func insert(_ realm: SubRealm, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO sub_realms (id, kind, name, name_key, description, join_policy, time_zone, state,
        created_at, version, geometry)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'live', ?8, 1, ST_GeomFromWKB(?9, 4326))
      """,
      [
        .id(realm.id), .text(realm.kind.rawValue), .text(realm.name),
        .text(NameKey.of(realm.name)), .text(realm.description),
        .text(realm.joinPolicy.rawValue), .text(orNull: realm.timeZone),
        .instant(realm.createdAt), geometry(realm.area),
      ])
    try transaction.record("subRealm", realm.id, realm: realm.id, .insert)
  }

  private static func geometry(_ area: MultiPolygon?) -> SQLValue {
    area.map { .blob(WKB.encode(.multiPolygon($0))) } ?? .null
  }

  /// Writes what admins can change, and counts the version up.
  static func update(_ realm: SubRealm, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE sub_realms SET name = ?2, name_key = ?3, description = ?4, join_policy = ?5,
        time_zone = ?6, geometry = ST_GeomFromWKB(?7, 4326), version = version + 1
      WHERE id = ?1
      """,
      [
        .id(realm.id), .text(realm.name), .text(NameKey.of(realm.name)), .text(realm.description),
        .text(realm.joinPolicy.rawValue), .text(orNull: realm.timeZone), geometry(realm.area),
      ])
    try transaction.record("subRealm", realm.id, realm: realm.id, .update)
  }

  /// Counts the version up, for what is shown of the sub-realm and kept beside it.
  static func touch(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE sub_realms SET version = version + 1 WHERE id = ?1", [.id(id)])
    try transaction.record("subRealm", id, realm: id, .update)
  }

  /// Hides the sub-realm and lets nobody be in it any more; memberships stay on record.
  static func hide(_ id: EntityID, in transaction: WriteTransaction) throws {
    let members = try MembershipStore.accounts(of: id, in: transaction)
    try transaction.execute(
      "UPDATE sub_realms SET state = 'deleted', version = version + 1 WHERE id = ?1", [.id(id)])
    for account in members { try transaction.record("membership", account, realm: id, .delete) }
    try transaction.record("subRealm", id, realm: id, .delete)
  }

  /// Makes the sub-realm of everyone, unless it is there.
  static func insertPublic(name: String, in transaction: WriteTransaction) throws {
    guard
      try !transaction.exists(
        "SELECT 1 FROM sub_realms WHERE id = ?1", [.id(SubRealmID.publicRealm)])
    else { return }
    try insert(
      SubRealm(
        id: SubRealmID.publicRealm, kind: .everyone, name: name, description: "",
        joinPolicy: .closed, members: 0, createdAt: transaction.now, version: 1),
      in: transaction)
  }

  /// The sub-realms of an account, the public one among them, in order of their names, from behind
  /// `cursor`; its personal one is not, and those that it has with friends alone
  /// are listed by ``FriendStore``.
  static func list(
    of account: EntityID, _ page: PageRequest, in session: StoreSession
  ) throws -> Page<SubRealm> {
    let (key, id) = try NamePosition.read(page)
    let items = try session.all(
      columns + """
         WHERE r.state = 'live' AND (m.role IS NOT NULL OR r.kind = 'public')
          AND r.kind NOT IN ('direct', 'personal')
          AND (r.name_key > ?2 OR (r.name_key = ?2 AND r.id > ?3))
        ORDER BY r.name_key, r.id LIMIT ?4
        """, [.id(account), .text(key), .id(id), .int(page.limit + 1)], read)
    return Page(reading: items, limit: page.limit) { NamePosition.cursor($0.name, $0.id) }
  }

  /// The sub-realms that one can join or ask to join, in order of their names.
  ///
  /// - Parameters:
  ///   - bounds: only those whose area meets the box.
  ///   - beginning: only those whose name begins so, whatever the case and accents.
  static func discoverable(
    for account: EntityID, within bounds: Bounds?, named beginning: String?, _ page: PageRequest,
    in session: StoreSession
  ) throws -> Page<SubRealm> {
    let (key, id) = try NamePosition.read(page)
    var sql =
      columns + """
         WHERE r.state = 'live' AND m.role IS NULL AND r.join_policy IN ('open', 'request')
          AND (r.name_key > ?2 OR (r.name_key = ?2 AND r.id > ?3))
        """
    var parameters: [SQLValue] = [.id(account), .text(key), .id(id), .int(page.limit + 1)]
    if let bounds {
      let near = session.within(bounds, of: area, alias: "r", firstParameter: 5)
      sql += " AND " + near.sql
      parameters += near.parameters
    }
    if let beginning {
      let place = parameters.count + 1
      sql += " AND SUBSTR(r.name_key, 1, LENGTH(?\(place))) = ?\(place)"
      parameters.append(.text(NameKey.of(beginning)))
    }
    let items = try session.all(
      sql + " ORDER BY r.name_key, r.id LIMIT ?4", parameters, read)
    return Page(reading: items, limit: page.limit) { NamePosition.cursor($0.name, $0.id) }
  }
}

/// The place in a list that is sorted by name.
enum NamePosition {
  static func cursor(_ name: String, _ id: EntityID) -> Cursor {
    Cursor(NameKey.of(name), id)
  }

  /// Behind which name and identifier the page begins.
  ///
  /// - Throws: `wrong-cursor`.
  static func read(_ page: PageRequest) throws(Refusal) -> (key: String, id: EntityID) {
    guard let last = try page.textPosition() else { return ("", EntityID(high: 0, low: 0)) }
    return (last.text, last.id)
  }
}
