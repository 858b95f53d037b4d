import Access
import Base
import Calendar
import Deadlines
import Notifications
import Storage

/// Asking the holder of a booking to give it up.
extension BookingService {
  /// The timer of a request that nobody answers.
  static let expiryKind = "overrideExpiry"
  /// Free times that are offered to a holder who has given a time away.
  static let offered = 20

  /// The requests that the caller has made or has to answer, newest first.
  public func requests(
    _ page: PageRequest, caller: Caller
  ) throws -> Page<OverrideEntry> {
    let account = try caller.requiredPerson().account
    return try platform.store.read {
      try OverrideStore.list(concerning: account, page, in: $0)
    }
  }

  /// A request that the caller has made or has to answer.
  ///
  /// - Throws: `notFound`.
  public func request(_ id: EntityID, caller: Caller) throws -> OverrideEntry {
    try platform.store.read { session in
      var entry = try Self.request(id, caller: caller, in: session)
      guard entry.request.state == .approved, entry.booking.holder == caller.account else {
        return entry
      }
      let now = platform.clock.now()
      let span = Intervals.Span(now, now.adding(seconds: 14 * 86_400))
      entry.freeTimes = Array(
        try free(entry.booking.resource, in: span, session).prefix(Self.offered))
      return entry
    }
  }

