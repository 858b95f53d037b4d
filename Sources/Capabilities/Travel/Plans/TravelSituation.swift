import Access
import Base
import Calendar
import Storage

/// Everything that the plans of one account rest on, at one moment.
///
/// - Thread: pure.
struct TravelSituation {
  var account: EntityID
  var basis: TravelProfileStore.Basis
  var preferences: TravelPreferences
  /// What one has to be at, in order of time.
  var timeline: [Occurrence]
  /// Plans of these days, where others rest on them.
  var kept: [Occurrence.Key: TravelPlan] = [:]
  var now: Instant

  /// Reads it for a span of time and a day around it.
  init(
    of account: EntityID, from: Instant, to: Instant, now: Instant, in session: StoreSession
  ) throws {
    self.account = account
    self.now = now
    basis = try TravelProfileStore.basis(of: account, in: session)
    preferences = try TravelProfileStore.preferences(of: account, in: session)
    timeline = try Timeline.occurrences(
      of: account, from: from.adding(seconds: -86_400), to: to.adding(seconds: 86_400),
      in: session
    ).filter(\.isTimed)
    if preferences.parksAndRides {
      let plans = try TravelPlanStore.all(
        of: account, from: from.adding(seconds: -86_400), in: session)
      kept = Dictionary(plans.map { ($0.key, $0) }) { first, _ in first }
    }
  }

  func planner(_ times: any TravelTimes) -> TravelPlanner {
    TravelPlanner(
      times: times, preferences: preferences, account: account, now: now, kept: kept)
  }
}
