import Access
import Base
import Geodesy
import Storage

/// Brings the events of a file into the calendar of whoever imports it, as the same changes by hand
/// would: who takes part goes along and is told.
///
/// - Thread: confined.
struct CalendarImport {
  private let events: [CalendarReader.Event]
  /// What stands in the place of occurrences, by its UID.
  private let single: [String: [CalendarReader.Event]]
  private let account: EntityID
  private let editing: CalendarEditing
  private let ids: EntityIDSource
  private(set) var result = CalendarExchange.Imported()
  /// The entries that events of the file are.
  private var taken: Set<EntityID> = []
  /// The UIDs of what was cut off together with the end of its series.
  private var cutOff: Set<String> = []

  /// - Parameter events: series before what overrides their occurrences.
  init(
    _ events: [CalendarReader.Event], _ account: EntityID, _ editing: CalendarEditing,
    _ ids: EntityIDSource
  ) {
    self.events = events
    single = Dictionary(grouping: events.filter { $0.recurrenceID != nil }, by: \.item.uid)
    self.account = account
    self.editing = editing
    self.ids = ids
  }

  mutating func run(in transaction: WriteTransaction) throws {
    let others = try ParticipationStore.uidsOfOthers(of: account, in: transaction)
    for event in events {
      guard !others.contains(event.item.uid) else {
        result.leaveOut(event)
        continue
      }
      try take(event, in: transaction)
    }
  }

  private mutating func take(
    _ event: CalendarReader.Event, in transaction: WriteTransaction
  ) throws {
    let all = try CalendarItemStore.items(uid: event.item.uid, of: account, in: transaction)
    // What has rules of its own, such as a booking, is no file's to change.
    guard all.allSatisfy({ $0.kind == CalendarItemKind.appointment.name }) else { return }
    // What was cancelled stays so, for its guests to decide about.
    let known = all.filter(\.status.isOn)
    let series = known.first { $0.recurrenceID == nil }
    guard let occurrence = event.recurrenceID else {
      return try takeWhole(event, series, known: all, in: transaction)
    }
    guard let series, series.repeats else {
      // Without their series each occurrence is an entry of its own: that which begins alike, or one that no
      // other of the file is.
      let free = known.filter { !taken.contains($0.id) }
      let old = free.first { $0.startsAt == event.item.startsAt } ?? free.first
      return try put(event.item, old, event, in: transaction)
    }
    let begin = series.occurrence(occurrence, in: event.item.zone)
    try take(
      event, at: begin, of: series, known.first { $0.recurrenceID?.occurrence == begin },
      in: transaction)
  }

  /// Takes what is no part of a series that is known.
  private mutating func takeWhole(
    _ event: CalendarReader.Event, _ old: CalendarItem?, known: [CalendarItem],
    in transaction: WriteTransaction
  ) throws {
    guard !cutOff.contains(event.item.uid) else { return }
    var item = event.item
    let overridden = known.compactMap { $0.recurrenceID?.occurrence }
    guard let old else {
      item.excluded.formUnion(overridden)
      let base = try event.cutFrom.flatMap { try self.series($0, in: transaction) }
      return try put(item, nil, event, after: base, in: transaction)
    }
    item.replace(old)
    // The file's series knows its changed occurrences by their own entries, which move with it; what it
    // cancels by an entry of its own is so already.
    let shift = OccurrenceShift(from: old, to: item)
    func moved(_ instants: some Sequence<Instant>) -> [Instant] {
      shift.isNone ? Array(instants) : instants.map(shift.moved)
    }
    let named = (single[item.uid] ?? []).compactMap { event in
      event.recurrenceID.map { item.occurrence($0, in: event.item.zone) }
    }
    item.excluded.formUnion(moved(overridden))
    item.excluded.formUnion(Set(named).intersection(moved(old.excluded)))
    if let begin = event.cutAt, item.status != .cancelled, old.repeats,
      try cut(
        old, at: old.occurrence(begin, in: event.item.zone), into: item, event, in: transaction)
    {
      return
    }
    try put(item, old, event, in: transaction)
  }

  /// The series of a UID.
  private func series(
    _ uid: String, in transaction: WriteTransaction
  ) throws -> CalendarItem? {
    try CalendarItemStore.items(uid: uid, of: account, in: transaction)
      .first { $0.recurrenceID == nil && $0.status.isOn }
  }

  /// Ends a series where the file does, and goes on with what the file has from there on.
  ///
  /// - Returns: false where it has been taken apart there before, or never was there.
  private mutating func cut(
    _ series: CalendarItem, at begin: Instant, into ended: CalendarItem,
    _ event: CalendarReader.Event, in transaction: WriteTransaction
  ) throws -> Bool {
    guard series.firstStart < begin, series.hasOccurrence(at: begin) else { return false }
    let rest = events.first { $0.cutFrom == ended.uid && $0.recurrenceID == nil }
    if let rest {
      guard try self.series(rest.item.uid, in: transaction) == nil else { return false }
      var item = rest.item
      item.id = ids.next()
      let own = try part(in: item.id, rest, from: series.id, in: transaction)
      try editing.split(series, at: begin, into: ended, and: item, own, in: transaction)
      try keep(rest, as: item.id, in: transaction)
      cutOff.insert(item.uid)
      result.added += 1
    } else {
      try editing.end(series, at: begin, as: ended, in: transaction)
    }
    result.updated += 1
    try putOwn(event, in: series.id, in: transaction)
    try keep(event, as: series.id, in: transaction)
    return true
  }

