import Base
import Storage

/// Who takes part in an item.
///
/// - Thread: pure.
public enum Party: Hashable, Sendable {
  case account(EntityID)
  /// Something that is used: a room, a field, a car.
  case resource(EntityID)
  /// Somebody without an account, by the address in small letters.
  case email(String)

  /// The column that holds it, and its value.
  var sql: (column: String, value: SQLValue) {
    switch self {
    case .account(let id): ("account", .id(id))
    case .resource(let id): ("resource", .id(id))
    case .email(let address): ("email", .text(address))
    }
  }
}

/// The part of somebody or something in an item or one occurrence of it, as all who see the item
/// see it.
///
/// - Thread: pure.
public struct Attendance: Hashable, Sendable {
  public var item: EntityID
  /// The beginning of the one occurrence of a series that it is about; nil for all that have none of
  /// their own.
  public var occurrence: Instant?
  public var party: Party
  public var answer: Participation.Answer
  public var answeredAt: Instant?
  /// Whether the party has blocked the one who invited, and so knows nothing of it.
  public var isHidden: Bool
  public var invitedAt: Instant
  /// What the party says with it, for all who see the answer.
  public var comment: String

  public init(
    item: EntityID, occurrence: Instant? = nil, party: Party, answer: Participation.Answer,
    answeredAt: Instant? = nil, isHidden: Bool = false, invitedAt: Instant,
    comment: String = ""
  ) {
    self.comment = comment
    self.item = item
    self.occurrence = occurrence
    self.party = party
    self.answer = answer
    self.answeredAt = answeredAt
    self.isHidden = isHidden
    self.invitedAt = invitedAt
  }
}

extension [Attendance] {
  /// How many come at most to one occurrence.
  public var maximumAccepted: Int { accepted(with: .email("")) - 1 }

  /// How many come at most to one occurrence, if `party` accepts.
  ///
  /// - Parameters:
  ///   - party: the one who accepts, counted once.
  ///   - occurrence: the only one that is accepted; nil for the whole item.
  /// - Complexity: linear.
  public func accepted(with party: Party, at occurrence: Instant? = nil) -> Int {
    var whole: Set<Party> = []
    var single: [Instant: [Party: Bool]] = [:]
    for part in self where part.party != party && !part.party.isResource {
      if let start = part.occurrence {
        single[start, default: [:]][part.party] = part.answer == .accepted
      } else if part.answer == .accepted {
        whole.insert(part.party)
      }
    }
    func count(_ answers: [Party: Bool]) -> Int {
      answers.reduce(whole.count + 1) { count, answer in
        switch (whole.contains(answer.key), answer.value) {
        case (true, false): count - 1
        case (false, true): count + 1
        default: count
        }
      }
    }
    if let occurrence { return count(single[occurrence] ?? [:]) }
    // Occurrences of which nobody has said anything have those of the whole.
    return Swift.max(whole.count + 1, single.values.map(count).max() ?? 0)
  }
}

extension Party {
  /// Whether it is a thing, which takes up no place.
  public var isResource: Bool {
    if case .resource = self { return true }
    return false
  }
}

extension Party {
  var isAccount: Bool {
    if case .account = self { return true }
    return false
  }
}