  private static func request(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> OverrideEntry {
    let account = try caller.requiredPerson().account
    guard let entry = try OverrideStore.entry(id, in: session),
      caller.role(in: entry.booking.realm) != nil,
      entry.request.requester == account || entry.booking.holder == account
    else { throw Refusal.notFound("override request") }
    return entry
  }

  /// Asks the holder of a booking to give it up for the caller.
  ///
  /// - Parameter draft: the time that is wanted, which overlaps this booking and no other.
  /// - Returns: the request's identifier.
  /// - Throws: `notFound`, `forbidden`, `invalid`; `conflict` with slug `override-state`, or
  ///   `resource-taken` where the time is partly another's as well.
  public func ask(
    for id: EntityID, _ draft: BookingDraft, caller: Caller
  ) throws -> EntityID {
    let account = try caller.requiredPerson().account
    let request = platform.ids.next()
    try platform.store.write { transaction in
      let (booking, resource, group) = try Self.find(id, caller: caller, in: transaction)
      try Rights.check(caller, .join, group.thing(resourceOf: resource.author))
      guard booking.stands, booking.span.end > transaction.now else {
        throw ContestedBooking.timeIsFree
      }
      guard booking.state == .confirmed else { throw ContestedBooking.isPending }
      var wanted = booking
      (wanted.id, wanted.holder, wanted.draft) = (request, account, draft)
      try check(wanted, resource, group, in: transaction)
      guard draft.span.start < booking.span.end, draft.span.end > booking.span.start else {
        throw Refusal.invalid("/start", "The time does not touch this booking.")
      }
      let others = try BookingStore.coming(
        of: resource.id, after: transaction.now, in: transaction)
      guard !others.contains(where: { $0.id != id && $0.overlaps(draft.span) }) else {
        throw Refusal(
          .conflict, "resource-taken",
          "A part of that time is booked by yet another. Choose a shorter time.")
      }
      var contested = try OverrideStore.contested(booking, in: transaction)
      let effects = try contested.apply(
        .ask(
          OverrideRequest(
            id: request, requester: account, start: draft.span.start, end: draft.span.end,
            reason: draft.reason, priority: draft.priority, askedAt: transaction.now)),
        at: transaction.now)
      try carryOut(effects, contested, booking, in: transaction)
    }
    return request
  }

  /// Answers a request: approving cancels the own booking and makes the requester's, in one commit.
  ///
  /// - Parameter keepsRest: whether who approves it keeps the parts of the booking that were not asked
  ///   for.
  /// - Throws: `notFound`; `forbidden` with slug `not-holder`; `conflict` with slug `override-state`
  ///   where it was answered, has expired or the booking is gone, or as ``book(_:_:caller:)`` where
  ///   what has come since it was made leaves no room for it.
  public func decide(
    _ id: EntityID, approves: Bool, keepsRest: Bool = false, caller: Caller
  ) throws {
    let account = try caller.requiredPerson().account
    let concerned = try platform.store.write { transaction in
      let entry = try Self.request(id, caller: caller, in: transaction)
      let booking = entry.booking
      guard booking.holder == account else { throw ContestedBooking.notHolder }
      guard booking.state == .confirmed, booking.span.end > transaction.now else {
        throw ContestedBooking.answered
      }
      var contested = try OverrideStore.contested(booking, in: transaction)
      let effects = try contested.apply(
        approves ? .approve(id, by: account) : .deny(id, by: account), at: transaction.now)
      try carryOut(effects, contested, booking, in: transaction)
      if approves, keepsRest { try keep(entry.rest, of: booking, in: transaction) }
      return [account, entry.request.requester]
    }
    if approves { try tellCalendars(of: concerned) }
  }

  /// Ends the requests for a booking that goes.
  ///
  /// - Parameter isShared: whether its resource can be booked from now on; false where that goes.
  func release(
    _ booking: Booking, isShared: Bool, in transaction: WriteTransaction
  ) throws {
    var contested = try OverrideStore.contested(booking, in: transaction)
    let effects = try contested.apply(.release, at: transaction.now)
    try carryOut(effects, contested, booking, isShared: isShared, in: transaction)
  }

  /// Ends those requests for a booking which its new time does not touch; the others go on.
  func release(
    _ booking: Booking, movedTo span: Intervals.Span, in transaction: WriteTransaction
  ) throws {
    var contested = try OverrideStore.contested(booking, in: transaction)
    let effects = try contested.apply(
      .move(start: span.start, end: span.end), at: transaction.now)
    try carryOut(effects, contested, booking, in: transaction)
  }

  /// What happens to a request that nobody has answered.
  public var expiry: DeadlineKind {
    DeadlineKind(
      Self.expiryKind, "A request to take over a booking expires after 24 hours."
    ) { deadline, transaction in
      guard let booking = try OverrideStore.booking(of: deadline.subject, in: transaction)
      else { return }
      var contested = try OverrideStore.contested(booking, in: transaction)
      let effects = try contested.apply(.expire(deadline.subject), at: transaction.now)
      try carryOut(effects, contested, booking, in: transaction)
    }
  }

  func stopTimer(of request: EntityID, in transaction: WriteTransaction) throws {
    try DeadlineStore.cancel(Self.expiryKind, key: request.description, in: transaction)
  }

  // MARK: Effects

  /// Writes what has become of the requests, and does what follows from it, in order.
  private func carryOut(
    _ effects: [ContestedBooking.Effect], _ contested: ContestedBooking, _ booking: Booking,
    isShared: Bool = true, in transaction: WriteTransaction
  ) throws {
    try OverrideStore.put(contested, in: transaction)
    var made: EntityID?
    for effect in effects {
      switch effect {
      case .setTimer(let request, let due):
        try DeadlineStore.set(
          Deadline(Self.expiryKind, due: due, subject: request), in: transaction)
      case .stopTimer(let request): try stopTimer(of: request, in: transaction)
      case .askHolder(let request): try askHolder(request, of: booking, in: transaction)
      case .swap(let request): made = try swap(request, for: booking, in: transaction)
      case .tellRequester(let request, let state):
        try tell(
          request, it: state, booking, made: state == .approved ? made : nil, isShared: isShared,
          in: transaction)
      // The holder's page of the request shows the free times, and keeps showing them.
      case .offerOtherTimes: break
      }
    }
  }

  private func askHolder(
    _ id: EntityID, of booking: Booking, in transaction: WriteTransaction
  ) throws {
    guard let entry = try OverrideStore.entry(id, in: transaction) else { return }
    try transaction.record("overrideRequest", id, realm: booking.realm, .insert)
    let request = entry.request
    let end = Moment(request.end, zone: try Self.zone(of: booking, in: transaction))
    try notifications.post(
      BookingNotice.asked(
        by: Told(entry.requesterName),
        what: try Self.told(booking, at: request.start, in: transaction),
        priority: request.priority, reason: Told(request.reason),
        until: request.expiresAt == request.end ? end : nil),
      to: booking.holder, about: NotificationSubject(.overrideRequest, id), version: 1,
      in: transaction)
  }

  /// Cancels the booking and confirms the requester's in its place.
  ///
  /// - Returns: the new booking's identifier.
  private func swap(
    _ id: EntityID, for booking: Booking, in transaction: WriteTransaction
  ) throws -> EntityID {
    guard let entry = try OverrideStore.entry(id, in: transaction),
      let resource = try ResourceStore.find(booking.resource, in: transaction),
      let group = try PlanningGroup.find(booking.realm, in: transaction)
    else { throw Refusal.notFound("override request") }
    let request = entry.request
    let new = Booking(
      id: platform.ids.next(), resource: resource.id, resourceName: resource.content.name,
      realm: resource.realm, item: platform.ids.next(), holder: request.requester,
      holderName: entry.requesterName,
      draft: BookingDraft(
        span: Intervals.Span(request.start, request.end), reason: request.reason,
        priority: request.priority), createdAt: transaction.now)
    try check(new, resource, group, askedAt: request.askedAt, in: transaction)
    var given = booking
    given.state = .overridden
    given.version += 1
    try BookingStore.put(given, isNew: false, in: transaction)
    // It stays in the holder's calendar, marked as cancelled (CUSR1.A1.11).
    if let item = try CalendarItemStore.find(booking.item, in: transaction) {
      var cancelled = item
      cancelled.status = .cancelled
      cancelled.sequence += 1
      cancelled.version += 1
      cancelled.updatedAt = transaction.now
      try editing.update(item, to: cancelled, in: transaction)
    }
    try insert(new, of: resource, group, in: transaction)
    return new.id
  }

  /// Books again for its holder what was not given away of a booking: it was the holder's before, so that
  /// no rule is asked.
  private func keep(
    _ rest: [Intervals.Span], of booking: Booking, in transaction: WriteTransaction
  ) throws {
    guard let resource = try ResourceStore.find(booking.resource, in: transaction),
      let group = try PlanningGroup.find(booking.realm, in: transaction)
    else { return }
    for span in rest where span.end > transaction.now {
      var kept = booking
      (kept.id, kept.item) = (platform.ids.next(), platform.ids.next())
      (kept.draft.span, kept.version, kept.createdAt) = (span, 1, transaction.now)
      try insert(kept, of: resource, group, isKept: true, in: transaction)
    }
  }

  /// Tells the requester what has become of a request.
  ///
  /// - Parameter made: the booking that has been made for the requester, which is then what the
  ///   notification is about (CG-MF-35).
  private func tell(
    _ id: EntityID, it state: OverrideRequest.State, _ booking: Booking, made: EntityID?,
    isShared: Bool, in transaction: WriteTransaction
  ) throws {
    guard let entry = try OverrideStore.entry(id, in: transaction) else { return }
    try transaction.record("overrideRequest", id, realm: booking.realm, .update)
    let what = try Self.told(booking, at: entry.request.start, in: transaction)
    let holder = Told(booking.holderName)
    let notice: BookingNotice
    switch state {
    case .approved: notice = .given(by: holder, what: what)
    case .denied where entry.request.isGivenToAnother: notice = .givenToAnother(what: what)
    case .denied: notice = .denied(by: holder, what: what)
    case .expired:
      notice = .unanswered(what: what, isOver: entry.request.expiresAt == entry.request.end)
    case .obsolete: notice = isShared ? .hasBecomeFree(what: what) : .goneWithThing(what: what)
    // There is nothing to tell yet.
    case .open: return
    }
    try notifications.post(
      notice, to: entry.request.requester,
      about: made.map { NotificationSubject(.booking, $0) }
        ?? NotificationSubject(.overrideRequest, id),
      version: 2, in: transaction)
  }
}

extension Booking {
  func overlaps(_ other: Intervals.Span) -> Bool {
    span.start < other.end && span.end > other.start
  }
}
