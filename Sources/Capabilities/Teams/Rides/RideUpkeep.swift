import Base
import Calendar
import Deadlines
import Groups
import Identity
import Notifications
import Storage

/// What of car sharing follows answers, changes of events and the time.
///
/// - Thread: shared.
public struct RideUpkeep: Sendable {
  static let kind = "rideEnd"

  let notifications: any NotificationSink

  public init(notifications: any NotificationSink) { self.notifications = notifications }

  /// Forgets who rode with whom, and from where, once an occurrence is over.
  var deadline: DeadlineKind {
    DeadlineKind(Self.kind, "Rides to an event that is over are forgotten.") {
      try forget($0, in: $1)
    }
  }

  private static func key(_ goal: RideGoal) -> String {
    "\(goal.item)/\(goal.occurrence.milliseconds)"
  }

  /// When an occurrence is over.
  private static func end(_ goal: RideGoal, of item: CalendarItem) -> Instant {
    item.end(from: start(goal, of: item))
  }

  /// When the occurrence begins.
  static func start(_ goal: RideGoal, of item: CalendarItem) -> Instant {
    goal.occurrence.milliseconds == 0 ? item.startsAt : goal.occurrence
  }

  func setTimer(
    for goal: RideGoal, of item: CalendarItem, in transaction: WriteTransaction
  ) throws {
    try DeadlineStore.set(
      Deadline(
        Self.kind, key: Self.key(goal), due: Self.end(goal, of: item), subject: goal.item),
      in: transaction)
  }

  private func forget(_ deadline: Deadline, in transaction: WriteTransaction) throws {
    guard let item = try CalendarItemStore.find(deadline.subject, in: transaction) else { return }
    for goal in try RideStore.goals(of: item.id, in: transaction) {
      if Self.end(goal, of: item) <= transaction.now {
        try RideStore.delete(goal, transaction)
      } else if Self.key(goal) == deadline.key {
        try setTimer(for: goal, of: item, in: transaction)
      }
    }
  }

  // MARK: Ending

  /// Ends everything of an account for an occurrence, and forgets where it sets out; those with whom
  /// something was agreed or asked are told.
  func end(
    _ account: EntityID, to goal: RideGoal, of item: CalendarItem,
    in transaction: WriteTransaction
  ) throws {
    try close(
      RideStore.pairs(to: goal, of: account, in: transaction), by: account, to: goal, of: item,
      in: transaction)
    try RideStore.takeBack(account, from: goal, transaction)
  }

  /// Ends pairs because one of the two does, who is in all of them.
  func close(
    _ pairs: [RidePair], by account: EntityID, to goal: RideGoal, of item: CalendarItem,
    in transaction: WriteTransaction
  ) throws {
    for var pair in pairs {
      let was = pair.agreement
      let role: RidePart.Role = pair.driver == account ? .driver : .seeker
      switch was {
      case .none, .closed: continue
      case .asked, .agreed: pair.agreement = .closed(by: role)
      }
      try RideStore.put(pair, to: goal, transaction)
      guard let other = pair.other(than: account) else { continue }
      try tell(
        other, was == .agreed ? .endsAgreed : .endsAsked, account, item, at: goal, in: transaction)
    }
  }

  /// Tells one of what another has done, unless one of them has blocked the other.
  func tell(
    _ account: EntityID, _ step: RideStep, _ other: EntityID, _ item: CalendarItem,
    at goal: RideGoal, in transaction: WriteTransaction
  ) throws {
    guard try !AccountDirectory.hasBlocked(account, other, in: transaction),
      try !AccountDirectory.hasBlocked(other, account, in: transaction)
    else { return }
    let name = Told(try AccountDirectory.name(of: other, in: transaction))
    let start = Self.start(goal, of: item)
    // One that takes place no more cannot be opened: its series can.
    let isThere = item.repeats && item.hasOccurrence(at: start)
    try notifications.post(
      TeamsNotice.ride(step: step, by: name, to: ToldItem(item, at: start)), to: account,
      about: NotificationSubject(.event, item.id, at: isThere ? start : nil),
      version: try CalendarItemStore.nextNotice(item.id, in: transaction), in: transaction)
  }

  // MARK: Following

  /// Follows an answer: whoever no longer comes rides no more.
  func answered(
    _ id: EntityID, by account: EntityID, in transaction: WriteTransaction
  ) throws {
    guard let item = try CalendarItemStore.find(id, in: transaction) else { return }
    for goal in try RideStore.goals(of: id, by: account, in: transaction) {
      let comes = try RideService.comes(
        account, to: item, at: Self.start(goal, of: item), in: transaction)
      if !comes { try end(account, to: goal, of: item, in: transaction) }
    }
  }

