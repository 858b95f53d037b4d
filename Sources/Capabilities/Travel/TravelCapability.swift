import Registration
import Storage

/// What the rest must know of plans and journeys.
public func travelCapability(_ services: TravelServices) -> Capability {
  travelDeclaration.with(
    personalData: [TravelPersonalData()], parts: [services.leaveBy.deadline])
}

/// The same without what needs services: what is stored.
///
/// Its first tables are made by the schema of calendars, see ``calendarSchema``.
public let travelDeclaration = Capability(
  "travel",
  schema: [travelPlansSchema],
  tables: [
    TableClaim(
      "travel_profiles", export: .yes("travelPreferences"), erasure: .yes("deleted"),
      rules: .declared),
    TableClaim(
      "travel_preferences", export: .yes("travelPreferences"), erasure: .yes("deleted"),
      rules: .declared),
    TableClaim(
      "travel_plans", export: .yes("travelPlans"), erasure: .yes("deleted with the participation"),
      rules: .yes("reachable-has-a-journey")),
    TableClaim(
      "leave_by_alarms", export: .no("repeat what the plans say"),
      erasure: .yes("deleted with the participation"), rules: .yes("plan-is-for-a-calendar-entry")),
  ],
  invariants: travelInvariants,
  parts: travelNotifications)

/// What plans of ways store from here on; the module `travel`, which made their first tables, is that
/// of calendars.
public let travelPlansSchema = SchemaModule(name: "travelPlans", migrations: [])
