import Access
import Base
import Notifications
import Storage

/// Series that are taken apart, and what is kept by the beginning of their occurrences.
extension CalendarEditing {
  /// Ends a series before one of its occurrences, and goes on from there with another series.
  ///
  /// Who takes part in the one takes part in the other, and what was said of single occurrences goes
  /// with them. All whom it concerns are told, each once.
  ///
  /// - Parameters:
  ///   - begin: the occurrence from which on it is another.
  ///   - ended: the series as it is from now on, measured.
  ///   - rest: what goes on, measured; cancelled where nothing does, and what concerns a whole
  ///     sub-realm stays to be seen.
  ///   - own: the part of the one who changes it, if it changes too.
  ///   - actor: who changes it; its organizer if nil.
  public func split(
    _ series: CalendarItem, at begin: Instant, into ended: CalendarItem, and rest: CalendarItem,
    _ own: Participation? = nil, by actor: EntityID? = nil, in transaction: WriteTransaction
  ) throws {
    let shift = OccurrenceShift(from: series, at: begin, to: rest)
    try end(series, as: ended, in: transaction)
    try CalendarItemStore.insert(rest, in: transaction)
    try ParticipatingRealms.copy(from: series.id, to: rest.id, transaction)
    try InvitedAddresses.copy(from: series.id, to: rest.id, transaction)
    try CalendarEditors.copy(from: series.id, to: rest.id, transaction)
    try ItemLines.copy(from: series.id, to: rest.id, transaction)
    try copyParts(of: series, to: rest, own, in: transaction)
    try WaitingList.copyWhole(from: series.id, to: rest.id, in: transaction)
    try rename(shift, to: rest, in: transaction)
    if !rest.status.isOn { try WaitingList.clear(rest.id, in: transaction) }
    try follower.occurrencesMoved(shift, in: transaction)
    try follower.seriesEnded(series.id, at: begin, in: transaction)
    try follower.itemMoved(rest.id, for: nil, in: transaction)
    let asked = try askAges(rest, before: series, by: actor, in: transaction)
    try tell(of: rest, from: begin, of: series, by: actor, besides: asked, in: transaction)
    guard try concernsMembers(rest) else { return }
    switch (series.status == .draft, rest.status == .draft) {
    case (true, false): try publishOverrides(of: rest, in: transaction)
    case (false, true): try withdrawOverrides(of: rest, in: transaction)
    case (true, true), (false, false): break
    }
    if rest.status == .cancelled {
      for override in try CalendarItemStore.overrides(of: rest.id, in: transaction)
      where override.status != .cancelled {
        try cancelForMembers(override, in: transaction)
      }
    }
    try setReminder(for: rest, in: transaction)
    try moveUp(in: rest, in: transaction)
  }

  /// Who takes part in the one takes part in the other.
  private func copyParts(
    of series: CalendarItem, to rest: CalendarItem, _ own: Participation?,
    in transaction: WriteTransaction
  ) throws {
    for var part in try ParticipationStore.all(of: series.id, in: transaction) {
      if let own, own.account == part.account { part = own }
      part.item = rest.id
      part.version = 1
      try ParticipationStore.put(part, in: transaction)
    }
    for var part in try ParticipationStore.attendances(of: series.id, in: transaction)
    where part.occurrence == nil && !part.party.isAccount {
      part.item = rest.id
      try ParticipationStore.put(part, in: transaction)
    }
  }

  /// Has those who take part in a series take part in another item that goes on where it ends, and tells
  /// them.
  func bringGuests(
    of series: CalendarItem, to rest: CalendarItem, in transaction: WriteTransaction
  ) throws {
    let own = try ParticipationStore.find(rest.id, of: rest.organizer, in: transaction)
    try copyParts(of: series, to: rest, own, in: transaction)
    try InvitedAddresses.copy(from: series.id, to: rest.id, transaction)
    var begin = rest
    begin.title = series.title
    try tellOthers(rest, in: transaction) { [begin] name, _ in
      .changedFrom(by: name, series: ToldItem(begin), now: nil)
    }
  }

  /// Ends a series of which nothing stays to be seen from an occurrence on.
  public func end(
    _ series: CalendarItem, at begin: Instant, as ended: CalendarItem,
    in transaction: WriteTransaction
  ) throws {
    try end(series, as: ended, in: transaction)
    for override in try CalendarItemStore.overrides(of: series.id, in: transaction)
    where override.recurrenceID.map({ $0.occurrence >= begin }) ?? false {
      guard series.status == .draft else {
        try cancel(override, in: transaction)
        continue
      }
      // Cancelled, a draft would be there for all to see; what was published by itself stays.
      if override.status == .draft { try drop(override, in: transaction) }
    }
    try follower.seriesEnded(series.id, at: begin, in: transaction)
    guard series.status != .draft else { return }
    try tellOthers(series, in: transaction) { name, _ in
      .cancelledFrom(by: name, series: ToldItem(series, at: begin))
    }
  }

