import Base
import Deadlines
import Storage

/// When what was posted leaves the house: at once, after the quiet hours, or in one mail a day.
extension NotificationPoster {
  /// The timer of the one mail a day; its subject is the account.
  static let digestKind = "notificationDigest"
  /// Most notifications of which one mail tells.
  static let digestLimit = 100

  /// When a delivery that is wanted now may be tried.
  func release(
    _ kind: NotificationKind?, to account: EntityID, at now: Instant, in session: StoreSession
  ) throws -> Instant {
    guard kind?.isUrgent != true else { return now }
    let schedule = try DeliveryScheduleStore.find(account, in: session).schedule
    guard schedule.quiet != nil else { return now }
    return schedule.release(now, by: try clocks.clock(of: account, in: session))
  }

  /// Whether what waits on a channel may leave now: what was chosen, read and set meanwhile counts.
  ///
  /// - Parameter kinds: every registered kind.
  public func leave(
    of id: EntityID, on channel: DeliveryChannel, _ kinds: NotificationKinds, at now: Instant,
    in session: StoreSession
  ) throws -> DeliveryLeave {
    guard let (account, notification) = try NotificationStore.owner(of: id, in: session),
      notification.state == .sent, let kind = kinds[notification.kind],
      try DeliveryScheduleStore.isOn(kind, channel, for: account, in: session)
    else { return .never }
    let release = try release(kind, to: account, at: now, in: session)
    guard release <= now else { return .later(release) }
    let words = NotificationWords(kinds, clocks: clocks)
    return .now(words.worded(notification, for: try words.reader(account, in: session)), kind)
  }

  /// Keeps the timer of the one mail a day as the schedule wants it: no later, so that a clock which
  /// jumped ahead and came back does not hold it up.
  func setDigest(
    _ schedule: DeliverySchedule, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    let clock = try clocks.clock(of: account, in: transaction)
    guard let next = schedule.nextDigest(after: transaction.now, by: clock) else {
      try DeadlineStore.cancelAll(Self.digestKind, about: account, in: transaction)
      return
    }
    try DeadlineStore.set(
      Deadline(Self.digestKind, due: next, subject: account, account: account), in: transaction)
  }

  /// Replaces the schedule of an account.
  func replace(
    _ schedule: DeliverySchedule, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    let old = try DeliveryScheduleStore.find(account, in: transaction)
    // Whoever begins with it is not told of everything that ever was.
    let told =
      old.schedule.digestHour == nil
      ? try DeliveryScheduleStore.newest(of: account, in: transaction) : old.told
    try DeliveryScheduleStore.put(schedule, told: told, for: account, in: transaction)
    try setDigest(schedule, of: account, in: transaction)
  }

  /// Sends the one mail of a day, if there is anything to tell, and sets the timer of the next: in
  /// one commit, so that each day has one at most, whatever happens in between.
  func sendDigest(
    to account: EntityID, _ words: NotificationWords, in transaction: WriteTransaction
  ) throws {
    let (schedule, told) = try DeliveryScheduleStore.find(account, in: transaction)
    guard schedule.digestHour != nil else { return }
    try setDigest(schedule, of: account, in: transaction)
    guard let carrier = carriers.first(where: { $0.channel == .email }) else { return }
    let ids = try DeliveryScheduleStore.untold(
      of: account, after: told, limit: Self.digestLimit, in: transaction)
    guard let last = ids.last else { return }
    let all = try ids.compactMap { try words.find($0, in: transaction)?.notification }
    guard try carrier.carryTogether(all, to: account, words, in: transaction) else { return }
    try DeliveryScheduleStore.put(schedule, told: last, for: account, in: transaction)
    for id in ids {
      try DeliveryStore.set(
        Delivery(
          notification: id, channel: .email, tries: 1, result: .delivered, at: transaction.now),
        in: transaction)
    }
  }
}

/// Whether a notification may leave on a channel.
public enum DeliveryLeave: Sendable {
  case now(Notification, NotificationKind)
  /// After the quiet hours.
  case later(Instant)
  /// It was seen, is gone, or its kind was switched off.
  case never
}
