import Registration

/// What the rest must know of calendars.
public func calendarCapability(_ services: CalendarServices) -> Capability {
  calendarDeclaration.with(
    personalData: [CalendarPersonalData(editing: services.editing)],
    parts: [
      CalendarDepartures(editing: services.editing), services.editing.reminder,
      services.subscriptionReader.deadline,
    ])
}

/// The same without what needs services: what is stored.
public let calendarDeclaration = Capability(
  "calendar",
  schema: [calendarSchema],
  tables: [
    TableClaim(
      "calendar_items", export: .yes("appointments"),
      erasure: .yes(
        "own ones are cancelled for others and lose their last participant, those of a group are "
          + "handed on"),
      rules: .yes("appointment-has-its-owner")),
    TableClaim(
      "participations", export: .yes("appointments"), erasure: .yes("deleted"),
      rules: .yes("calendar-item-has-participants")),
    TableClaim(
      "calendar_entries", export: .yes("appointments"), erasure: .yes("deleted"),
      rules: .yes("calendar-entry-has-its-participation")),
    TableClaim(
      "waiting_places", export: .yes("appointments"), erasure: .yes("deleted"),
      rules: .yes("who-waits-has-answered")),
    TableClaim(
      "invited_addresses", export: .yes("appointments"), erasure: .yes("deleted"), rules: .declared),
    TableClaim(
      "calendar_item_editors", export: .no("says who may change what others are shown"),
      erasure: .yes("deleted"), rules: .declared),
    .impersonal(
      "participating_realms", "says which teams take part in what another plans",
      rules: .yes("no-team-is-its-own-guest")),
    TableClaim(
      "calendar_item_lines", export: .yes("calendarLines"), erasure: .yes("with its item"),
      rules: .declared),
    TableClaim(
      "calendar_components", export: .yes("calendarComponents"), erasure: .yes("deleted"),
      rules: .declared),
    TableClaim(
      "calendar_subscriptions", export: .yes("calendarSubscriptions"), erasure: .yes("deleted"),
      rules: .declared),
    TableClaim(
      "calendar_subscription_items", export: .no("says only which item came from where"),
      erasure: .yes("deleted with its item"), rules: .declared),
    TableClaim(
      "calendars", export: .no("counts changes, and says nothing else"), erasure: .yes("deleted"),
      rules: .declared),
    TableClaim(
      "calendar_feeds", export: .yes("calendarFeeds"), erasure: .yes("deleted"), rules: .declared),
  ],
  invariants: calendarInvariants,
  parts: (calendarNotifications as [any Sendable]) + (CalendarItemKind.all as [any Sendable])
    + CalendarSettings.all)
