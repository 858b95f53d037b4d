import Access
import Base
import Geodesy
import Storage

/// Rows of instances and the sub-realms they are shared in.
///
/// An instance is live when its own state and that of its object are.
public enum InstanceStore {
  /// Where instances stand, with its R-tree.
  static let position = SpatialColumn(table: "instances", kind: .point)

  /// The columns that ``read(_:)`` reads, of a table or alias named `i`; sub-realms come apart.
  static let columns = """
    \(placementColumns), CASE WHEN i.is_hidden = 1 THEN 'hidden' ELSE i.state END, i.created_at, \
    i.version
    """

  /// Which object stands where, and who placed it: the first of ``columns``, which
  /// ``placement(_:)`` reads from the fourth on.
  static let placementColumns = """
    i.id, i.object, i.author, i.lat, i.lon, i.height, i.qx, i.qy, i.qz, i.qw, i.scale, \
    i.priority, i.trigger_radius, i.name, i.message, i.shows_message
    """

  private static let live = """
    i.state = 'live' AND EXISTS (SELECT 1 FROM objects o WHERE o.id = i.object AND o.state = 'live')
    """

  /// As ``live``, and what its author has to change before it is shown again.
  private static let kept = """
    (i.state = 'live' OR i.is_hidden = 1)
    AND EXISTS (SELECT 1 FROM objects o WHERE o.id = i.object AND o.state = 'live')
    """

  static func read(_ row: any Row) throws -> Instance {
    Instance(
      id: try row.id(0), object: try row.id(1), author: try row.id(2),
      placement: try placement(row),
      state: try row.word(16, Instance.State.self), createdAt: try row.instant(17),
      version: try row.int(18))
  }

  static func placement(_ row: any Row) throws -> Placement {
    Placement(
      realms: [], pose: try pose(row), scale: try row.real(10), priority: try row.int(11),
      triggerRadius: try row.optional(12, row.real),
      caption: Caption(
        name: try row.optional(13, row.text), message: try row.optional(14, row.text),
        showsMessage: try row.bool(15)))
  }

  private static func pose(_ row: any Row) throws -> GeoPose {
    GeoPose(
      position: LonLat(lon: try row.real(4), lat: try row.real(3)), height: try row.real(5),
      orientation: Quaternion(
        x: try row.real(6), y: try row.real(7), z: try row.real(8), w: try row.real(9)))
  }

  // MARK: Reading

  /// The instance in whatever state; nil if it is absent.
  static func find(_ id: EntityID, in session: StoreSession) throws -> Instance? {
    let found = try session.all(
      "SELECT \(columns) FROM instances i WHERE i.id = ?1", [.id(id)], read)
    return try withRealms(found, in: session).first
  }

  /// The instance, if it is live.
  static func findLive(_ id: EntityID, in session: StoreSession) throws -> Instance? {
    let found = try session.all(
      "SELECT \(columns) FROM instances i WHERE i.id = ?1 AND \(live)", [.id(id)], read)
    return try withRealms(found, in: session).first
  }

  /// The instance, if it is live or hidden until it is changed.
  static func findKept(_ id: EntityID, in session: StoreSession) throws -> Instance? {
    let found = try session.all(
      "SELECT \(columns) FROM instances i WHERE i.id = ?1 AND \(kept)", [.id(id)], read)
    return try withRealms(found, in: session).first
  }

  /// Those of the instances that are live.
  static func live(_ ids: [EntityID], in session: StoreSession) throws -> [Instance] {
    let list = SQLList(ids, from: 1)
    let found = try session.all(
      "SELECT \(columns) FROM instances i WHERE i.id IN (\(list.sql)) AND \(live)",
      list.parameters, read)
    return try withRealms(found, in: session)
  }

  /// Fills in the sub-realms.
  private static func withRealms(
    _ instances: [Instance], in session: StoreSession
  ) throws -> [Instance] {
    var realms: [EntityID: [EntityID]] = [:]
    for start in stride(from: 0, to: instances.count, by: 512) {
      let part = instances[start..<min(start + 512, instances.count)]
      let list = SQLList(part.map(\.id), from: 1)
      try session.each(
        """
        SELECT instance, realm FROM instance_realms WHERE instance IN (\(list.sql))
        ORDER BY instance, realm
        """, list.parameters
      ) { realms[try $0.id(0), default: []].append(try $0.id(1)) }
    }
    return instances.map { instance in
      var filled = instance
      filled.placement.realms = realms[instance.id] ?? []
      return filled
    }
  }

