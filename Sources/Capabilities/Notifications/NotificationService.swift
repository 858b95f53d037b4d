import Base
import Storage

/// Reading notifications and choosing which arrive.
///
/// - Thread: shared.
public struct NotificationService: Sendable {
  /// Every registered kind.
  public let kinds: NotificationKinds
  let store: Store
  /// Knows the channels, and keeps the timers of the one mail a day.
  let poster: NotificationPoster

  public init(store: Store, kinds: NotificationKinds, poster: NotificationPoster) {
    self.store = store
    self.kinds = kinds
    self.poster = poster
  }

  /// How notifications are worded.
  var words: NotificationWords { NotificationWords(kinds, clocks: poster.clocks) }

  /// An account's notifications before `id`, the newest first, and how many of all are unread.
  ///
  /// - Parameter languages: those that the reader's device asks for, best first; then the profile's.
  public func list(
    before id: EntityID, limit: Int, of account: EntityID, accepting languages: [String] = []
  ) throws -> (items: [Notification], unread: Int) {
    try store.read { session in
      let all = try NotificationStore.before(id, of: account, limit: limit, in: session)
      return (
        try worded(all, for: account, accepting: languages, in: session),
        try NotificationStore.unread(of: account, in: session)
      )
    }
  }

  private func worded(
    _ all: [Notification], for account: EntityID, accepting languages: [String],
    in session: StoreSession
  ) throws -> [Notification] {
    let reader = try words.reader(account, accepting: languages, in: session)
    return all.map { words.worded($0, for: reader) }
  }

  /// What arrived after `id`, the oldest first: for an event stream that goes on.
  public func after(
    _ id: EntityID, limit: Int = 200, for account: EntityID, accepting languages: [String] = []
  ) throws -> [Notification] {
    try store.read { session in
      try worded(
        NotificationStore.after(id, of: account, limit: limit, in: session), for: account,
        accepting: languages, in: session)
    }
  }

  /// One notification, whose it is and how that account reads: what an event stream hands on for a
  /// change of kind `notification`.
  public func find(
    _ id: EntityID
  ) throws -> (account: EntityID, notification: Notification, habits: ReadingHabits)? {
    try store.read { session in
      try NotificationStore.owner(of: id, in: session).map { account, notification in
        (account, notification, try poster.clocks.habits(of: account, in: session))
      }
    }
  }

  /// A notification that was found, as one of its account's devices shows it.
  public func worded(
    _ notification: Notification, for habits: ReadingHabits, accepting languages: [String]
  ) -> Notification {
    words.worded(notification, for: NoticeReader(habits, accepting: languages))
  }

  /// How a notification has gone out so far, by channel.
  public func deliveries(of id: EntityID) throws -> [Delivery] {
    try store.readOnce { try DeliveryStore.all(of: id, in: $0) }
  }

  /// Marks one as seen; again changes nothing.
  ///
  /// - Throws: `notFound` for one that is not the account's, or has not arrived.
  public func markSeen(_ id: EntityID, of account: EntityID) throws {
    try store.write { transaction in
      guard try NotificationStore.markSeen(id, of: account, in: transaction) else {
        throw Refusal.notFound("notification")
      }
    }
  }

  /// Marks all of an account's notifications as seen.
  public func markAllSeen(of account: EntityID) throws {
    try store.write { try NotificationStore.markAllSeen(of: account, in: $0) }
  }

  /// In which language and by which clocks an account reads on a device.
  ///
  /// - Parameter languages: those that the device asks for, best first.
  public func reader(
    _ account: EntityID, accepting languages: [String]
  ) throws -> NoticeReader {
    try store.readOnce { try words.reader(account, accepting: languages, in: $0) }
  }

  /// Every kind, and whether it arrives.
  public func settings(of account: EntityID) throws -> [NotificationSetting] {
    try store.read { session in
      try kinds.all.map { kind in
        NotificationSetting(
          kind: kind,
          isEnabled: try NotificationStore.isEnabled(kind, for: account, in: session),
          isMailed: try DeliveryScheduleStore.isOn(kind, .email, for: account, in: session),
          isPushed: try DeliveryScheduleStore.isOn(kind, .webpush, for: account, in: session))
      }
    }
  }

  /// Whether notifications of a kind arrive at an account.
  public func isEnabled(_ kind: NotificationKind, for account: EntityID) throws -> Bool {
    try store.readOnce { try NotificationStore.isEnabled(kind, for: account, in: $0) }
  }

  /// Whether an account was notified of a subject since some time.
  public static func hasArrived(
    _ kind: NotificationKind, about subject: EntityID, at account: EntityID, since: Instant,
    in session: StoreSession
  ) throws -> Bool {
    try NotificationStore.exists(kind, about: subject, at: account, since: since, in: session)
  }

  /// The number of the next notification of a kind about a subject, where each is news of its own
  /// and the subject's version does not tell them apart: one visit to a tour from the next.
  public static func nextVersion(
    _ kind: NotificationKind, about subject: EntityID, at account: EntityID,
    in session: StoreSession
  ) throws -> Int {
    try NotificationStore.lastVersion(kind, about: subject, at: account, in: session) + 1
  }

  /// When notifications reach an account on other ways than the list in the app.
  public func schedule(of account: EntityID) throws -> OwnDeliverySchedule {
    try store.read { session in
      OwnDeliverySchedule(
        schedule: try DeliveryScheduleStore.find(account, in: session).schedule,
        hasMail: try poster.carriers.contains {
          try $0.channel == .email && $0.reaches(account, in: session)
        })
    }
  }

  /// Replaces that; what waits for the end of quiet hours that are no more leaves at their old end.
  public func replaceSchedule(
    with schedule: DeliverySchedule, of account: EntityID
  ) throws -> OwnDeliverySchedule {
    try store.write { try poster.replace(schedule, of: account, in: $0) }
    return try self.schedule(of: account)
  }

  /// Switches one kind on or off.
  ///
  /// - Throws: `conflict` for a kind that cannot be switched off.
  public func set(_ setting: NotificationSetting, of account: EntityID) throws {
    guard setting.isEnabled || setting.kind.isOptional else {
      throw Refusal(
        .conflict, "not-optional", "Notifications of kind \(setting.kind.name) always arrive.")
    }
    try store.write { transaction in
      try NotificationStore.set(setting, for: account, in: transaction)
      for (channel, isOn) in [
        (DeliveryChannel.email, setting.isMailed), (.webpush, setting.isPushed),
      ] {
        guard let isOn else { continue }
        try DeliveryScheduleStore.set(
          setting.kind, channel, to: isOn, for: account, in: transaction)
      }
    }
  }
}
