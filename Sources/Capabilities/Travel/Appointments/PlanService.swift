import Access
import Base
import Calendar
import Geodesy
import Storage

/// Shows the way to an appointment, from where one is or comes from.
///
/// - Thread: shared.
public struct PlanService: Sendable {
  let platform: Platform
  let times: any TravelTimes
  let kinds: CalendarItemKinds

  public init(platform: Platform, times: any TravelTimes, kinds: CalendarItemKinds) {
    self.platform = platform
    self.times = times
    self.kinds = kinds
  }

  /// A plan, and whether it could be made just now.
  public struct Answer: Sendable {
    public var plan: TravelPlan
    /// False for the last plan that there is, while the data cannot be read (TV-RTE-23).
    public var isCurrent: Bool
  }

  /// The plan for one occurrence.
  ///
  /// A position that is sent is used for this answer and not kept. To the first appointment of a
  /// day its journey takes the place of the one from home, and the alarm follows it (TV-RTE-05).
  /// What has begun keeps its last plan; a new one is made only from such a position, and for what
  /// is over none at all.
  ///
  /// - Parameters:
  ///   - live: where the device is.
  ///   - relaxed: without the limits, but for own vehicles (TV-RTE-10); never kept.
  /// - Throws: `notFound`.
  public func plan(
    _ id: EntityID, at occurrence: Instant? = nil, from live: LonLat? = nil,
    relaxed: Bool = false, caller: Caller
  ) throws -> Answer {
    let account = try caller.requiredPerson().account
    let now = platform.clock.now()
    let (target, situation, stored) = try platform.store.read { session in
      let (item, participation) = try part(in: id, caller: caller, session)
      let start = try item.start(at: occurrence, now: now)
      let target = Occurrence(item, participation, at: start)
      return (
        target,
        try TravelSituation(of: account, from: start, to: start, now: now, in: session),
        try TravelPlanStore.find(target.key, of: account, in: session)
      )
    }
    let planner = situation.planner(times)
    // An invitation that is not accepted yet stands beside the calendar.
    var timeline = situation.timeline
    if !timeline.contains(where: { $0.key == target.key }) {
      timeline = (timeline + [target]).sorted(by: Occurrence.inOrder)
    }
    func answer(_ plan: TravelPlan, _ isCurrent: Bool) -> Answer {
      let wayHome = planner.wayHome(after: target, in: timeline, plan)
      return Answer(plan: plan.with(wayHome), isCurrent: isCurrent)
    }
    // Nobody sets out from home for what has begun, nor from anywhere for what is over.
    if target.start <= now, live == nil || target.end <= now {
      return answer(stored ?? planner.unplanned(target, in: timeline), times.isAvailable)
    }
    if live == nil, !relaxed, let stored, stored.reason != .unavailable,
      stored.holds(on: planner.basis(of: target, in: timeline), now: now)
    {
      return answer(stored, times.isAvailable)
    }
    let made = planner.plan(target, in: timeline, from: live, relaxed: relaxed)
    if let stored, stored.standsIn(for: made) {
      return answer(stored, false)
    }
    if live != nil, !relaxed, TravelPlanner.previous(of: target, in: timeline) == nil,
      target.start > now, target.participation.isInCalendar, target.item.status.isOn
    {
      try keep(PlannedOccurrence(occurrence: target, plan: made, isNew: true), situation)
    }
    return answer(made, true)
  }

  /// An item with the caller's part in it; those whom their team asks have one before they answer, so
  /// that they see when they would have to leave.
  private func part(
    in id: EntityID, caller: Caller, _ session: StoreSession
  ) throws -> (CalendarItem, Participation) {
    let account = try caller.requiredPerson().account
    let seen = try SeenItem(id, caller: caller, kinds, in: session)
    if let part = seen.participation { return (seen.item, part) }
    guard seen.kind.concernsMembers else { throw Refusal.notFound("appointment") }
    let none = Participation(of: account, in: seen.item, .needsAction, at: platform.clock.now())
    return (seen.item, none)
  }

  /// Puts a plan in the place of the one that is kept, unless something has changed meanwhile.
  private func keep(_ planned: PlannedOccurrence, _ situation: TravelSituation) throws {
    let account = situation.account
    try platform.store.write { transaction in
      guard try TravelProfileStore.basis(of: account, in: transaction) == situation.basis else {
        return
      }
      try TravelPlanStore.put(planned.plan, in: transaction)
      try LeaveBySchedule.set(planned, of: account, in: transaction)
    }
  }
}
