import Access
import Base
import Groups
import Identity
import Notifications
import Storage

/// How items come, change and go, within the transaction of a use case: series and what overrides
/// them are kept together, and all whom it concerns are told, each once for a change.
///
/// - Thread: shared.
public struct CalendarEditing: Sendable {
  public let kinds: CalendarItemKinds
  let follower: any CalendarFollower
  let notifications: any NotificationSink

  /// Writes a new item with the part of its organizer.
  public func insert(
    _ item: CalendarItem, _ own: Participation, in transaction: WriteTransaction
  ) throws {
    try CalendarItemStore.insert(item, in: transaction)
    try ParticipationStore.put(own, in: transaction)
  }

  /// Writes an item as it now is; the caller has counted its version up.
  ///
  /// - Parameter actor: who changes it; its organizer if nil.
  public func update(
    _ old: CalendarItem, to item: CalendarItem, by actor: EntityID? = nil,
    in transaction: WriteTransaction
  ) throws {
    try CalendarItemStore.update(item, in: transaction)
    if old.repeats || item.repeats {
      let shift = OccurrenceShift(from: old, to: item)
      try rename(shift, to: item, in: transaction)
      try follower.occurrencesMoved(shift, in: transaction)
    }
    if !item.isWhereAndWhen(old) {
      try follower.itemMoved(item.id, for: nil, in: transaction)
    }
    guard try concernsMembers(item) else {
      guard !item.isWhereAndWhen(old) else { return }
      return try tellOthers(item, in: transaction) { name, _ in
        .changed(by: name, item: ToldItem(item))
      }
    }
    try setReminder(for: item, in: transaction)
    if old.status == .draft {
      if item.status != .draft {
        try publishOverrides(of: item, in: transaction)
        try tellOfNew(item, by: actor, in: transaction)
      }
    } else if item.status == .draft {
      try withdrawOverrides(of: item, in: transaction)
      try tellMembers(of: item, by: actor, in: transaction) { group in
        .plannedAnew(group: group, was: ToldItem(item, at: old.startsAt), part: .whole)
      }
    } else if !item.looks(like: old) {
      let asked = try askAges(item, before: old, by: actor, in: transaction)
      try tellMembers(of: item, by: actor, besides: asked, in: transaction) { group in
        .changed(group: group, was: ToldItem(item), part: .whole, now: ToldItem(item))
      }
    }
    try moveUp(in: item, in: transaction)
  }

  /// Puts an item in the place of one occurrence of a series; all who take part in the series take
  /// part in it.
  ///
  /// - Parameters:
  ///   - own: the part of the one who changes it, if it changes too.
  ///   - actor: who changes it; its organizer if nil.
  public func override(
    _ occurrence: Instant, of series: CalendarItem, with item: CalendarItem,
    _ own: Participation?, by actor: EntityID? = nil, in transaction: WriteTransaction
  ) throws {
    try exclude(occurrence, of: series, in: transaction)
    try CalendarItemStore.insert(item, in: transaction)
    try ParticipatingRealms.copy(from: series.id, to: item.id, transaction)
    try InvitedAddresses.copy(from: series.id, to: item.id, transaction)
    try ItemLines.copy(from: series.id, to: item.id, transaction)
    let parts = try ParticipationStore.attendances(of: series.id, in: transaction)
    for var other in try ParticipationStore.all(of: series.id, in: transaction) {
      if let own, other.account == own.account { other = own }
      other.item = item.id
      other.version = 1
      let answered = parts.first {
        $0.occurrence == occurrence && $0.party == .account(other.account)
      }
      if let answered {
        other.answer = answered.answer
        // Who has answered just this one is not asked for it again.
        other.answeredAt = answered.answeredAt
        other.comment = answered.comment
      }
      try ParticipationStore.put(other, in: transaction)
    }
    for var other in parts where other.occurrence == nil && !other.party.isAccount {
      other.item = item.id
      try ParticipationStore.put(other, in: transaction)
    }
    try follower.overridden(occurrence, of: series.id, by: item.id, in: transaction)
    guard try concernsMembers(item) else {
      return try tellOthers(item, in: transaction) { name, _ in
        .changed(by: name, item: ToldItem(item))
      }
    }
    try keepTurns(at: occurrence, of: series, in: item, transaction)
    try setReminder(for: item, in: transaction)
    guard series.status != .draft else {
      // Nobody but those who plan it knows of it, unless this one is published by itself.
      if item.status.isOn { try tellOfNew(item, by: actor, in: transaction) }
      return
    }
    let asked = try askAges(item, before: series, by: actor, in: transaction)
    let was = ToldItem(series, at: occurrence)
    try tellMembers(of: item, by: actor, besides: asked, in: transaction) { group in
      .changed(group, from: was, .occurrence, to: item)
    }
    try moveUp(in: item, in: transaction)
  }