  /// Live and hidden instances of the author, newest first, older than `before`.
  static func placed(
    by author: EntityID, before: EntityID?, limit: Int, in session: StoreSession
  ) throws -> [Instance] {
    let found = try session.all(
      """
      SELECT \(columns) FROM instances i
      WHERE i.author = ?1 AND i.id < ?2 AND \(kept) ORDER BY i.id DESC LIMIT ?3
      """, [.id(author), .id(before ?? greatestID), .int(limit)], read)
    return try withRealms(found, in: session)
  }

  private static let greatestID = EntityID(high: .max, low: .max)

  /// Live instances that `rights` let be seen, newest first, older than `before`; within `bounds`,
  /// if given, by the R-tree.
  static func shared(
    with rights: ListRights, within bounds: Bounds?, before: EntityID?, limit: Int,
    session: StoreSession
  ) throws -> [Instance] {
    var parameters: [SQLValue] = [.id(before ?? greatestID), .int(limit)]
    let visible = rights.condition(author: "i.author", shared: isShared, from: 3)
    parameters += visible.parameters
    var condition = ""
    if let bounds {
      let box = inside(bounds, from: parameters.count + 1, in: session)
      parameters += box.parameters
      condition = "AND \(box.sql)"
    }
    let found = try session.all(
      """
      SELECT \(columns) FROM instances i
      WHERE i.id < ?1 AND \(live) AND \(visible.sql)
        \(condition)
      ORDER BY i.id DESC LIMIT ?2
      """, parameters, read)
    return try withRealms(found, in: session)
  }

  /// A condition that a row of `i` is shared in one of the listed sub-realms.
  private static func isShared(_ realms: String) -> String {
    "i.id IN (SELECT r.instance FROM instance_realms r WHERE r.realm IN (\(realms)))"
  }

  /// A condition that a row of `i` stands within `bounds`, border included.
  ///
  /// The R-tree keeps its boxes rounded outwards; the columns decide exactly.
  private static func inside(
    _ bounds: Bounds, from first: Int, in session: StoreSession
  ) -> (sql: String, parameters: [SQLValue]) {
    let box = session.within(bounds, of: position, alias: "i", firstParameter: first)
    var parameters = box.parameters
    let exact = bounds.parts.map { part in
      let next = first + parameters.count
      parameters += [part.west, part.east, part.south, part.north].map(SQLValue.real)
      return "(i.lon BETWEEN ?\(next) AND ?\(next + 1) AND i.lat BETWEEN ?\(next + 2) AND "
        + "?\(next + 3))"
    }
    return ("\(box.sql) AND (\(exact.joined(separator: " OR ")))", parameters)
  }

  /// Live instances within `bounds`, in order of placing, by the R-tree; for exports.
  public static func all(
    within bounds: Bounds, in session: StoreSession
  ) throws -> [Instance] {
    let box = inside(bounds, from: 1, in: session)
    let found = try session.all(
      "SELECT \(columns) FROM instances i WHERE \(box.sql) AND \(live) ORDER BY i.id",
      box.parameters, read)
    return try withRealms(found, in: session)
  }

  /// Whether a live instance of the object is seen with `rights`.
  static func isPlaced(
    _ object: EntityID, seenWith rights: ListRights, in session: StoreSession
  ) throws -> Bool {
    // Per instance of the object, of which there are few; never all of a sub-realm.
    let visible = rights.condition(
      author: "i.author",
      shared: {
        """
        EXISTS (SELECT 1 FROM instance_realms r WHERE r.instance = i.id AND r.realm IN (\($0)))
        """
      }, from: 2)
    return try session.exists(
      "SELECT 1 FROM instances i WHERE i.object = ?1 AND i.state = 'live' AND \(visible.sql) LIMIT 1",
      [.id(object)] + visible.parameters)
  }

  /// Live placements of the object with their authors.
  static func placements(
    of object: EntityID, in session: StoreSession
  ) throws -> [(instance: EntityID, author: EntityID)] {
    try session.all(
      "SELECT id, author FROM instances WHERE object = ?1 AND state = 'live' ORDER BY id",
      [.id(object)]
    ) { (instance: try $0.id(0), author: try $0.id(1)) }
  }

  // MARK: Writing

