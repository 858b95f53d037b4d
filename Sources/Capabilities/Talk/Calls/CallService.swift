import Access
import Base
import Deadlines
import Groups
import Identity
import Notifications
import Storage

/// Calls of friends: beginning, taking and ending them, and what the devices tell each other.
///
/// Nothing of a call passes the server, and nothing is kept but who, when and how long.
///
/// - Thread: shared.
public struct CallService: Sendable {
  let platform: Platform
  let notifications: any NotificationSink

  /// Most signals of one call: a connection that is begun anew again and again is given up.
  static let mostSignals = 2000
  static let deadlineKind = "call"

  public init(platform: Platform, notifications: any NotificationSink) {
    self.platform = platform
    self.notifications = notifications
  }

  /// A call with the account of the other.
  public struct Shown: Sendable {
    public var call: Call
    public var other: AccountSummary
  }

  /// Calls a friend: all of the friend's devices ring.
  ///
  /// - Parameter conversation: the direct one of the two (SC-CALL-13).
  /// - Returns: the call; one that has ended at once, with the reason `busy`, where the friend is in
  ///   another.
  /// - Throws: `notFound` for a conversation that the caller is not in; `conflict` with slug
  ///   `no-friend` where it is not of two friends, `in-a-call` where the caller is in another.
  public func start(
    _ media: Call.Media, in conversation: EntityID, caller: Caller
  ) throws -> Shown {
    let own = try caller.requiredPerson()
    return try platform.store.write { transaction in
      let found = try ConversationService.find(conversation, for: own.account, in: transaction)
      guard let friend = found.friend else {
        throw Refusal(.conflict, "no-friend", "One calls friends: open the chat with one of them.")
      }
      guard try CallStore.current(of: own.account, in: transaction) == nil else {
        throw Refusal(.conflict, "in-a-call", "You are in another call. End it first.")
      }
      var call = Call(
        id: platform.ids.next(), conversation: conversation, media: media, caller: own.account,
        callee: friend.id, callerSession: own.session, state: .ringing,
        offeredAt: transaction.now,
        isHidden: try AccountDirectory.hasBlocked(friend.id, own.account, in: transaction))
      if try CallStore.current(of: friend.id, in: transaction) != nil, !call.isHidden {
        (call.state, call.reason, call.endedAt) = (.ended, .busy, transaction.now)
      } else {
        try wait(for: call, in: transaction)
      }
      try CallStore.insert(call, in: transaction)
      return Shown(call: call, other: friend)
    }
  }

  /// A call that the caller is in, was in, or is called by.
  public func get(_ id: EntityID, caller: Caller) throws -> Shown {
    let account = try caller.requiredPerson().account
    return try platform.store.read { try shown(Self.find(id, for: account, in: $0), account, $0) }
  }

  /// Calls of the caller, newest first.
  public func list(_ page: PageRequest, caller: Caller) throws -> Page<Shown> {
    let account = try caller.requiredPerson().account
    return try platform.store.read { session in
      try CallStore.list(of: account, page, in: session).map { try shown($0, account, session) }
    }
  }

  private func shown(
    _ call: Call, _ account: EntityID, _ session: StoreSession
  ) throws -> Shown {
    let other = call.other(than: account)
    let name = try AccountDirectory.name(of: other, in: session)
    return Shown(call: call, other: AccountSummary(id: other, displayName: name))
  }

