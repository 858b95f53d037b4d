import Base
import Storage

/// Schedules of deliveries, and which kinds go out on which channels, in the database.
enum DeliveryScheduleStore {
  /// The schedule of an account, and up to which notification it was told of in one mail.
  static func find(
    _ account: EntityID, in session: StoreSession
  ) throws -> (schedule: DeliverySchedule, told: EntityID?) {
    try session.first(
      """
      SELECT quiet_from, quiet_until, digest_hour, digest_told FROM delivery_schedules
      WHERE account = ?1
      """, [.id(account)]
    ) { row in
      let from = try row.optional(0, row.int)
      let until = try row.optional(1, row.int)
      let quiet = from.flatMap { from in until.flatMap { QuietHours(from: from, until: $0) } }
      return (
        DeliverySchedule(quiet: quiet, digestHour: try row.optional(2, row.int)),
        try row.optional(3, row.id)
      )
    } ?? (DeliverySchedule(), nil)
  }

  static func put(
    _ schedule: DeliverySchedule, told: EntityID?, for account: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO delivery_schedules (account, quiet_from, quiet_until, digest_hour, digest_told)
      VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (account) DO UPDATE SET quiet_from = ?2, quiet_until = ?3, digest_hour = ?4,
        digest_told = ?5
      """,
      [
        .id(account), schedule.quiet.map { .int($0.from) } ?? .null,
        schedule.quiet.map { .int($0.until) } ?? .null,
        schedule.digestHour.map { .int($0) } ?? .null, .id(told),
      ])
  }

  /// Whether a kind goes out to an account on a channel beside the list in the app; to devices that
  /// asked for pushes, what stands in that list goes out until the account has chosen.
  static func isOn(
    _ kind: NotificationKind, _ channel: DeliveryChannel, for account: EntityID,
    in session: StoreSession
  ) throws -> Bool {
    try session.first(
      "SELECT enabled FROM notification_channels WHERE account = ?1 AND kind = ?2 AND channel = ?3",
      [.id(account), .text(kind.name), .text(channel.rawValue)]
    ) { try $0.bool(0) }
      ?? (channel == .webpush
        ? NotificationStore.isEnabled(kind, for: account, in: session)
        : kind.channels.contains(channel))
  }

  static func set(
    _ kind: NotificationKind, _ channel: DeliveryChannel, to isOn: Bool, for account: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO notification_channels (account, kind, channel, enabled) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (account, kind, channel) DO UPDATE SET enabled = ?4
      """, [.id(account), .text(kind.name), .text(channel.rawValue), .bool(isOn)])
  }

  /// What an account has chosen of kinds, for its export: in the app, by mail and as pushes.
  static func choices(
    of account: EntityID, in session: StoreSession
  ) throws -> [(kind: String, channel: String, isOn: Bool)] {
    try session.all(
      """
      SELECT kind, 'app', enabled FROM notification_settings WHERE account = ?1
      UNION ALL SELECT kind, channel, enabled FROM notification_channels WHERE account = ?1
      ORDER BY 1, 2
      """, [.id(account)]
    ) { (kind: try $0.text(0), channel: try $0.text(1), isOn: try $0.bool(2)) }
  }

  /// What one mail tells of: unread, in the list, later than `told`, and not mailed by itself; the
  /// oldest first.
  static func untold(
    of account: EntityID, after told: EntityID?, limit: Int, in session: StoreSession
  ) throws -> [EntityID] {
    try session.all(
      """
      SELECT n.id FROM notifications n
      WHERE n.account = ?1 AND n.id > ?2 AND n.state = 'sent' AND n.is_listed = 1
        AND NOT EXISTS (SELECT 1 FROM notification_deliveries d WHERE d.notification = n.id
          AND d.channel = 'email' AND d.result IN ('waiting', 'delivered'))
      ORDER BY n.id LIMIT ?3
      """, [.id(account), .id(told ?? EntityID(high: 0, low: 0)), .int(limit)]
    ) { try $0.id(0) }
  }

  /// The newest notification of an account.
  static func newest(of account: EntityID, in session: StoreSession) throws -> EntityID? {
    try session.first(
      "SELECT id FROM notifications WHERE account = ?1 ORDER BY id DESC LIMIT 1", [.id(account)]
    ) { try $0.id(0) }
  }

  static func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    for table in ["delivery_schedules", "notification_channels"] {
      try transaction.execute("DELETE FROM \(table) WHERE account = ?1", [.id(account)])
    }
  }
}
