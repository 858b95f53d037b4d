import Access
import Base
import Geodesy
import Groups
import Storage

/// The use cases of instances: placing objects, moving them, taking them away, showing them.
///
/// - Thread: shared.
public struct InstanceService: Sendable {
  let platform: Platform
  let objects: ObjectRights
  let conditions: [any PlacingCondition]

  /// - Parameters:
  ///   - objects: who sees which object.
  ///   - conditions: what must hold besides; all are asked at every change.
  public init(
    platform: Platform, objects: ObjectRights? = nil,
    conditions: [any PlacingCondition] = []
  ) {
    self.platform = platform
    self.objects = objects ?? ObjectRights(clock: platform.clock)
    self.conditions = conditions
  }

  // MARK: Placing

  /// Places an object of the caller's inventory in sub-realms that the caller is a member of.
  ///
  /// - Throws: `invalid` if the object is not in the caller's inventory, `forbidden` for a
  ///   sub-realm of others and for guests of one, `conflict` during a tour (UC4.8); nothing is
  ///   placed then.
  public func place(_ draft: InstanceDraft, caller: Caller) throws -> InstanceDetails {
    let loggedIn = try caller.requiredPerson()
    try check(draft.placement, caller: caller)
    let instance = try platform.store.write { transaction in
      for condition in conditions { try condition.check(loggedIn.account, in: transaction) }
      let isInInventory = try InventoryItem.exists(
        draft.object, caller: caller, account: loggedIn.account, in: transaction)
      if !isInInventory {
        throw try objects.notInInventory(draft.object, caller: caller, in: transaction)
      }
      let instance = Instance(
        id: platform.ids.next(), object: draft.object, author: loggedIn.account,
        placement: draft.placement, state: .live, createdAt: transaction.now, version: 1)
      try InstanceStore.insert(instance, in: transaction)
      try transaction.record("instance", instance.id, .insert)
      return instance
    }
    return InstanceDetails(instance, reactions: ReactionSummary(), caller: caller)
  }

  /// Rules that drafts made in code must keep as well as those that were read.
  func check(_ placement: Placement, caller: Caller) throws(Refusal) {
    guard (1...Placement.maximumRealms).contains(placement.realms.count) else {
      throw Refusal.invalid(
        "/realms", "must name at least one and at most \(Placement.maximumRealms) sub-realms")
    }
    for realm in placement.realms {
      guard caller.role(in: realm) != nil else {
        throw Refusal(
          .forbidden, "not-a-member",
          "You can place objects only in sub-realms of which you are a member.",
          violations: [Refusal.Violation("/realms", "\(realm) is not one of your sub-realms")])
      }
      try Rights.check(caller, .add, Thing(.subRealm, realms: [realm]))
    }
  }

  // MARK: Changing

  /// Moves, turns, resizes or shares anew what the caller placed; what is hidden until then comes back.
  public func edit(
    _ id: EntityID, _ changes: InstanceChanges, expecting version: ExpectedVersion,
    caller: Caller
  ) throws -> InstanceDetails {
    let loggedIn = try caller.requiredPerson()
    return try platform.store.write { transaction in
      let instance = try Instance.find(id, to: .edit, caller: caller, in: transaction)
      for condition in conditions { try condition.check(loggedIn.account, in: transaction) }
      try version.check(instance.version)
      let placement = changes.applied(to: instance.placement)
      if changes.realms != nil { try check(placement, caller: caller) }
      try InstanceStore.update(id, placement, in: transaction)
      if instance.state == .hidden, placement != instance.placement {
        try InstanceStore.show(id, in: transaction)
      }
      try transaction.record("instance", id, .update)
      return try details(id, caller: caller, in: transaction)
    }
  }

  /// Takes away what the caller placed, for good.
  public func remove(
    _ id: EntityID, expecting version: ExpectedVersion = .any, caller: Caller
  ) throws {
    let account = try caller.required().account
    try platform.store.write { transaction in
      let instance = try Instance.find(id, to: .delete, caller: caller, in: transaction)
      for condition in conditions { try condition.check(account, in: transaction) }
      try version.check(instance.version)
      try InstanceStore.delete(id, in: transaction)
      try transaction.record("instance", id, .delete)
    }
  }

  // MARK: Showing

  /// The instance with its reactions and what the caller can do with it, if the caller sees it.
  public func details(_ id: EntityID, caller: Caller) throws -> InstanceDetails {
    try platform.store.read { try details(id, caller: caller, in: $0) }
  }

  private func details(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> InstanceDetails {
    let instance = try Instance.find(id, caller: caller, in: session)
    return InstanceDetails(
      instance,
      reactions: try ReactionStore.summary(of: id, for: caller.account, in: session), caller: caller
    )
  }

  /// What the caller placed, newest first.
  public func own(page: PageRequest, caller: Caller) throws -> Page<Instance> {
    let account = try caller.requiredPerson().account
    let before = try page.idPosition()
    return try platform.store.read { session in
      Self.page(
        try InstanceStore.placed(
          by: account, before: before, limit: page.limit + 1, in: session), page)
    }
  }

  /// Instances shared in one sub-realm, newest first.
  ///
  /// - Parameter bounds: only instances within, border included; nil for all.
  /// - Throws: `notFound` for a sub-realm that the caller is not in.
  public func list(
    in realm: EntityID, within bounds: Bounds? = nil, page: PageRequest, caller: Caller
  ) throws -> Page<InstanceDetails> {
    let rights = try ListRights(caller, .instance).narrowed(to: realm)
    let before = try page.idPosition()
    return try platform.store.read { session in
      let found = try InstanceStore.shared(
        with: rights, within: bounds, before: before, limit: page.limit + 1, session: session)
      return try Self.page(found, page).map { instance in
        InstanceDetails(
          instance,
          reactions: try ReactionStore.summary(
            of: instance.id, for: caller.account, in: session), caller: caller)
      }
    }
  }

  private static func page(_ found: [Instance], _ request: PageRequest) -> Page<Instance> {
    Page(reading: found, limit: request.limit) { Cursor($0.id) }
  }
}
