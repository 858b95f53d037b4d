import Base

/// Somebody's wish to have a resource at a time at which another has booked it.
///
/// - Thread: pure.
public struct OverrideRequest: Hashable, Sendable {
  /// - `open`: the holder has been asked and has not answered.
  /// - `approved`: the holder has given the time; the requester's booking stands in its place.
  /// - `denied`: by the holder, or because another's request was approved.
  /// - `expired`: no answer within ``lifetimeSeconds``, or before its time was over.
  /// - `obsolete`: the booking that it asks for is gone otherwise.
  public enum State: String, Sendable, CaseIterable {
    case open, approved, denied, expired, obsolete
  }

  /// 24 hours (CUSR1.E1).
  public static let lifetimeSeconds: Int64 = 86_400

  public var id: EntityID
  public var requester: EntityID
  /// The time asked for, which need not be all of the booking.
  public var start: Instant
  public var end: Instant
  public var reason: String
  public var priority: BookingPriority
  public var askedAt: Instant
  public var state = State.open
  /// Whether it was denied only because another's request for the booking was approved.
  public var isGivenToAnother = false

  /// When it expires: after ``lifetimeSeconds``, or with the end of what it asks for.
  public var expiresAt: Instant { min(askedAt.adding(seconds: Self.lifetimeSeconds), end) }

  public init(
    id: EntityID, requester: EntityID, start: Instant, end: Instant, reason: String,
    priority: BookingPriority, askedAt: Instant, state: State = .open,
    isGivenToAnother: Bool = false
  ) {
    self.isGivenToAnother = isGivenToAnother
    self.id = id
    self.requester = requester
    self.start = start
    self.end = end
    self.reason = reason
    self.priority = priority
    self.askedAt = askedAt
    self.state = state
  }
}

/// A confirmed booking together with the requests to give it up.
///
/// - Thread: pure.
public struct ContestedBooking: Hashable, Sendable {
  public var booking: EntityID
  public var holder: EntityID
  /// In the order in which they were made.
  public var requests: [OverrideRequest]
  /// Whether the booking still stands.
  public private(set) var stands = true

  public init(booking: EntityID, holder: EntityID, requests: [OverrideRequest] = []) {
    self.booking = booking
    self.holder = holder
    self.requests = requests
  }

  /// What can happen to the requests of a booking.
  public enum Command: Hashable, Sendable {
    case ask(OverrideRequest)
    /// By whoever holds the booking.
    case approve(EntityID, by: EntityID)
    case deny(EntityID, by: EntityID)
    /// By the request's timer, which may ring late or twice.
    case expire(EntityID)
    /// The holder has moved the booking: requests that its new time does not touch end.
    case move(start: Instant, end: Instant)
    /// The holder has cancelled the booking, or the resource is gone.
    case release
  }

  /// What a command brings about besides the change of states; all of it in one transaction.
  public enum Effect: Hashable, Sendable {
    case askHolder(EntityID)
    case setTimer(EntityID, at: Instant)
    case stopTimer(EntityID)
    /// The standing booking is cancelled and the requester's is confirmed in its place.
    case swap(request: EntityID)
    case tellRequester(EntityID, OverrideRequest.State)
    /// The holder, who has given the time away, is offered free times.
    case offerOtherTimes
  }

  /// Does what a command asks for if the state allows it; otherwise nothing changes.
  ///
  /// - Throws: `forbidden` with slug `not-holder`; `conflict` with slug `override-state` where the
  ///   request has been answered or has expired, or the booking is gone; `invalid` for a request
  ///   without reason or time; `notFound`.
  /// - Complexity: O(requests).
  public mutating func apply(_ command: Command, at now: Instant) throws(Refusal) -> [Effect] {
    switch command {
    case .ask(let request): try ask(request)
    case .approve(let request, let account): try approve(request, account, now)
    case .deny(let request, let account): try deny(request, account, now)
    case .expire(let request): expire(request, now)
    case .move(let start, let end): move(start, end)
    case .release: release()
    }
  }

