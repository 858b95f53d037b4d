import Access
import Base
import Deadlines
import Outgoing
import Storage

/// Where calendars of others are fetched.
///
/// - Thread: shared.
public protocol CalendarSource: Sendable {
  /// What stands at an address: status 200 with its content, or 304 if it still is what has `tag`.
  ///
  /// - Throws: ``OutgoingError`` for everything else.
  func get(_ address: String, unlessTagged tag: String?) throws(OutgoingError) -> OutgoingAnswer
}

extension OutgoingClient: CalendarSource {}

/// Reads calendars elsewhere when their time comes, and makes what stands here equal to them.
///
/// What cannot be fetched or read changes nothing: the last good entries stay, and the subscription
/// says since when and why. It is fetched by its entity tag, at most once an hour.
///
/// - Thread: shared; one reading of a subscription at a time, by its timer.
public struct SubscriptionReader: Sendable {
  /// Days for which what is over stays.
  static let pastDays: Int64 = 31
  /// Items that are written in one transaction: others who write wait no longer than for these.
  static let batch = 50

  let platform: Platform
  let outside: OutsideCalendar
  let follower: any CalendarFollower

  /// The timers of subscriptions.
  var deadline: DeadlineKind {
    .errand(
      SubscriptionStore.deadline, "Reads a calendar that somebody subscribes to.",
      leaseSeconds: 300, asksOthers: true
    ) { try read($0.subject) }
  }

  /// Reads a subscription once and sets its next timer.
  ///
  /// - Throws: what keeps the store from reading or writing.
  func read(_ id: EntityID) throws {
    guard var subscription = try platform.store.readOnce({ try SubscriptionStore.find(id, in: $0) })
    else { return }
    let now = platform.clock.now()
    subscription.checkedAt = now
    let account = subscription.account
    let zone = try platform.store.readOnce { try IANATimeZone.preset(of: account, in: $0) }
    do {
      if let reading = try outside.read(
        subscription.address, unlessTagged: subscription.tag, preset: zone, organizer: account,
        now: now)
      {
        try take(reading, into: subscription)
        subscription.notes = reading.notes
        subscription.tag = reading.tag
      }
      subscription.readAt = now
      subscription.failingSince = nil
      subscription.failures = 0
      subscription.problem = nil
      subscription.nextAt = now.adding(seconds: Subscription.interval)
    } catch let unreadable as OutsideCalendar.Unreadable {
      subscription.failingSince = subscription.failingSince ?? now
      subscription.failures += 1
      subscription.problem = unreadable.reason
      subscription.nextAt = now.adding(seconds: Subscription.retry(after: subscription.failures))
    }
    let changed = subscription
    try platform.store.write { _ = try SubscriptionStore.update(changed, in: $0) }
  }

  /// Makes what stands in the calendar equal to what was read.
  private func take(
    _ reading: OutsideCalendar.Reading, into subscription: Subscription
  ) throws {
    let now = platform.clock.now()
    let old = try platform.store.read { try SubscriptionStore.items(of: subscription.id, in: $0) }
    let earliest = now.adding(seconds: -Self.pastDays * 86_400)
    let plan = SubscriptionChanges(
      from: old, to: reading.events, endingAfter: earliest, platform.ids)
    for begin in stride(from: 0, to: plan.steps.count, by: Self.batch) {
      let steps = plan.steps[begin..<min(begin + Self.batch, plan.steps.count)]
      try platform.store.write { transaction in
        // Ended meanwhile: nothing more is written.
        guard try SubscriptionStore.find(subscription.id, in: transaction) != nil else { return }
        for step in steps { try apply(step, subscription, in: transaction) }
      }
    }
    if !plan.steps.isEmpty { try follower.calendarChanged(of: subscription.account) }
  }

  private func apply(
    _ step: SubscriptionChanges.Step, _ subscription: Subscription,
    in transaction: WriteTransaction
  ) throws {
    switch step {
    case .insert(let item):
      var item = item
      (item.createdAt, item.updatedAt) = (transaction.now, transaction.now)
      try CalendarItemStore.insert(item, in: transaction)
      try ParticipationStore.put(
        Participation(of: item.organizer, in: item, .accepted, at: transaction.now),
        in: transaction)
      try SubscriptionStore.link(item.id, to: subscription.id, in: transaction)
    case .update(let item, let isMoved):
      guard try CalendarItemStore.find(item.id, in: transaction) != nil else { return }
      var item = item
      item.updatedAt = transaction.now
      try CalendarItemStore.update(item, in: transaction)
      if isMoved { try follower.itemMoved(item.id, for: nil, in: transaction) }
    case .delete(let id):
      // What overrides an occurrence goes with its series.
      guard try CalendarItemStore.find(id, in: transaction) != nil else { return }
      try follower.itemMoved(id, for: nil, in: transaction)
      try CalendarItemStore.delete(id, in: transaction)
    }
  }
}