  /// Whoever waits for an occurrence keeps the turn in what stands in its place.
  private func keepTurns(
    at occurrence: Instant, of series: CalendarItem, in item: CalendarItem,
    _ transaction: WriteTransaction
  ) throws {
    for place in try WaitingList.all(of: series.id, in: transaction)
    where place.occurrence == nil || place.occurrence == occurrence {
      let part = try ParticipationStore.find(item.id, of: place.account, in: transaction)
      if item.status.isOn, part?.answer == .needsAction {
        try WaitingList.join(
          WaitingPlace(account: place.account, occurrence: nil), of: item.id, in: transaction)
      }
      if place.occurrence != nil {
        try WaitingList.leave(place, of: series.id, in: transaction)
      }
    }
  }

  /// Takes one occurrence out of a series; of a draft, without a word.
  public func cancel(
    _ occurrence: Instant, of series: CalendarItem, in transaction: WriteTransaction
  ) throws {
    try exclude(occurrence, of: series, in: transaction)
    guard series.status != .draft else { return }
    try tellOthers(series, in: transaction) { name, _ in
      .occurrenceCancelled(by: name, item: ToldItem(series, at: occurrence))
    }
  }

  /// Takes one occurrence out of a series without a word.
  func exclude(
    _ occurrence: Instant, of series: CalendarItem, in transaction: WriteTransaction
  ) throws {
    var series = series
    series.excluded.insert(occurrence)
    series.updatedAt = transaction.now
    series.version += 1
    try CalendarItemStore.update(series, in: transaction)
  }

  /// Cancels an item for all, and with it what overrides its occurrences.
  ///
  /// Whoever has it in the calendar decides about the own entry; invitations that wait end. Without
  /// anybody to decide it is gone at once. What concerns a whole sub-realm stays with its answers.
  ///
  /// - Parameter actor: who cancels it; its organizer if nil.
  public func cancel(
    _ item: CalendarItem, by actor: EntityID? = nil, in transaction: WriteTransaction
  ) throws {
    if try concernsMembers(item) {
      if item.status == .draft, try dropDraft(item, in: transaction) { return }
      try cancelForMembers(item, in: transaction)
      guard item.status.isOn else { return }
      return try tellMembers(of: item, by: actor, in: transaction) { group in
        .cancelled(group: group, was: ToldItem(item), part: .whole)
      }
    }
    for override in try CalendarItemStore.overrides(of: item.id, in: transaction) {
      try cancel(override, in: transaction)
    }
    try follower.itemMoved(item.id, for: nil, in: transaction)
    try tellOthers(item, in: transaction) { name, part in
      .cancelled(by: name, item: ToldItem(item), canKeep: part.isInCalendar)
    }
    let parts = try ParticipationStore.all(of: item.id, in: transaction)
    for part in parts
    where part.account == item.organizer || !part.isInCalendar || part.isHidden {
      try ParticipationStore.delete(item.id, of: part.account, in: transaction)
    }
    guard !(try ParticipationStore.all(of: item.id, in: transaction)).isEmpty else {
      return try CalendarItemStore.delete(item.id, in: transaction)
    }
    try markCancelled(item, in: transaction)
  }

  /// Lets a draft go without a trace, since nobody has seen it; false if an occurrence of it was published by
  /// itself.
  private func dropDraft(
    _ item: CalendarItem, in transaction: WriteTransaction
  ) throws -> Bool {
    let all = try CalendarItemStore.overrides(of: item.id, in: transaction) + [item]
    guard all.allSatisfy({ $0.status == .draft }) else { return false }
    for one in all { try drop(one, in: transaction) }
    return true
  }

