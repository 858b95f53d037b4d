import Base
import Identity

/// A call of two friends: one state machine, owned by the server and its clock.
///
/// ```
/// ringing ── accepted ─> connecting ── connected ─> active
///    └──────────┴──────────── ended, with one reason ──┘
/// ```
///
/// - Thread: pure.
public struct Call: Sendable {
  /// How the change log calls it.
  public static let changeKind = "call"

  /// What the two share.
  public enum Media: String, Sendable, CaseIterable {
    case voice
    case video
  }

  /// How far it is.
  public enum State: String, Sendable, CaseIterable {
    /// All devices of the one who is called ring.
    case ringing
    /// One of them has taken it; the two look for a way to each other.
    case connecting
    case active
    case ended
  }

  /// Why it ended.
  public enum Reason: String, Sendable, CaseIterable {
    case hungUp
    /// By the caller, before anybody took it.
    case cancelled
    case declined
    /// Nobody took it in time.
    case noAnswer
    /// The one who is called is in another call.
    case busy
    /// The two found no way to each other.
    case neverConnected
    /// The way was lost, or too bad.
    case connectionLost
    /// The microphone or the camera could not be used.
    case mediaFailed
  }

  public var id: EntityID
  /// The direct sub-realm of the two.
  public var conversation: EntityID
  public var media: Media
  public var caller: EntityID
  public var callee: EntityID
  /// The device from which it was begun.
  public var callerSession: EntityID
  /// The device that has taken it.
  public var calleeSession: EntityID?
  public var state: State
  public var reason: Reason?
  public var offeredAt: Instant
  public var acceptedAt: Instant?
  public var endedAt: Instant?
  /// Whether the one who is called learns nothing of it, because it blocks the caller.
  public var isHidden: Bool

  /// Seconds for which it rings (SC-CALL-04, SC-CALL-10).
  public static let ringing: Int64 = 120
  /// Seconds in which the two have to find a way to each other.
  public static let connecting: Int64 = 30
  /// Seconds after which a call ends whatever happens: both devices may have gone without a word.
  public static let longest: Int64 = 6 * 3600

  /// Until when it may stay in its state.
  public var deadline: Instant {
    switch state {
    case .ringing: offeredAt.adding(seconds: Self.ringing)
    case .connecting: (acceptedAt ?? offeredAt).adding(seconds: Self.connecting)
    case .active, .ended: (acceptedAt ?? offeredAt).adding(seconds: Self.longest)
    }
  }

  /// What somebody does, or what time does.
  public enum Command: Hashable, Sendable {
    case accept
    case decline
    /// The two hear each other.
    case connected
    case end(Reason)
    /// The deadline has passed.
    case timeOut
  }

  /// What has to be done beside writing the new state.
  public enum Effect: Hashable, Sendable {
    /// The deadline has moved.
    case wait
    /// It has ended: signals and deadline go.
    case forget
    /// The one who was called is told of a call that was missed.
    case tellMissed
  }

  /// The next state.
  ///
  /// Repeating what one has done changes nothing: answers get lost.
  ///
  /// - Parameters:
  ///   - account: who does it; nil for time.
  ///   - session: from which device.
  /// - Throws: `conflict` with slug `call-taken` where another device has it, `gone` with slug
  ///   `call-ended` where it is over, `forbidden` for what the other alone can do.
  public mutating func apply(
    _ command: Command, by account: EntityID?, _ session: EntityID?, at now: Instant
  ) throws(Refusal) -> [Effect] {
    if state == .ended {
      if case .accept = command { throw Self.over }
      return []
    }
    switch command {
    case .accept:
      guard account == callee else { throw Self.notYours }
      guard state == .ringing else {
        if calleeSession == session { return [] }
        throw Self.taken
      }
      (state, calleeSession, acceptedAt) = (.connecting, session, now)
      return [.wait]
    case .decline:
      guard account == callee else { throw Self.notYours }
      guard state == .ringing else { throw Self.taken }
      return end(.declined, at: now)
    case .connected:
      guard state != .ringing else { throw Self.notYours }
      if state == .active { return [] }
      state = .active
      return [.wait]
    case .end(let reason):
      guard account == caller || state != .ringing else { throw Self.notYours }
      // Another device of one's own is not in it.
      guard session == callerSession || session == calleeSession else { throw Self.taken }
      return state == .ringing ? end(.cancelled, at: now) + [.tellMissed] : end(reason, at: now)
    case .timeOut:
      guard now >= deadline else { return [.wait] }
      switch state {
      case .ringing: return end(.noAnswer, at: now) + [.tellMissed]
      case .connecting: return end(.neverConnected, at: now)
      case .active, .ended: return end(.connectionLost, at: now)
      }
    }
  }

  private mutating func end(_ reason: Reason, at now: Instant) -> [Effect] {
    (state, self.reason, endedAt) = (.ended, reason, now)
    return [.forget]
  }

  /// Whether it is known to an account.
  func concerns(_ account: EntityID) -> Bool {
    account == caller || account == callee && !isHidden
  }

  func other(than account: EntityID) -> EntityID { account == caller ? callee : caller }

  private static let over = Refusal(.gone, "call-ended", "The call has ended.")
  private static let taken = Refusal(
    .conflict, "call-taken", "Another of your devices has taken the call.")
  private static let notYours = Refusal(
    .forbidden, "not-yours", "Only the other one in the call can do this now.")
}

extension Call {
  func writeForExport(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("media", media.rawValue)
      json.member("caller", caller)
      json.member("callee", callee)
      json.member("offeredAt", offeredAt)
      json.member("acceptedAt", acceptedAt)
      json.member("endedAt", endedAt)
      json.member("reason", reason?.rawValue)
    }
  }

  /// Writes it as the interface shows it: one JSON object.
  ///
  /// - Parameters:
  ///   - other: the other of the two.
  ///   - caller: who looks, from which device.
  public func write(
    to json: inout JSONWriter, with other: AccountSummary, for account: EntityID,
    _ session: EntityID,
    picture: (EntityID, inout JSONWriter) -> Void = { _, _ in }
  ) {
    json.object { json in
      json.member("id", id)
      json.member("conversation", conversation)
      json.member("media", media.rawValue)
      json.member("state", state.rawValue)
      json.member("reason", reason?.rawValue)
      json.member("isCaller", account == caller)
      // Whether this device is the one in the call; while it rings, each of the called one's may be.
      json.member(
        "isHere",
        account == caller
          ? session == callerSession : calleeSession.map { $0 == session } ?? (state == .ringing))
      json.key("with")
      other.write(to: &json) { picture(other.id, &$0) }
      json.member("offeredAt", offeredAt)
      json.member("acceptedAt", acceptedAt)
      json.member("endedAt", endedAt)
      json.member("deadline", state == .ended ? nil : deadline)
    }
  }
}
