import Access
import Base
import Registration
import Storage

/// Exports and erases what an account keeps here: items, answers, feeds.
///
/// - Thread: shared.
public struct CalendarPersonalData: PersonalDataHolder {
  let editing: CalendarEditing

  public init(editing: CalendarEditing) { self.editing = editing }

  public func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let ids = try session.all(
      """
      SELECT p.item FROM participations p JOIN calendar_items i ON i.id = p.item
      WHERE \(Timeline.isKnown) ORDER BY p.item
      """, [.id(account)]
    ) { try $0.id(0) }
    try json.array("appointments") { json in
      for id in ids {
        let (item, _) = try CalendarAccess.find(id, for: account, in: session)
        try CalendarItemDetails(
          id, at: nil, of: account, now: item.startsAt, in: session
        ).write(to: &json)
      }
    }
    try json.array("calendarSubscriptions") { json in
      for subscription in try SubscriptionStore.all(of: account, in: session) {
        subscription.write(to: &json)
      }
    }
    try json.array("calendarLines") { json in
      for (item, lines) in try KeptLines.all(of: account, in: session).sorted(by: {
        $0.key < $1.key
      }) {
        json.object { json in
          json.member("item", item)
          json.member("lines", lines.joined(separator: "\n"))
        }
      }
    }
    try json.array("calendarComponents") { json in
      for part in try KeptComponent.all(of: account, in: session) {
        json.string(part.lines.joined(separator: "\n"))
      }
    }
    try json.array("calendarFeeds") { json in
      for feed in try FeedService.all(of: account, in: session) { feed.write(to: &json) }
    }
  }

  /// Deletes everything; own items with others are cancelled for them first, and then stand there
  /// without anybody.
  ///
  /// What belongs to a group is handed on when the account leaves it, which comes after this.
  public func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    let own = try transaction.all(
      """
      SELECT \(CalendarItemStore.columns) FROM calendar_items i
      WHERE i.organizer = ?1 AND i.realm = ?1 AND i.status <> 'cancelled' ORDER BY i.id
      """, [.id(account)], CalendarItemStore.read)
    for item in own where try CalendarItemStore.find(item.id, in: transaction) != nil {
      try editing.cancel(item, in: transaction)
    }
    // Also where it stands beside the account that has answered: it is that person's address.
    try transaction.execute(
      """
      DELETE FROM invited_addresses WHERE account = ?1
        OR address IN (SELECT value FROM identifiers WHERE account = ?1 AND kind = 'email')
      """, [.id(account)])
    let others = try transaction.all(
      "SELECT DISTINCT item FROM participations WHERE account = ?1 ORDER BY item", [.id(account)]
    ) { try $0.id(0) }
    for id in others { try editing.leave(id, account, in: transaction) }
    for subscription in try SubscriptionStore.all(of: account, in: transaction) {
      try SubscriptionStore.delete(subscription.id, in: transaction)
    }
    for table in ["calendar_feeds", "calendar_item_editors", "calendars", "calendar_components"] {
      try transaction.execute("DELETE FROM \(table) WHERE account = ?1", [.id(account)])
    }
  }
}

/// The invariants of calendars (DOMAIN, marked with `!`; TV-ALY).
public let calendarInvariants = [
  Invariant(
    "no-team-is-its-own-guest", "No team takes part in an event of its own as another would.",
    countingBreaches: """
      SELECT COUNT(*) FROM participating_realms p JOIN calendar_items i ON i.id = p.item
      WHERE p.realm = i.realm
      """),
  Invariant(
    "appointment-has-its-owner",
    "The owner of every appointment that is not cancelled takes part in it.",
    countingBreaches: """
      SELECT COUNT(*) FROM calendar_items i
      WHERE i.status IN ('confirmed', 'tentative') AND i.kind = 'appointment' AND NOT EXISTS (
        SELECT 1 FROM participations p
        WHERE p.item = i.id AND p.account = i.organizer AND p.answer = 'accepted')
      """),
  Invariant(
    "calendar-item-has-participants", "Every appointment stands in somebody's calendar.",
    countingBreaches: """
      SELECT COUNT(*) FROM calendar_items i WHERE i.kind = 'appointment'
        AND NOT EXISTS (SELECT 1 FROM participations p WHERE p.item = i.id)
      """),
  Invariant(
    "calendar-entry-has-its-participation",
    "What accounts keep about an item belongs to those who take part in it, all of whom have it.",
    countingBreaches: """
      SELECT (SELECT COUNT(*) FROM calendar_entries e WHERE NOT EXISTS (
        SELECT 1 FROM participations p
        WHERE p.item = e.item AND p.account = e.account AND p.occurrence IS NULL))
      + (SELECT COUNT(*) FROM participations p WHERE p.account IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM calendar_entries e WHERE e.item = p.item AND e.account = p.account))
      """),
  Invariant(
    "who-waits-has-answered",
    "Whoever waits for a place in an item takes part in it, and is not in.",
    countingBreaches: """
      SELECT COUNT(*) FROM waiting_places w WHERE NOT EXISTS (
        SELECT 1 FROM participations p
        WHERE p.item = w.item AND p.account = w.account AND p.answer = 'needsAction'
          AND COALESCE(p.occurrence, -1) = COALESCE(w.occurrence, -1))
      """),
  Invariant(
    "no-more-than-capacity", "No more accept a whole item than it has places.",
    countingBreaches: """
      SELECT COUNT(*) FROM calendar_items i WHERE i.capacity < (
        SELECT COUNT(*) FROM participations p WHERE p.item = i.id AND p.occurrence IS NULL
          AND p.resource IS NULL AND p.answer = 'accepted')
      """),
]
