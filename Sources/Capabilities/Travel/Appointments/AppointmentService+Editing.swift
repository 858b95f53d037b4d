import Base
import Notifications
import Realms
import Storage

extension AppointmentService {
  /// Changes an appointment, or one occurrence of a series, which then is an entry of its own.
  ///
  /// Those who take part without owning it change only what is theirs: notes, reminder, modes.
  ///
  /// - Throws: `stale`, `forbidden` with slug `not-organizer`, `conflict` with slug
  ///   `unconfirmed-warnings` or `appointment-cancelled`.
  public func edit(
    _ id: EntityID, at occurrence: Instant? = nil, _ edit: AppointmentEdit,
    expecting version: ExpectedVersion, by caller: Caller
  ) throws -> AppointmentDetails {
    let account = try caller.requiredPerson().account
    var changed = id
    let slot = platform.ids.next()
    try change(of: account, confirmed: edit.confirmed) { session, now in
      let (item, participation) = try AppointmentAccess.find(id, for: account, in: session)
      try version.check(item.version + participation.version - 1)
      var proposal = try proposal(item, participation, edit, now)
      if let occurrence, item.repeats {
        guard item.hasOccurrence(at: occurrence) else { throw Refusal.notFound("occurrence") }
        guard item.organizer == account else { throw AppointmentAccess.notOrganizer }
        proposal = Self.detached(proposal, of: item, at: occurrence, as: slot, edit)
        try proposal.item.check()
      }
      return proposal
    } write: { proposal, transaction in
      let (current, participation) = try AppointmentAccess.find(id, for: account, in: transaction)
      try version.check(current.version + participation.version - 1)
      changed = proposal.item.id
      if changed == id {
        try update(current, to: proposal, edit, in: transaction)
      } else {
        try insert(proposal, instead: current, at: occurrence, in: transaction)
      }
    }
    return try details(changed, for: caller)
  }

  private func proposal(
    _ old: CalendarItem, _ participation: Participation, _ edit: AppointmentEdit, _ now: Instant
  ) throws -> Proposal {
    var item = old
    var own = participation
    own.notes = edit.notes ?? own.notes
    own.preNotification = edit.preNotification ?? own.preNotification
    own.modes = edit.modes.applied(to: own.modes)
    if own != participation { own.version += 1 }
    if edit.changesItem {
      guard item.organizer == own.account else { throw AppointmentAccess.notOrganizer }
      guard item.status == .confirmed else {
        throw Refusal(.conflict, "appointment-cancelled", "This appointment was cancelled.")
      }
      item.title = edit.title ?? item.title
      item.start = edit.start ?? item.start
      item.zone = edit.zone ?? item.zone
      item.duration = edit.duration ?? item.duration
      item.isAllDay = edit.isAllDay ?? item.isAllDay
      item.recurrence = edit.recurrence.applied(to: item.recurrence)
      item.place = edit.place.applied(to: item.place)
      try item.check()
      item.updatedAt = now
      item.version += 1
      if !item.isWhereAndWhen(old) { item.sequence += 1 }
    }
    let needsCheck = !item.isWhereAndWhen(old) || own.modes != participation.modes
    return Proposal(item: item, participation: own, needsCheck: needsCheck)
  }

  /// The proposal as an entry of its own in place of one occurrence.
  private static func detached(
    _ proposal: Proposal, of series: CalendarItem, at occurrence: Instant, as id: EntityID,
    _ edit: AppointmentEdit
  ) -> Proposal {
    var proposal = proposal
    proposal.item.id = id
    proposal.item.slot = CalendarItem.Slot(series: series.id, occurrence: occurrence)
    proposal.item.recurrence = nil
    proposal.item.excluded = []
    proposal.item.added = []
    proposal.item.version = 1
    if edit.start == nil {
      proposal.item.start = proposal.item.zone.wallTime(at: occurrence)
    }
    proposal.participation.item = id
    proposal.participation.version = 1
    proposal.needsCheck = true
    return proposal
  }

  private func update(
    _ old: CalendarItem, to proposal: Proposal, _ edit: AppointmentEdit,
    in transaction: WriteTransaction
  ) throws {
    let item = proposal.item
    try ParticipationStore.put(proposal.participation, in: transaction)
    guard edit.changesItem else {
      // The reminder hangs on the participation.
      return try transaction.record("calendarItem", item.id, .update)
    }
    try CalendarItemStore.update(item, in: transaction)
    guard !item.isWhereAndWhen(old) else { return }
    try LeaveBySchedule.cancel(item.id, in: transaction)
    try tellOthers(item, in: transaction) { _ in
      "has changed “\(item.title)”: \(item.whenText)"
    }
  }

  private func insert(
    _ proposal: Proposal, instead series: CalendarItem, at occurrence: Instant?,
    in transaction: WriteTransaction
  ) throws {
    guard let occurrence else { return }
    try exclude(occurrence, of: series, in: transaction)
    try CalendarItemStore.insert(proposal.item, in: transaction)
    for var other in try ParticipationStore.all(of: series.id, in: transaction) {
      if other.account == proposal.participation.account { other = proposal.participation }
      other.item = proposal.item.id
      other.version = 1
      try ParticipationStore.put(other, in: transaction)
    }
    let item = proposal.item
    try tellOthers(item, in: transaction) { _ in
      "has changed “\(item.title)”: \(item.whenText)"
    }
  }

