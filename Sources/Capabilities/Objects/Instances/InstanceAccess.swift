import Base
import Realms
import Storage

/// Decides who sees which instance: the members of its sub-realms, and who placed it.
enum InstanceAccess {
  /// The live instance, if `caller` sees it.
  ///
  /// - Throws: `notFound` for absent, removed and hidden ones alike.
  static func find(
    _ id: EntityID, for caller: Caller, in session: StoreSession
  ) throws -> Instance {
    guard let instance = try InstanceStore.findLive(id, in: session),
      shows(instance, to: caller)
    else { throw Refusal.notFound("instance") }
    return instance
  }

  static func shows(_ instance: Instance, to caller: Caller) -> Bool {
    if let account = caller.account, instance.author == account { return true }
    return instance.placement.realms.contains(where: caller.sees)
  }
}
