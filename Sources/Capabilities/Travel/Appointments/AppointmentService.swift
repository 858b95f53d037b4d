import Base
import Notifications
import Realms
import Storage

/// Making, reading, changing and deleting appointments.
///
/// Every change first looks for what speaks against it; it is made only if the caller has
/// confirmed each warning by its name.
///
/// - Thread: shared.
public struct AppointmentService: Sendable {
  /// Most items that one account organizes.
  static let itemLimit = 20_000
  private static let attempts = 5

  let platform: Platform
  let times: any TravelTimes
  let keeper: PlanKeeper
  let notifications: any NotificationSink

  public init(
    platform: Platform, times: any TravelTimes, keeper: PlanKeeper,
    notifications: any NotificationSink
  ) {
    self.platform = platform
    self.times = times
    self.keeper = keeper
    self.notifications = notifications
  }

  // MARK: Reading

  /// An appointment with the plan for one of its occurrences.
  ///
  /// - Throws: `notFound`, also to those who take no part in it.
  public func details(
    _ id: EntityID, at occurrence: Instant? = nil, for caller: Caller
  ) throws -> AppointmentDetails {
    let account = try caller.requiredPerson().account
    return try platform.store.read {
      try details(id, at: occurrence, of: account, in: $0)
    }
  }

  func details(
    _ id: EntityID, at occurrence: Instant?, of account: EntityID, in session: StoreSession
  ) throws -> AppointmentDetails {
    let (item, participation) = try AppointmentAccess.find(id, for: account, in: session)
    let start = try self.start(of: item, at: occurrence)
    return AppointmentDetails(
      item: item, participation: participation,
      organizerName: try AccountDirectory.name(of: item.organizer, in: session),
      participants: try ParticipationStore.participants(of: id, in: session),
      plan: try TravelPlanStore.find(
        Occurrence.Key(item: id, start: start), of: account, in: session),
      start: start, isPlanCurrent: times.isAvailable)
  }

  /// The occurrence that is meant: the one that was named, else the next, else the first.
  func start(of item: CalendarItem, at occurrence: Instant?) throws -> Instant {
    if let occurrence {
      guard item.hasOccurrence(at: occurrence) else { throw Refusal.notFound("occurrence") }
      return occurrence
    }
    guard item.repeats else { return item.startsAt }
    let now = platform.clock.now()
    return item.starts(overlapping: now, now.adding(seconds: 400 * 86_400), limit: 1).first
      ?? item.startsAt
  }

  // MARK: Making

  /// Makes an appointment.
  ///
  /// - Throws: `conflict` with slug `unconfirmed-warnings` and the member `warnings`; `invalid`.
  public func create(_ draft: AppointmentDraft, by caller: Caller) throws -> AppointmentDetails {
    let account = try caller.requiredPerson().account
    let id = platform.ids.next()
    try change(of: account, confirmed: draft.confirmed) { session, now in
      let item = try item(draft, id: id, organizer: account, now: now, in: session)
      return Proposal(item: item, participation: participation(draft, item, now))
    } write: { proposal, transaction in
      guard try CalendarItemStore.count(of: account, in: transaction) < Self.itemLimit else {
        throw Refusal(
          .conflict, "calendar-full",
          "There are \(Self.itemLimit) entries, the most there can be. Delete old ones first.")
      }
      try CalendarItemStore.insert(proposal.item, in: transaction)
      try ParticipationStore.put(proposal.participation, in: transaction)
    }
    return try details(id, for: caller)
  }

  private func item(
    _ draft: AppointmentDraft, id: EntityID, organizer: EntityID, now: Instant,
    in session: StoreSession
  ) throws -> CalendarItem {
    let zone = try draft.zone ?? Self.zone(of: organizer, in: session)
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

  /// The zone of the account's profile; UTC where it has none.
  static func zone(of account: EntityID, in session: StoreSession) throws -> CalendarZone {
    try AccountDirectory.timeZone(of: account, in: session).flatMap { CalendarZone($0) } ?? .utc
  }

  /// An hour from now, to the minute (TV-APP-05).
  private static func presetStart(_ now: Instant, _ zone: CalendarZone) -> WallTime {
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
          try PlanKeeper.situation(
            of: account, from: from, to: from.adding(seconds: AppointmentCheck.span), now: now,
            in: session)
        )
      }
      if proposal.needsCheck {
        let (id, slot) = (proposal.item.id, proposal.item.slot)
        let check = AppointmentCheck(
          planner: situation.planner(times),
          others: situation.timeline.filter { other in
            other.item.id != id
              && !(other.item.id == slot?.series && other.start == slot?.occurrence)
          },
          before: situation.timeline.filter { $0.item.id == id })
        let warnings = check.warnings(proposal.item, proposal.participation)
        try Self.demand(warnings, confirmed: confirmed)
      }
      let isDone = try platform.store.write { transaction in
        let revision = try TravelProfileStore.progress(of: account, in: transaction)?.revision ?? 0
        guard revision == situation.revision else { return false }
        try write(proposal, transaction)
        try TravelProfileStore.bump(account, in: transaction)
        return true
      }
      guard isDone else { continue }
      try keeper.replan(account)
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
    json.key("warnings")
    json.array { json in
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

extension CalendarItem {
  /// Finds out how far it reaches, before it is stored.
  ///
  /// - Throws: `invalid` for members that do not go together, and for a rule that leads nowhere or
  ///   takes too long to follow.
  mutating func check() throws(Refusal) {
    var budget = RecurrenceBudget(2 * RecurrenceBudget.ofRule)
    do throws(RuleProblem) {
      try measure(&budget)
    } catch {
      throw Refusal.invalid("/recurrence", "The rule \(error.detail).")
    }
    guard isAllDay else { return }
    guard start.secondOfDay == 0 else {
      throw Refusal.invalid("/start", "Whole days begin at 00:00.")
    }
    guard duration >= 86_400, duration % 86_400 == 0 else {
      throw Refusal.invalid("/duration", "Whole days last a multiple of 86400 seconds.")
    }
  }
}
