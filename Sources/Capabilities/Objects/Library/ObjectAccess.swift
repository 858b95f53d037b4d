import Base
import Realms
import Storage

/// A capability that shows objects to callers in its own ways: a published tour, for instance.
///
/// - Thread: shared.
public protocol ObjectVisibilitySource: Sendable {
  /// Whether this capability shows the object to `caller`.
  func shows(_ object: EntityID, to caller: Caller, in session: StoreSession) throws -> Bool

  /// Whether anything of this capability has the object, so that it must not be deleted as unused.
  func uses(_ object: EntityID, in session: StoreSession) throws -> Bool
}

/// Decides who sees which object.
///
/// An object is seen by its owner, by everyone if it is a preset, by whoever sees a live instance
/// of it or has it in an inventory, and by whomever another capability shows it. Admins see all
/// of them, withdrawn ones included, because they decide about them.
///
/// - Thread: shared.
public struct ObjectAccess: Sendable {
  private let sources: [any ObjectVisibilitySource]

  public init(sources: [any ObjectVisibilitySource] = []) { self.sources = sources }

  /// The object, if `caller` sees it.
  ///
  /// - Throws: `notFound` for absent and for hidden ones alike.
  public func find(
    _ id: EntityID, for caller: Caller, in session: StoreSession
  ) throws -> ARObject {
    guard let object = try ObjectStore.find(id, in: session),
      try shows(object, to: caller, in: session)
    else { throw Refusal.notFound("object") }
    return object
  }

  /// Whether another capability has the object.
  func isUsed(_ object: EntityID, in session: StoreSession) throws -> Bool {
    try sources.contains { try $0.uses(object, in: session) }
  }

  func shows(_ object: ARObject, to caller: Caller, in session: StoreSession) throws -> Bool {
    if caller.role == .admin { return true }
    guard object.state == .live else { return false }
    if object.origin == .preset { return true }
    if let account = caller.account {
      if object.owner == account { return true }
      let holders = InventoryStore.holders(of: caller)
      if try InventoryStore.holds(object.id, anyOf: holders, in: session) { return true }
    }
    if try InstanceStore.isPlaced(object.id, inAnyOf: caller.visibleRealms, in: session) {
      return true
    }
    return try sources.contains { try $0.shows(object.id, to: caller, in: session) }
  }
}
