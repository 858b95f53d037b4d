import Base
import Registration
import Storage

/// What the rest must know of notifications.
public let notificationsCapability = Capability(
  "notifications",
  schema: [notificationsSchema],
  tables: [
    TableClaim(
      "notifications", export: .yes("notifications"), erasure: .yes("deleted"),
      rules: .yes("queued-notification-has-deadline")),
    TableClaim(
      "notification_settings", export: .yes("notificationChoices"), erasure: .yes("deleted"),
      rules: .declared),
    TableClaim(
      "notification_channels", export: .yes("notificationChoices"), erasure: .yes("deleted"),
      rules: .declared),
    TableClaim(
      "delivery_schedules", export: .yes("deliverySchedule"), erasure: .yes("deleted"),
      rules: .yes("wanted-digest-has-timer")),
    TableClaim(
      "notification_deliveries", export: .no("says only on which way a notification went"),
      erasure: .yes("deleted with the notifications"), rules: .yes("sent-notification-is-delivered")
    ),
  ],
  invariants: [
    Invariant(
      "seen-notification-has-time", "Notifications are seen exactly if it is known when.",
      countingBreaches: """
        SELECT COUNT(*) FROM notifications WHERE (state = 'seen') <> (seen_at IS NOT NULL)
        """),
    Invariant(
      "queued-notification-has-deadline", "What waits for its time has a time and a timer.",
      countingBreaches: """
        SELECT COUNT(*) FROM notifications n WHERE n.state = 'queued' AND (n.due_at IS NULL
        OR NOT EXISTS (SELECT 1 FROM deadlines d
          WHERE d.subject = n.id AND d.kind = '\(NotificationPoster.dueKind)'))
        """),
    Invariant(
      "sent-notification-is-delivered", "No notification goes out before its time.",
      countingBreaches: """
        SELECT COUNT(*) FROM notification_deliveries d JOIN notifications n
        ON n.id = d.notification WHERE n.state IN ('queued', 'expired')
        """),
    Invariant(
      "wanted-digest-has-timer", "Whoever wants one mail a day has a timer for the next.",
      countingBreaches: """
        SELECT COUNT(*) FROM delivery_schedules s
        WHERE (s.digest_hour IS NOT NULL) <> EXISTS (SELECT 1 FROM deadlines d
          WHERE d.subject = s.account AND d.kind = '\(NotificationPoster.digestKind)')
        """),
  ],
  personalData: [NotificationData()],
  parts: [Expiry("notifications") { try NotificationStore.deleteOld(in: $0) }])

/// The words of an account's notifications, for its export; they go with the rest of its data.
public struct NotificationTexts: PersonalDataHolder {
  let words: NotificationWords

  public init(_ words: NotificationWords) { self.words = words }

  public func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let newest = EntityID(high: .max, low: .max)
    let all = try NotificationStore.before(newest, of: account, limit: 10_000, in: session)
    let reader = try words.reader(account, in: session)
    json.array("notifications") { json in
      for notification in all { words.worded(notification, for: reader).write(to: &json) }
    }
  }

  public func erase(_ account: EntityID, in transaction: WriteTransaction) throws {}
}

/// An account's notifications and settings.
private struct NotificationData: PersonalDataHolder {
  func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let choices = try DeliveryScheduleStore.choices(of: account, in: session)
    json.member("notificationChoices", of: choices) { choice, json in
      json.object { json in
        json.member("kind", choice.kind)
        json.member("channel", choice.channel)
        json.member("enabled", choice.isOn)
      }
    }
    let schedule = try DeliveryScheduleStore.find(account, in: session).schedule
    json.object("deliverySchedule") { schedule.writeMembers(to: &$0) }
  }

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try NotificationStore.erase(account, in: transaction)
  }
}
