import Base
import Calendar

/// What somebody has said to one occurrence of an event.
public enum GivenAnswer: String, Sendable, CaseIterable {
  case none
  case accepted
  case declined
  case tentative
  /// Would come, and waits for a place.
  case waiting
}

/// Who has answered what to one occurrence of an event: what was said of it alone counts before
/// what was said of the whole series.
///
/// - Thread: pure.
public struct OccurrenceAnswers: Sendable {
  /// One who has answered.
  public struct Entry: Hashable, Sendable {
    public var answer: GivenAnswer
    public var comment: String
    public var answeredAt: Instant?
  }

  /// By account.
  public private(set) var entries: [EntityID: Entry] = [:]

  /// - Parameters:
  ///   - parts: all of the item.
  ///   - waiting: all who wait for a place in it.
  ///   - start: when the occurrence begins.
  /// - Complexity: linear.
  public init(_ parts: [Attendance], waiting: [WaitingPlace], at start: Instant) {
    for single in [false, true] {
      for part in parts where !part.isHidden && part.occurrence == (single ? start : nil) {
        guard case .account(let account) = part.party else { continue }
        entries[account] = Entry(
          answer: Self.word(part.answer), comment: part.comment, answeredAt: part.answeredAt)
      }
    }
    for place in waiting where place.occurrence == nil || place.occurrence == start {
      if entries[place.account]?.answer == GivenAnswer.none {
        entries[place.account]?.answer = .waiting
      }
    }
  }

  private static func word(_ answer: Participation.Answer) -> GivenAnswer {
    switch answer {
    case .needsAction: .none
    case .accepted: .accepted
    case .declined: .declined
    case .tentative: .tentative
    }
  }

  /// How many have given an answer.
  public func count(_ answer: GivenAnswer) -> Int {
    entries.values.count { $0.answer == answer }
  }

  /// What an account has said.
  public subscript(account: EntityID) -> Entry {
    entries[account] ?? Entry(answer: .none, comment: "", answeredAt: nil)
  }
}
