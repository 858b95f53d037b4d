import Base
import Calendar
import Storage

/// What bookings that could not be checked wait for, in the database.
extension BookingStore {
  /// Those of a resource that stand and are in no calendar.
  static func notEntered(
    of resource: EntityID, in session: StoreSession
  ) throws -> [Booking] {
    try session.all(
      columns + """
         WHERE b.resource = ?1 AND b.state = 'confirmed' AND b.entered = 0 ORDER BY b.starts_at
        """, [.id(resource)], read)
  }

  /// Those that wait for an account's acknowledgement.
  static func waiting(for account: EntityID, in session: StoreSession) throws -> [Booking] {
    try session.all(
      columns + """
         JOIN booking_acknowledgements k ON k.booking = b.id
        WHERE k.account = ?1 AND k.acknowledged_at IS NULL AND b.waits = 1 ORDER BY b.id
        """, [.id(account)], read)
  }

  /// A booking with what it waits for.
  static func unverified(
    _ booking: Booking, in session: StoreSession
  ) throws -> UnverifiedBooking {
    var sharers: [Bool: Set<EntityID>] = [:]
    try session.each(
      "SELECT account, acknowledged_at FROM booking_acknowledgements WHERE booking = ?1",
      [.id(booking.id)]
    ) { row in
      sharers[try row.optional(1, row.instant) != nil, default: []].insert(try row.id(0))
    }
    let phase: UnverifiedBooking.Phase =
      switch booking.state {
      case .pending: .waiting
      case .confirmed: booking.isEntered ? .sent : .made
      case .cancelled, .overridden: .ended
      }
    return UnverifiedBooking(
      askedAt: booking.createdAt, startsAt: booking.span.start, phase: phase,
      missing: sharers[false] ?? [], acknowledged: sharers[true] ?? [],
      isCalendarReadable: try ResourceCalendarStore.isReadable(booking.resource, in: session))
  }

  /// Writes who has acknowledged a booking and who has not; others are not asked any more.
  static func put(
    _ acknowledged: Set<EntityID>, _ missing: Set<EntityID>, of booking: Booking,
    in transaction: WriteTransaction
  ) throws {
    let given = SQLList(acknowledged.sorted(), from: 3)
    let known = try unverified(booking, in: transaction)
    let gone = SQLList(
      known.missing.union(known.acknowledged).subtracting(acknowledged.union(missing)).sorted(),
      from: 2)
    try transaction.execute(
      """
      UPDATE booking_acknowledgements SET acknowledged_at = ?2
      WHERE booking = ?1 AND acknowledged_at IS NULL AND account IN (\(given.sql))
      """, [.id(booking.id), .instant(transaction.now)] + given.parameters)
    try transaction.execute(
      "DELETE FROM booking_acknowledgements WHERE booking = ?1 AND account IN (\(gone.sql))",
      [.id(booking.id)] + gone.parameters)
  }

  /// The booking with the names of those it waits for.
  static func withMissing(_ booking: Booking, in session: StoreSession) throws -> Booking {
    guard booking.state == .pending else { return booking }
    var full = booking
    full.missing = try session.all(
      """
      SELECT k.account, a.display_name FROM booking_acknowledgements k
      JOIN accounts a ON a.id = k.account
      WHERE k.booking = ?1 AND k.acknowledged_at IS NULL ORDER BY a.display_name, k.account
      """, [.id(booking.id)]
    ) { Booking.Sharer(account: try $0.id(0), name: try $0.text(1)) }
    return full
  }

  /// The bookings that an account was asked about, and when it acknowledged them.
  static func acknowledgements(
    of account: EntityID, in session: StoreSession
  ) throws -> [(booking: EntityID, at: Instant?)] {
    try session.all(
      """
      SELECT booking, acknowledged_at FROM booking_acknowledgements WHERE account = ?1
      ORDER BY booking
      """, [.id(account)]
    ) { (try $0.id(0), try $0.optional(1, $0.instant)) }
  }
}
