import Base
import Realms
import Storage

/// Calendars as iCalendar files: export, import, and feeds that other programs read.
///
/// - Thread: shared.
public struct CalendarExchange: Sendable {
  public static let mediaType = "text/calendar"
  /// Days for which cancelled entries are still shown as such.
  static let cancelledDays: Int64 = 30
  /// Most bytes of a file that is imported.
  public static let fileLimit = CalendarComponent.fileLimit

  let platform: Platform
  let keeper: PlanKeeper

  public init(platform: Platform, keeper: PlanKeeper) {
    self.platform = platform
    self.keeper = keeper
  }

  // MARK: Export

  /// The caller's whole calendar as a file.
  public func export(for caller: Caller) throws -> [UInt8] {
    let account = try caller.requiredPerson().account
    return try platform.store.read(deadlineSeconds: 30) {
      try Self.file(of: account, name: "Wayside", now: platform.clock.now(), in: $0)
    }
  }

  static func file(
    of account: EntityID, name: String, now: Instant, in session: StoreSession
  ) throws -> [UInt8] {
    var plans: [EntityID: TravelPlan] = [:]
    for plan in try TravelPlanStore.all(of: account, from: now, in: session)
    where plans[plan.item] == nil { plans[plan.item] = plan }
    var slots: [EntityID: Set<Instant>] = [:]
    var entries: [CalendarWriter.Entry] = []
    try session.each(
      """
      SELECT \(CalendarItemStore.columns), \(ParticipationStore.columns), a.display_name
      FROM participations p JOIN calendar_items i ON i.id = p.item
        JOIN accounts a ON a.id = i.organizer
      WHERE \(Timeline.isKnown) AND p.answer IN ('accepted', 'tentative')
        AND (i.status = 'confirmed' OR i.updated_at >= ?2)
      ORDER BY i.starts_at, i.id
      """, [.id(account), .instant(now.adding(seconds: -cancelledDays * 86_400))]
    ) { row in
      let item = try CalendarItemStore.read(row)
      if let slot = item.slot { slots[slot.series, default: []].insert(slot.occurrence) }
      entries.append(
        CalendarWriter.Entry(
          item: item,
          participation: try ParticipationStore.read(row, from: CalendarItemStore.columnCount),
          organizerName: try row.text(
            CalendarItemStore.columnCount + ParticipationStore.columnCount),
          plan: plans[item.id], slots: []))
    }
    for index in entries.indices { entries[index].slots = slots[entries[index].item.id] ?? [] }
    return CalendarWriter.calendar(name, entries)
  }

  // MARK: Import

  /// What an import did.
  public struct Imported: Hashable, Sendable {
    public var added = 0
    public var updated = 0
    /// Entries that a file says are cancelled, and that are gone now.
    public var removed = 0
    /// What was left out and why, with lines.
    public var notes: [String] = []

    public func write(to json: inout JSONWriter) {
      json.object { json in
        json.member("added", added)
        json.member("updated", updated)
        json.member("removed", removed)
        json.key("notes")
        json.array { json in
          for note in notes { json.string(note) }
        }
      }
    }
  }

  /// Takes the events of a file into the caller's calendar, replacing those of the same UID.
  ///
  /// All of them or, of a broken file, none.
  ///
  /// - Throws: `invalid` with slug `broken-calendar` and the line; `conflict` with slug
  ///   `calendar-full`.
  public func importFile(_ bytes: [UInt8], by caller: Caller) throws -> Imported {
    let account = try caller.requiredPerson().account
    let zone = try platform.store.readOnce { try AppointmentService.zone(of: account, in: $0) }
    var reader = CalendarReader(preset: zone, organizer: account, now: platform.clock.now())
    do throws(BrokenCalendar) { try reader.read(bytes) } catch { throw error.refusal }
    // Series before the slots that stand in for their occurrences.
    let events = reader.events.sorted { a, b in
      (a.recurrenceID == nil ? 0 : 1, a.line) < (b.recurrenceID == nil ? 0 : 1, b.line)
    }
    var result = try platform.store.write { transaction in
      var result = Imported()
      for event in events { try take(event, account, &result, in: transaction) }
      guard
        try CalendarItemStore.count(of: account, in: transaction) <= AppointmentService.itemLimit
      else {
        throw Refusal(
          .conflict, "calendar-full",
          "There would be more than \(AppointmentService.itemLimit) entries. Delete old ones first."
        )
      }
      try TravelProfileStore.bump(account, in: transaction)
      return result
    }
    result.notes = reader.notes
    try keeper.replan(account)
    return result
  }

  private func take(
    _ event: CalendarReader.Event, _ account: EntityID, _ result: inout Imported,
    in transaction: WriteTransaction
  ) throws {
    let known = try CalendarItemStore.items(uid: event.item.uid, of: account, in: transaction)
    var item = event.item
    let series = known.first { $0.slot == nil }
    if let occurrence = event.recurrenceID {
      guard var series, series.repeats else {
        return try put(item, known.first, event, &result, in: transaction)
      }
      item.slot = CalendarItem.Slot(series: series.id, occurrence: occurrence)
      item.recurrence = nil
      item.extent = item.extentWithoutRule
      if !series.excluded.contains(occurrence) {
        series.excluded.insert(occurrence)
        series.version += 1
        try CalendarItemStore.update(series, in: transaction)
      }
      try put(
        item, known.first { $0.slot?.occurrence == occurrence }, event, &result, in: transaction)
    } else {
      // The file's series knows its changed occurrences by their own entries.
      item.excluded.formUnion(known.compactMap { $0.slot?.occurrence })
      try put(item, series, event, &result, in: transaction)
    }
  }

  private func put(
    _ new: CalendarItem, _ old: CalendarItem?, _ event: CalendarReader.Event,
    _ result: inout Imported, in transaction: WriteTransaction
  ) throws {
    if new.status == .cancelled {
      guard let old else { return }
      try CalendarItemStore.delete(old.id, in: transaction)
      result.removed += 1
      return
    }
    var item = new
    if let old {
      item.id = old.id
      item.createdAt = old.createdAt
      item.version = old.version + 1
      try CalendarItemStore.update(item, in: transaction)
      result.updated += 1
    } else {
      item.id = platform.ids.next()
      try CalendarItemStore.insert(item, in: transaction)
      result.added += 1
    }
    let part = try ParticipationStore.find(item.id, of: item.organizer, in: transaction)
    try ParticipationStore.put(
      Participation(
        item: item.id, account: item.organizer, answer: .accepted, answeredAt: transaction.now,
        notes: event.notes,
        preNotification: event.preNotification ?? part?.preNotification
          ?? Participation.usualPreNotification,
        modes: part?.modes, invitedAt: part?.invitedAt ?? transaction.now,
        version: (part?.version ?? 0) + 1),
      in: transaction)
  }
}
