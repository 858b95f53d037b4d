import Access
import Base
import Calendar
import Deadlines
import Identity
import Notifications
import Storage

/// Booking what is shared: never by two at once, which the database keeps.
///
/// - Thread: shared.
public struct BookingService: Sendable {
  let platform: Platform
  let editing: CalendarEditing
  let follower: any CalendarFollower
  let notifications: any NotificationSink

  /// - Parameters:
  ///   - editing: writes the bookings into calendars.
  ///   - follower: what rests on calendars.
  public init(
    platform: Platform, editing: CalendarEditing, follower: any CalendarFollower,
    notifications: any NotificationSink
  ) {
    self.platform = platform
    self.editing = editing
    self.follower = follower
    self.notifications = notifications
  }

  // MARK: Reading

  /// Who has the resources of a sub-realm, when and why, in order of time.
  ///
  /// - Parameters:
  ///   - resource: the only one that is meant; nil for all.
  ///   - all: also what was cancelled or given away.
  /// - Throws: `notFound`; `invalid-query` for a span of more than 400 days.
  public func list(
    in realm: EntityID, of resource: EntityID?, in span: Intervals.Span, all: Bool = false,
    _ page: PageRequest, caller: Caller
  ) throws -> Page<Booking> {
    try Self.check(span)
    return try platform.store.read { session in
      _ = try PlanningGroup.find(realm, caller: caller, in: session)
      return try BookingStore.list(in: realm, of: resource, in: span, all: all, page, session)
    }
  }

  /// When a resource is free, in order of time.
  ///
  /// - Throws: `notFound`; `invalid-query` for a span of more than 400 days.
  public func free(
    _ resource: EntityID, in span: Intervals.Span, caller: Caller
  ) throws -> [Intervals.Span] {
    try Self.check(span)
    return try platform.store.read { session in
      _ = try ResourceService.find(resource, to: .see, caller: caller, in: session)
      return try free(resource, in: span, session)
    }
  }

  func free(
    _ resource: EntityID, in span: Intervals.Span, _ session: StoreSession
  ) throws -> [Intervals.Span] {
    let taken = try BookingStore.coming(of: resource, after: span.start, in: session)
    return Intervals(taken.map(\.span))
      .union(try ResourceCalendarStore.busy(resource, in: span, session)).gaps(in: span).spans
  }

  private static func check(_ span: Intervals.Span) throws(Refusal) {
    guard span.start < span.end, span.end.seconds(since: span.start) <= 400 * 86_400 else {
      throw Refusal(
        .malformed, "invalid-query", "The span ends after its beginning, within 400 days.",
        violations: [Refusal.Violation("to", "must lie after from, within 400 days")])
    }
  }

  /// One booking of a sub-realm that the caller is in.
  ///
  /// - Throws: `notFound`.
  public func get(_ id: EntityID, caller: Caller) throws -> Booking {
    try platform.store.read {
      try BookingStore.withMissing(Self.find(id, caller: caller, in: $0).booking, in: $0)
    }
  }

