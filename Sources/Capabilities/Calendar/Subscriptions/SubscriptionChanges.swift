import Base

/// What has to be done so that the items of a subscription are those of its file.
///
/// - Thread: pure.
struct SubscriptionChanges {
  enum Step {
    case insert(CalendarItem)
    case update(CalendarItem, isMoved: Bool)
    case delete(EntityID)
  }

  /// What tells an item of a file from the others of it.
  private struct Key: Hashable {
    var uid: String
    /// Which occurrence it stands in for.
    var occurrence: Instant?
    /// Items do not change their kind.
    var kind: String
  }

  /// In the order in which they are done: what goes, then series before what overrides them.
  private(set) var steps: [Step] = []

  /// - Parameters:
  ///   - old: what stands in the calendar.
  ///   - events: of the file.
  ///   - earliest: what has ended for good before it is left out.
  init(
    from old: [CalendarItem], to events: [CalendarReader.Event], endingAfter earliest: Instant,
    _ ids: EntityIDSource
  ) {
    // Files have several events of one UID, or without any: each has an item of its own.
    var left = Dictionary(grouping: old, by: Self.key)
    let wanted = events.filter { event in
      event.item.status != .cancelled
        && (event.item.extent?.endsForGood).map { $0 > earliest } ?? true
    }
    var changes: [Step] = []
    var series: [String: CalendarItem] = [:]
    // Times at which a series does not take place, because another entry stands there.
    let overridden = Dictionary(
      grouping: events.filter { $0.recurrenceID != nil }, by: \.item.uid
    ).mapValues { Set($0.compactMap(\.recurrenceID)) }
    for event in wanted.sorted(by: Self.isBefore) {
      var item = Self.item(event)
      if let occurrence = event.recurrenceID {
        if let series = series[item.uid], series.repeats {
          item.recurrenceID = CalendarItem.RecurrenceID(
            series: series.id, occurrence: occurrence)
        } else {
          // Its series is over, or was never sent: it stands by itself.
          item.uid += "_R\(CalendarText.text(occurrence))"
        }
        item.recurrence = nil
        item.added = []
        item.extent = item.extentWithoutRule
      } else {
        item.excluded.formUnion(overridden[item.uid] ?? [])
      }
      let key = Self.key(item)
      if let known = Self.take(item, from: &left[key, default: []]) {
        item.id = known.id
        if item.recurrenceID == nil { series[item.uid] = item }
        if let step = Self.update(known, to: item) { changes.append(step) }
      } else {
        item.id = ids.next()
        if item.recurrenceID == nil { series[item.uid] = item }
        changes.append(.insert(item))
      }
    }
    steps = left.values.joined().map(\.id).sorted().map { .delete($0) } + changes
  }

  /// The item that an event had before: of several the one that begins alike, else the oldest.
  private static func take(
    _ item: CalendarItem, from known: inout [CalendarItem]
  ) -> CalendarItem? {
    guard !known.isEmpty else { return nil }
    return known.remove(at: known.firstIndex { $0.startsAt == item.startsAt } ?? 0)
  }

  private static func isBefore(_ a: CalendarReader.Event, _ b: CalendarReader.Event) -> Bool {
    (a.recurrenceID == nil ? 0 : 1, a.line) < (b.recurrenceID == nil ? 0 : 1, b.line)
  }

  private static func key(_ item: CalendarItem) -> Key {
    Key(uid: item.uid, occurrence: item.recurrenceID?.occurrence, kind: item.kind)
  }

  /// What is described there is described here; one's own notes stay one's own.
  private static func item(_ event: CalendarReader.Event) -> CalendarItem {
    var item = event.item
    item.kind =
      (event.isBusy ? CalendarItemKind.subscribed : CalendarItemKind.subscribedNote).name
    item.description = event.notes
    return item
  }

  /// Nil where nothing is another.
  private static func update(_ old: CalendarItem, to item: CalendarItem) -> Step? {
    var new = item
    new.version = old.version
    (new.createdAt, new.updatedAt) = (old.createdAt, old.updatedAt)
    new.extent = old.extent
    guard new != old else { return nil }
    new.extent = item.extent
    new.version += 1
    return .update(new, isMoved: !new.isWhereAndWhen(old))
  }
}