  private mutating func ask(_ request: OverrideRequest) throws(Refusal) -> [Effect] {
    guard stands else { throw Self.timeIsFree }
    guard !request.reason.isEmpty else {
      throw Refusal.invalid("/reason", "Say why you need it.")
    }
    guard request.start < request.end else {
      throw Refusal.invalid("/end", "The end must lie after the start.")
    }
    guard request.requester != holder else {
      throw Self.outOfTurn("The booking is your own; move or cancel it.")
    }
    guard !requests.contains(where: { $0.requester == request.requester && $0.state == .open })
    else { throw Self.outOfTurn("You have asked already; wait for the answer.") }
    requests.append(request)
    return [.askHolder(request.id), .setTimer(request.id, at: request.expiresAt)]
  }

  private mutating func approve(
    _ id: EntityID, _ account: EntityID, _ now: Instant
  ) throws(Refusal) -> [Effect] {
    let index = try answerable(id, account, now)
    requests[index].state = .approved
    stands = false
    var effects: [Effect] = [
      .swap(request: id), .stopTimer(id), .tellRequester(id, .approved), .offerOtherTimes,
    ]
    // The first approval denies the others (MF-RES-07).
    for other in requests.indices where requests[other].state == .open {
      requests[other].state = .denied
      requests[other].isGivenToAnother = true
      effects += [
        .stopTimer(requests[other].id), .tellRequester(requests[other].id, .denied),
      ]
    }
    return effects
  }

  private mutating func deny(
    _ id: EntityID, _ account: EntityID, _ now: Instant
  ) throws(Refusal) -> [Effect] {
    let index = try answerable(id, account, now)
    requests[index].state = .denied
    return [.stopTimer(id), .tellRequester(id, .denied)]
  }

  private mutating func expire(_ id: EntityID, _ now: Instant) -> [Effect] {
    guard let index = requests.firstIndex(where: { $0.id == id }),
      requests[index].state == .open, now >= requests[index].expiresAt
    else { return [] }
    requests[index].state = .expired
    return [.tellRequester(id, .expired)]
  }

  private mutating func move(_ start: Instant, _ end: Instant) -> [Effect] {
    guard stands else { return [] }
    return makeObsolete { $0.end <= start || $0.start >= end }
  }

  private mutating func release() -> [Effect] {
    guard stands else { return [] }
    stands = false
    return makeObsolete { _ in true }
  }

  /// Ends the open ones that the booking leaves alone from now on.
  private mutating func makeObsolete(_ isLeft: (OverrideRequest) -> Bool) -> [Effect] {
    var effects: [Effect] = []
    for index in requests.indices where requests[index].state == .open && isLeft(requests[index]) {
      requests[index].state = .obsolete
      effects += [
        .stopTimer(requests[index].id), .tellRequester(requests[index].id, .obsolete),
      ]
    }
    return effects
  }

  /// The index of an open request that `account` may answer now.
  private func answerable(
    _ id: EntityID, _ account: EntityID, _ now: Instant
  ) throws(Refusal) -> Int {
    guard let index = requests.firstIndex(where: { $0.id == id }) else {
      throw Refusal.notFound("override request")
    }
    guard account == holder else {
      throw Self.notHolder
    }
    // The clock decides, also while the timer has not rung yet.
    guard stands, requests[index].state == .open, now < requests[index].expiresAt else {
      throw Self.answered
    }
    return index
  }

  static let notHolder = Refusal(
    .forbidden, "not-holder", "Only whoever holds the booking can do this.")
  static let timeIsFree = outOfTurn("The time is free: book it.")
  static let isPending = outOfTurn(
    "The booking waits to be acknowledged; whoever was asked can say no to its holder.")
  static let answered = outOfTurn("The request has been answered or has expired.")

  private static func outOfTurn(_ why: String) -> Refusal {
    Refusal(.conflict, "override-state", why)
  }
}
