import Access
import Base
import Identity
import Outgoing
import Storage
import WebPush

/// Which devices get pushes; each asks for itself.
///
/// - Thread: shared.
public struct PushSubscriptionService: Sendable {
  /// Most per account; the oldest makes room.
  public static let most = 20

  let platform: Platform
  let consents: ConsentService
  let transport: any PushTransport
  /// The key by which push services know this server; nil where the operator wants no pushes.
  public let publicKey: String?

  /// The caller's devices that get pushes, the newest first.
  public func list(caller: Caller) throws -> [PushSubscription] {
    let account = try caller.required().account
    let now = platform.clock.now()
    return try platform.store.readOnce { try PushStore.list(of: account, at: now, in: $0) }
  }

  /// Has pushes for the caller go to the device that asks, in place of where they went before; asking
  /// is agreeing to it.
  ///
  /// - Throws: `invalid` for an address that nothing is sent to; `conflict` with slug `push-off` where
  ///   the operator wants no pushes.
  public func replace(
    with draft: PushSubscriptionDraft, caller: Caller
  ) throws -> PushSubscription {
    let loggedIn = try caller.required()
    guard publicKey != nil else {
      throw Refusal(.conflict, "push-off", "This server sends no pushes; its operator wants none.")
    }
    guard let address = OutgoingAddress(draft.endpoint), transport.mayPost(to: draft.endpoint)
    else {
      throw Refusal.invalid("/endpoint", "must be a public https address of a push service")
    }
    return try platform.store.write { transaction in
      try consents.give(.push, by: loggedIn.account, in: transaction)
      if try PushStore.has(draft, loggedIn.session, in: transaction) == nil {
        let new = PushSubscription(
          id: platform.ids.next(), account: loggedIn.account, session: loggedIn.session, device: "",
          endpoint: draft.endpoint, origin: address.origin, createdAt: transaction.now)
        try PushStore.put(new, draft, most: Self.most, in: transaction)
      }
      let all = try PushStore.list(of: loggedIn.account, at: transaction.now, in: transaction)
      guard let own = all.first(where: { $0.session == loggedIn.session }) else {
        throw Refusal(.unauthenticated, "session-ended", "The session has ended. Log in again.")
      }
      return own
    }
  }

  /// Ends the pushes to one of the caller's devices.
  public func end(_ id: EntityID, caller: Caller) throws {
    let account = try caller.required().account
    try platform.store.write { transaction in
      guard try PushStore.end(id, of: account, in: transaction) else {
        throw Refusal.notFound("push-subscription")
      }
    }
  }

  /// Ends the pushes to the device that asks; without any, nothing changes.
  public func endOwn(caller: Caller) throws {
    let session = try caller.required().session
    try platform.store.write { try PushStore.end(ofSession: session, in: $0) }
  }
}
