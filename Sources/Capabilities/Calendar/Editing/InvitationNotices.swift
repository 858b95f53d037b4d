import Access
import Base
import Identity
import Notifications
import Storage

/// Tells accounts that they are invited to an appointment, and that they no longer are.
///
/// What one account makes another one hear is bounded, since nobody can keep others from inviting: of
/// one appointment there is one notification a day, which says how things stand, however often that
/// changes; of different ones some are told of by themselves, then one that there are more.
///
/// - Thread: shared.
struct InvitationNotices: Sendable {
  private struct Pair: Hashable {
    var sender: EntityID
    var reader: EntityID
  }

  private let notifications: any NotificationSink
  /// Counted in each process: after a start, and by a second server, some more are told of.
  private let single: RateLimiter<Pair>
  private let gathered: RateLimiter<Pair>

  init(_ notifications: any NotificationSink, on platform: Platform) {
    self.notifications = notifications
    let clock = platform.store.clock
    single = RateLimiter(RateLimitPolicy(burst: 5, perSecond: 5 / 86_400), clock: clock)
    gathered = RateLimiter(RateLimitPolicy(burst: 1, perSecond: 1 / 86_400), clock: clock)
  }

  /// Tells an account that it is invited.
  func invited(
    _ account: EntityID, to item: CalendarItem, in transaction: WriteTransaction
  ) throws {
    let name = Told(try AccountDirectory.name(of: item.organizer, in: transaction))
    try tell(
      account, insteadOf: .appointmentChange, of: item, by: item.organizer, in: transaction
    ) { .invited(by: name, item: ToldItem(item), hasMore: $0) }
  }

  /// Tells an account that an invitation has been taken back.
  func uninvited(
    _ account: EntityID, from item: CalendarItem, by sender: EntityID,
    in transaction: WriteTransaction
  ) throws {
    let name = Told(try AccountDirectory.name(of: sender, in: transaction))
    try tell(
      account, insteadOf: .appointmentInvitation, of: item, by: sender, in: transaction
    ) { .uninvited(by: name, item: ToldItem(item), hasMore: $0) }
  }

  /// - Parameter notice: gets whether there are more of which nothing is told by themselves.
  private func tell(
    _ account: EntityID, insteadOf other: NotificationKind, of item: CalendarItem,
    by sender: EntityID, in transaction: WriteTransaction,
    _ notice: (_ hasMore: Bool) -> AppointmentNotice
  ) throws {
    let version = Self.onceADay(transaction)
    let one = notice(false)
    try notifications.renew(
      other, about: item.id, version: version, of: account, as: nil, in: transaction)
    let isTold = try notifications.renew(
      one.kind, about: item.id, version: version, of: account, as: one, in: transaction)
    if isTold { return }
    let pair = Pair(sender: sender, reader: account)
    let isSingle = single.take(pair).isAllowed
    guard isSingle || gathered.take(pair).isAllowed else { return }
    try notifications.post(
      isSingle ? one : notice(true), to: account, about: NotificationSubject(.appointment, item.id),
      version: version, in: transaction)
  }

  /// The number of what an account is told once a day (UTC) about one item; others' numbers are above
  /// zero.
  private static func onceADay(_ transaction: WriteTransaction) -> Int {
    -1 - Int(clamping: max(0, transaction.now.milliseconds) / 86_400_000)
  }
}
