import Access
import Base
import Calendar
import Deadlines
import Storage

/// The calendar elsewhere that says when others have a resource: that of a hall, of a shared car.
///
/// - Thread: pure.
public struct ResourceCalendar: Hashable, Sendable {
  public var resource: EntityID
  /// Of `http` or `https`; may hold a key, and is shown to those alone who may change the resource.
  public var address: String
  public var checkedAt: Instant?
  /// When it was last read.
  public var readAt: Instant?
  public var failingSince: Instant?
  /// Times that it could not be read, one after the other.
  var failures = 0
  /// Why it cannot be read: one sentence for a person.
  public var problem: String?
  /// When it is read again.
  public var nextAt: Instant

  public var state: Subscription.State {
    if failingSince != nil { return .failing }
    return readAt == nil ? .waiting : .current
  }

  /// Whether what it says can be relied on.
  public var isReadable: Bool { state == .current }

  /// For how long its times are kept: as far ahead as something can be booked.
  static func horizon(at now: Instant) -> Intervals.Span {
    Intervals.Span(
      now.adding(seconds: -86_400), now.adding(seconds: BookingRules.horizonSeconds + 2 * 86_400))
  }

  /// Takes over how a reading went.
  mutating func note(_ problem: String?, at now: Instant) {
    checkedAt = now
    self.problem = problem
    guard problem != nil else {
      (readAt, failingSince, failures) = (now, nil, 0)
      nextAt = now.adding(seconds: Subscription.interval)
      return
    }
    failingSince = failingSince ?? now
    failures += 1
    nextAt = now.adding(seconds: Subscription.retry(after: failures))
  }

  /// Writes how it is doing.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("state", state.rawValue)
      json.member("readAt", readAt)
      json.member("failingSince", failingSince)
      json.member("problem", problem)
      json.member("nextAt", nextAt)
    }
  }
}

/// Calendars of resources in the database, with what they say.
enum ResourceCalendarStore {
  /// The name of the timers' kind.
  static let deadline = "resourceCalendar"
  /// Busy times that one statement writes.
  private static let batch = 200

  static func find(_ resource: EntityID, in session: StoreSession) throws -> ResourceCalendar? {
    try session.first(
      """
      SELECT address, checked_at, read_at, failing_since, failures, problem, next_at
      FROM resource_calendars WHERE resource = ?1
      """, [.id(resource)]
    ) { row in
      ResourceCalendar(
        resource: resource, address: try row.text(0),
        checkedAt: try row.optional(1, row.instant), readAt: try row.optional(2, row.instant),
        failingSince: try row.optional(3, row.instant), failures: try row.int(4),
        problem: try row.optional(5, row.text), nextAt: try row.instant(6))
    }
  }

  /// Whether the calendar of a resource, if it has one, can be relied on.
  static func isReadable(_ resource: EntityID, in session: StoreSession) throws -> Bool {
    try find(resource, in: session)?.isReadable ?? true
  }

  /// Gives a resource another calendar, or none; true if something is another.
  static func set(
    _ address: String?, of resource: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    let old = try find(resource, in: transaction)
    guard old?.address != address else { return false }
    try remove(of: resource, in: transaction)
    guard let address else { return true }
    let new = ResourceCalendar(resource: resource, address: address, nextAt: transaction.now)
    try transaction.execute(
      """
      INSERT INTO resource_calendars (resource, address, failures, next_at) VALUES (?1, ?2, 0, ?3)
      """, [.id(resource), .text(address), .instant(new.nextAt)])
    try setTimer(new, in: transaction)
    return true
  }