  static func find(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> (booking: Booking, resource: Resource, group: PlanningGroup) {
    _ = try caller.requiredPerson()
    guard let booking = try BookingStore.find(id, in: session),
      caller.role(in: booking.realm) != nil
    else { throw Refusal.notFound("booking") }
    let (resource, group) = try ResourceService.find(
      booking.resource, to: .see, caller: caller, in: session)
    return (booking, resource, group)
  }

  // MARK: Writing

  /// Books a resource for the caller; it then stands in the caller's calendar, and others of the
  /// family are told (MF-RES-03).
  ///
  /// While the calendar of the resource cannot be read, all who share it are asked instead; it is
  /// booked when they have acknowledged it (CUSR1.E2.6).
  ///
  /// - Returns: the booking's identifier.
  /// - Throws: `notFound`, `forbidden`, `invalid` for times that the resource's rules do not allow;
  ///   `conflict` with slug `resource-taken` or `too-many-bookings`.
  public func book(
    _ resource: EntityID, _ draft: BookingDraft, caller: Caller
  ) throws -> EntityID {
    let account = try caller.requiredPerson().account
    let ids = (booking: platform.ids.next(), item: platform.ids.next())
    try platform.store.write { transaction in
      let (resource, group) = try ResourceService.find(
        resource, to: .join, caller: caller, in: transaction)
      let booking = Booking(
        id: ids.booking, resource: resource.id, resourceName: resource.content.name,
        realm: resource.realm, item: ids.item, holder: account,
        holderName: try AccountDirectory.name(of: account, in: transaction), draft: draft,
        createdAt: transaction.now)
      try check(booking, resource, group, in: transaction)
      if try ResourceCalendarStore.isReadable(resource.id, in: transaction) {
        try insert(booking, of: resource, group, in: transaction)
      } else {
        try ask(about: booking, resource, group, in: transaction)
      }
    }
    try tellCalendars(of: [account])
    return ids.booking
  }

  /// Refuses what the rules of a resource or the limits do not allow; days and weeks are counted by
  /// the clocks of the sub-realm, and where it has none, by the holder's.
  ///
  /// - Parameter askedAt: of what another approves: when its holder asked for it, from when on its
  ///   notice and "tomorrow" count; now if nil.
  func check(
    _ booking: Booking, _ resource: Resource, _ group: PlanningGroup, askedAt: Instant? = nil,
    in session: WriteTransaction
  ) throws {
    let rules = resource.content.rules
    let zone = try group.zone ?? IANATimeZone.preset(of: booking.holder, in: session)
    try rules.check(booking.span, at: askedAt ?? session.now, in: zone)
    if let calendar = try ResourceCalendarStore.find(resource.id, in: session),
      calendar.isReadable,
      try !ResourceCalendarStore.busy(resource.id, in: booking.span, session).isEmpty
    {
      throw Refusal(
        .conflict, "resource-taken",
        "“\(resource.content.name)” is taken at that time, as its calendar says. Choose another "
          + "time.")
    }
    let open = try BookingStore.open(
      of: booking.holder, in: group.id, after: session.now, session)
    guard open < Booking.limit else {
      throw Refusal(
        .conflict, "too-many-bookings",
        askedAt == nil
          ? "You have \(open) bookings here, the most there can be. Cancel one first."
          : "\(booking.holderName) has \(open) bookings here, the most there can be.")
    }
    guard let most = rules.perWeek else { return }
    let day = zone.wallTime(at: booking.span.start).date
    let monday = day.daysSinceEpoch - day.weekday
    let week = Intervals.Span(
      zone.start(of: CivilDate(daysSinceEpoch: monday)),
      zone.start(of: CivilDate(daysSinceEpoch: monday + 7)))
    guard try BookingStore.count(besides: booking, beginningIn: week, session) < most else {
      throw Refusal(
        .conflict, "too-many-bookings",
        "“\(resource.content.name)” is booked \(most == 1 ? "once" : "\(most) times") a week by one "
          + "at most.")
    }
  }

  /// Writes a new booking with its entry in the holder's calendar, and tells the others.
  ///
  /// - Parameter isKept: whether it is what is left of one that was given away.
  func insert(
    _ booking: Booking, of resource: Resource, _ group: PlanningGroup, isKept: Bool = false,
    in transaction: WriteTransaction
  ) throws {
    let item = try Self.item(of: booking, at: resource.content.place, transaction)
    var new = booking
    new.isEntered = try ResourceCalendarStore.isReadable(resource.id, in: transaction)
    try BookingStore.put(new, isNew: true, in: transaction)
    if new.isEntered {
      try enter(new, item, in: transaction)
      try CalendarItemStore.checkCount(of: booking.holder, in: transaction)
    }
    try tellOthers(of: booking, group, in: transaction) {
      let reason = Told(booking.draft.reason)
      return isKept
        ? .kept(by: $0, what: $1, reason: reason) : .booked(by: $0, what: $1, reason: reason)
    }
  }

  /// Writes a booking into the calendars of its holder and of the resource (CUSR1.8-9).
  func enter(
    _ booking: Booking, _ item: CalendarItem, in transaction: WriteTransaction
  ) throws {
    try editing.insert(
      item, Participation(of: booking.holder, in: item, .accepted, at: transaction.now),
      in: transaction)
    try ParticipationStore.put(
      Calendar.Attendance(
        item: item.id, party: .resource(booking.resource), answer: .accepted,
        answeredAt: transaction.now, invitedAt: transaction.now), in: transaction)
  }

  /// Tells those of a family or the like what another does with what they share.
  private func tellOthers(
    of booking: Booking, _ group: PlanningGroup, in transaction: WriteTransaction,
    _ notice: (_ holder: Told, _ what: ToldBooking) -> BookingNotice
  ) throws {
    guard group.isClose else { return }
    let notice = notice(
      Told(booking.holderName), try Self.told(booking, in: transaction))
    for member in try group.members(in: transaction) where member != booking.holder {
      try post(notice, to: member, about: booking, in: transaction)
    }
  }

  /// The entry of a booking in its holder's calendar, by the holder's clocks.
  static func item(
    of booking: Booking, at place: Place?, _ session: WriteTransaction
  ) throws -> CalendarItem {
    var zone = try IANATimeZone.preset(of: booking.holder, in: session)
    // The second of an hour that comes twice has no wall time of its own.
    if zone.instant(of: zone.wallTime(at: booking.span.start)) != booking.span.start { zone = .utc }
    var item = CalendarItem(
      id: booking.item, uid: booking.item.description, kind: CalendarItemKind.booking.name,
      realm: booking.realm, organizer: booking.holder, title: booking.resourceName,
      start: zone.wallTime(at: booking.span.start), zone: zone,
      duration: Int(booking.span.end.milliseconds - booking.span.start.milliseconds) / 1000,
      createdAt: session.now, updatedAt: session.now)
    item.description = "\(booking.draft.reason) (priority: \(booking.draft.priority.rawValue))"
    item.place = place
    try item.check()
    return item
  }

  /// Changes time, reason or priority of an own booking; others hear of another time (CG-MF-24),
  /// and requests to give it up that ask for none of that end.
  ///
  /// - Throws: `notFound`, `forbidden` with slug `not-holder`, `stale`, `invalid`; `conflict` with
  ///   slug `resource-taken`, `too-many-bookings`, `booking-over` or, where its new time could not be
  ///   checked, `calendar-failing`.
  public func change(
    _ id: EntityID, _ change: BookingChange, expecting version: ExpectedVersion, caller: Caller
  ) throws {
    try platform.store.write { transaction in
      let (old, resource, group) = try Self.own(id, caller: caller, in: transaction)
      try version.check(old.version)
      var booking = old
      booking.draft = change.applied(to: old.draft)
      booking.version += 1
      if booking.span != old.span {
        guard try old.isEntered && ResourceCalendarStore.isReadable(resource.id, in: transaction)
        else {
          throw Refusal(
            .conflict, "calendar-failing",
            "The calendar of “\(resource.content.name)” cannot be read, so that no other time can "
              + "be checked. Give this booking up and make another.")
        }
        try check(booking, resource, group, in: transaction)
        try release(old, movedTo: booking.span, in: transaction)
      }
      try BookingStore.put(booking, isNew: false, in: transaction)
      // What waits for the calendar has no entry yet.
      guard let entry = try CalendarItemStore.find(old.item, in: transaction) else { return }
      var item = try Self.item(of: booking, at: resource.content.place, transaction)
      item.createdAt = entry.createdAt
      item.version = entry.version + 1
      item.sequence = entry.sequence + (item.isWhereAndWhen(entry) ? 0 : 1)
      try editing.update(entry, to: item, in: transaction)
      guard booking.span != old.span else { return }
      try tellOthers(of: booking, group, in: transaction) {
        .moved(by: $0, what: $1, reason: Told(booking.draft.reason))
      }
    }
    try tellCalendars(of: [caller.account].compactMap { $0 })
  }

  /// Gives up an own booking: its time is free for others, who are told (CG-MF-24).
  ///
  /// - Throws: `notFound`, `forbidden` with slug `not-holder`, `stale`; `conflict` with slug
  ///   `booking-over` for one that does not stand any more.
  public func cancel(
    _ id: EntityID, expecting version: ExpectedVersion, caller: Caller
  ) throws {
    try platform.store.write { transaction in
      var (booking, _, group) = try Self.own(id, caller: caller, in: transaction)
      try version.check(booking.version)
      try remove(booking, in: transaction)
      booking.version += 1
      try tellOthers(of: booking, group, in: transaction) { .givenUp(by: $0, what: $1) }
    }
    try tellCalendars(of: [caller.account].compactMap { $0 })
  }

  private static func own(
    _ id: EntityID, caller: Caller, in session: WriteTransaction
  ) throws -> (booking: Booking, resource: Resource, group: PlanningGroup) {
    let found = try find(id, caller: caller, in: session)
    guard found.booking.holder == caller.account else { throw ContestedBooking.notHolder }
    guard found.booking.stands, found.booking.span.end > session.now else {
      throw UnverifiedBooking.over
    }
    return found
  }

  // MARK: Going

  /// Takes a booking back, with its entry in the calendar; those who have asked for it are told.
  ///
  /// - Parameter isShared: whether its resource can be booked from now on; false where that goes.
  func remove(
    _ booking: Booking, isShared: Bool = true, in transaction: WriteTransaction
  ) throws {
    guard booking.stands else { return }
    try release(booking, isShared: isShared, in: transaction)
    try stopWaiting(booking, in: transaction)
    var gone = booking
    gone.state = .cancelled
    gone.version += 1
    try BookingStore.put(gone, isNew: false, in: transaction)
    try forget(booking, in: transaction)
  }

  /// Deletes the entry that a booking which does not stand any more has left in a calendar.
  func forget(_ booking: Booking, in transaction: WriteTransaction) throws {
    if let item = try CalendarItemStore.find(booking.item, in: transaction) {
      try editing.cancel(item, in: transaction)
    }
  }

  /// Removes a resource with everything of it.
  ///
  /// - Returns: those who had booked it.
  @discardableResult
  func remove(_ resource: Resource, in transaction: WriteTransaction) throws -> [EntityID] {
    let coming = try BookingStore.coming(of: resource.id, after: transaction.now, in: transaction)
    for booking in coming {
      try remove(booking, isShared: false, in: transaction)
      try post(
        .sharedNoMore(what: Self.told(booking, in: transaction)), to: booking.holder,
        about: booking, in: transaction)
    }
    try ResourceCalendarStore.remove(of: resource.id, in: transaction)
    try ResourceStore.delete(resource, in: transaction)
    return coming.map(\.holder)
  }

  // MARK: Telling

  /// What is told of a booking, or of another time that is asked for.
  static func told(
    _ booking: Booking, at start: Instant? = nil, in session: StoreSession
  ) throws -> ToldBooking {
    ToldBooking(booking, at: start, zone: try zone(of: booking, in: session))
  }

  /// By which zone times of a booking are told to whoever has none.
  static func zone(of booking: Booking, in session: StoreSession) throws -> String {
    try PlanningGroup.zone(of: booking.realm, else: booking.holder, in: session)
  }

  /// - Parameter version: nil for that of the booking.
  func post(
    _ notice: BookingNotice, to account: EntityID, about booking: Booking, version: Int? = nil,
    in transaction: WriteTransaction
  ) throws {
    try notifications.post(
      notice, to: account, about: NotificationSubject(.booking, booking.id),
      version: version ?? booking.version, in: transaction)
  }

  /// Has what rests on calendars follow, after a commit.
  func tellCalendars(of accounts: [EntityID]) throws {
    for account in Set(accounts).sorted() { try follower.calendarChanged(of: account) }
  }
}
