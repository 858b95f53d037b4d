import Access
import Base
import Calendar
import Deadlines
import Notifications
import Storage

/// Bookings while the calendar of what is booked cannot be read.
extension BookingService {
  /// The timer of a booking that waits for acknowledgements.
  static let acknowledgementKind = "bookingAcknowledgement"

  /// Acknowledges a booking that could not be checked; with the last one that is missing it is made.
  ///
  /// - Throws: `notFound`; `forbidden` with slug `not-asked`; `conflict` with slug `booking-over`.
  public func acknowledge(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    let concerned = try platform.store.write { transaction in
      let (booking, resource, _) = try Self.find(id, caller: caller, in: transaction)
      return try apply(.acknowledge(account), to: booking, resource, in: transaction)
    }
    try tellCalendars(of: concerned)
  }

  /// What happens to a booking that not all have acknowledged.
  public var acknowledgementTimer: DeadlineKind {
    DeadlineKind(
      Self.acknowledgementKind,
      "Reminds those who have not acknowledged a booking, and ends it when its time has come."
    ) { deadline, transaction in
      guard let booking = try BookingStore.find(deadline.subject, in: transaction),
        let resource = try ResourceStore.find(booking.resource, in: transaction)
      else { return }
      _ = try apply(.ring, to: booking, resource, in: transaction)
    }
  }

  /// Enters a booking that cannot be checked and asks those who share the thing.
  func ask(
    about booking: Booking, _ resource: Resource, _ group: PlanningGroup,
    in transaction: WriteTransaction
  ) throws {
    var new = booking
    (new.state, new.isEntered) = (.pending, false)
    try BookingStore.put(new, isNew: true, in: transaction)
    for member in try group.sharers(in: transaction) where member != booking.holder {
      try transaction.execute(
        "INSERT INTO booking_acknowledgements (booking, account) VALUES (?1, ?2)",
        [.id(new.id), .id(member)])
    }
    _ = try apply(.ask, to: new, resource, in: transaction)
  }

  /// Has bookings that wait for the calendar of a resource written into calendars.
  ///
  /// - Returns: whose calendars are others now.
  func calendarRead(
    of resource: EntityID, in transaction: WriteTransaction
  ) throws -> [EntityID] {
    guard let resource = try ResourceStore.find(resource, in: transaction) else { return [] }
    return try BookingStore.notEntered(of: resource.id, in: transaction).flatMap {
      try apply(.calendarRead, to: $0, resource, in: transaction)
    }
  }

  /// Somebody shares nothing any more, in a sub-realm or at all: nobody waits for that one.
  func leave(
    _ account: EntityID, _ realm: EntityID?, in transaction: WriteTransaction
  ) throws {
    for booking in try BookingStore.waiting(for: account, in: transaction)
    where realm == nil || booking.realm == realm {
      guard let resource = try ResourceStore.find(booking.resource, in: transaction) else {
        continue
      }
      _ = try apply(.leave(account), to: booking, resource, in: transaction)
    }
    guard realm == nil else { return }
    try transaction.execute(
      "DELETE FROM booking_acknowledgements WHERE account = ?1", [.id(account)])
  }

  /// Ends what a booking waits for.
  func stopWaiting(_ booking: Booking, in transaction: WriteTransaction) throws {
    try DeadlineStore.cancel(
      Self.acknowledgementKind, key: booking.id.description, in: transaction)
  }

  // MARK: Effects

  /// Applies a command to a booking that could not be checked, and does what follows from it.
  ///
  /// - Returns: whose calendars are others now.
  private func apply(
    _ command: UnverifiedBooking.Command, to booking: Booking, _ resource: Resource,
    in transaction: WriteTransaction
  ) throws -> [EntityID] {
    var unverified = try BookingStore.unverified(booking, in: transaction)
    let before = unverified
    let effects = try unverified.apply(command, at: transaction.now)
    guard unverified != before || !effects.isEmpty else { return [] }
    try BookingStore.put(unverified.acknowledged, unverified.missing, of: booking, in: transaction)
    var changed = booking
    switch unverified.phase {
    case .waiting: changed.state = .pending
    case .made, .sent: changed.state = .confirmed
    case .ended: changed.state = booking.stands ? .cancelled : booking.state
    }
    changed.isEntered = unverified.phase == .sent
    if unverified.phase != before.phase || command != .ask { changed.version += 1 }
    try BookingStore.put(changed, isNew: false, in: transaction)
    for effect in effects { try carryOut(effect, changed, resource, in: transaction) }
    return unverified.phase == .sent ? [booking.holder] : []
  }

  private func carryOut(
    _ effect: UnverifiedBooking.Effect, _ booking: Booking, _ resource: Resource,
    in transaction: WriteTransaction
  ) throws {
    let item = try Self.item(of: booking, at: resource.content.place, transaction)
    let (holder, what) = (Told(booking.holderName), try Self.told(booking, in: transaction))
    switch effect {
    case .ask(let account):
      try post(
        .unverified(
          by: holder, what: what, reason: Told(booking.draft.reason),
          priority: booking.draft.priority),
        to: account, about: booking, version: 1, in: transaction)
    case .remind(let account):
      try post(
        .stillUnverified(by: holder, what: what), to: account, about: booking, version: 2,
        in: transaction)
    case .setTimer(let due):
      try DeadlineStore.set(
        Deadline(Self.acknowledgementKind, due: due, subject: booking.id), in: transaction)
    case .stopTimer: try stopWaiting(booking, in: transaction)
    case .tellMade:
      try post(
        .acknowledged(what: what, isEntered: booking.isEntered), to: booking.holder,
        about: booking, version: 1, in: transaction)
    case .updateCalendars:
      try enter(booking, item, in: transaction)
      guard
        try ResourceCalendarStore.busy(resource.id, in: booking.span, transaction).isEmpty
      else {
        return try post(
          .clashes(what: what), to: booking.holder, about: booking, version: 2, in: transaction)
      }
    case .tellLapsed:
      try post(
        .lapsed(what: what), to: booking.holder, about: booking, in: transaction)
    }
  }
}

extension PlanningGroup {
  /// Who answers for what is shared: all members of a family or the like, of others those who run
  /// the sub-realm.
  func sharers(in session: StoreSession) throws -> [EntityID] {
    if isClose { return try members(in: session) }
    return try session.all(
      """
      SELECT account FROM memberships WHERE sub_realm = ?1 AND role IN ('admin', 'owner')
      ORDER BY joined_at, account LIMIT \(Self.maximumTold)
      """, [.id(id)]
    ) { try $0.id(0) }
  }
}
