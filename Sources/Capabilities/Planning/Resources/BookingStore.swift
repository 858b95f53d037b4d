import Base
import Calendar
import Storage

/// Bookings in the database, and the time that they hold.
enum BookingStore {
  static let columns = """
    SELECT b.id, b.resource, b.item, b.holder, b.starts_at, b.ends_at, b.reason, b.priority,
      b.state, b.created_at, b.version, r.name, r.realm, a.display_name, b.waits, b.entered
    FROM bookings b JOIN resources r ON r.id = b.resource JOIN accounts a ON a.id = b.holder
    """

  static func read(_ row: any Row) throws -> Booking {
    var booking = Booking(
      id: try row.id(0), resource: try row.id(1), resourceName: try row.text(11),
      realm: try row.id(12), item: try row.id(2), holder: try row.id(3),
      holderName: try row.text(13),
      draft: BookingDraft(
        span: Intervals.Span(try row.instant(4), try row.instant(5)), reason: try row.text(6),
        priority: try row.word(7, BookingPriority.self)),
      state: try row.word(8, Booking.State.self), createdAt: try row.instant(9),
      version: try row.int(10))
    // What holds its time is stored as confirmed, whether it still waits or not.
    if try row.bool(14) { booking.state = .pending }
    booking.isEntered = try row.bool(15)
    return booking
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> Booking? {
    try session.first(columns + " WHERE b.id = ?1", [.id(id)], read)
  }

  /// Those of a sub-realm's resources that overlap a span, in order of time.
  ///
  /// - Parameters:
  ///   - resource: the only one that is meant; nil for all.
  ///   - all: also those that do not stand any more.
  static func list(
    in realm: EntityID, of resource: EntityID?, in span: Intervals.Span, all: Bool,
    _ page: PageRequest, _ session: StoreSession
  ) throws -> Page<Booking> {
    let (start, id) =
      try page.position { parts throws(Refusal) in (try parts.integer(Int64.self), try parts.id()) }
      ?? (Int64.min, EntityID(high: 0, low: 0))
    let found = try session.all(
      columns + """
         WHERE r.realm = ?1 AND b.starts_at < ?3 AND b.ends_at > ?2
        \(all ? "" : "AND b.state = 'confirmed'") \(resource == nil ? "" : "AND b.resource = ?7")
        AND (b.starts_at > ?4 OR (b.starts_at = ?4 AND b.id > ?5))
        ORDER BY b.starts_at, b.id LIMIT ?6
        """,
      [
        .id(realm), .instant(span.start), .instant(span.end), .integer(start), .id(id),
        .int(page.limit + 1),
      ] + (resource.map { [.id($0)] } ?? []), read)
    return Page(reading: found, limit: page.limit) {
      Cursor(String($0.span.start.milliseconds), $0.id)
    }
  }

  /// The booking of a resource that goes on or comes next.
  static func next(
    of resource: EntityID, after now: Instant, in session: StoreSession
  ) throws -> Booking? {
    try session.first(
      columns + """
         WHERE b.resource = ?1 AND b.ends_at > ?2 AND b.state = 'confirmed'
        ORDER BY b.starts_at LIMIT 1
        """, [.id(resource), .instant(now)], read)
  }

  /// Every booking of an account, for its export and its going.
  static func all(of account: EntityID, in session: StoreSession) throws -> [Booking] {
    try session.all(columns + " WHERE b.holder = ?1 ORDER BY b.id", [.id(account)], read)
  }

  /// Those of a resource that stand and have not ended.
  static func coming(
    of resource: EntityID, after now: Instant, in session: StoreSession
  ) throws -> [Booking] {
    try session.all(
      columns + """
         WHERE b.resource = ?1 AND b.ends_at > ?2 AND b.state = 'confirmed' ORDER BY b.starts_at
        """, [.id(resource), .instant(now)], read)
  }

  /// How many of a holder's bookings in a sub-realm have not ended.
  static func open(
    of holder: EntityID, in realm: EntityID, after now: Instant, _ session: StoreSession
  ) throws -> Int {
    try session.count(
      """
      SELECT COUNT(*) FROM bookings b JOIN resources r ON r.id = b.resource
      WHERE b.holder = ?1 AND r.realm = ?2 AND b.ends_at > ?3 AND b.state = 'confirmed'
      """, [.id(holder), .id(realm), .instant(now)])
  }

  /// How many other bookings of a resource by the same holder begin in a span.
  static func count(
    besides booking: Booking, beginningIn span: Intervals.Span, _ session: StoreSession
  ) throws -> Int {
    try session.count(
      """
      SELECT COUNT(*) FROM bookings WHERE resource = ?1 AND holder = ?2 AND state = 'confirmed'
        AND starts_at >= ?3 AND starts_at < ?4 AND id <> ?5
      """,
      [
        .id(booking.resource), .id(booking.holder), .instant(span.start), .instant(span.end),
        .id(booking.id),
      ])
  }

  /// Writes a booking, new or changed, with the time that it holds.
  ///
  /// - Throws: `conflict` with slug `resource-taken` where another holds a part of the time.
  static func put(_ booking: Booking, isNew: Bool, in transaction: WriteTransaction) throws {
    let draft = booking.draft
    let values: [SQLValue] = [
      .id(booking.id), .instant(draft.span.start), .instant(draft.span.end), .text(draft.reason),
      .text(draft.priority.rawValue),
      .text((booking.stands ? Booking.State.confirmed : booking.state).rawValue),
      .int(booking.version), .bool(booking.state == .pending), .bool(booking.isEntered),
    ]
    if isNew {
      try transaction.execute(
        """
        INSERT INTO bookings (id, starts_at, ends_at, reason, priority, state, version, waits,
          entered, resource, item, holder, created_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
        """,
        values + [
          .id(booking.resource), .id(booking.item), .id(booking.holder),
          .instant(booking.createdAt),
        ])
    } else {
      try transaction.execute(
        """
        UPDATE bookings SET starts_at = ?2, ends_at = ?3, reason = ?4, priority = ?5, state = ?6,
          version = ?7, waits = ?8, entered = ?9 WHERE id = ?1
        """, values)
    }
    try transaction.execute("DELETE FROM booked_quarters WHERE booking = ?1", [.id(booking.id)])
    if booking.stands { try hold(booking, in: transaction) }
    try transaction.record("booking", booking.id, realm: booking.realm, isNew ? .insert : .update)
  }

  private static func hold(_ booking: Booking, in transaction: WriteTransaction) throws {
    let step = BookingRules.stepSeconds * 1000
    let (first, end) = (
      booking.span.start.milliseconds / step, booking.span.end.milliseconds / step
    )
    let held = try transaction.execute(
      """
      INSERT INTO booked_quarters (resource, quarter, booking)
      WITH RECURSIVE quarters (quarter) AS (
        SELECT CAST(?2 AS %int) UNION ALL
        SELECT quarter + 1 FROM quarters WHERE quarter + 1 < CAST(?3 AS %int))
      SELECT ?1, quarter, ?4 FROM quarters WHERE 1 = 1
      ON CONFLICT DO NOTHING
      """, [.id(booking.resource), .integer(first), .integer(end), .id(booking.id)])
    guard Int64(held) == end - first else {
      throw Refusal(
        .conflict, "resource-taken",
        "“\(booking.resourceName)” is booked at that time. Choose another time, or ask its holder.")
    }
  }
}

/// Requests to give up a booking, in the database.
enum OverrideStore {
  private static let columns = """
    SELECT o.id, o.requester, o.starts_at, o.ends_at, o.reason, o.priority, o.asked_at, o.state,
      o.to_another
    FROM override_requests o
    """