  /// Ends the rides of one who is out of an event.
  func left(
    _ id: EntityID, by account: EntityID, in transaction: WriteTransaction
  ) throws {
    guard let item = try CalendarItemStore.find(id, in: transaction) else { return }
    for goal in try RideStore.goals(of: id, by: account, in: transaction) {
      try end(account, to: goal, of: item, in: transaction)
    }
  }

  /// Follows an event that was moved: what was agreed stays, and those who have agreed are told; what
  /// does not take place is forgotten.
  ///
  /// - Parameter begin: the first occurrence that is concerned; nil for all.
  func moved(
    _ id: EntityID, from begin: Instant? = nil, in transaction: WriteTransaction
  ) throws {
    guard let item = try CalendarItemStore.find(id, in: transaction) else { return }
    for goal in try RideStore.goals(of: id, in: transaction) {
      let start = Self.start(goal, of: item)
      if let begin, start < begin { continue }
      let takesPlace = item.status != .cancelled && (!item.repeats || item.hasOccurrence(at: start))
      let agreed = try RideStore.pairs(to: goal, in: transaction).filter {
        $0.agreement == .agreed
      }
      for pair in agreed {
        for (account, other) in [(pair.driver, pair.seeker), (pair.seeker, pair.driver)] {
          try tell(
            account, takesPlace ? .eventChanged : .eventCancelled, other, item, at: goal,
            in: transaction)
        }
      }
      if takesPlace {
        try setTimer(for: goal, of: item, in: transaction)
      } else {
        try RideStore.delete(goal, transaction)
      }
    }
  }

  /// Who rides with whom goes with the occurrences; nobody is told before ``moved(_:in:)``.
  func occurrencesMoved(_ shift: OccurrenceShift, in transaction: WriteTransaction) throws {
    let known = try RideStore.goals(of: shift.series, in: transaction).map(\.occurrence)
    for (from, to) in shift.renames(known.filter { $0.milliseconds != 0 }) {
      try RideStore.move(
        RideGoal(item: shift.series, occurrence: from),
        to: RideGoal(item: shift.item, occurrence: to),
        transaction)
    }
  }

  /// What stands in the place of one occurrence takes over who rides with whom.
  func overridden(
    _ occurrence: Instant, of series: EntityID, by id: EntityID,
    in transaction: WriteTransaction
  ) throws {
    let old = RideGoal(item: series, occurrence: occurrence)
    guard try RideStore.goals(of: series, in: transaction).contains(old) else { return }
    try RideStore.move(
      old, to: RideGoal(item: id, occurrence: Instant(milliseconds: 0)), transaction)
    try moved(id, in: transaction)
  }
}

/// What rests on calendars: plans of the ways, who rides with whom, and who was there.
///
/// - Thread: shared.
public struct RideFollower: CalendarFollower {
  let plans: any CalendarFollower
  let rides: RideUpkeep

  public init(plans: any CalendarFollower, rides: RideUpkeep) {
    self.plans = plans
    self.rides = rides
  }

  public func itemMoved(
    _ item: EntityID, for account: EntityID?, in transaction: WriteTransaction
  ) throws {
    try plans.itemMoved(item, for: account, in: transaction)
    if let account {
      try rides.left(item, by: account, in: transaction)
    } else {
      try rides.moved(item, in: transaction)
    }
  }

  public func seriesEnded(
    _ series: EntityID, at begin: Instant, in transaction: WriteTransaction
  ) throws {
    try plans.seriesEnded(series, at: begin, in: transaction)
    try rides.moved(series, from: begin, in: transaction)
  }

  public func answered(
    _ item: EntityID, by account: EntityID, in transaction: WriteTransaction
  ) throws {
    try plans.answered(item, by: account, in: transaction)
    try rides.answered(item, by: account, in: transaction)
  }

  public func overridden(
    _ occurrence: Instant, of series: EntityID, by item: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try plans.overridden(occurrence, of: series, by: item, in: transaction)
    try rides.overridden(occurrence, of: series, by: item, in: transaction)
    try AttendanceStore.override(occurrence, of: series, by: item, transaction)
  }

  public func occurrencesMoved(
    _ shift: OccurrenceShift, in transaction: WriteTransaction
  ) throws {
    try plans.occurrencesMoved(shift, in: transaction)
    try rides.occurrencesMoved(shift, in: transaction)
    try AttendanceStore.follow(shift, transaction)
  }

  public func calendarChanged(of account: EntityID) throws {
    try plans.calendarChanged(of: account)
  }

  public func travelMinutes(
    of account: EntityID, after now: Instant, in session: StoreSession
  ) throws -> [EntityID: Int] {
    try plans.travelMinutes(of: account, after: now, in: session)
  }
}
