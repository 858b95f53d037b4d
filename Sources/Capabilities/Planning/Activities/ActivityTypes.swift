import Access
import Base
import Storage

/// A sort of activity with the tasks that belong to it, for use again and again.
///
/// - Thread: pure.
public struct ActivityType: Hashable, Sendable {
  public var id: EntityID
  public var realm: EntityID
  public var name: String
  /// In order.
  public var tasks: [String]
  public var createdAt: Instant

  /// Characters of a name.
  public static let names = 1...100
  /// Most types of one sub-realm.
  public static let limit = 100

  /// Writes it as the interface shows it.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("realm", realm)
      json.member("name", name)
      json.array("tasks") { json in
        for task in tasks { json.string(task) }
      }
      json.member("createdAt", createdAt)
    }
  }
}

/// A type of activity that is to be made.
public struct ActivityTypeDraft: Hashable, Sendable {
  var name: String
  var tasks: [String]

  /// Reads `{name, tasks}`.
  public init(reading fields: JSONFields) {
    name = fields.string("name", ActivityType.names)
    tasks = fields.array("tasks", ActivityTask.counts) { $0.string($1, ActivityTask.titles) }
  }
}

/// The types of activities that members of a sub-realm have made.
///
/// - Thread: shared.
public struct ActivityTypeService: Sendable {
  let platform: Platform

  /// Those of a sub-realm, by name.
  ///
  /// - Throws: `notFound` to those who are not in it.
  public func list(
    in realm: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> Page<ActivityType> {
    let (key, id) = try page.textPosition() ?? ("", EntityID(high: 0, low: 0))
    return try platform.store.read { session in
      _ = try PlanningGroup.find(realm, caller: caller, in: session)
      let found = try session.all(
        Self.columns + """
           WHERE realm = ?1 AND (name_key > ?2 OR (name_key = ?2 AND id > ?3))
          ORDER BY name_key, id LIMIT ?4
          """, [.id(realm), .text(key), .id(id), .int(page.limit + 1)], Self.read)
      return Page(
        reading: try found.map { try Self.whole($0, session) }, limit: page.limit
      ) { Cursor(NameKey.of($0.name), $0.id) }
    }
  }

  /// One type of a sub-realm that the caller is in.
  ///
  /// - Throws: `notFound`.
  public func get(_ id: EntityID, caller: Caller) throws -> ActivityType {
    try platform.store.read { try Self.find(id, caller: caller, in: $0) }
  }

  /// Makes a type (MF-PFA-04).
  ///
  /// - Returns: its identifier.
  /// - Throws: `notFound`, `forbidden`; `conflict` with slug `type-exists` or `too-many-types`.
  public func create(
    _ draft: ActivityTypeDraft, in realm: EntityID, caller: Caller
  ) throws -> EntityID {
    let id = platform.ids.next()
    try platform.store.write { transaction in
      let group = try PlanningGroup.find(realm, caller: caller, in: transaction)
      guard group.isClose else {
        throw Refusal.invalid("/realm", "Activities are planned in families and groups.")
      }
      try Rights.check(caller, .add, Thing(.activity, realms: [realm]))
      let count = try transaction.count(
        "SELECT COUNT(*) FROM activity_types WHERE realm = ?1", [.id(realm)])
      guard count < ActivityType.limit else {
        throw Refusal(
          .conflict, "too-many-types", "There are \(count) types, the most there can be.")
      }
      let isNew =
        try transaction.execute(
          """
          INSERT INTO activity_types (id, realm, name, name_key, created_at)
          VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING
          """,
          [
            .id(id), .id(realm), .text(draft.name), .text(NameKey.of(draft.name)),
            .instant(transaction.now),
          ]) == 1
      guard isNew else {
        throw Refusal(.conflict, "type-exists", "There is a type named \(draft.name) already.")
      }
      for (position, task) in draft.tasks.enumerated() {
        try transaction.execute(
          "INSERT INTO activity_type_tasks (type, position, title) VALUES (?1, ?2, ?3)",
          [.id(id), .int(position), .text(task)])
      }
      try transaction.record("activityType", id, realm: realm, .insert)
    }
    return id
  }

  /// Removes a type with its tasks; activities that have it keep theirs (MF-PFA-18).
  ///
  /// - Throws: `notFound`, `forbidden`.
  public func remove(_ id: EntityID, caller: Caller) throws {
    try platform.store.write { transaction in
      let type = try Self.find(id, caller: caller, in: transaction)
      try Rights.check(caller, .add, Thing(.activity, realms: [type.realm]))
      try transaction.execute("DELETE FROM activity_types WHERE id = ?1", [.id(id)])
      try transaction.record("activityType", id, realm: type.realm, .delete)
    }
  }

  private static let columns = "SELECT id, realm, name, created_at FROM activity_types"

  private static func read(_ row: any Row) throws -> ActivityType {
    ActivityType(
      id: try row.id(0), realm: try row.id(1), name: try row.text(2), tasks: [],
      createdAt: try row.instant(3))
  }

  private static func whole(
    _ type: ActivityType, _ session: StoreSession
  ) throws -> ActivityType {
    var type = type
    type.tasks = try session.all(
      "SELECT title FROM activity_type_tasks WHERE type = ?1 ORDER BY position", [.id(type.id)]
    ) { try $0.text(0) }
    return type
  }

  private static func find(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ActivityType {
    _ = try caller.requiredPerson()
    guard let type = try session.first(columns + " WHERE id = ?1", [.id(id)], read),
      caller.role(in: type.realm) != nil
    else { throw Refusal.notFound("activity type") }
    return try whole(type, session)
  }
}
