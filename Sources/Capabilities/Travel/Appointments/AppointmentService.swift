import Access
import Base
import Calendar
import Notifications
import Storage

/// Making, reading, changing and deleting appointments.
///
/// Every change first looks for what speaks against it; it is made only if the caller has
/// confirmed each warning by its name.
///
/// - Thread: shared.
public struct AppointmentService: Sendable {
  private static let attempts = 5

  let platform: Platform
  let times: any TravelTimes
  let upkeep: TravelPlanUpkeep
  let editing: CalendarEditing

  public init(
    platform: Platform, times: any TravelTimes, upkeep: TravelPlanUpkeep, editing: CalendarEditing
  ) {
    self.platform = platform
    self.times = times
    self.upkeep = upkeep
    self.editing = editing
  }

  // MARK: Reading

  /// An appointment with the plan for one of its occurrences.
  ///
  /// - Throws: `notFound`, also to those who take no part in it.
  public func details(
    _ id: EntityID, at occurrence: Instant? = nil, caller: Caller
  ) throws -> AppointmentDetails {
    let account = try caller.requiredPerson().account
    return try platform.store.read {
      try details(id, at: occurrence, of: account, in: $0)
    }
  }

  func details(
    _ id: EntityID, at occurrence: Instant?, of account: EntityID, in session: StoreSession
  ) throws -> AppointmentDetails {
    let calendar = try CalendarItemDetails(
      id, at: occurrence, of: account, now: platform.clock.now(), in: session)
    return AppointmentDetails(
      calendar: calendar,
      plan: try TravelPlanStore.find(
        Occurrence.Key(item: id, start: calendar.start), of: account, in: session),
      isPlanCurrent: times.isAvailable)
  }

  // MARK: Making

  /// Makes an appointment.
  ///
  /// - Throws: `conflict` with slug `unconfirmed-warnings` and the member `warnings`; `invalid`.
  public func create(_ draft: AppointmentDraft, caller: Caller) throws -> AppointmentDetails {
    let account = try caller.requiredPerson().account
    let id = platform.ids.next()
    try change(of: account, confirmed: draft.confirmed) { session, now in
      let item = try item(draft, id: id, organizer: account, now: now, in: session)
      return Proposal(item: item, participation: participation(draft, item, now))
    } write: { proposal, transaction in
      try editing.insert(proposal.item, proposal.participation, in: transaction)
      try CalendarItemStore.checkCount(of: account, in: transaction)
    }
    return try details(id, caller: caller)
  }

  private func item(
    _ draft: AppointmentDraft, id: EntityID, organizer: EntityID, now: Instant,
    in session: StoreSession
  ) throws -> CalendarItem {
    let zone = try draft.zone ?? IANATimeZone.preset(of: organizer, in: session)
    var item = CalendarItem(
      id: id, uid: id.description, organizer: organizer, title: draft.title,
      start: draft.start ?? Self.presetStart(now, zone), zone: zone,
      duration: draft.duration ?? (draft.isAllDay ? 86_400 : AppointmentDraft.usualDuration),
      createdAt: now, updatedAt: now)
    item.isAllDay = draft.isAllDay
    item.recurrence = draft.recurrence
    item.place = draft.place
    try item.check()
    return item
  }

  private func participation(
    _ draft: AppointmentDraft, _ item: CalendarItem, _ now: Instant
  ) -> Participation {
    Participation(
      item: item.id, account: item.organizer, answer: .accepted, answeredAt: now,
      notes: draft.notes, preNotification: draft.preNotification, modes: draft.modes,
      invitedAt: now)
  }

  /// An hour from now, to the minute (TV-APP-05).
  private static func presetStart(_ now: Instant, _ zone: IANATimeZone) -> WallTime {
    let wall = zone.wallTime(at: now.adding(seconds: 3600))
    return WallTime(date: wall.date, secondOfDay: wall.secondOfDay / 60 * 60)
  }

  // MARK: Checking

  /// An item as it shall be, with the part of the one whose calendar it is checked against.
  struct Proposal {
    var item: CalendarItem
    var participation: Participation
    /// Whether time or place are others than before, so that they have to be looked at.
    var needsCheck = true
    /// Which series it goes on for, and from which occurrence on.
    var rest: CalendarItem.RecurrenceID?
  }

  /// Prepares a change, checks it against the calendar, and makes it if all warnings are
  /// confirmed and nothing has changed meanwhile.
  func change(
    of account: EntityID, confirmed: Set<AppointmentWarning.Kind>,
    prepare: (StoreSession, Instant) throws -> Proposal,
    write: (Proposal, WriteTransaction) throws -> Void
  ) throws {
    for _ in 0..<Self.attempts {
      let now = platform.clock.now()
      let (proposal, situation) = try platform.store.read { session in
        let proposal = try prepare(session, now)
        let from = max(proposal.item.startsAt, now)
        return (
          proposal,
          try TravelSituation(
            of: account, from: from, to: from.adding(seconds: AppointmentCheck.span), now: now,
            in: session)
        )
      }
      if proposal.needsCheck {
        let (id, overridden) = (proposal.item.id, proposal.item.recurrenceID)
        let rest = proposal.rest
        let check = AppointmentCheck(
          planner: situation.planner(times),
          others: situation.timeline.filter { other in
            other.item.id != id
              && !(other.item.id == overridden?.series && other.start == overridden?.occurrence)
              && !(rest.map { other.item.id == $0.series && other.start >= $0.occurrence } ?? false)
          },
          before: situation.timeline.filter { $0.item.id == id })
        let warnings = check.warnings(proposal.item, proposal.participation)
        try Self.demand(warnings, confirmed: confirmed)
      }
      let isDone = try platform.store.write { transaction in
        guard try TravelProfileStore.basis(of: account, in: transaction) == situation.basis else {
          return false
        }
        try write(proposal, transaction)
        return true
      }
      guard isDone else { continue }
      try upkeep.update(account)
      return
    }
    throw Refusal(
      .busy, "calendar-busy", "Your calendar is being changed by other requests. Try again.",
      retryAfterSeconds: 1)
  }

  private static func demand(
    _ warnings: [AppointmentWarning], confirmed: Set<AppointmentWarning.Kind>
  ) throws(Refusal) {
    let open = warnings.filter { !confirmed.contains($0.kind) }
    guard !open.isEmpty else { return }
    var json = JSONWriter()
    json.array("warnings") { json in
      for warning in warnings { warning.write(to: &json) }
    }
    let names = warnings.map { "\"\($0.kind.rawValue)\"" }.joined(separator: ", ")
    let details = open.map(\.detail).joined(separator: " ")
    throw Refusal(
      .conflict, "unconfirmed-warnings",
      "\(details) Nothing was stored. To store it all the same, send confirm: [\(names)].",
      members: json.bytes)
  }
}