  /// Writes a new instance; the caller records it in the change log.
  public static func insert(_ instance: Instance, in transaction: WriteTransaction) throws {
    let placement = instance.placement
    try transaction.execute(
      """
      INSERT INTO instances (lat, lon, height, qx, qy, qz, qw, scale, priority, trigger_radius,
        updated_at, geometry, name, message, shows_message, id, object, author, state, created_at,
        version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ST_GeomFromWKB(?12, 4326), ?13, ?14,
        ?15, ?16, ?17, ?18, ?19, ?20, ?21)
      """,
      values(placement, at: instance.createdAt) + [
        .id(instance.id), .id(instance.object), .id(instance.author),
        .text(instance.state.rawValue), .instant(instance.createdAt), .int(instance.version),
      ])
    try share(instance.id, in: placement.realms, transaction)
  }

  /// Replaces the placement and counts the version up.
  static func update(
    _ id: EntityID, _ placement: Placement, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE instances SET lat = ?1, lon = ?2, height = ?3, qx = ?4, qy = ?5, qz = ?6, qw = ?7,
        scale = ?8, priority = ?9, trigger_radius = ?10, updated_at = ?11,
        geometry = ST_GeomFromWKB(?12, 4326), name = ?13, message = ?14, shows_message = ?15,
        version = version + 1
      WHERE id = ?16
      """, values(placement, at: transaction.now) + [.id(id)])
    try transaction.execute("DELETE FROM instance_realms WHERE instance = ?1", [.id(id)])
    try share(id, in: placement.realms, transaction)
  }

  private static func values(_ placement: Placement, at time: Instant) -> [SQLValue] {
    let pose = placement.pose
    let q = pose.orientation
    return [
      .real(pose.position.lat), .real(pose.position.lon), .real(pose.height), .real(q.x),
      .real(q.y), .real(q.z), .real(q.w), .real(placement.scale), .int(placement.priority),
      .real(orNull: placement.triggerRadius), .instant(time),
      .blob(WKB.encode(.point(pose.position))), .text(orNull: placement.caption.name),
      .text(orNull: placement.caption.message), .bool(placement.caption.showsMessage),
    ]
  }

  private static func share(
    _ id: EntityID, in realms: [EntityID], _ transaction: WriteTransaction
  ) throws {
    for realm in realms {
      try transaction.execute(
        "INSERT INTO instance_realms (instance, realm) VALUES (?1, ?2)", [.id(id), .id(realm)])
    }
  }

  /// The instances that are shared in a sub-realm, in whatever state, in order of placing; those of
  /// one author if given.
  static func placed(
    in realm: EntityID, by author: EntityID?, in session: StoreSession
  ) throws -> [EntityID] {
    var parameters: [SQLValue] = [.id(realm)]
    if let author { parameters.append(.id(author)) }
    return try session.all(
      """
      SELECT i.id FROM instances i JOIN instance_realms r ON r.instance = i.id
      WHERE r.realm = ?1 \(author == nil ? "" : "AND i.author = ?2") ORDER BY i.id
      """, parameters
    ) { try $0.id(0) }
  }

  /// Takes an instance out of a sub-realm; false if it is in no other one.
  static func unshare(
    _ id: EntityID, from realm: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    guard
      try transaction.exists(
        "SELECT 1 FROM instance_realms WHERE instance = ?1 AND realm <> ?2 LIMIT 1",
        [.id(id), .id(realm)])
    else { return false }
    try transaction.execute(
      "DELETE FROM instance_realms WHERE instance = ?1 AND realm = ?2", [.id(id), .id(realm)])
    try transaction.execute(
      "UPDATE instances SET updated_at = ?2, version = version + 1 WHERE id = ?1",
      [.id(id), .instant(transaction.now)])
    return true
  }

  /// Takes an instance out of sight and keeps its row.
  ///
  /// - Parameter untilChanged: whether a change by its author brings it back.
  static func remove(
    _ id: EntityID, untilChanged: Bool = false, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE instances SET state = 'removed', is_hidden = ?3, updated_at = ?2,
        version = version + 1
      WHERE id = ?1
      """, [.id(id), .instant(transaction.now), .bool(untilChanged)])
  }

  /// Brings a hidden instance back.
  static func show(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE instances SET state = 'live', is_hidden = 0 WHERE id = ?1", [.id(id)])
  }

  /// Deletes the row with its sub-realms and reactions.
  static func delete(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM instances WHERE id = ?1", [.id(id)])
  }

  /// Everything the account placed, in whatever state, in order of placing.
  static func everything(of author: EntityID, in session: StoreSession) throws -> [Instance] {
    let found = try session.all(
      "SELECT \(columns) FROM instances i WHERE i.author = ?1 ORDER BY i.id", [.id(author)], read)
    return try withRealms(found, in: session)
  }
}
