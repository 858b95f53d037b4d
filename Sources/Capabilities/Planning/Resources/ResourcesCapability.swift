import Base
import Calendar
import Deadlines
import Groups
import Notifications
import Registration
import Storage

/// What the rest must know of resources and their bookings.
public func resourcesCapability(_ planning: FamilyPlanning) -> Capability {
  let bookings = planning.bookings
  return resourcesDeclaration.with(
    personalData: [ResourceData(bookings: bookings)],
    parts: [
      bookings.expiry, bookings.acknowledgementTimer, planning.resourceCalendars.deadline,
      ResourceDepartures(bookings: bookings), ResourcePictures(),
    ])
}

/// The same without what needs services: what is stored.
public let resourcesDeclaration = Capability(
  "resources",
  schema: [resourcesSchema],
  tables: [
    TableClaim(
      "resources", export: .no("belong to a sub-realm, not to who has entered them"),
      erasure: .yes("lose who has entered them"), rules: .declared),
    TableClaim(
      "bookings", export: .yes("bookings"), erasure: .yes("deleted, their time is free again"),
      rules: .yes("booking-holds-its-time")),
    TableClaim(
      "booked_quarters", export: .no("repeat the times of bookings"),
      erasure: .yes("deleted with the bookings"), rules: .yes("booking-holds-its-time")),
    TableClaim(
      "override_requests", export: .yes("overrideRequests"), erasure: .yes("deleted"),
      rules: .yes("open-request-asks-a-booking")),
    .impersonal(
      "resource_calendars", "says where the calendar of a resource is read", rules: .declared),
    .impersonal(
      "resource_busy_times", "says when a resource is taken, without by whom", rules: .declared),
    TableClaim(
      "booking_acknowledgements", export: .yes("bookingAcknowledgements"),
      erasure: .yes("deleted, nobody waits for them"),
      rules: .yes("pending-booking-waits-for-somebody")),
  ],
  invariants: [
    Invariant(
      "booking-holds-its-time",
      "A confirmed booking holds each quarter of an hour of its time, and no other booking any.",
      countingBreaches: """
        SELECT COUNT(*) FROM bookings b WHERE
          (SELECT COUNT(*) FROM booked_quarters q WHERE q.booking = b.id
            AND q.resource = b.resource AND q.quarter >= b.starts_at / 900000
            AND q.quarter < b.ends_at / 900000)
          <> (CASE WHEN b.state = 'confirmed' THEN (b.ends_at - b.starts_at) / 900000 ELSE 0 END)
        """),
    Invariant(
      "open-request-asks-a-booking",
      "An open request asks for a booking that stands, and has a timer.",
      countingBreaches: """
        SELECT COUNT(*) FROM override_requests r JOIN bookings b ON b.id = r.booking
        WHERE r.state = 'open' AND (b.state <> 'confirmed' OR NOT EXISTS (
          SELECT 1 FROM deadlines d
          WHERE d.subject = r.id AND d.kind = '\(BookingService.expiryKind)'))
        """),
    Invariant(
      "pending-booking-waits-for-somebody",
      "A booking that waits has somebody who has not acknowledged it, and a timer.",
      countingBreaches: """
        SELECT COUNT(*) FROM bookings b WHERE b.waits = 1 AND (b.state <> 'confirmed'
          OR b.entered = 1
          OR NOT EXISTS (SELECT 1 FROM booking_acknowledgements k
            WHERE k.booking = b.id AND k.acknowledged_at IS NULL)
          OR NOT EXISTS (SELECT 1 FROM deadlines d
            WHERE d.subject = b.id AND d.kind = '\(BookingService.acknowledgementKind)'))
        """),
    Invariant(
      "booking-out-of-calendars-waits",
      "A booking that is in no calendar, and waits for nobody, waits for the calendar of its resource.",
      countingBreaches: """
        SELECT COUNT(*) FROM bookings b WHERE b.entered = 0 AND b.waits = 0
          AND b.state = 'confirmed' AND NOT EXISTS (
            SELECT 1 FROM resource_calendars c WHERE c.resource = b.resource)
        """),
  ],
  parts: resourceNotifications)

/// An account's bookings and requests.
private struct ResourceData: PersonalDataHolder {
  let bookings: BookingService

  func export(_ account: EntityID, from session: StoreSession, to json: inout JSONWriter) throws {
    let all = try BookingStore.all(of: account, in: session)
    json.array("bookings") { json in
      for booking in all { booking.write(to: &json) }
    }
    let requests = try OverrideStore.requests(of: account, in: session)
    json.array("overrideRequests") { json in
      for request in requests {
        json.object { json in
          json.member("id", request.id)
          request.write(to: &json)
        }
      }
    }
    let acknowledgements = try BookingStore.acknowledgements(of: account, in: session)
    json.array("bookingAcknowledgements") { json in
      for (booking, instant) in acknowledgements {
        json.object { json in
          json.member("booking", booking)
          json.member("acknowledgedAt", instant)
        }
      }
    }
  }

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    for booking in try BookingStore.all(of: account, in: transaction) {
      try bookings.remove(booking, in: transaction)
      try bookings.forget(booking, in: transaction)
    }
    try bookings.leave(account, nil, in: transaction)
    for request in try OverrideStore.all(of: account, in: transaction) {
      try bookings.stopTimer(of: request, in: transaction)
    }
    try transaction.execute("DELETE FROM override_requests WHERE requester = ?1", [.id(account)])
    try transaction.execute("DELETE FROM bookings WHERE holder = ?1", [.id(account)])
    try transaction.execute(
      "UPDATE resources SET author = NULL WHERE author = ?1", [.id(account)])
  }
}

/// Whoever leaves a sub-realm uses nothing there any more; with a sub-realm go its resources.
private struct ResourceDepartures: DepartureHandler {
  let bookings: BookingService

  func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {
    for booking in try BookingStore.all(of: account, in: transaction)
    where booking.realm == realm && booking.span.end > transaction.now {
      try bookings.remove(booking, in: transaction)
    }
    try bookings.leave(account, realm, in: transaction)
    for request in try OverrideStore.all(of: account, in: transaction)
    where try OverrideStore.realm(of: request, in: transaction) == realm {
      try bookings.stopTimer(of: request, in: transaction)
      try transaction.execute(
        "DELETE FROM override_requests WHERE id = ?1 AND state = 'open'", [.id(request)])
    }
  }

  func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    for resource in try ResourceStore.all(of: realm, in: transaction) {
      try bookings.remove(resource, in: transaction)
    }
  }
}