  static func remove(of resource: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "DELETE FROM resource_calendars WHERE resource = ?1", [.id(resource)])
    try DeadlineStore.cancel(deadline, key: resource.description, in: transaction)
  }

  /// Writes how a reading went, and the busy times that it brought.
  static func update(
    _ calendar: ResourceCalendar, busy: Intervals?, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE resource_calendars SET checked_at = ?2, read_at = ?3, failing_since = ?4,
        failures = ?5, problem = ?6, next_at = ?7 WHERE resource = ?1
      """,
      [
        .id(calendar.resource), .instant(calendar.checkedAt), .instant(calendar.readAt),
        .instant(calendar.failingSince), .int(calendar.failures), .text(orNull: calendar.problem),
        .instant(calendar.nextAt),
      ])
    try setTimer(calendar, in: transaction)
    guard let busy else { return }
    guard try busy != self.busy(calendar.resource, in: nil, transaction) else { return }
    try transaction.execute(
      "DELETE FROM resource_busy_times WHERE resource = ?1", [.id(calendar.resource)])
    for begin in stride(from: 0, to: busy.spans.count, by: batch) {
      let some = busy.spans[begin..<min(begin + batch, busy.spans.count)]
      let rows = (0..<some.count).map { "(?1, ?\(2 * $0 + 2), ?\(2 * $0 + 3))" }
      try transaction.execute(
        "INSERT INTO resource_busy_times (resource, starts_at, ends_at) VALUES "
          + rows.joined(separator: ", "),
        [.id(calendar.resource)] + some.flatMap { [.instant($0.start), .instant($0.end)] })
    }
  }

  /// When others have a resource, by its calendar as it was last read.
  ///
  /// - Parameter span: nil for all that is known.
  static func busy(
    _ resource: EntityID, in span: Intervals.Span?, _ session: StoreSession
  ) throws -> Intervals {
    let condition = span == nil ? "" : " AND starts_at < ?3 AND ends_at > ?2"
    let bounds = span.map { [SQLValue.instant($0.start), .instant($0.end)] } ?? []
    return Intervals(
      try session.all(
        "SELECT starts_at, ends_at FROM resource_busy_times WHERE resource = ?1" + condition
          + " ORDER BY starts_at", [.id(resource)] + bounds
      ) { Intervals.Span(try $0.instant(0), try $0.instant(1)) })
  }

  private static func setTimer(
    _ calendar: ResourceCalendar, in transaction: WriteTransaction
  ) throws {
    try DeadlineStore.set(
      Deadline(deadline, due: calendar.nextAt, subject: calendar.resource), in: transaction)
  }
}

/// Reads the calendars of resources when their time comes.
///
/// What cannot be fetched or read leaves what was read before; the calendar says since when and why.
///
/// - Thread: shared; one reading of a calendar at a time, by its timer.
struct ResourceCalendarReader: Sendable {
  let platform: Platform
  let outside: OutsideCalendar
  let bookings: BookingService

  /// The timers of calendars.
  var deadline: DeadlineKind {
    .errand(
      ResourceCalendarStore.deadline, "Reads the calendar of something that is shared.",
      leaseSeconds: 300, asksOthers: true
    ) { try read($0.subject) }
  }

  /// Reads the calendar of a resource once; if that works, bookings that wait for it are written
  /// into calendars (CUSR1.E2.9).
  private func read(_ resource: EntityID) throws {
    let known = try platform.store.readOnce { session in
      try ResourceCalendarStore.find(resource, in: session).flatMap { calendar in
        try ResourceStore.find(resource, in: session)
          .flatMap { try PlanningGroup.find($0.realm, in: session) }
          .map { (calendar: calendar, zone: $0.zone) }
      }
    }
    guard let known else { return }
    let now = platform.clock.now()
    var calendar = known.calendar
    var busy: Intervals?
    do throws(OutsideCalendar.Unreadable) {
      busy = try outside.busyTimes(
        at: calendar.address, in: ResourceCalendar.horizon(at: now), preset: known.zone ?? .utc,
        now: now, platform.ids)
      calendar.note(nil, at: now)
    } catch {
      calendar.note(error.reason, at: now)
    }
    let (changed, times) = (calendar, busy)
    let concerned = try platform.store.write { transaction -> [EntityID] in
      // Another address meanwhile, or none: what was read does not count.
      guard
        try ResourceCalendarStore.find(resource, in: transaction)?.address == changed.address,
        let realm = try ResourceStore.find(resource, in: transaction)?.realm
      else { return [] }
      try ResourceCalendarStore.update(changed, busy: times, in: transaction)
      try transaction.record("resource", resource, realm: realm, .update)
      guard changed.isReadable else { return [] }
      return try bookings.calendarRead(of: resource, in: transaction)
    }
    try bookings.tellCalendars(of: concerned)
  }
}