  /// Takes what stands in the place of an occurrence.
  private mutating func take(
    _ event: CalendarReader.Event, at occurrence: Instant, of series: CalendarItem,
    _ old: CalendarItem?, in transaction: WriteTransaction
  ) throws {
    var item = event.item
    item.recurrenceID = CalendarItem.RecurrenceID(series: series.id, occurrence: occurrence)
    item.recurrence = nil
    item.extent = item.extentWithoutRule
    if let old {
      if !series.excluded.contains(occurrence) {
        try editing.exclude(occurrence, of: series, in: transaction)
      }
      item.replace(old)
      return try put(item, old, event, in: transaction)
    }
    guard item.status != .cancelled else {
      guard !series.excluded.contains(occurrence) else { return }
      return try editing.cancel(occurrence, of: series, in: transaction)
    }
    item.id = ids.next()
    let own = try part(in: item.id, event, from: series.id, in: transaction)
    try editing.override(occurrence, of: series, with: item, own, in: transaction)
    result.added += 1
    try keep(event, as: item.id, in: transaction)
  }

  /// - Parameter base: what a new one was cut from, whose guests take part in it.
  private mutating func put(
    _ new: CalendarItem, _ old: CalendarItem?, _ event: CalendarReader.Event,
    after base: CalendarItem? = nil, in transaction: WriteTransaction
  ) throws {
    if new.status == .cancelled {
      guard let old else { return }
      try editing.cancel(old, in: transaction)
      result.removed += 1
      return
    }
    var item = new
    if let old {
      item.replace(old)
      item.sequence = max(item.sequence, old.sequence + (item.isWhereAndWhen(old) ? 0 : 1))
      try editing.update(old, to: item, in: transaction)
      result.updated += 1
      try putOwn(event, in: item.id, in: transaction)
    } else {
      item.id = ids.next()
      try editing.insert(
        item, part(in: item.id, event, from: nil, in: transaction), in: transaction)
      if let base { try editing.bringGuests(of: base, to: item, in: transaction) }
      result.added += 1
    }
    try keep(event, as: item.id, in: transaction)
  }

  private mutating func keep(
    _ event: CalendarReader.Event, as item: EntityID, in transaction: WriteTransaction
  ) throws {
    taken.insert(item)
    if let kept = event.kept { try KeptLines.put(kept, of: item, in: transaction) }
  }

  private func putOwn(
    _ event: CalendarReader.Event, in item: EntityID, in transaction: WriteTransaction
  ) throws {
    try ParticipationStore.put(
      part(in: item, event, from: item, in: transaction), in: transaction)
  }

  /// The part of whoever imports the file.
  ///
  /// - Parameter known: the item whose part says what the file does not.
  private func part(
    in item: EntityID, _ event: CalendarReader.Event, from known: EntityID?,
    in transaction: WriteTransaction
  ) throws -> Participation {
    let old = try known.flatMap { try ParticipationStore.find($0, of: account, in: transaction) }
    return Participation(
      item: item, account: account, answer: .accepted, answeredAt: transaction.now,
      notes: event.notes,
      preNotification: event.preNotification ?? old?.preNotification
        ?? Participation.usualPreNotification,
      modes: old?.modes, invitedAt: old?.invitedAt ?? transaction.now,
      version: known == item ? (old?.version ?? 0) + 1 : 1)
  }
}

extension CalendarItem {
  /// Degrees within which positions of files are the same, which have seven decimals.
  private static let samePosition = 1e-7

  /// Makes it the next state of another one: what a file cannot say so exactly stays as it was, so that
  /// nothing has moved that has not.
  fileprivate mutating func replace(_ old: CalendarItem) {
    id = old.id
    createdAt = old.createdAt
    version = old.version + 1
    if isAllDay, old.isAllDay, zone != old.zone { move(to: old.zone) }
    // Programs that know no positions write the name alone.
    if let name = place?.label ?? place?.address,
      place == Place(label: name) || place == Place(address: name),
      name == old.place?.label ?? old.place?.address
    {
      place = old.place
    }
    if let position = place?.position, let known = old.place?.position,
      abs(position.lat - known.lat) <= Self.samePosition,
      abs(position.lon - known.lon) <= Self.samePosition
    {
      place?.position = known
    }
  }

  /// When an occurrence begins that a file names as a time of `zone`: of whole days, by its date.
  fileprivate func occurrence(_ instant: Instant, in zone: IANATimeZone) -> Instant {
    guard isAllDay, zone != self.zone else { return instant }
    return self.zone.instant(of: WallTime(date: zone.wallTime(at: instant).date))
  }

  /// Puts whole days, which are days everywhere, into another zone.
  private mutating func move(to other: IANATimeZone) {
    let own = zone
    func moved(_ instant: Instant) -> Instant {
      other.instant(of: WallTime(date: own.wallTime(at: instant).date))
    }
    zone = other
    excluded = Set(excluded.map(moved))
    added = Set(added.map(moved))
    guard let known = extent else { return }
    extent = Extent(
      ruleEnd: known.ruleEnd.map(moved), endsForGood: known.endsForGood.map(moved))
  }
}
