import Base

/// A booking of something whose calendar elsewhere cannot be read: it is made when all who share it
/// have acknowledged it, and stands in calendars once that one can be read again (CG-MF-22).
///
/// - Thread: pure.
public struct UnverifiedBooking: Hashable, Sendable {
  /// - `waiting`: not all have acknowledged it.
  /// - `made`: all have; the update of the calendars waits for the outside calendar.
  /// - `sent`: it stands in the calendars.
  /// - `ended`: given up, or its time has come without all having acknowledged it.
  public enum Phase: Hashable, Sendable, CaseIterable {
    case waiting, made, sent, ended
  }

  /// Seconds after which those who have not acknowledged it are reminded.
  public static let reminderSeconds: Int64 = 86_400

  public let askedAt: Instant
  public let startsAt: Instant
  public private(set) var phase: Phase
  /// Who has to acknowledge it, and has not.
  public private(set) var missing: Set<EntityID>
  /// Who has acknowledged it.
  public private(set) var acknowledged: Set<EntityID>
  /// Whether the outside calendar can be read.
  public private(set) var isCalendarReadable: Bool

  public init(
    askedAt: Instant, startsAt: Instant, phase: Phase = .waiting, missing: Set<EntityID>,
    acknowledged: Set<EntityID> = [], isCalendarReadable: Bool
  ) {
    self.askedAt = askedAt
    self.startsAt = startsAt
    self.phase = phase
    self.missing = missing
    self.acknowledged = acknowledged
    self.isCalendarReadable = isCalendarReadable
  }

  /// What can happen to it.
  public enum Command: Hashable, Sendable {
    /// It has just been entered.
    case ask
    case acknowledge(EntityID)
    /// Somebody shares nothing here any more.
    case leave(EntityID)
    /// The outside calendar has been read, or is no more.
    case calendarRead
    /// By its timer, which may ring late or twice.
    case ring
  }

  /// What a command brings about besides the change of phase; all of it in one transaction.
  public enum Effect: Hashable, Sendable {
    case ask(EntityID)
    case remind(EntityID)
    case setTimer(Instant)
    case stopTimer
    /// The holder is told that the booking is made.
    case tellMade
    /// The booking is written into the calendars.
    case updateCalendars
    /// The holder is told that it was not made.
    case tellLapsed
  }

  /// Does what a command asks for if the phase allows it; otherwise nothing changes.
  ///
  /// - Returns: the effects, in order; those on accounts in order of their identifiers.
  /// - Throws: `forbidden` with slug `not-asked` for an acknowledgement by somebody else; `conflict`
  ///   with slug `booking-over` for one of what has ended.
  /// - Complexity: O(n log n) in those who are asked.
  public mutating func apply(_ command: Command, at now: Instant) throws(Refusal) -> [Effect] {
    switch command {
    case .ask:
      guard phase == .waiting else { return [] }
      let effects = missing.sorted().map { Effect.ask($0) }
      return missing.isEmpty ? make(isTimed: false) : effects + [.setTimer(nextRing(after: now))]
    case .acknowledge(let account):
      guard phase != .ended else { throw Self.over }
      guard missing.remove(account) != nil else {
        guard acknowledged.contains(account) else { throw Self.notAsked }
        return []
      }
      acknowledged.insert(account)
      return missing.isEmpty ? make(isTimed: true) : []
    case .leave(let account):
      acknowledged.remove(account)
      guard missing.remove(account) != nil, phase == .waiting, missing.isEmpty else { return [] }
      return make(isTimed: true)
    case .calendarRead:
      isCalendarReadable = true
      guard phase == .made else { return [] }
      phase = .sent
      return [.updateCalendars]
    case .ring:
      guard phase == .waiting else { return [] }
      guard now < startsAt else {
        phase = .ended
        return [.tellLapsed]
      }
      guard now >= askedAt.adding(seconds: Self.reminderSeconds) else {
        return [.setTimer(nextRing(after: now))]
      }
      return missing.sorted().map { .remind($0) } + [.setTimer(startsAt)]
    }
  }

  private mutating func make(isTimed: Bool) -> [Effect] {
    phase = isCalendarReadable ? .sent : .made
    return (isTimed ? [.stopTimer] : []) + [.tellMade]
      + (isCalendarReadable ? [.updateCalendars] : [])
  }

  /// When those who have not answered are reminded; before that, when its time has come.
  private func nextRing(after now: Instant) -> Instant {
    let reminder = askedAt.adding(seconds: Self.reminderSeconds)
    return now < reminder ? min(reminder, startsAt) : startsAt
  }

  static let over = Refusal(.conflict, "booking-over", "This booking does not stand any more.")
  static let notAsked = Refusal(
    .forbidden, "not-asked", "Only those who were asked acknowledge this booking.")
}
