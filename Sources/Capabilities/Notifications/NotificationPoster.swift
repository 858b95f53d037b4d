import Base
import Deadlines
import Storage

/// Puts notifications into accounts' lists, unless their kind is switched off, and sees to it that
/// they go out on every channel.
///
/// Each one that arrives is recorded in the change log as `notification` with its own identifier,
/// so that event streams can hand it on.
///
/// - Thread: shared.
public struct NotificationPoster: NotificationSink {
  /// The timer of one that waits for its time.
  static let dueKind = "notificationDue"
  /// The timer of a delivery on a channel that leaves the house.
  static let deliveryKind = "notificationDelivery"
  /// Tries after which a channel is given up; with a deadline's growing pauses, in about a day.
  static let maximumTries = 30
  /// Seconds after its time from which a notification that waited is of no more use.
  static let maximumDelay: Int64 = 86_400

  let ids: EntityIDSource
  let carriers: [any NotificationCarrier]
  let clocks: any LocalClocks

  /// - Parameters:
  ///   - carriers: the channels beside the event streams; one for each channel.
  ///   - clocks: by which quiet hours and daily mails are counted.
  public init(
    ids: EntityIDSource, carriers: [any NotificationCarrier] = [],
    clocks: any LocalClocks = UniversalClocks()
  ) {
    self.ids = ids
    self.carriers = carriers
    self.clocks = clocks
  }

  public func post(_ draft: NotificationDraft, in transaction: WriteTransaction) throws {
    let (account, kind, due) = (draft.account, draft.notice.kind, draft.due)
    let isListed = try NotificationStore.isEnabled(kind, for: account, in: transaction)
    guard try isListed || !outside(kind, account, in: transaction).isEmpty else { return }
    let waits = due.map { $0 > transaction.now } ?? false
    let notification = Notification(
      id: ids.next(), kind: kind.name, subjectKind: draft.subject.kind.rawValue,
      subject: draft.subject.id, occurrence: draft.subject.occurrence, text: "",
      payload: try draft.notice.encoded(), at: transaction.now, state: waits ? .queued : .sent,
      due: waits ? due : nil, isListed: isListed)
    let isNew = try NotificationStore.insert(
      notification, for: account, version: draft.version, in: transaction)
    guard isNew else { return }
    if let due, waits {
      try DeadlineStore.set(
        Deadline(Self.dueKind, due: due, subject: notification.id, account: account),
        in: transaction)
    } else {
      try deliver(notification, kind, to: account, in: transaction)
    }
  }

  public func renew(
    _ kind: NotificationKind, about subject: EntityID, version: Int, of account: EntityID,
    as notice: (any Notice)?, in transaction: WriteTransaction
  ) throws -> Bool {
    try NotificationStore.renew(
      kind, about: subject, version: version, of: account, payload: notice?.encoded(),
      in: transaction)
  }

  /// Takes back notifications about a subject whose time has not come.
  public func withdraw(
    _ kind: NotificationKind, about subject: EntityID, in transaction: WriteTransaction
  ) throws {
    for id in try NotificationStore.takeQueued(kind, about: subject, in: transaction) {
      try DeadlineStore.cancelAll(Self.dueKind, about: id, in: transaction)
    }
  }

  /// The channels beside the list in the app on which an account wants a kind and is reached.
  private func outside(
    _ kind: NotificationKind, _ account: EntityID, in session: StoreSession
  ) throws -> [any NotificationCarrier] {
    try carriers.filter { carrier in
      try DeliveryScheduleStore.isOn(kind, carrier.channel, for: account, in: session)
        && carrier.reaches(account, in: session)
    }
  }

