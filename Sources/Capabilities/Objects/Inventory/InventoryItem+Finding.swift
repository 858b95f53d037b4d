import Access
import Base
import Storage

extension InventoryItem {
  /// Whether ``find(_:caller:account:in:)`` would find one, without reading what it is and why.
  static func exists(
    _ id: EntityID, caller: Caller, account: EntityID, in session: StoreSession
  ) throws -> Bool {
    let object = try session.first(
      "SELECT owner, origin FROM objects WHERE id = ?1 AND state = 'live'", [.id(id)]
    ) { row in
      (owner: try row.optional(0, row.id), origin: try row.word(1, ARObject.Origin.self))
    }
    guard let object else { return false }
    if object.owner == account || object.origin == .preset { return true }
    return try !InventoryStore.holders(holding: id, caller: caller, in: session).isEmpty
  }

  /// The live object with why it can be placed; nil if the caller cannot place it.
  static func find(
    _ id: EntityID, caller: Caller, account: EntityID, in session: StoreSession
  ) throws -> InventoryItem? {
    guard let object = try ObjectStore.find(id, in: session), object.state == .live
    else { return nil }
    let holders = try InventoryStore.holders(holding: id, caller: caller, in: session)
    guard object.owner == account || object.origin == .preset || !holders.isEmpty
    else { return nil }
    return of(object, holders: holders, account: account)
  }

  /// - Parameter holders: the inventories of the caller that hold it.
  static func of(
    _ object: ARObject, holders: [EntityID], account: EntityID
  ) -> InventoryItem {
    let source: InventoryItem.Source =
      object.owner == account
      ? .own : object.origin == .preset ? .preset : holders.contains(account) ? .added : .group
    return InventoryItem(object: object, source: source, realms: holders.filter { $0 != account })
  }
}
