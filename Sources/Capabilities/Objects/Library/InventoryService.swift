import Access
import Base
import Groups
import Storage

/// The use cases of inventories: seeing what can be placed, adding to it, taking out of it.
///
/// An account's inventory shows its own objects, presets, what it added of others, and what the
/// inventories of its sub-realms hold (RL-SCR-05). Only added objects are entries and count
/// towards the limit.
///
/// - Thread: shared.
public struct InventoryService: Sendable {
  let platform: Platform
  let rights: ObjectRights

  public init(platform: Platform, rights: ObjectRights) {
    self.platform = platform
    self.rights = rights
  }

  /// The objects that the caller can place, alphabetical.
  public func list(
    _ filter: InventoryFilter = InventoryFilter(), page: PageRequest, caller: Caller
  ) throws -> Page<InventoryItem> {
    let loggedIn = try caller.requiredPerson()
    if let realm = filter.realm {
      guard realm != SubRealmID.publicRealm else { throw Refusal.notFound("sub-realm") }
      try Rights.check(caller, .see, Thing(.subRealm, realms: [realm]))
    }
    let last = try page.textPosition()
    let holders = InventoryStore.holders(caller: caller)
    return try platform.store.read { session in
      let objects = try InventoryStore.list(
        filter, account: loggedIn.account, realms: Array(holders.dropFirst()), after: last,
        limit: page.limit + 1, in: session)
      let entries = try InventoryStore.entries(
        of: objects.map(\.id), in: holders, session: session)
      let items = objects.map {
        InventoryItem.of($0, holders: entries[$0.id] ?? [], account: loggedIn.account)
      }
      return Page(reading: items, limit: page.limit) { item in
        Cursor(NameKey.of(item.object.name), item.object.id)
      }
    }
  }

  /// One item; what is not in the inventory is not found.
  public func item(_ id: EntityID, caller: Caller) throws -> InventoryItem {
    let loggedIn = try caller.requiredPerson()
    return try platform.store.read { session in
      guard
        let item = try InventoryItem.find(
          id, caller: caller, account: loggedIn.account, in: session)
      else { throw Refusal.notFound("object in your inventory") }
      return item
    }
  }

  /// Adds an object that the caller sees to the own inventory, or to that of a sub-realm.
  ///
  /// Own objects and presets are in the own inventory anyway; adding them there, or anything a
  /// second time, changes nothing.
  ///
  /// - Parameter realm: a sub-realm of which the caller is a member, other than the public one;
  ///   nil for the own inventory.
  /// - Throws: `conflict` with slug `inventory-full` when the limit is reached; nothing is added.
  public func add(_ id: EntityID, to realm: EntityID? = nil, caller: Caller) throws {
    let loggedIn = try caller.requiredPerson()
    let holder = try self.holder(realm, caller, loggedIn.account)
    try platform.store.write { transaction in
      // Whoever may not open it must not come to it by way of an inventory.
      let object = try rights.find(id, to: .open, caller: caller, in: transaction)
      // What its owner withdrew stays where it was bought, and goes nowhere else.
      guard object.state == .live else { throw Refusal.notFound("object") }
      let isThereAnyway =
        realm == nil && (object.owner == loggedIn.account || object.origin == .preset)
      if isThereAnyway { return }
      try rights.checkMayBeGivenOn(object, caller: caller, in: transaction)
      guard try InventoryStore.adder(of: id, in: holder, session: transaction) == nil
      else { return }
      let limit = platform.settings[ObjectsSettings.inventoryLimit]
      guard try InventoryStore.count(holder, in: transaction) < limit else {
        throw Refusal(
          .conflict, "inventory-full",
          "The inventory holds \(limit) added objects and is full. Remove one, then add this one.")
      }
      try InventoryStore.insert(id, to: holder, by: loggedIn.account, in: transaction)
      try transaction.record("inventory", holder.id, realm: realm, .update)
    }
  }

  /// Takes an added object out of the own inventory, or out of that of a sub-realm.
  ///
  /// From a sub-realm's inventory, whoever added it can take it out, and so can editors and above.
  public func remove(_ id: EntityID, from realm: EntityID? = nil, caller: Caller) throws {
    let loggedIn = try caller.requiredPerson()
    let holder = try self.holder(realm, caller, loggedIn.account)
    try platform.store.write { transaction in
      guard let adder = try InventoryStore.adder(of: id, in: holder, session: transaction) else {
        throw try absence(of: id, realm, loggedIn.account, in: transaction)
      }
      if let realm {
        try Rights.check(caller, .delete, Thing(.inventoryEntry, realms: [realm], author: adder))
      }
      try InventoryStore.delete(id, from: holder, in: transaction)
      try transaction.record("inventory", holder.id, realm: realm, .update)
    }
  }

  /// Why an object that has no entry cannot be taken out.
  private func absence(
    of id: EntityID, _ realm: EntityID?, _ account: EntityID, in session: StoreSession
  ) throws -> Refusal {
    guard realm == nil, let object = try ObjectStore.find(id, in: session), object.state == .live
    else { return Refusal.notFound("object in the inventory") }
    if object.owner == account {
      return Refusal(
        .conflict, "own-object",
        "It is your own object. To be rid of it, delete it with DELETE /v1/objects/\(id).")
    }
    if object.origin == .preset {
      return Refusal(.conflict, "preset-object", "Presets are in every inventory.")
    }
    return Refusal.notFound("object in the inventory")
  }

  private func holder(
    _ realm: EntityID?, _ caller: Caller, _ account: EntityID
  ) throws(Refusal) -> InventoryHolder {
    guard let realm else { return .account(account) }
    guard realm != SubRealmID.publicRealm else {
      throw Refusal(
        .forbidden, "no-public-inventory",
        "The public sub-realm has no inventory; presets are there for everyone.")
    }
    try Rights.check(caller, .add, Thing(.subRealm, realms: [realm]))
    return .realm(realm)
  }
}

extension ThingKind {
  /// What a member has put into the inventory of a sub-realm.
  static let inventoryEntry = ThingKind(
    "object in the inventory",
    refusals: [
      .delete: Refusal(
        .forbidden, "not-editor",
        "Only who added it, or an editor of the sub-realm, can take it out.")
    ],
    rules: [
      Rule(.see, .member(.guest)),
      Rule(.delete, .author),
      Rule(.delete, .member(.editor)),
    ])
}