  private func exclude(
    _ occurrence: Instant, of series: CalendarItem, in transaction: WriteTransaction
  ) throws {
    var series = series
    series.excluded.insert(occurrence)
    series.updatedAt = transaction.now
    series.version += 1
    try CalendarItemStore.update(series, in: transaction)
  }

  /// Deletes an appointment from the caller's calendar, or one occurrence of it.
  ///
  /// Of an attendee, only the own entry goes (TV-APP-31). Of the owner, it is cancelled for all:
  /// each attendee is told and decides what becomes of the own entry (TV-APP-32).
  ///
  /// - Throws: `notFound`, `forbidden` for an attendee's single occurrence, `stale`.
  public func delete(
    _ id: EntityID, at occurrence: Instant? = nil, expecting version: ExpectedVersion = .any,
    by caller: Caller
  ) throws {
    let account = try caller.requiredPerson().account
    if let occurrence {
      // Rules are followed before the writer has to wait for it.
      let (item, _) = try platform.store.read {
        try AppointmentAccess.find(id, for: account, in: $0)
      }
      guard !item.repeats || item.organizer == account else {
        throw AppointmentAccess.notOrganizer
      }
      guard !item.repeats || item.hasOccurrence(at: occurrence) else {
        throw Refusal.notFound("occurrence")
      }
    }
    let isGone = try platform.store.write { transaction in
      let (item, own) = try AppointmentAccess.find(id, for: account, in: transaction)
      try version.check(item.version + own.version - 1)
      if let occurrence, item.repeats {
        guard item.organizer == account, !item.excluded.contains(occurrence) else {
          throw Refusal.notFound("occurrence")
        }
        try exclude(occurrence, of: item, in: transaction)
        try tellOthers(item, in: transaction) { _ in
          "has cancelled “\(item.title)” of \(item.whenText(occurrence))"
        }
      } else if item.organizer == account {
        try cancel(item, in: transaction)
      } else {
        try ParticipationStore.delete(id, of: account, in: transaction)
        try CalendarItemStore.touch(id, in: transaction)
        try sweep(id, in: transaction)
      }
      try TravelProfileStore.bump(account, in: transaction)
      return true
    }
    if isGone { try keeper.replan(account) }
  }

  /// Cancels an item for all, its slots with it.
  ///
  /// Whoever has it in the calendar decides about the own entry; invitations that wait end. Without
  /// anybody to decide it is gone at once.
  func cancel(_ item: CalendarItem, in transaction: WriteTransaction) throws {
    for slot in try CalendarItemStore.slots(of: item.id, in: transaction) {
      try cancel(slot, in: transaction)
    }
    try tellOthers(item, in: transaction) { part in
      "has cancelled “\(item.title)”"
        + (part.isInCalendar ? ". Keep it as your own entry, or delete it" : "")
    }
    let parts = try ParticipationStore.all(of: item.id, in: transaction)
    for part in parts
    where part.account == item.organizer || !part.isInCalendar || part.isHidden {
      try ParticipationStore.delete(item.id, of: part.account, in: transaction)
    }
    guard !(try ParticipationStore.all(of: item.id, in: transaction)).isEmpty else {
      return try CalendarItemStore.delete(item.id, in: transaction)
    }
    var cancelled = item
    cancelled.status = .cancelled
    cancelled.sequence += 1
    cancelled.version += 1
    cancelled.updatedAt = transaction.now
    try CalendarItemStore.update(cancelled, in: transaction)
    try LeaveBySchedule.cancel(item.id, in: transaction)
  }

  /// Deletes what nobody has in a calendar any more.
  func sweep(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard try ParticipationStore.all(of: id, in: transaction).isEmpty else { return }
    try CalendarItemStore.delete(id, in: transaction)
  }

  /// Tells all attendees what the owner has done, and marks their plans as not up to date.
  ///
  /// - Parameter what: goes on after the owner's name, without a full stop.
  func tellOthers(
    _ item: CalendarItem, in transaction: WriteTransaction, _ what: (Participation) -> String
  ) throws {
    let name = try AccountDirectory.name(of: item.organizer, in: transaction)
    let notice = try CalendarItemStore.nextNotice(item.id, in: transaction)
    for other in try ParticipationStore.all(of: item.id, in: transaction)
    where other.account != item.organizer && !other.isHidden && other.answer != .declined {
      try TravelProfileStore.bump(other.account, in: transaction)
      guard
        try !AccountDirectory.hasBlocked(other.account, item.organizer, in: transaction)
      else { continue }
      try notifications.post(
        to: other.account, kind: .appointmentChange, subjectKind: "appointment", subject: item.id,
        version: notice, text: "\(name) \(what(other)).", in: transaction)
    }
  }
}

extension CalendarItem {
  /// Whether time, place and repetition are those of another state of it.
  func isWhereAndWhen(_ other: CalendarItem) -> Bool {
    start == other.start && zone == other.zone && duration == other.duration
      && isAllDay == other.isAllDay && recurrence == other.recurrence
      && excluded == other.excluded && added == other.added && place == other.place
  }

  /// When an occurrence begins, for a person: `2026-05-04 09:30 (Europe/Vaduz)`.
  func whenText(_ start: Instant) -> String {
    let wall = zone.wallTime(at: start)
    return isAllDay ? wall.date.text : "\(wall.date.text) \(wall.clock) (\(zone.name))"
  }

  var whenText: String { whenText(startsAt) }
}