  private static func find(
    _ id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> Call {
    guard let call = try CallStore.find(id, in: session), call.concerns(account) else {
      throw Refusal.notFound("call")
    }
    return call
  }

  /// Takes, declines, or ends a call; see ``Call/apply(_:by:_:at:)``.
  public func apply(_ command: Call.Command, to id: EntityID, caller: Caller) throws -> Shown {
    let own = try caller.requiredPerson()
    return try platform.store.write { transaction in
      var call = try Self.find(id, for: own.account, in: transaction)
      let isBusy =
        command == .accept && call.state == .ringing && own.account == call.callee
        ? try CallStore.current(of: own.account, in: transaction) != nil : false
      guard !isBusy else {
        throw Refusal(.conflict, "in-a-call", "You are in another call. End it first.")
      }
      let before = (call.state, call.calleeSession)
      let effects = try call.apply(command, by: own.account, own.session, at: transaction.now)
      if before != (call.state, call.calleeSession) {
        try CallStore.update(call, in: transaction)
        try perform(effects, of: call, in: transaction)
      }
      return try shown(call, own.account, transaction)
    }
  }

  private func perform(
    _ effects: [Call.Effect], of call: Call, in transaction: WriteTransaction
  ) throws {
    for effect in effects {
      switch effect {
      case .wait: try wait(for: call, in: transaction)
      case .forget:
        try CallStore.forgetSignals(of: call.id, in: transaction)
        try DeadlineStore.cancelAll(Self.deadlineKind, about: call.id, in: transaction)
      case .tellMissed:
        if call.isHidden { continue }
        let name = try AccountDirectory.name(of: call.caller, in: transaction)
        try notifications.post(
          TalkNotice.missed(by: Told(name), isVideo: call.media == .video), to: call.callee,
          about: NotificationSubject(.conversation, call.conversation),
          version: Int(call.offeredAt.milliseconds), in: transaction)
      }
    }
  }

  private func wait(for call: Call, in transaction: WriteTransaction) throws {
    try DeadlineStore.set(
      Deadline(Self.deadlineKind, due: call.deadline, subject: call.id), in: transaction)
  }

  /// The end of ringing, of finding a way, and of calls whose devices have gone: the server's clock
  /// decides, also after a restart.
  public var deadline: DeadlineKind {
    DeadlineKind(Self.deadlineKind, "A call rings no longer.") { deadline, transaction in
      guard var call = try CallStore.find(deadline.subject, in: transaction) else { return }
      let effects = try call.apply(.timeOut, by: nil, nil, at: transaction.now)
      if call.state == .ended { try CallStore.update(call, in: transaction) }
      try perform(effects, of: call, in: transaction)
    }
  }

  // MARK: Signals

  /// Tells the other device something.
  ///
  /// - Throws: `gone` with slug `call-ended`; `conflict` with slug `call-taken` from a device that is
  ///   not in the call.
  public func send(
    _ kind: Signal.Kind, _ content: String, in id: EntityID, caller: Caller
  ) throws -> Signal {
    let own = try caller.requiredPerson()
    return try platform.store.write { transaction in
      let call = try Self.find(id, for: own.account, in: transaction)
      guard call.state != .ended else {
        throw Refusal(.gone, "call-ended", "The call has ended.")
      }
      guard [call.callerSession, call.calleeSession].contains(own.session) else {
        throw Refusal(.conflict, "call-taken", "Another of your devices is in the call.")
      }
      guard try CallStore.count(of: id, in: transaction) < Self.mostSignals else {
        throw Refusal(.conflict, "too-many-signals", "The two find no way to each other.")
      }
      let signal = Signal(
        id: platform.ids.next(), call: id, sender: own.account, session: own.session, kind: kind,
        content: content)
      try CallStore.insert(signal, in: transaction)
      return signal
    }
  }

  /// What the other device has told, in order: for a page that comes back.
  public func signals(
    of id: EntityID, after: EntityID?, caller: Caller
  ) throws -> [Signal] {
    let account = try caller.requiredPerson().account
    return try platform.store.read { session in
      _ = try Self.find(id, for: account, in: session)
      return try CallStore.signals(of: id, besides: account, after: after, in: session)
    }
  }

  /// What this device needs to use the operator's relays in a call.
  ///
  /// - Returns: no addresses where the operator has set none: the two find each other in one network.
  public func relays(for id: EntityID, caller: Caller) throws -> RelayCredentials {
    let account = try caller.requiredPerson().account
    let call = try platform.store.readOnce { try Self.find(id, for: account, in: $0) }
    let isOpen = call.state != .ended
    guard isOpen, let relays = platform.settings[RelaySettings.setting] else {
      return RelayCredentials(addresses: [])
    }
    return try relays.credentials(for: id, at: platform.clock.now())
  }

  // MARK: For event streams

  /// Whom a call concerns; nobody where there is none.
  public func parties(of id: EntityID) throws -> [EntityID] {
    guard let call = try platform.store.readOnce({ try CallStore.find(id, in: $0) }) else {
      return []
    }
    return [call.caller, call.callee].filter(call.concerns)
  }

  /// A signal, and to whom it goes.
  public func signal(_ id: EntityID) throws -> (signal: Signal, to: EntityID)? {
    try platform.store.read { session in
      guard let signal = try CallStore.signal(id, in: session),
        let call = try CallStore.find(signal.call, in: session)
      else { return nil }
      let other = call.other(than: signal.sender)
      return call.concerns(other) ? (signal, other) : nil
    }
  }
}
