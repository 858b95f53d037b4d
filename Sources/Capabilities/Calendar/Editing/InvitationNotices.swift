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
    try tell(
      account, .appointmentInvitation, insteadOf: .appointmentChange, of: item,
      by: item.organizer, "invites you to", more: "and to more appointments", in: transaction)
  }

  /// Tells an account that an invitation has been taken back.
  func uninvited(
    _ account: EntityID, from item: CalendarItem, by sender: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try tell(
      account, .appointmentChange, insteadOf: .appointmentInvitation, of: item, by: sender,
      "has taken back the invitation to", more: "and others", in: transaction)
  }

  private func tell(
    _ account: EntityID, _ kind: NotificationKind, insteadOf other: NotificationKind,
    of item: CalendarItem, by sender: EntityID, _ what: String, more: String,
    in transaction: WriteTransaction
  ) throws {
    let version = Self.onceADay(transaction)
    let name = try AccountDirectory.name(of: sender, in: transaction)
    let when = try item.whenText(item.startsAt, for: account, in: transaction)
    var text = "\(name) \(what) “\(item.title)” on \(when)"
    try notifications.renew(
      other, about: item.id, version: version, of: account, text: nil, in: transaction)
    let isTold = try notifications.renew(
      kind, about: item.id, version: version, of: account, text: "\(text).", in: transaction)
    if isTold { return }
    let pair = Pair(sender: sender, reader: account)
    if !single.take(pair).isAllowed {
      guard gathered.take(pair).isAllowed else { return }
      text += ", \(more)"
    }
    try notifications.post(
      to: account, kind: kind, subjectKind: "appointment", subject: item.id, version: version,
      text: "\(text).", in: transaction)
  }

  /// The number of what an account is told once a day (UTC) about one item; others' numbers are above
  /// zero.
  private static func onceADay(_ transaction: WriteTransaction) -> Int {
    -1 - Int(clamping: max(0, transaction.now.milliseconds) / 86_400_000)
  }
}
