import Base

/// One account's part in an item: its answer, and what it keeps about it for itself.
///
/// The notes, the reminder and the modes belong to this account alone; nobody else reads them,
/// the owner of the item included (TV-SEC-01).
///
/// - Thread: pure.
public struct Participation: Hashable, Sendable {
  public enum Answer: String, Sendable, CaseIterable {
    case needsAction
    case accepted
    case declined
    case tentative
  }

  public var item: EntityID
  public var account: EntityID
  public var answer: Answer
  public var answeredAt: Instant?
  public var notes: String
  /// Minutes before leaving at which its account is told (CG-TV-03).
  public var preNotification: Int
  /// What may be used for this item, of the modes at hand that day; nil for all of them.
  public var modes: Set<TravelMode>?
  /// Whether its account has blocked the one who invited, and so knows nothing of it.
  var isHidden = false
  public var invitedAt: Instant
  public var version = 1

  /// The minutes that can be chosen.
  static let preNotifications = [5, 10, 15, 30]
  static let usualPreNotification = 10
  static let notes = 0...10_000

  /// Whether the item stands in its account's calendar.
  public var isInCalendar: Bool { answer == .accepted || answer == .tentative }
}

/// One of those who take part, as all of them see it.
public struct Participant: Hashable, Sendable {
  public var account: EntityID
  public var name: String
  public var answer: Participation.Answer
}
