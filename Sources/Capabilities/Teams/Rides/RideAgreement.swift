import Base

/// How far one who offers seats and one who looks for a seat have come with each other.
///
/// - Thread: pure.
public enum RideAgreement: Hashable, Sendable {
  case none
  /// One has asked; the other has not answered.
  case asked(by: RidePart.Role)
  /// Both want it: each sees where the other sets out.
  case agreed
  /// Declined, taken back or left; only the one who did so may ask again.
  case closed(by: RidePart.Role)

  /// What one of the two can do.
  public enum Command: String, Sendable, CaseIterable {
    case ask
    case accept
    case decline
    /// Takes a question back, or ends what was agreed on.
    case leave
  }

  /// What becomes of it by what one of the two does.
  ///
  /// - Throws: `conflict` with slug `ride-state` where the command does not fit.
  public func after(
    _ command: Command, by role: RidePart.Role
  ) throws(Refusal) -> RideAgreement {
    switch (self, command) {
    case (.none, .ask): .asked(by: role)
    case (.asked(let asker), .accept) where asker != role: .agreed
    case (.asked(let asker), .decline) where asker != role: .closed(by: role)
    case (.asked(let asker), .leave) where asker == role: .closed(by: role)
    case (.agreed, .leave): .closed(by: role)
    case (.closed(let closer), .ask) where closer == role: .asked(by: role)
    case (.asked(let asker), .ask) where asker != role:
      throw Self.outOfTurn("You have been asked already: accept or decline.")
    case (.closed, .ask): throw Self.outOfTurn("It was declined or ended; wait to be asked.")
    default: throw Self.outOfTurn("This was answered, taken back or ended meanwhile.")
    }
  }

  static func outOfTurn(_ why: String) -> Refusal { Refusal(.conflict, "ride-state", why) }
}

/// What is said of two people and their way to one occurrence of an event.
struct RidePair: Hashable, Sendable {
  var driver: EntityID
  var seeker: EntityID
  var agreement: RideAgreement

  /// The other one of the two; nil for those who are none of them.
  func other(than account: EntityID) -> EntityID? {
    switch account {
    case driver: seeker
    case seeker: driver
    default: nil
    }
  }
}
