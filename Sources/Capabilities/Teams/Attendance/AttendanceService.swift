import Access
import Base
import Calendar
import Geodesy
import Groups
import Identity
import Storage

/// Who was there: each says so for oneself, and whoever runs the team for all.
///
/// - Thread: shared.
public struct AttendanceService: Sendable {
  let platform: Platform
  let events: GroupEventService

  /// What of an event may be marked, and by whom.
  private struct Markable {
    let seen: SeenItem
    let start: Instant
    var item: CalendarItem { seen.item }
    var occurrence: Instant { AttendanceStore.key(item, at: start) }
  }

  /// - Throws: `notFound`; `conflict` with slug `attendance-too-early` before the beginning and
  ///   `appointment-cancelled` for what did not take place.
  private func markable(
    _ id: EntityID, at occurrence: Instant?, caller: Caller
  ) throws -> Markable {
    let seen = try events.groupItem(id, caller: caller)
    let start =
      try occurrence.map { try seen.item.start(at: $0, now: platform.clock.now()) }
      ?? Self.last(of: seen.item, until: platform.clock.now())
    guard seen.item.status.isOn else {
      throw Refusal(
        .conflict, "appointment-cancelled", "This \(seen.kind.title) does not take place.")
    }
    guard platform.clock.now() >= start else {
      throw Refusal(
        .conflict, "attendance-too-early", "This \(seen.kind.title) has not begun yet.")
    }
    return Markable(seen: seen, start: start)
  }

  /// The occurrence that began last; the first one if none has begun.
  private static func last(of item: CalendarItem, until now: Instant) -> Instant {
    guard item.repeats else { return item.startsAt }
    return item.starts(overlapping: now.adding(seconds: -366 * 86_400), now, limit: 1000).last
      ?? item.startsAt
  }

  /// The attendance of one occurrence: of all members by name for those who run the team, of
  /// oneself for others (BZ-ATT-01, BZ-ATT-03).
  ///
  /// - Parameters:
  ///   - occurrence: nil for the one that began last.
  ///   - team: one that takes part, whose admins read the attendance of its members; nil for the
  ///     team that plans it.
  /// - Throws: `notFound`; `forbidden` with slug `realm-admin-needed`; `conflict`.
  public func list(
    of id: EntityID, at occurrence: Instant?, in team: EntityID? = nil, _ page: PageRequest,
    caller: Caller
  ) throws -> Page<AttendanceLine> {
    let account = try caller.requiredPerson().account
    let event = try markable(id, at: occurrence, caller: caller)
    if let team { try events.checkRuns(team, in: id, caller: caller) }
    let isAll =
      try team != nil
      || Rights.can(events.publisher(caller, in: event.item.realm), .edit, event.seen.thing)
    let members: Page<AccountSummary> =
      isAll
      ? try events.realms.members(of: team ?? event.item.realm, page, caller: caller).map(\.account)
      : try platform.store.readOnce { session in
        Page(
          items: [try AccountDirectory.person(account.description, in: session)].compactMap(\.self))
      }
    return try platform.store.read { session in
      let records = try AttendanceStore.records(of: id, at: event.occurrence, in: session)
      let answers = OccurrenceAnswers(
        try ParticipationStore.attendances(of: id, in: session),
        waiting: try WaitingList.all(of: id, in: session), at: event.start)
      return members.map {
        AttendanceLine(
          account: $0, record: records[$0.id] ?? AttendanceRecord(),
          answer: answers[$0.id].answer)
      }
    }
  }

  /// Marks the caller present or absent, at an event that is under way or past (US9).
  ///
  /// - Parameters:
  ///   - mark: nil takes the own mark back.
  ///   - position: where the caller is; used to see whether that is the place, and forgotten.
  /// - Throws: `notFound`, `conflict`; `forbidden` to guests.
  public func markOwn(
    _ mark: AttendanceMark?, at occurrence: Instant?, of id: EntityID, from position: LonLat?,
    caller: Caller
  ) throws -> AttendanceRecord {
    let account = try caller.requiredPerson().account
    let event = try markable(id, at: occurrence, caller: caller)
    try Rights.check(caller, .join, event.seen.thing)
    let source = source(of: position, at: event.start, in: event.item)
    return try platform.store.write { transaction in
      var record =
        try AttendanceStore.records(of: id, at: event.occurrence, in: transaction)[account]
        ?? AttendanceRecord()
      record.own = mark
      record.source = mark.map { $0 == .present ? source : .person }
      try AttendanceStore.put(record, of: account, in: id, at: event.occurrence, transaction)
      try transaction.record("calendarItem", id, realm: event.item.realm, .update)
      return record
    }
  }

  /// Whether a person stands at the place of an event while it takes place.
  private func source(
    of position: LonLat?, at start: Instant, in item: CalendarItem
  ) -> AttendanceSource {
    guard let position, let place = item.place?.position,
      platform.clock.now() <= item.end(from: start)
    else { return .person }
    let metres = Geodesic.distance(from: position, to: place)
    return metres <= platform.settings[CalendarSettings.placeMetres] ? .place : .person
  }

  /// Marks members as whoever runs the team saw it; these marks count (BZ-ATT-02).
  ///
  /// - Parameter team: one that takes part, whose admins mark its members; nil for the team that
  ///   plans it.
  /// - Throws: `notFound`, `forbidden`, `conflict`; `invalid` that names those who are no members,
  ///   and then nothing is changed.
  public func mark(
    _ sheet: AttendanceSheet, at occurrence: Instant?, of id: EntityID, in team: EntityID? = nil,
    caller: Caller
  ) throws {
    let event = try markable(id, at: occurrence, caller: caller)
    if let team {
      try events.checkRuns(team, in: id, caller: caller)
    } else {
      try Rights.check(events.publisher(caller, in: event.item.realm), .edit, event.seen.thing)
    }
    try platform.store.write { transaction in
      var violations: [Refusal.Violation] = []
      for (index, entry) in sheet.marks.enumerated() {
        let isMember = try transaction.exists(
          "SELECT 1 FROM memberships WHERE sub_realm = ?1 AND account = ?2",
          [.id(team ?? event.item.realm), .id(entry.account)])
        if !isMember {
          violations.append(.init("/marks/\(index)/account", "is no member"))
        }
      }
      guard let first = violations.first else {
        return try write(sheet, event, transaction)
      }
      throw Refusal(
        .invalid, "invalid-content", "\(first.pointer) \(first.detail).", violations: violations)
    }
  }

  private func write(
    _ sheet: AttendanceSheet, _ event: Markable, _ transaction: WriteTransaction
  ) throws {
    let (id, occurrence) = (event.item.id, event.occurrence)
    let known = try AttendanceStore.records(of: id, at: occurrence, in: transaction)
    for entry in sheet.marks {
      var record = known[entry.account] ?? AttendanceRecord()
      record.admin = entry.mark
      try AttendanceStore.put(record, of: entry.account, in: id, at: occurrence, transaction)
    }
    try transaction.record("calendarItem", id, realm: event.item.realm, .update)
  }
}