  private static func read(_ row: any Row) throws -> OverrideRequest {
    OverrideRequest(
      id: try row.id(0), requester: try row.id(1), start: try row.instant(2),
      end: try row.instant(3), reason: try row.text(4),
      priority: try row.word(5, BookingPriority.self), askedAt: try row.instant(6),
      state: try row.word(7, OverrideRequest.State.self), isGivenToAnother: try row.bool(8))
  }

  /// A booking that stands, with all requests to give it up.
  static func contested(
    _ booking: Booking, in session: StoreSession
  ) throws -> ContestedBooking {
    ContestedBooking(
      booking: booking.id, holder: booking.holder,
      requests: try session.all(
        columns + " WHERE o.booking = ?1 ORDER BY o.asked_at, o.id", [.id(booking.id)], read))
  }

  /// The booking that a request asks for.
  static func booking(of request: EntityID, in session: StoreSession) throws -> Booking? {
    let id = try session.first(
      "SELECT booking FROM override_requests WHERE id = ?1", [.id(request)]
    ) { try $0.id(0) }
    return try id.flatMap { try BookingStore.find($0, in: session) }
  }

  static func realm(of request: EntityID, in session: StoreSession) throws -> EntityID? {
    try booking(of: request, in: session)?.realm
  }

  /// Everything that an account has asked for.
  static func all(of account: EntityID, in session: StoreSession) throws -> [EntityID] {
    try session.all(
      "SELECT id FROM override_requests WHERE requester = ?1 ORDER BY id", [.id(account)]
    ) { try $0.id(0) }
  }