  /// Takes an item away of which nobody is to hear.
  func drop(_ draft: CalendarItem, in transaction: WriteTransaction) throws {
    try cancelReminder(for: draft, in: transaction)
    try follower.itemMoved(draft.id, for: nil, in: transaction)
    try CalendarItemStore.delete(draft.id, in: transaction)
  }

  /// Cancels an item because its sub-realm is no more: whoever has it in the calendar is told.
  func end(_ item: CalendarItem, in transaction: WriteTransaction) throws {
    guard try concernsMembers(item) else { return try cancel(item, in: transaction) }
    try tellOthers(item, in: transaction) { name, _ in
      .ended(by: name, title: Told(item.title))
    }
    try cancelForMembers(item, in: transaction)
  }

  /// The entry and the answers stay; nobody waits any more, and nobody is reminded.
  func cancelForMembers(
    _ item: CalendarItem, in transaction: WriteTransaction
  ) throws {
    for override in try CalendarItemStore.overrides(of: item.id, in: transaction)
    where override.status != .cancelled {
      try cancelForMembers(override, in: transaction)
    }
    try WaitingList.clear(item.id, in: transaction)
    try cancelReminder(for: item, in: transaction)
    try markCancelled(item, in: transaction)
    try follower.itemMoved(item.id, for: nil, in: transaction)
  }

  private func markCancelled(_ item: CalendarItem, in transaction: WriteTransaction) throws {
    var cancelled = item
    cancelled.status = .cancelled
    cancelled.sequence += 1
    cancelled.version += 1
    cancelled.updatedAt = transaction.now
    try CalendarItemStore.update(cancelled, in: transaction)
  }

  /// Takes an account out of an item; whoever waits gets the place.
  public func remove(
    _ account: EntityID, from id: EntityID, in transaction: WriteTransaction
  ) throws {
    try follower.itemMoved(id, for: account, in: transaction)
    try ParticipationStore.delete(id, of: account, in: transaction)
    try CalendarItemStore.touch(id, in: transaction)
    guard let item = try CalendarItemStore.find(id, in: transaction) else { return }
    try moveUp(in: item, in: transaction)
  }

  /// As ``remove(_:from:in:)``, also of what overrides occurrences of a series; what belongs to no
  /// group, and nobody has in a calendar any more, is deleted.
  public func leave(
    _ id: EntityID, _ account: EntityID, in transaction: WriteTransaction
  ) throws {
    // What is cancelled waits for a decision of its own.
    for override in try CalendarItemStore.overrides(of: id, in: transaction)
    where try override.status != .cancelled
      && ParticipationStore.find(override.id, of: account, in: transaction) != nil
    {
      try leave(override.id, account, in: transaction)
    }
    try remove(account, from: id, in: transaction)
    guard let item = try CalendarItemStore.find(id, in: transaction),
      item.realm == SubRealmID.personal(of: item.organizer),
      try ParticipationStore.all(of: id, in: transaction).isEmpty
    else { return }
    try CalendarItemStore.delete(id, in: transaction)
  }

  /// Whether a whole sub-realm is to know of an item.
  func concernsMembers(_ item: CalendarItem) throws -> Bool {
    try kinds.kind(item.kind).concernsMembers
  }

  /// Tells all who take part what the organizer has done.
  ///
  /// - Parameter notice: gets the organizer's name, and what the reader has of it.
  func tellOthers(
    _ item: CalendarItem, in transaction: WriteTransaction,
    _ notice: (Told, Participation) -> AppointmentNotice
  ) throws {
    let name = Told(try AccountDirectory.name(of: item.organizer, in: transaction))
    let version = try CalendarItemStore.nextNotice(item.id, in: transaction)
    for other in try ParticipationStore.all(of: item.id, in: transaction)
    where other.account != item.organizer && !other.isHidden && other.answer != .declined {
      guard
        try !AccountDirectory.hasBlocked(other.account, item.organizer, in: transaction)
      else { continue }
      try notifications.post(
        notice(name, other), to: other.account, about: NotificationSubject(.appointment, item.id),
        version: version, in: transaction)
    }
  }
}
