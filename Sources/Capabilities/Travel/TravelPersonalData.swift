import Base
import Realms
import Registration
import Storage

/// Exports and erases what an account keeps here: appointments, answers, preferences, plans, feeds.
///
/// - Thread: shared.
public struct TravelPersonalData: PersonalDataHolder {
  let appointments: AppointmentService

  public init(appointments: AppointmentService) { self.appointments = appointments }

  public func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let ids = try session.all(
      """
      SELECT p.item FROM participations p JOIN calendar_items i ON i.id = p.item
      WHERE \(Timeline.isKnown) ORDER BY p.item
      """, [.id(account)]
    ) { try $0.id(0) }
    json.key("appointments")
    try json.array { json in
      for id in ids {
        try appointments.details(id, at: nil, of: account, in: session).write(to: &json)
      }
    }
    json.key("travelPreferences")
    try TravelProfileStore.preferences(of: account, in: session).write(to: &json)
    json.key("travelPlans")
    try json.array { json in
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
    json.key("calendarFeeds")
    try json.array { json in
      for feed in try FeedService.all(of: account, in: session) { feed.write(to: &json) }
    }
  }

  /// Deletes everything; own appointments with others are cancelled for them first, and then stand
  /// there without anybody.
  public func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    let own = try transaction.all(
      """
      SELECT \(CalendarItemStore.columns) FROM calendar_items i
      WHERE i.organizer = ?1 AND i.status = 'confirmed' ORDER BY i.id
      """, [.id(account)], CalendarItemStore.read)
    for item in own where try CalendarItemStore.find(item.id, in: transaction) != nil {
      try appointments.cancel(item, in: transaction)
    }
    let others = try transaction.all(
      "SELECT item FROM participations WHERE account = ?1 ORDER BY item", [.id(account)]
    ) { try $0.id(0) }
    for id in others {
      try ParticipationStore.delete(id, of: account, in: transaction)
      try CalendarItemStore.touch(id, in: transaction)
      try appointments.sweep(id, in: transaction)
    }
    for table in ["calendar_feeds", "travel_preferences", "travel_profiles"] {
      try transaction.execute("DELETE FROM \(table) WHERE account = ?1", [.id(account)])
    }
  }
}

/// The invariants of calendars and plans (DOMAIN, marked with `!`; TV-ALY).
public let travelInvariants = [
  Invariant(
    "appointment-has-its-owner",
    "The owner of every appointment that is not cancelled takes part in it.",
    countingBreaches: """
      SELECT COUNT(*) FROM calendar_items i WHERE i.status = 'confirmed' AND NOT EXISTS (
        SELECT 1 FROM participations p
        WHERE p.item = i.id AND p.account = i.organizer AND p.answer = 'accepted')
      """),
  Invariant(
    "calendar-item-has-participants", "Every appointment stands in somebody's calendar.",
    countingBreaches: """
      SELECT COUNT(*) FROM calendar_items i
      WHERE NOT EXISTS (SELECT 1 FROM participations p WHERE p.item = i.id)
      """),
  Invariant(
    "plan-is-for-a-calendar-entry", "Plans and alarms are for what stands in a calendar.",
    countingBreaches: """
      SELECT (SELECT COUNT(*) FROM travel_plans t JOIN calendar_items i ON i.id = t.item
        WHERE i.status <> 'confirmed')
      + (SELECT COUNT(*) FROM leave_by_alarms t JOIN calendar_items i ON i.id = t.item
        WHERE i.status <> 'confirmed')
      """),
  Invariant(
    "reachable-has-a-journey", "What is called reachable has a journey in time.",
    countingBreaches: """
      SELECT COUNT(*) FROM travel_plans WHERE verdict IN ('reachable', 'tight')
      AND (journey IS NULL OR leave_at IS NULL OR arrive_at > occurrence OR margin < 0)
      """),
]
