import Access
import Base
import Calendar
import Geodesy
import Notifications
import Storage

/// Keeps plans and alarms equal to what they rest on: items, neighbours, preferences, data.
///
/// Journeys are looked for outside of any transaction; what has been found is written only if
/// nothing has changed meanwhile, else it is done again. What a crash leaves behind is found by
/// its revision and made up for.
///
/// - Thread: shared.
public struct TravelPlanUpkeep: Sendable {
  /// Days for which plans are made ahead.
  static let horizonDays: Int64 = 60
  /// Days that are left of them when they are made anew.
  static let renewalDays: Int64 = 53
  /// Most occurrences of one account that are planned ahead.
  static let maximumPlans = 500
  private static let attempts = 5

  let platform: Platform
  let times: any TravelTimes
  let notifications: any NotificationSink

  public init(
    platform: Platform, times: any TravelTimes, notifications: any NotificationSink
  ) {
    self.platform = platform
    self.times = times
    self.notifications = notifications
  }

  /// Makes the plans of an account anew where they are not up to date.
  ///
  /// - Returns: false if others kept changing the calendar; it stays marked as not up to date.
  @discardableResult
  public func update(_ account: EntityID) throws -> Bool {
    for _ in 0..<Self.attempts {
      let now = platform.clock.now()
      let until = now.adding(seconds: Self.horizonDays * 86_400)
      let version = times.versions
      let (situation, known) = try platform.store.read { session in
        (
          try TravelSituation(of: account, from: now, to: until, now: now, in: session),
          try TravelPlanStore.all(of: account, from: now, in: session)
        )
      }
      let plans = makePlans(situation, known, until: until)
      let isDone = try platform.store.write { transaction in
        guard try TravelProfileStore.basis(of: account, in: transaction) == situation.basis else {
          return false
        }
        try write(plans, instead: known, in: transaction)
        // Whoever changed the calendar or the preferences knows; of other data one is told.
        let before = try TravelProfileStore.progress(of: account, in: transaction)
        let shifts = try LeaveBySchedule.set(
          plans, of: account, now: now,
          telling: before?.planned == situation.basis && before?.plannedWith != version,
          in: transaction)
        for shift in shifts { try tell(shift, account, in: transaction) }
        try TravelProfileStore.setProgress(
          TravelProfileStore.Progress(
            planned: situation.basis, plannedUntil: until, plannedWith: version),
          of: account, in: transaction)
        return true
      }
      if isDone { return true }
    }
    return false
  }

  /// Tells at once that the time to leave is another.
  private func tell(
    _ shift: LeaveBySchedule.Shift, _ account: EntityID, in transaction: WriteTransaction
  ) throws {
    let (item, start) = (shift.planned.occurrence.item, shift.planned.occurrence.start)
    try notifications.post(
      LeaveNotice.moved(shift), to: account,
      about: NotificationSubject(.appointment, item.id, at: item.repeats ? start : nil),
      version: try CalendarItemStore.nextNotice(item.id, in: transaction), in: transaction)
  }

  private func makePlans(
    _ situation: TravelSituation, _ known: [TravelPlan], until: Instant
  ) -> [PlannedOccurrence] {
    var planner = situation.planner(times)
    let byKey = Dictionary(known.map { ($0.key, $0) }) { first, _ in first }
    let ahead = situation.timeline.filter { $0.start > situation.now && $0.start < until }
    return ahead.prefix(Self.maximumPlans).map { occurrence in
      let planned = makePlan(
        occurrence, planner, situation.timeline, instead: byKey[occurrence.key])
      // The next one begins where this one has left the car.
      planner.kept[occurrence.key] = planned.plan
      return planned
    }
  }

  private func makePlan(
    _ occurrence: Occurrence, _ planner: TravelPlanner, _ timeline: [Occurrence],
    instead old: TravelPlan?
  ) -> PlannedOccurrence {
    // A plan that rests on the same is as good as a new one, and may begin at a position that
    // is not known here; one that is being followed is better.
    if let old, old.reason != .unavailable,
      old.holds(on: planner.basis(of: occurrence, in: timeline), now: planner.now)
    {
      return PlannedOccurrence(occurrence: occurrence, plan: old, isNew: false)
    }
    let plan = planner.plan(occurrence, in: timeline)
    if let old, old.standsIn(for: plan) {
      // The last journey is better than none; its time says how old it is.
      return PlannedOccurrence(occurrence: occurrence, plan: old, isNew: false)
    }
    return PlannedOccurrence(occurrence: occurrence, plan: plan, isNew: true)
  }

  private func write(
    _ plans: [PlannedOccurrence], instead known: [TravelPlan], in transaction: WriteTransaction
  ) throws {
    for planned in plans where planned.isNew {
      try TravelPlanStore.put(planned.plan, in: transaction)
    }
    let kept = Set(plans.map(\.plan.key))
    for old in known where !kept.contains(old.key) {
      try TravelPlanStore.delete(old.key, of: old.account, in: transaction)
    }
  }

  /// Makes the plans anew of accounts that need it, at most `limit`: first of those that have to be
  /// somewhere soon, and by delays of those alone; returns for how many it did.
  @discardableResult
  public func updateStale(limit: Int = 100) throws -> Int {
    let now = platform.clock.now()
    let renewal = now.adding(seconds: Self.renewalDays * 86_400)
    let accounts = try platform.store.readOnce {
      try TravelProfileStore.stale(
        times, soon: now..<now.adding(seconds: TravelPlanner.soon), plannedBefore: renewal,
        limit: limit, in: $0)
    }
    return try accounts.reduce(0) { $0 + (try update($1) ? 1 : 0) }
  }
}

extension TravelPlanUpkeep: CalendarFollower {
  public func itemMoved(
    _ item: EntityID, for account: EntityID?, in transaction: WriteTransaction
  ) throws { try LeaveBySchedule.cancel(item, of: account, in: transaction) }

  public func seriesEnded(
    _ series: EntityID, at begin: Instant, in transaction: WriteTransaction
  ) throws { try LeaveBySchedule.cancel(series, from: begin, in: transaction) }

  public func calendarChanged(of account: EntityID) throws { try update(account) }

  public func travelMinutes(
    of account: EntityID, after now: Instant, in session: StoreSession
  ) throws -> [EntityID: Int] {
    var minutes: [EntityID: Int] = [:]
    for plan in try TravelPlanStore.all(of: account, from: now, in: session)
    where minutes[plan.item] == nil { minutes[plan.item] = plan.journey?.minutes ?? 0 }
    return minutes
  }
}