  static func entry(_ id: EntityID, in session: StoreSession) throws -> OverrideEntry? {
    guard let request = try session.first(columns + " WHERE o.id = ?1", [.id(id)], read),
      let booking = try booking(of: id, in: session)
    else { return nil }
    let name = try session.first(
      "SELECT display_name FROM accounts WHERE id = ?1", [.id(request.requester)]
    ) { try $0.text(0) }
    return OverrideEntry(request: request, requesterName: name ?? "", booking: booking)
  }

  /// The same without the bookings, which are others' business.
  static func requests(
    of account: EntityID, in session: StoreSession
  ) throws -> [OverrideRequest] {
    try session.all(columns + " WHERE o.requester = ?1 ORDER BY o.id", [.id(account)], read)
  }

  /// The requests that an account has made or has to answer, newest first; only of sub-realms that
  /// it is in, as each of them alone.
  static func list(
    concerning account: EntityID, _ page: PageRequest, in session: StoreSession
  ) throws -> Page<OverrideEntry> {
    let before = try page.idPosition() ?? EntityID(high: .max, low: .max)
    let ids = try session.all(
      """
      SELECT o.id FROM override_requests o JOIN bookings b ON b.id = o.booking
      JOIN resources r ON r.id = b.resource
      JOIN memberships m ON m.sub_realm = r.realm AND m.account = ?1
      WHERE (o.requester = ?1 OR b.holder = ?1) AND o.id < ?2 ORDER BY o.id DESC LIMIT ?3
      """, [.id(account), .id(before), .int(page.limit + 1)]
    ) { try $0.id(0) }
    let found = try ids.compactMap { try entry($0, in: session) }
    return Page(reading: found, limit: page.limit) { Cursor($0.request.id) }
  }

  /// Writes what has become of the requests for a booking; those that are new are inserted.
  static func put(
    _ contested: ContestedBooking, in transaction: WriteTransaction
  ) throws {
    for request in contested.requests {
      try transaction.execute(
        """
        INSERT INTO override_requests (id, booking, requester, starts_at, ends_at, reason, priority,
          asked_at, state, to_another)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (id) DO UPDATE SET state = ?9, to_another = ?10
        """,
        [
          .id(request.id), .id(contested.booking), .id(request.requester),
          .instant(request.start), .instant(request.end), .text(request.reason),
          .text(request.priority.rawValue), .instant(request.askedAt),
          .text(request.state.rawValue), .bool(request.isGivenToAnother),
        ])
    }
  }
}
