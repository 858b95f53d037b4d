import Access
import Base
import Registration
import Storage

/// Brings what is stored of items in line with the rules of their time zones.
///
/// A time on the wall and its zone are what an item says. The instants beside them are derived, by
/// the rules of the day on which it was written; rules change, sometimes weeks ahead, and come with an
/// update of the database of zones, which a new process reads. Whatever is to come is therefore
/// measured anew once a process has started.
///
/// - Thread: shared.
public struct ZoneUpkeep: Sendable {
  /// Items that are looked at in one read.
  private static let batch = 500
  /// Seconds that an item which is over is looked at, for those whose new end lies later.
  private static let past: Int64 = 2 * 86_400

  let platform: Platform
  let editing: CalendarEditing
  let follower: any CalendarFollower

  /// Also daily, for the rest of what a long start has left.
  public var task: UpkeepTask {
    UpkeepTask("zone-rules", everySeconds: 86_400) { try measureAnew() }
  }

  /// Measures items that are to come, or go on, each in a transaction of its own with everything that
  /// is kept by the beginnings of its occurrences.
  ///
  /// - Returns: how many had other instants than they have now.
  /// - Complexity: linear in the items to come.
  @discardableResult
  public func measureAnew() throws -> Int {
    let from = platform.clock.now().adding(seconds: -Self.past)
    var (last, count) = (EntityID(high: 0, low: 0), 0)
    while true {
      let found = try platform.store.read { [last] session in
        try session.all(
          """
          SELECT id, starts_at FROM calendar_items
          WHERE id > ?1 AND (ends_for_good IS NULL OR ends_for_good >= ?2)
          ORDER BY id LIMIT \(Self.batch)
          """, [.id(last), .instant(from)]
        ) { (id: try $0.id(0), start: try $0.instant(1)) }
      }
      guard let end = found.last else { return count }
      last = end.id
      for (id, start) in found where try measureAnew(id, storedStart: start) { count += 1 }
    }
  }

  private func measureAnew(_ id: EntityID, storedStart: Instant) throws -> Bool {
    // An item whose zone the database has dropped cannot be read: it keeps what it has.
    let old: CalendarItem? = try platform.store.read { session in
      do { return try CalendarItemStore.find(id, in: session) } catch let error as DatabaseError {
        guard error.code == .unreadable else { throw error }
        return nil
      }
    }
    guard let old else { return false }
    var whole = old
    var budget = RecurrenceBudget(RecurrenceBudget.ofRule)
    // What cannot be followed by the new rules stays as it is, as it would be refused if written now.
    guard (try? whole.measure(&budget)) != nil else { return false }
    whole.excluded = []
    let shift = OccurrenceShift(byRulesOf: whole)
    var new = old
    new.extent = whole.extent
    new.excluded = Set(old.excluded.map(shift.moved))
    let start = min(old.startsAt, old.added.min() ?? old.startsAt)
    let named = try platform.store.read { try Self.named(old, in: $0) }
    guard
      start != storedStart || new.extent != old.extent || new.excluded != old.excluded
        || named.contains(where: { shift.moved($0) != $0 })
    else { return false }
    return try platform.store.write { transaction in
      // Whoever has written it meanwhile has measured it.
      guard try CalendarItemStore.find(id, in: transaction)?.version == old.version else {
        return false
      }
      var item = new
      item.version += 1
      item.updatedAt = transaction.now
      try CalendarItemStore.update(item, in: transaction)
      if item.repeats {
        try editing.rename(shift, to: item, in: transaction)
        try follower.occurrencesMoved(shift, in: transaction)
      }
      try follower.itemMoved(id, for: nil, in: transaction)
      return true
    }
  }

  /// The beginnings by which something of a series is kept.
  private static func named(
    _ item: CalendarItem, in session: StoreSession
  ) throws -> [Instant] {
    guard item.repeats else { return [] }
    let said = try ParticipationStore.attendances(of: item.id, in: session).map(\.occurrence)
    let turns = try WaitingList.all(of: item.id, in: session).map(\.occurrence)
    let overridden = try CalendarItemStore.overrides(of: item.id, in: session)
      .map { $0.recurrenceID?.occurrence }
    return (said + turns + overridden).compactMap(\.self)
  }
}
