import Access
import Base
import Storage

/// Rows of inventory entries.
enum InventoryStore {
  /// The inventories that a caller sees: the own one and those of the caller's sub-realms.
  static func holders(caller: Caller) -> [EntityID] {
    guard let loggedIn = caller.loggedIn else { return [] }
    return [loggedIn.account]
      + loggedIn.memberships.keys.filter { $0 != loggedIn.account }.sorted()
  }

  /// More inventories than this are not named one by one in a statement.
  private static let namedInventories = 32
  /// An object in more inventories than this is looked for in the caller's.
  private static let knownHolders = 256

  /// The inventories of the caller that have an entry for the object, ascending.
  ///
  /// - Complexity: O(log n) for each of the caller's inventories or of the object's, whichever seem fewer: a member
  ///   of a thousand sub-realms pays no thousand parameters for an object that is in three.
  static func holders(
    holding object: EntityID, caller: Caller, in session: StoreSession
  ) throws -> [EntityID] {
    guard let loggedIn = caller.loggedIn else { return [] }
    if loggedIn.memberships.count >= namedInventories {
      let all = try session.all(
        "SELECT holder FROM inventory_entries WHERE object = ?1 ORDER BY holder LIMIT ?2",
        [.id(object), .int(knownHolders)]
      ) { try $0.id(0) }
      if all.count < knownHolders {
        return all.filter { $0 == loggedIn.account || loggedIn.memberships[$0] != nil }
      }
    }
    return try entries(of: [object], in: holders(caller: caller), session: session)[object] ?? []
  }

  /// The inventories that have an entry for the object.
  static func holders(holding object: EntityID, in session: StoreSession) throws -> [EntityID] {
    try session.all(
      "SELECT holder FROM inventory_entries WHERE object = ?1 ORDER BY holder", [.id(object)]
    ) { try $0.id(0) }
  }

  /// How many live objects the inventory holds.
  static func count(_ holder: InventoryHolder, in session: StoreSession) throws -> Int {
    try session.count(
      """
      SELECT COUNT(*) FROM inventory_entries e JOIN objects o ON o.id = e.object
      WHERE e.holder = ?1 AND o.state = 'live'
      """, [.id(holder.id)])
  }

  static func insert(
    _ object: EntityID, to holder: InventoryHolder, by account: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO inventory_entries (holder, holder_kind, object, added_by, added_at)
      VALUES (?1, ?2, ?3, ?4, ?5)
      """,
      [
        .id(holder.id), .text(holder.kind), .id(object), .id(account), .instant(transaction.now),
      ])
  }

  /// Who added the object to the inventory; nil if it is not in there.
  static func adder(
    of object: EntityID, in holder: InventoryHolder, session: StoreSession
  ) throws -> EntityID? {
    try session.first(
      "SELECT added_by FROM inventory_entries WHERE holder = ?1 AND object = ?2",
      [.id(holder.id), .id(object)]
    ) { try $0.id(0) }
  }

  static func delete(
    _ object: EntityID, from holder: InventoryHolder, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM inventory_entries WHERE holder = ?1 AND object = ?2",
      [.id(holder.id), .id(object)])
  }

  static func deleteAll(of account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "DELETE FROM inventory_entries WHERE holder = ?1 OR added_by = ?1", [.id(account)])
  }

  /// Objects that `account` has added, to its own and to shared inventories, with the inventory.
  static func entries(
    addedBy account: EntityID, in session: StoreSession
  ) throws -> [(holder: EntityID, object: EntityID, at: Instant)] {
    try session.all(
      """
      SELECT holder, object, added_at FROM inventory_entries WHERE added_by = ?1
      ORDER BY added_at, object
      """, [.id(account)]
    ) { (holder: try $0.id(0), object: try $0.id(1), at: try $0.instant(2)) }
  }

  /// Live objects that the caller can place, by name, from after the cursor.
  ///
  /// - Parameter realms: the sub-realms of which the account is a member.
  /// - Returns: at most `limit` objects.
  static func list(
    _ filter: InventoryFilter, account: EntityID, realms: [EntityID],
    after last: (text: String, id: EntityID)?, limit: Int, in session: StoreSession
  ) throws -> [ARObject] {
    var parameters: [SQLValue] = []
    func bind(_ value: SQLValue) -> String {
      parameters.append(value)
      return "?\(parameters.count)"
    }
    func isIn(_ holders: [EntityID]) -> String {
      let list = SQLList(holders, from: parameters.count + 1)
      parameters += list.parameters
      return "o.id IN (SELECT e.object FROM inventory_entries e WHERE e.holder IN (\(list.sql)))"
    }
    var conditions = ["o.state = 'live'"]
    switch filter.source {
    case .own: conditions.append("o.owner = \(bind(.id(account)))")
    case .preset: conditions.append("o.origin = 'preset'")
    case .added: conditions.append(isIn([account]))
    case .group: conditions.append(isIn(realms))
    case nil where filter.realm == nil:
      conditions.append(
        "(o.owner = \(bind(.id(account))) OR o.origin = 'preset' OR \(isIn([account] + realms)))")
    case nil: break
    }
    if let realm = filter.realm { conditions.append(isIn([realm])) }
    if let origin = filter.origin {
      conditions.append("o.origin = \(bind(.text(origin.rawValue)))")
    }
    if let last {
      let name = bind(.text(last.text))
      conditions.append(
        "(o.sort_name > \(name) OR (o.sort_name = \(name) AND o.id > \(bind(.id(last.id)))))")
    }
    let most = bind(.int(limit))
    let objects = try session.all(
      """
      SELECT \(ObjectStore.columns) FROM objects o WHERE \(conditions.joined(separator: " AND "))
      ORDER BY o.sort_name, o.id LIMIT \(most)
      """, parameters, ObjectStore.read)
    return try ObjectStore.pictured(objects, in: session)
  }

  /// Which of the inventories hold which of the objects.
  static func entries(
    of objects: [EntityID], in holders: [EntityID], session: StoreSession
  ) throws -> [EntityID: [EntityID]] {
    let objectList = SQLList(objects, from: 1)
    let holderList = SQLList(holders, from: 1 + objectList.parameters.count)
    var found: [EntityID: [EntityID]] = [:]
    try session.each(
      """
      SELECT object, holder FROM inventory_entries
      WHERE object IN (\(objectList.sql)) AND holder IN (\(holderList.sql))
      ORDER BY object, holder
      """, objectList.parameters + holderList.parameters
    ) { row in
      found[try row.id(0), default: []].append(try row.id(1))
    }
    return found
  }
}
