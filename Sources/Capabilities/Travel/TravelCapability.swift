import Registration

/// What the rest must know of calendars, plans and journeys.
public func travelCapability(_ services: TravelServices) -> Capability {
  travelDeclaration.with(
    personalData: [TravelPersonalData(appointments: services.appointments)],
    parts: [services.leaveBy.deadline])
}

/// The same without what needs services: what is stored.
public let travelDeclaration = Capability(
  "travel",
  schema: [travelSchema],
  tables: [
    TableClaim(
      "calendar_items", export: .yes("appointments"),
      erasure: .yes("own ones are cancelled for others and lose their last participant"),
      rules: .yes("appointment-has-its-owner")),
    TableClaim(
      "participations", export: .yes("appointments"), erasure: .yes("deleted"),
      rules: .yes("calendar-item-has-participants")),
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
    TableClaim(
      "calendar_feeds", export: .yes("calendarFeeds"), erasure: .yes("deleted"), rules: .declared),
  ],
  invariants: travelInvariants,
  parts: travelNotifications)
