import Access
import Base
import Notifications
import Storage

/// Calendars as iCalendar files: export, import, and feeds that other programs read.
///
/// What items hold goes in and comes out: times, rules, notes, alarms, `STATUS`, and places, also those of
/// which only words are known (`LOCATION`, its address in `X-ADDRESS`). What they do not hold is kept as it
/// was written and written again, without an effect here: `TRANSP` among it, since an own appointment
/// always takes up its time; of calendars that are subscribed to, what is `TRANSPARENT` does not.
///
/// - Thread: shared.
public struct CalendarExchange: Sendable {
  public static let mediaType = "text/calendar"
  /// Days for which cancelled entries are still shown as such.
  static let cancelledDays: Int64 = 30
  /// Most bytes of a file that is imported.
  public static let maximumFileBytes = CalendarComponent.maximumFileBytes

  let platform: Platform
  let kinds: CalendarItemKinds
  let follower: any CalendarFollower
  let notifications: any NotificationSink

  // MARK: Export

  /// The caller's whole calendar as a file.
  public func export(caller: Caller) throws -> [UInt8] {
    let account = try caller.requiredPerson().account
    return try platform.store.read(deadlineSeconds: 30) {
      try file(
        of: account, name: "Wayside", now: platform.clock.now(), withOthers: true, in: $0)
    }
  }

  /// - Parameter withOthers: also tasks and what else is no event.
  func file(
    of account: EntityID, name: String, now: Instant, withOthers: Bool = false,
    in session: StoreSession
  ) throws -> [UInt8] {
    let minutes = try follower.travelMinutes(of: account, after: now, in: session)
    var overridden: [EntityID: Set<Instant>] = [:]
    var entries: [CalendarWriter.Entry] = []
    var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)
    let single = try Self.answers(of: account, in: session)
    let kept = try KeptLines.all(of: account, in: session)
    try session.each(
      """
      SELECT \(CalendarItemStore.columns), \(ParticipationStore.columns), a.display_name
      FROM \(ParticipationStore.tables)
        JOIN accounts a ON a.id = i.organizer
      WHERE \(Timeline.isKnown) AND \(Timeline.isInCalendar)
        AND (i.status IN ('confirmed', 'tentative') OR i.updated_at >= ?2)
        AND i.kind NOT IN ('subscribed', 'subscribedNote')
      ORDER BY i.starts_at, i.id
      """, [.id(account), .instant(now.adding(seconds: -Self.cancelledDays * 86_400))]
    ) { row in
      let item = try CalendarItemStore.read(row)
      if let id = item.recurrenceID { overridden[id.series, default: []].insert(id.occurrence) }
      let entry = CalendarWriter.Entry(
        item: item,
        participation: try ParticipationStore.read(row, from: CalendarItemStore.columnCount),
        organizerName: try row.text(
          CalendarItemStore.columnCount + ParticipationStore.columnCount),
        travelMinutes: minutes[item.id] ?? 0, overridden: [], kept: kept[item.id] ?? [])
      entries += entry.asAnswered(single[item.id] ?? [:], &budget)
    }
    for index in entries.indices {
      entries[index].overridden = overridden[entries[index].item.id] ?? []
    }
    return CalendarWriter.calendar(
      name, entries,
      others: withOthers ? try KeptComponent.all(of: account, in: session) : [])
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

    /// Leaves out what the calendar has by an invitation.
    mutating func leaveOut(_ event: CalendarReader.Event) {
      guard notes.count < 100 else { return }
      notes.append(
        "Line \(event.line): “\(event.item.title)” was left out: it is another's, and stands in your "
          + "calendar or waits for your answer already.")
    }

    /// Writes it as the interface shows it: one JSON object.
    public func write(to json: inout JSONWriter) {
      json.object { json in
        json.member("added", added)
        json.member("updated", updated)
        json.member("removed", removed)
        json.array("notes") { json in
          for note in notes { json.string(note) }
        }
      }
    }
  }

  /// Takes the events of a file into the caller's calendar, replacing those of the same UID.
  ///
  /// All of them or, of a broken file, none. What the caller takes part in as another's guest is
  /// left out with a note: the own export has it too. Guests of what is moved or cancelled are told as
  /// of changes by hand, of much at once by few notifications.
  ///
  /// - Parameter characters: in which the file says that it is written.
  /// - Throws: `invalid` with slug `broken-calendar` and the line; `conflict` with slug
  ///   `calendar-full`.
  public func importFile(
    _ bytes: [UInt8], in characters: CalendarCharacters = .undeclared, caller: Caller
  ) throws -> Imported {
    let account = try caller.requiredPerson().account
    let zone = try platform.store.readOnce { try IANATimeZone.preset(of: account, in: $0) }
    var reader = CalendarReader(preset: zone, organizer: account, now: platform.clock.now())
    do throws(BrokenCalendar) { try reader.read(bytes, in: characters) } catch {
      throw error.refusal
    }
    let split = SeriesSplit(
      reader.events, stored: try stored(reader.events, of: account), reader.budget)
    // Series before what overrides their occurrences.
    let events = split.events.sorted { a, b in
      (a.recurrenceID == nil ? 0 : 1, a.line) < (b.recurrenceID == nil ? 0 : 1, b.line)
    }
    var result = try platform.store.write { transaction in
      let notices = GatheredNotices(notifications)
      let editing = CalendarEditing(kinds: kinds, follower: follower, notifications: notices)
      var importing = CalendarImport(events, account, editing, platform.ids)
      try importing.run(in: transaction)
      try CalendarItemStore.checkCount(of: account, in: transaction)
      for component in reader.components { try component.put(of: account, in: transaction) }
      try KeptComponent.checkCount(of: account, in: transaction)
      try notices.post(from: account, in: transaction)
      return importing.result
    }
    result.notes = reader.notes + split.notes + result.notes
    try follower.calendarChanged(of: account)
    return result
  }

  /// What the calendar has already of the series whose rest some events change.
  private func stored(
    _ events: [CalendarReader.Event], of account: EntityID
  ) throws -> [CalendarReader.Event] {
    let uids = Set(events.filter(\.isRestOfSeries).map(\.item.uid))
    guard !uids.isEmpty else { return [] }
    return try platform.store.readOnce { session in
      try uids.sorted().flatMap { uid in
        try CalendarItemStore.items(uid: uid, of: account, in: session).filter(\.status.isOn).map {
          item in
          let part = try ParticipationStore.find(item.id, of: account, in: session)
          return CalendarReader.Event(
            item: item, notes: part?.notes ?? "", preNotification: part?.preNotification, line: 0)
        }
      }
    }
  }
}