  /// Tells the event streams, and has every other channel that carries this kind try, after the
  /// quiet hours.
  private func deliver(
    _ notification: Notification, _ kind: NotificationKind, to account: EntityID,
    in transaction: WriteTransaction
  ) throws {
    let id = notification.id
    if notification.isListed {
      try transaction.record("notification", id, .insert)
      try DeliveryStore.set(
        Delivery(
          notification: id, channel: .stream, tries: 1, result: .delivered, at: transaction.now),
        in: transaction)
    }
    let channels = try outside(kind, account, in: transaction)
    if channels.isEmpty { return }
    let due = try release(kind, to: account, at: transaction.now, in: transaction)
    for carrier in channels {
      try DeliveryStore.set(
        Delivery(
          notification: id, channel: carrier.channel, tries: 0, result: .waiting,
          at: transaction.now), in: transaction)
      try DeadlineStore.set(
        Deadline(
          Self.deliveryKind, key: "\(carrier.channel.rawValue)/\(id)", due: due,
          subject: id, account: account),
        in: transaction)
    }
  }

  // MARK: Deadlines

  /// What notifications wait for.
  ///
  /// - Parameter kinds: every registered kind.
  public func deadlines(_ kinds: NotificationKinds, in store: Store) -> [DeadlineKind] {
    [
      DeadlineKind(Self.dueKind, "A notification arrives whose time has come.") {
        try arrive($0.subject, kinds, in: $1)
      },
      .errand(Self.deliveryKind, "A notification leaves on a channel.") {
        try carry($0, NotificationWords(kinds, clocks: clocks), in: store)
      },
      DeadlineKind(Self.digestKind, "One mail tells of everything that is unread.") {
        try sendDigest(to: $0.subject, NotificationWords(kinds, clocks: clocks), in: $1)
      },
    ]
  }

  /// Lets one that waited arrive, under a new identifier: lists and streams are in the order of
  /// identifiers, and whoever has read up to one must not miss it.
  private func arrive(
    _ waiting: EntityID, _ kinds: NotificationKinds, in transaction: WriteTransaction
  ) throws {
    guard let (account, found) = try NotificationStore.owner(of: waiting, in: transaction),
      found.state == .queued, let due = found.due
    else { return }
    guard let kind = kinds[found.kind] else {
      return try NotificationStore.expire(waiting, in: transaction)
    }
    // What was chosen meanwhile counts.
    let isListed = try NotificationStore.isEnabled(kind, for: account, in: transaction)
    guard try isListed || !outside(kind, account, in: transaction).isEmpty,
      transaction.now <= due.adding(seconds: Self.maximumDelay)
    else {
      try NotificationStore.expire(waiting, in: transaction)
      return
    }
    var notification = found
    notification.id = ids.next()
    notification.isListed = isListed
    try NotificationStore.send(
      waiting, as: notification.id, isListed: isListed, in: transaction)
    try deliver(notification, kind, to: account, in: transaction)
  }

  private func carry(
    _ deadline: Deadline, _ words: NotificationWords, in store: Store
  ) throws {
    let now = store.clock.now()
    let found = try store.read { session in
      let owner = try words.find(deadline.subject, in: session)
      return (
        owner: owner, deliveries: try DeliveryStore.all(of: deadline.subject, in: session),
        release: try owner.map { account, notification in
          try release(words.kinds[notification.kind], to: account, at: now, in: session)
        } ?? now
      )
    }
    // A try that failed before, or a server that did not run, may have brought it into quiet hours.
    if found.release > now {
      var later = deadline
      later.due = found.release
      try store.write { [later] in try DeadlineStore.set(later, in: $0) }
      return
    }
    let carrier = carriers.first { deadline.key.hasPrefix($0.channel.rawValue + "/") }
    guard let carrier, let (account, notification) = found.owner,
      var delivery = found.deliveries.first(where: { $0.channel == carrier.channel }),
      delivery.result == .waiting
    else { return }
    var failure: (any Error)?
    if notification.state == .sent {
      do { try carrier.carry(notification, to: account, words) } catch { failure = error }
      delivery.tries += 1
      delivery.result = failure == nil ? .delivered : .waiting
      if failure != nil, delivery.tries >= Self.maximumTries {
        delivery.result = .failed
        failure = nil
      }
    } else {
      delivery.result = .unneeded
    }
    delivery.at = store.clock.now()
    try store.write { [delivery] in try DeliveryStore.set(delivery, in: $0) }
    if let failure { throw failure }
  }
}
