import Access
import Base
import Outgoing
import Storage

/// One's subscriptions of calendars elsewhere: adding, looking, reading now, ending.
///
/// - Thread: shared.
public struct SubscriptionService: Sendable {
  /// Most subscriptions of one account.
  static let limit = 10

  let platform: Platform
  let follower: any CalendarFollower

  /// Adds a subscription; it is read within seconds, by its timer.
  ///
  /// - Throws: `invalid` for what is no address, `conflict` with slug `too-many-subscriptions` or
  ///   `already-subscribed`.
  public func add(_ draft: SubscriptionDraft, caller: Caller) throws -> Subscription {
    let account = try caller.requiredPerson().account
    guard OutgoingClient.accepts(draft.address) else {
      throw Refusal.invalid(
        "/address", "An address of a calendar begins with https://, http:// or webcal://.")
    }
    return try platform.store.write { transaction in
      let own = try SubscriptionStore.all(of: account, in: transaction)
      guard own.count < Self.limit else {
        throw Refusal(
          .conflict, "too-many-subscriptions",
          "You subscribe to \(own.count) calendars, the most there can be. End one first.")
      }
      guard !own.contains(where: { $0.address == draft.address }) else {
        throw Refusal(
          .conflict, "already-subscribed", "You subscribe to the calendar at this address already.")
      }
      let new = Subscription(
        id: platform.ids.next(), account: account, name: draft.name, address: draft.address,
        createdAt: transaction.now, nextAt: transaction.now)
      try SubscriptionStore.insert(new, in: transaction)
      return new
    }
  }

  /// The caller's, the oldest first.
  public func list(caller: Caller) throws -> [Subscription] {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { try SubscriptionStore.all(of: account, in: $0) }
  }

  /// One of the caller's.
  ///
  /// - Throws: `notFound`.
  public func find(_ id: EntityID, caller: Caller) throws -> Subscription {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { try Self.find(id, of: account, in: $0) }
  }

  private static func find(
    _ id: EntityID, of account: EntityID, in session: StoreSession
  ) throws -> Subscription {
    guard let found = try SubscriptionStore.find(id, in: session), found.account == account else {
      throw Refusal.notFound("subscription")
    }
    return found
  }

  /// Has a subscription read now instead of later.
  ///
  /// - Throws: `notFound`.
  public func readNow(_ id: EntityID, caller: Caller) throws -> Subscription {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      var found = try Self.find(id, of: account, in: transaction)
      found.nextAt = transaction.now
      try SubscriptionStore.update(found, in: transaction)
      return found
    }
  }

  /// Ends a subscription; what came from it leaves the calendar.
  ///
  /// - Throws: `notFound`.
  public func end(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      _ = try Self.find(id, of: account, in: transaction)
      for item in try SubscriptionStore.items(of: id, in: transaction).reversed() {
        try follower.itemMoved(item.id, for: nil, in: transaction)
        try CalendarItemStore.delete(item.id, in: transaction)
      }
      try SubscriptionStore.delete(id, in: transaction)
    }
    try follower.calendarChanged(of: account)
  }
}
