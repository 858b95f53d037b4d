import Base
import Geodesy
import Realms
import Storage

/// Keeps plans and alarms equal to what they rest on: items, neighbours, preferences, data.
///
/// Journeys are looked for outside of any transaction; what has been found is written only if
/// nothing has changed meanwhile, else it is done again. What a crash leaves behind is found by
/// its revision and made up for.
///
/// - Thread: shared.
public struct PlanKeeper: Sendable {
  /// Days for which plans are made ahead.
  static let horizonDays: Int64 = 60
  /// Days that are left of them when they are made anew.
  static let renewalDays: Int64 = 53
  /// Most occurrences of one account that are planned ahead.
  static let planLimit = 500
  private static let attempts = 5

  let platform: Platform
  let times: any TravelTimes

  public init(platform: Platform, times: any TravelTimes) {
    self.platform = platform
    self.times = times
  }

  /// Everything that the plans of one account rest on, at one moment.
  struct Situation {
    var account: EntityID
    var revision: Int
    var preferences: TravelPreferences
    var timeline: [Occurrence]
    var now: Instant

    func planner(_ times: any TravelTimes) -> TravelPlanner {
      TravelPlanner(times: times, preferences: preferences, account: account, now: now)
    }
  }

  /// Reads what the plans of an account rest on, for a span of time and a day around it.
  static func situation(
    of account: EntityID, from: Instant, to: Instant, now: Instant, in session: StoreSession
  ) throws -> Situation {
    Situation(
      account: account,
      revision: try TravelProfileStore.progress(of: account, in: session)?.revision ?? 0,
      preferences: try TravelProfileStore.preferences(of: account, in: session),
      timeline: try Timeline.occurrences(
        of: account, from: from.adding(seconds: -86_400), to: to.adding(seconds: 86_400),
        in: session
      ).filter(\.isTimed),
      now: now)
  }

  /// Makes the plans of an account anew where they are not up to date.
  ///
  /// - Returns: false if others kept changing the calendar; it stays marked as not up to date.
  @discardableResult
  public func replan(_ account: EntityID) throws -> Bool {
    for _ in 0..<Self.attempts {
      let now = platform.clock.now()
      let until = now.adding(seconds: Self.horizonDays * 86_400)
      let version = times.dataVersion
      let (situation, known) = try platform.store.read { session in
        (
          try Self.situation(of: account, from: now, to: until, now: now, in: session),
          try TravelPlanStore.all(of: account, from: now, in: session)
        )
      }
      let plans = makePlans(situation, known, until: until)
      let isDone = try platform.store.write { transaction in
        guard var progress = try TravelProfileStore.progress(of: account, in: transaction),
          progress.revision == situation.revision
        else { return situation.revision == 0 }
        try write(plans, instead: known, in: transaction)
        try LeaveBySchedule.set(plans, of: account, now: now, in: transaction)
        progress.plannedRevision = progress.revision
        progress.plannedUntil = until
        progress.plannedWith = version
        try TravelProfileStore.setProgress(progress, of: account, in: transaction)
        return true
      }
      if isDone { return true }
    }
    return false
  }

  private func makePlans(
    _ situation: Situation, _ known: [TravelPlan], until: Instant
  ) -> [PlannedOccurrence] {
    let planner = situation.planner(times)
    let byKey = Dictionary(known.map { ($0.key, $0) }) { first, _ in first }
    let ahead = situation.timeline.filter { $0.start > situation.now && $0.start < until }
    return ahead.prefix(Self.planLimit).map { occurrence in
      // A plan that rests on the same is as good as a new one, and may begin at a position that
      // is not known here.
      if let old = byKey[occurrence.key],
        old.basis == planner.basis(of: occurrence, in: situation.timeline),
        old.reason != .unavailable
      {
        return PlannedOccurrence(occurrence: occurrence, plan: old, isNew: false)
      }
      let plan = planner.plan(occurrence, in: situation.timeline)
      if let old = byKey[occurrence.key], old.standsIn(for: plan) {
        // The last journey is better than none; its time says how old it is.
        return PlannedOccurrence(occurrence: occurrence, plan: old, isNew: false)
      }
      return PlannedOccurrence(occurrence: occurrence, plan: plan, isNew: true)
    }
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

  /// Makes the plans anew of accounts that need it, at most `limit`; returns for how many it did.
  @discardableResult
  public func replanStale(limit: Int = 100) throws -> Int {
    let renewal = platform.clock.now().adding(seconds: Self.renewalDays * 86_400)
    let accounts = try platform.store.readOnce {
      try TravelProfileStore.stale(
        with: times.dataVersion, plannedBefore: renewal, limit: limit, in: $0)
    }
    return try accounts.reduce(0) { $0 + (try replan($1) ? 1 : 0) }
  }
}

/// An occurrence with its plan.
struct PlannedOccurrence {
  var occurrence: Occurrence
  var plan: TravelPlan
  /// Whether the plan was made just now, and has to be written.
  var isNew: Bool
}

extension TravelPlanner {
  /// What a plan for `occurrence` would rest on.
  func basis(of occurrence: Occurrence, in timeline: [Occurrence]) -> [UInt8] {
    basis(
      occurrence, Self.previous(of: occurrence, in: timeline), preferences.rules(for: occurrence))
  }
}