  private func end(
    _ series: CalendarItem, as ended: CalendarItem, in transaction: WriteTransaction
  ) throws {
    var ended = ended
    ended.updatedAt = transaction.now
    ended.sequence = series.sequence + 1
    ended.version = series.version + 1
    try CalendarItemStore.update(ended, in: transaction)
  }

  /// What overrides occurrences of a draft is published with it, and told of with it.
  func publishOverrides(of item: CalendarItem, in transaction: WriteTransaction) throws {
    for override in try CalendarItemStore.overrides(of: item.id, in: transaction)
    where override.status == .draft {
      try put(override, as: item.status, in: transaction)
    }
  }

  /// What overrides occurrences of a series that is made a draft again is hidden with it, and told of
  /// with it; what was cancelled stays so, as it would take place once the series is published.
  func withdrawOverrides(of draft: CalendarItem, in transaction: WriteTransaction) throws {
    for override in try CalendarItemStore.overrides(of: draft.id, in: transaction)
    where override.status.isOn {
      try put(override, as: .draft, in: transaction)
    }
  }

  private func put(
    _ override: CalendarItem, as status: CalendarItem.Status, in transaction: WriteTransaction
  ) throws {
    var override = override
    override.status = status
    override.updatedAt = transaction.now
    override.version += 1
    try CalendarItemStore.update(override, in: transaction)
    try setReminder(for: override, in: transaction)
  }

  private func tell(
    of rest: CalendarItem, from begin: Instant, of series: CalendarItem, by actor: EntityID?,
    besides known: Set<EntityID>, in transaction: WriteTransaction
  ) throws {
    guard try concernsMembers(rest) else {
      return try tellOthers(rest, in: transaction) { name, _ in
        .changedFrom(by: name, series: ToldItem(series, at: begin), now: ToldItem(rest))
      }
    }
    if series.status == .draft {
      if rest.status != .draft { try tellOfNew(rest, by: actor, in: transaction) }
      return
    }
    // The later ones begin with this one.
    try tellMembers(
      of: rest, by: actor, besides: known, at: rest.repeats ? rest.startsAt : nil, in: transaction
    ) { group in
      .changed(group, from: ToldItem(series, at: begin), .rest, to: rest)
    }
  }

  /// Names answers, turns and what stands in the place of occurrences by their new beginnings.
  ///
  /// What was said of an occurrence that is no more is forgotten.
  ///
  /// - Parameter item: the series as it now is.
  func rename(
    _ shift: OccurrenceShift, to item: CalendarItem, in transaction: WriteTransaction
  ) throws {
    guard !shift.isNone else { return }
    var budget = RecurrenceBudget(RecurrenceBudget.ofRule)
    func isThere(_ start: Instant) -> Bool {
      item.starts(overlapping: start, start.adding(milliseconds: 1), limit: 1000, &budget)
        .contains(start)
    }
    let series = shift.series
    let said = try ParticipationStore.attendances(of: series, in: transaction)
    let turns = try WaitingList.all(of: series, in: transaction)
    let named = Set((said.map(\.occurrence) + turns.map(\.occurrence)).compactMap(\.self))
    for (from, to) in shift.renames(Array(named)) {
      let target = isThere(to) ? to : nil
      for table in ["participations", "waiting_places"] {
        try rename(table, series, from, to: item.id, target, in: transaction)
      }
    }
    for var override in try CalendarItemStore.overrides(of: series, in: transaction) {
      guard let occurrence = override.recurrenceID?.occurrence, shift.concerns(occurrence) else {
        continue
      }
      override.recurrenceID = CalendarItem.RecurrenceID(
        series: item.id, occurrence: shift.moved(occurrence))
      override.uid = item.uid
      override.updatedAt = transaction.now
      override.version += 1
      try CalendarItemStore.update(override, in: transaction)
    }
  }

  private func rename(
    _ table: String, _ series: EntityID, _ from: Instant, to item: EntityID, _ target: Instant?,
    in transaction: WriteTransaction
  ) throws {
    guard let target else {
      try transaction.execute(
        "DELETE FROM \(table) WHERE item = ?1 AND occurrence = ?2", [.id(series), .instant(from)])
      return
    }
    try transaction.execute(
      "UPDATE \(table) SET item = ?3, occurrence = ?4 WHERE item = ?1 AND occurrence = ?2",
      [.id(series), .instant(from), .id(item), .instant(target)])
  }
}
