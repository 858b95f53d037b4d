import Base
import Realms
import Storage

extension InventoryItem {
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
