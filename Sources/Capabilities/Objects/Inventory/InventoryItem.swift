import Base

/// An object that a caller can place, and why.
///
/// - Thread: pure.
public struct InventoryItem: Hashable, Sendable {
  /// How it comes to be in the inventory; the first that holds.
  public enum Source: String, Sendable, CaseIterable {
    /// The caller made it.
    case own
    /// The operator loaded it for everyone.
    case preset
    /// The caller added it.
    case added
    /// A member added it to the inventory of one of the caller's sub-realms.
    case group
  }

  public var object: ARObject
  public var source: Source
  /// The caller's sub-realms whose inventories hold it.
  public var realms: [EntityID]

  /// Writes the object's members, `source` and `realms`.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      object.writeMembers(to: &json)
      json.member("source", source.rawValue)
      json.array("realms") { json in
        for realm in realms { json.id(realm) }
      }
    }
  }
}

/// Which part of an inventory is asked for.
public struct InventoryFilter: Sendable {
  /// Only objects of this origin.
  public var origin: ARObject.Origin?
  /// Only objects that are there for this reason, whether or not others hold too.
  public var source: InventoryItem.Source?
  /// Only objects in this sub-realm's inventory.
  public var realm: EntityID?

  public init(
    origin: ARObject.Origin? = nil, source: InventoryItem.Source? = nil, realm: EntityID? = nil
  ) {
    self.origin = origin
    self.source = source
    self.realm = realm
  }
}
