import Base
import Itineraries

/// One account's part in an item: its answer, and what it keeps about it for itself.
///
/// The notes, the reminder and the modes belong to this account alone; nobody else reads them,
/// the owner of the item included (TV-SEC-01).
///
/// - Thread: pure.
public struct Participation: Hashable, Sendable {
  /// What the person said, in the words of RFC 5545, section 3.2.12.
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
  public var isHidden = false
  public var invitedAt: Instant
  public var version = 1
  /// What its account says with the answer, for all who see the answer.
  public var comment = ""

  public init(
    item: EntityID, account: EntityID, answer: Answer, answeredAt: Instant? = nil, notes: String,
    preNotification: Int, modes: Set<TravelMode>? = nil, isHidden: Bool = false,
    invitedAt: Instant, version: Int = 1
  ) {
    self.item = item
    self.account = account
    self.answer = answer
    self.answeredAt = answeredAt
    self.notes = notes
    self.preNotification = preNotification
    self.modes = modes
    self.isHidden = isHidden
    self.invitedAt = invitedAt
    self.version = version
  }

  /// The part of one who has just answered, as it is until something else is said.
  public init(of account: EntityID, in item: CalendarItem, _ answer: Answer, at now: Instant) {
    self.init(
      item: item.id, account: account, answer: answer,
      answeredAt: answer == .needsAction ? nil : now, notes: "",
      preNotification: Self.usualPreNotification, invitedAt: now)
  }

  /// The minutes that can be chosen.
  public static let preNotifications = [5, 10, 15, 30]
  /// The choice that is nearest to an alarm so many seconds before.
  static func nearestPreNotification(toSeconds seconds: Int) -> Int? {
    let minutes = seconds / 60
    return preNotifications.min { abs($0 - minutes) < abs($1 - minutes) }
  }
  /// What is chosen for somebody who has not.
  public static let usualPreNotification = 10
  /// Characters of a comment.
  public static let comments = 0...500
  /// Characters of the notes.
  public static let notes = 0...10_000

  /// Whether the item stands in its account's calendar.
  public var isInCalendar: Bool { answer == .accepted || answer == .tentative }
}

/// One of those who take part, as all of them see it.
public struct Participant: Hashable, Sendable {
  public var account: EntityID
  public var name: String
  public var answer: Participation.Answer
}
