import Access
import Base
import Calendar
import Notifications
import Storage

extension AppointmentService {
  /// Changes an appointment, or one occurrence of a series, which then is an entry of its own, or an
  /// occurrence and all that follow, which then are a series of their own.
  ///
  /// Those who take part without owning it change only what is theirs: notes, reminder, modes.
  ///
  /// - Throws: `stale`, `forbidden` with slug `not-organizer`, `conflict` with slug
  ///   `unconfirmed-warnings` or `appointment-cancelled`.
  public func edit(
    _ id: EntityID, at occurrence: Instant? = nil, following: Bool = false,
    _ edit: AppointmentEdit, expecting version: ExpectedVersion, caller: Caller
  ) throws -> AppointmentDetails {
    let account = try caller.requiredPerson().account
    var changed = id
    let override = platform.ids.next()
    try change(of: account, confirmed: edit.confirmed) { session, now in
      let (item, participation) = try CalendarAccess.find(id, for: account, in: session)
      try version.check(item.version + participation.version - 1)
      if following, let rest = try occurrence.flatMap({ try item.rest(from: $0) }) {
        return try goingOn(item, participation, from: rest, as: override, edit, now)
      }
      var proposal = try proposal(item, participation, edit, now)
      if let occurrence, item.repeats, !following {
        guard item.hasOccurrence(at: occurrence) else { throw Refusal.notFound("occurrence") }
        try CalendarAccess.checkIsOwn(item, of: account)
        try item.checkIsAppointment()
        proposal = Self.detached(proposal, of: item, at: occurrence, as: override, edit)
        try proposal.item.check()
      }
      return proposal
    } write: { proposal, transaction in
      let (current, participation) = try CalendarAccess.find(id, for: account, in: transaction)
      try version.check(current.version + participation.version - 1)
      changed = proposal.item.id
      if changed == id {
        try update(current, to: proposal, edit, in: transaction)
      } else if let rest = proposal.rest?.occurrence {
        try editing.split(
          current, at: rest, into: try current.measured(endingBefore: rest), and: proposal.item,
          proposal.participation, in: transaction)
        try CalendarItemStore.checkCount(of: account, in: transaction)
      } else if let occurrence {
        try editing.override(
          occurrence, of: current, with: proposal.item, proposal.participation, in: transaction)
      }
    }
    return try details(changed, caller: caller)
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
      try CalendarAccess.checkIsOwn(item, of: own.account)
      try item.checkIsAppointment()
      guard item.status != .cancelled else {
        throw Refusal(.conflict, "appointment-cancelled", "This appointment was cancelled.")
      }
      item.title = edit.title ?? item.title
      item.start = edit.start ?? item.start
      item.zone = edit.zone ?? item.zone
      item.duration = edit.duration ?? item.duration
      item.isAllDay = edit.isAllDay ?? item.isAllDay
      item.recurrence = edit.recurrence.applied(to: item.recurrence)
      item.place = edit.place.applied(to: item.place)
      item.carryDays(from: old)
      try item.check()
      item.updatedAt = now
      item.version += 1
      if !item.isWhereAndWhen(old) { item.sequence += 1 }
    }
    let needsCheck = !item.isWhereAndWhen(old) || own.modes != participation.modes
    return Proposal(item: item, participation: own, needsCheck: needsCheck)
  }

  /// The proposal as a series of its own in place of an occurrence and all that follow.
  private func goingOn(
    _ series: CalendarItem, _ participation: Participation, from begin: Instant, as id: EntityID,
    _ edit: AppointmentEdit, _ now: Instant
  ) throws -> Proposal {
    try CalendarAccess.checkIsOwn(series, of: participation.account)
    try series.checkIsAppointment()
    let rest = try series.goingOn(from: begin, as: id)
    var proposal = try proposal(rest, participation, edit, now)
    try proposal.item.check()
    proposal.item.createdAt = now
    proposal.item.updatedAt = now
    proposal.item.version = 1
    proposal.participation.item = id
    proposal.participation.version = 1
    proposal.needsCheck = true
    proposal.rest = CalendarItem.RecurrenceID(series: series.id, occurrence: begin)
    return proposal
  }

  /// The proposal as an entry of its own in place of one occurrence.
  private static func detached(
    _ proposal: Proposal, of series: CalendarItem, at occurrence: Instant, as id: EntityID,
    _ edit: AppointmentEdit
  ) -> Proposal {
    var proposal = proposal
    proposal.item.id = id
    proposal.item.recurrenceID = CalendarItem.RecurrenceID(
      series: series.id, occurrence: occurrence)
    proposal.item.recurrence = nil
    proposal.item.excluded = []
    proposal.item.added = []
    proposal.item.version = 1
    if edit.start == nil {
      proposal.item.start = proposal.item.wall(at: occurrence)
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
    try editing.update(old, to: item, in: transaction)
  }

  /// Deletes an appointment from the caller's calendar, or one occurrence of it.
  ///
  /// Of an attendee, only the own entry goes (TV-APP-31). Of the owner, it is cancelled for all:
  /// each attendee is told and decides what becomes of the own entry (TV-APP-32).
  ///
  /// - Throws: `notFound`, `forbidden` for an attendee's single occurrence, `stale`.
  public func delete(
    _ id: EntityID, at occurrence: Instant? = nil, following: Bool = false,
    expecting version: ExpectedVersion = .any, caller: Caller
  ) throws {
    let account = try caller.requiredPerson().account
    var rest: Instant?
    if let occurrence {
      // Rules are followed before the writer has to wait for it.
      let (item, _) = try platform.store.read {
        try CalendarAccess.find(id, for: account, in: $0)
      }
      guard !item.repeats || item.organizer == account else {
        throw CalendarAccess.notOrganizer
      }
      guard !item.repeats || item.hasOccurrence(at: occurrence) else {
        throw Refusal.notFound("occurrence")
      }
      if following { rest = try item.rest(from: occurrence) }
    }
    let begin = rest
    try platform.store.write { transaction in
      let (item, own) = try CalendarAccess.find(id, for: account, in: transaction)
      try version.check(item.version + own.version - 1)
      if item.isSubscribed { try CalendarAccess.checkIsOwn(item, of: account) }
      if item.organizer == account, item.status.isOn { try item.checkIsAppointment() }
      if let begin {
        try editing.end(
          item, at: begin, as: try item.measured(endingBefore: begin), in: transaction)
      } else if let occurrence, item.repeats, !following {
        guard item.organizer == account, !item.excluded.contains(occurrence) else {
          throw Refusal.notFound("occurrence")
        }
        try editing.cancel(occurrence, of: item, in: transaction)
      } else if item.organizer == account {
        try editing.cancel(item, in: transaction)
      } else {
        try editing.leave(id, account, in: transaction)
      }
    }
    try upkeep.update(account)
  }
}
