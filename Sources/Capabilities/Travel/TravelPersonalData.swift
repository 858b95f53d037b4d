import Access
import Base
import Deadlines
import Registration
import Storage

/// Exports and erases what an account keeps here: preferences and plans.
///
/// - Thread: shared.
public struct TravelPersonalData: PersonalDataHolder {
  public init() {}

  public func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    json.key("travelPreferences")
    try TravelProfileStore.preferences(of: account, in: session).write(to: &json)
    try json.array("travelPlans") { json in
      for plan in try TravelPlanStore.all(
        of: account, from: Instant(milliseconds: 0), in: session)
      {
        json.object { json in
          json.member("appointment", plan.item)
          json.key("plan")
          plan.write(to: &json)
        }
      }
    }
  }

  /// Deletes preferences and timers; plans and alarms went with the entries of the calendar.
  public func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try DeadlineStore.cancelAll(LeaveBySchedule.kind, of: account, in: transaction)
    for table in ["travel_preferences", "travel_profiles"] {
      try transaction.execute("DELETE FROM \(table) WHERE account = ?1", [.id(account)])
    }
  }
}

/// The invariants of plans (DOMAIN, marked with `!`; TV-ALY).
public let travelInvariants = [
  Invariant(
    "plan-is-for-a-calendar-entry", "Plans and alarms are for what stands in a calendar.",
    countingBreaches: """
      SELECT (SELECT COUNT(*) FROM travel_plans t JOIN calendar_items i ON i.id = t.item
        WHERE i.status NOT IN ('confirmed', 'tentative'))
      + (SELECT COUNT(*) FROM leave_by_alarms t JOIN calendar_items i ON i.id = t.item
        WHERE i.status NOT IN ('confirmed', 'tentative'))
      """),
  Invariant(
    "reachable-has-a-journey", "What is called reachable has a journey in time.",
    countingBreaches: """
      SELECT COUNT(*) FROM travel_plans WHERE verdict IN ('reachable', 'tight', 'early')
      AND (journey IS NULL OR leave_at IS NULL OR arrive_at > occurrence OR margin < 0)
      """),
]
