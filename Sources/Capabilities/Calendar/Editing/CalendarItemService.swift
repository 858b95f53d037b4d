import Access
import Base
import Groups
import Notifications
import Storage

/// Making, changing and cancelling items of any kind, and reading those of a sub-realm.
///
/// - Thread: shared.
public struct CalendarItemService: Sendable {
  let platform: Platform
  public let kinds: CalendarItemKinds
  let editing: CalendarEditing
  let follower: any CalendarFollower

  // MARK: Reading

  /// An item that the caller may see.
  ///
  /// - Throws: `notFound`.
  public func item(_ id: EntityID, caller: Caller) throws -> SeenItem {
    try platform.store.read { try SeenItem(id, caller: caller, kinds, in: $0) }
  }

  /// When the items of a sub-realm take place in a span of time, in order of time.
  ///
  /// - Parameter limit: most occurrences.
  /// - Throws: `notFound` to those who are not in it; `conflict` with slug `calendar-too-complex`.
  public func occurrences(
    in realm: EntityID, from: Instant, to: Instant, limit: Int = 200, caller: Caller
  ) throws -> [(item: CalendarItem, start: Instant)] {
    _ = try caller.requiredPerson()
    guard caller.role(in: realm) != nil else {
      throw Refusal.notFound("sub-realm")
    }
    return try platform.store.read { session in
      let items = try session.all(
        """
        SELECT \(CalendarItemStore.columns) FROM calendar_items i
        WHERE i.realm = ?1 AND i.starts_at < ?3
          AND (i.ends_for_good IS NULL OR i.ends_for_good >= ?2)
        ORDER BY i.starts_at, i.id
        """, [.id(realm), .instant(from), .instant(to)], CalendarItemStore.read)
      var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)
      var found: [(item: CalendarItem, start: Instant)] = []
      for item in items {
        let seen = try SeenItem(item, caller: caller, kinds, in: session)
        guard Rights.can(caller, .see, seen.thing) else { continue }
        let starts = budget.lending { item.starts(overlapping: from, to, limit: limit, &$0) }
        found += starts.result.map { (item, $0) }
      }
      guard !budget.isSpent else {
        throw Refusal(
          .conflict, "calendar-too-complex",
          "The calendar holds rules that take too long to follow. Ask for a shorter span.")
      }
      found.sort { ($0.start, $0.item.id) < ($1.start, $1.item.id) }
      return Array(found.prefix(limit))
    }
  }

  // MARK: Writing

  /// Makes an item in a sub-realm.
  ///
  /// - Parameters:
  ///   - item: as it shall be; its identifier, organizer and times of making are set here.
  ///   - editors: those who may change it beside its organizer.
  /// - Returns: its identifier.
  /// - Throws: `notFound` for a sub-realm that the caller is not in; `forbidden` with the role that
  ///   is needed; `invalid` for what its kind does not have.
  public func create(
    _ item: CalendarItem, editors: [EntityID] = [], caller: Caller
  ) throws -> EntityID {
    let account = try caller.requiredPerson().account
    var item = item
    item.id = platform.ids.next()
    if item.uid.isEmpty { item.uid = item.id.description }
    item.organizer = account
    item.createdAt = platform.clock.now()
    item.updatedAt = item.createdAt
    let kind = try kinds.kind(item.kind)
    try item.check(as: kind)
    try item.check()
    let new = item
    try platform.store.write { transaction in
      guard caller.role(in: new.realm) != nil,
        let home = try HomeRealms.kind(of: new.realm, in: transaction)
      else { throw Refusal.notFound("sub-realm") }
      guard kind.homes.contains(home) else {
        let homes = kind.homes.map(\.rawValue).sorted().joined(separator: ", ")
        throw Refusal.invalid(
          "/realm",
          "A sub-realm of kind \(home.rawValue) has no \(kind.title): one of \(homes) has.")
      }
      if home != .personal {
        try Rights.check(caller, .add, Thing(kind.thing, realms: [new.realm]))
      }
      try CalendarItemStore.insert(new, in: transaction)
      for editor in Set(editors) {
        try CalendarEditors.insert(editor, of: new.id, in: transaction)
      }
      if home == .personal {
        try ParticipationStore.put(
          Participation(of: account, in: new, .accepted, at: transaction.now), in: transaction)
      }
      try CalendarItemStore.checkCount(of: account, in: transaction)
      guard kind.concernsMembers else { return }
      try editing.setReminder(for: new, in: transaction)
      if new.status != .draft { try editing.tellOfNew(new, by: account, in: transaction) }
    }
    try follower.calendarChanged(of: account)
    return new.id
  }

  /// Changes an item, or one occurrence of a series, which then is an item of its own, or an
  /// occurrence and all that follow, which then are a series of their own; all whom it concerns are
  /// told.
  ///
  /// All of a series that concerns a whole sub-realm are all that have not begun: where and when the
  /// others took place, and who was there, stays. A start is that of the next occurrence, as it is read.
  ///
  /// - Parameters:
  ///   - occurrence: the beginning of the only one that is meant; nil for all.
  ///   - following: whether all that follow it are meant, too.
  ///   - change: makes of it what it shall be; kind, sub-realm and organizer stay.
  /// - Returns: the identifier of what was changed.
  /// - Throws: `notFound`, `forbidden`, `stale`, `invalid`; `conflict` for a cancelled one.
  @discardableResult
  public func change(
    _ id: EntityID, at occurrence: Instant? = nil, following: Bool = false,
    expecting version: ExpectedVersion, caller: Caller,
    _ change: (inout CalendarItem) throws -> Void
  ) throws -> EntityID {
    // Rules are followed before the writer has to wait for it.
    let seen = try item(id, caller: caller)
    try Rights.check(caller, .edit, seen.thing)
    let old = seen.item
    try version.check(old.version)
    guard old.status != .cancelled else { throw Self.cancelled }
    var rest = following ? try occurrence.flatMap { try old.rest(from: $0) } : nil
    let single = old.repeats && !following ? occurrence : nil
    // The first of a series and all that follow are all of it.
    let whole =
      single == nil && rest == nil ? try WholeSeries(seen, at: platform.clock.now(), change) : nil
    if rest == nil { rest = try whole?.rest() }
    let base =
      try rest.map { try old.goingOn(from: $0, as: platform.ids.next()) }
      ?? detached(old, at: single)
    var new = base
    try change(&new)
    if let whole { new.start = base.start.adding(seconds: whole.shift) }
    if single == nil { new.carryDays(from: base) }
    (new.id, new.kind, new.realm, new.organizer) = (base.id, old.kind, old.realm, old.organizer)
    if single != nil { (new.recurrence, new.excluded, new.added) = (nil, [], []) }
    try new.check(as: seen.kind)
    try new.check()
    if seen.kind.concernsMembers, old.status == .draft, new.status != .draft {
      // To publish takes what making it takes: who made the draft may have lost that since.
      try Rights.check(caller, .add, Thing(seen.kind.thing, realms: [old.realm]))
    }
    new.updatedAt = platform.clock.now()
    new.version = single == nil && rest == nil ? old.version + 1 : 1
    if rest != nil { new.createdAt = new.updatedAt }
    if !new.isWhereAndWhen(base) { new.sequence += 1 }
    let result = new
    let ended = try rest.map { try old.measured(endingBefore: $0) }
    try platform.store.write { transaction in
      let current = try SeenItem(id, caller: caller, kinds, in: transaction)
      try Rights.check(caller, .edit, current.thing)
      try ExpectedVersion.oneOf([old.version]).check(current.item.version)
      let attendances = try ParticipationStore.attendances(of: id, in: transaction).filter { part in
        rest.flatMap { rest in part.occurrence.map { $0 >= rest } } ?? true
      }
      let coming =
        single.map { attendances.accepted(with: .email(""), at: $0) - 1 }
        ?? attendances.maximumAccepted
      if let capacity = result.capacity, coming > capacity {
        throw Refusal.invalid("/capacity", "More have accepted already: \(coming).")
      }
      if let rest, let ended {
        try editing.split(
          current.item, at: rest, into: ended, and: result, by: caller.account, in: transaction)
      } else if let single {
        try editing.override(
          single, of: current.item, with: result, nil, by: caller.account, in: transaction)
      } else {
        try editing.update(old, to: result, by: caller.account, in: transaction)
      }
    }
    if let account = caller.account { try follower.calendarChanged(of: account) }
    return result.id
  }

  /// What stands for one occurrence of a series before it is changed; the item itself without one.
  ///
  /// - Throws: `notFound` for an occurrence that the series does not have.
  private func detached(_ item: CalendarItem, at occurrence: Instant?) throws -> CalendarItem {
    guard let occurrence else { return item }
    guard item.hasOccurrence(at: occurrence) else { throw Refusal.notFound("occurrence") }
    var single = item
    single.id = platform.ids.next()
    single.recurrenceID = CalendarItem.RecurrenceID(series: item.id, occurrence: occurrence)
    (single.recurrence, single.excluded, single.added) = (nil, [], [])
    single.start = item.wall(at: occurrence)
    single.createdAt = platform.clock.now()
    try single.check()
    return single
  }

  /// Cancels an item for all, or one occurrence of a series, or that and all that follow; of a series that
  /// concerns a whole sub-realm, what has begun stays.
  ///
  /// - Throws: `notFound`, `forbidden`, `stale`.
  public func cancel(
    _ id: EntityID, at occurrence: Instant? = nil, following: Bool = false,
    expecting version: ExpectedVersion = .any, caller: Caller
  ) throws {
    if let occurrence {
      let seen = try item(id, caller: caller)
      if following {
        if let rest = try seen.item.rest(from: occurrence) {
          return try cancelRest(from: rest, of: seen, expecting: version, caller: caller)
        }
      } else if seen.item.repeats {
        return try cancel(occurrence, of: seen, expecting: version, caller: caller)
      }
    }
    let seen = try item(id, caller: caller)
    let now = platform.clock.now()
    if seen.keepsPast(at: now) {
      try Rights.check(caller, .delete, seen.thing)
      try version.check(seen.item.version)
      // What took place stays, and nothing else is left.
      guard let next = seen.item.firstStart(after: now) else { return }
      return try cancelRest(from: next, of: seen, expecting: version, caller: caller)
    }
    try platform.store.write { transaction in
      let seen = try SeenItem(id, caller: caller, kinds, in: transaction)
      try Rights.check(caller, .delete, seen.thing)
      try version.check(seen.item.version)
      guard seen.item.status != .cancelled else { return }
      try editing.cancel(seen.item, by: caller.account, in: transaction)
    }
    if let account = caller.account { try follower.calendarChanged(of: account) }
  }

  /// Cancels one occurrence; where the kind concerns a whole sub-realm, it stays to be seen, but for
  /// that of a draft, which nobody has seen.
  private func cancel(
    _ occurrence: Instant, of seen: SeenItem, expecting version: ExpectedVersion, caller: Caller
  ) throws {
    try Rights.check(caller, .delete, seen.thing)
    try version.check(seen.item.version)
    guard seen.item.status != .cancelled else { throw Self.cancelled }
    var cancelled = try detached(seen.item, at: occurrence)
    cancelled.status = .cancelled
    cancelled.sequence += 1
    cancelled.version = 1
    let result = cancelled
    try platform.store.write { transaction in
      let current = try SeenItem(seen.item.id, caller: caller, kinds, in: transaction)
      try Rights.check(caller, .delete, current.thing)
      try ExpectedVersion.oneOf([seen.item.version]).check(current.item.version)
      if seen.kind.concernsMembers, current.item.status != .draft {
        try editing.override(
          occurrence, of: current.item, with: result, nil, by: caller.account, in: transaction)
      } else {
        try editing.cancel(occurrence, of: current.item, in: transaction)
      }
    }
    if let account = caller.account { try follower.calendarChanged(of: account) }
  }

  /// Cancels an occurrence and all that follow; where the kind concerns a whole sub-realm, they stay
  /// to be seen, but for those of a draft, which nobody has seen.
  private func cancelRest(
    from begin: Instant, of seen: SeenItem, expecting version: ExpectedVersion, caller: Caller
  ) throws {
    try Rights.check(caller, .delete, seen.thing)
    try version.check(seen.item.version)
    guard seen.item.status != .cancelled else { throw Self.cancelled }
    let ended = try seen.item.measured(endingBefore: begin)
    var rest = try seen.item.goingOn(from: begin, as: platform.ids.next())
    rest.status = .cancelled
    rest.createdAt = platform.clock.now()
    rest.updatedAt = rest.createdAt
    try rest.check()
    let result = rest
    try platform.store.write { transaction in
      let current = try SeenItem(seen.item.id, caller: caller, kinds, in: transaction)
      try Rights.check(caller, .delete, current.thing)
      try ExpectedVersion.oneOf([seen.item.version]).check(current.item.version)
      if seen.kind.concernsMembers, current.item.status != .draft {
        try editing.split(
          current.item, at: begin, into: ended, and: result, by: caller.account, in: transaction)
      } else {
        try editing.end(current.item, at: begin, as: ended, in: transaction)
      }
    }
    if let account = caller.account { try follower.calendarChanged(of: account) }
  }

  static let cancelled = Refusal(
    .conflict, "appointment-cancelled", "This was cancelled and stays so.")
}

extension CalendarItem {
  /// Refuses what items of a kind do not have.
  func check(as kind: CalendarItemKind) throws(Refusal) {
    guard kind.statuses.contains(status) else {
      throw Refusal.invalid("/status", "A \(kind.title) is never \(status.rawValue).")
    }
    guard responseDeadline == nil || kind.hasDeadline else {
      throw Refusal.invalid("/responseDeadline", "A \(kind.title) has no deadline for answers.")
    }
    guard capacity == nil || kind.hasCapacity else {
      throw Refusal.invalid("/capacity", "A \(kind.title) has no limit of those who come.")
    }
    guard capacity.map({ (1...100_000).contains($0) }) ?? true else {
      throw Refusal.invalid("/capacity", "A capacity is a number from 1 to 100000.")
    }
    guard minimumAge.map({ (0...150).contains($0) }) ?? true else {
      throw Refusal.invalid("/minimumAge", "An age is a number from 0 to 150.")
    }
  }
}
