import Base

extension Poll {
  /// What can be done with a poll.
  public enum Command: Hashable, Sendable {
    /// By the host.
    case send
    /// By an invitee: the options chosen.
    case vote(by: EntityID, for: Set<EntityID>)
    /// By the deadline's timer, which may ring late or twice.
    case close
    /// By the host, who goes on before the deadline once all have voted.
    case closeEarly
    /// By the host: one of the leading options becomes the activity.
    case choose(EntityID)
    /// An invitee is one no more, and its ballot counts no more.
    case withdraw(EntityID)
    /// By the host, or because the activity is gone.
    case cancel
  }

  /// What a command brings about besides the poll's own change.
  public enum Effect: Hashable, Sendable {
    /// Invitees are asked to vote, and the deadline's timer is set.
    case askInvitees(Set<EntityID>)
    case tellHostThatAllVoted
    /// The timer is set for the deadline no more.
    case stopTimer
    case tellHostOfResult(leading: [EntityID])
    case tellHostThatNobodyVoted
    /// The activity takes over this option's name and description.
    case takeOver(EntityID)
    /// Those who were asked learn that they need not vote any more.
    case tellOfCancelling(Set<EntityID>)
  }

  /// Does what a command asks for if the state allows it; otherwise nothing changes.
  ///
  /// - Returns: what the caller has to do in the same transaction, in order; nothing for a command
  ///   that has been done before and is sent again by a timer.
  /// - Throws: `conflict` with slug `poll-state` for a command out of turn; `conflict` with slug
  ///   `poll-closed` for a vote after the deadline; `forbidden` with slug `not-invited`; `invalid`.
  /// - Complexity: O(options + ballots).
  public mutating func apply(_ command: Command, at now: Instant) throws(Refusal) -> [Effect] {
    switch command {
    case .send: try send(now)
    case .vote(let voter, let choice): try vote(voter, choice, now)
    case .close: close(now)
    case .closeEarly: try closeEarly()
    case .choose(let option): try choose(option)
    case .withdraw(let voter): withdraw(voter)
    case .cancel: try cancel()
    }
  }

  private mutating func send(_ now: Instant) throws(Refusal) -> [Effect] {
    guard state == .draft else { throw Self.outOfTurn("It has been sent already.") }
    guard options.count >= 2 else {
      throw Refusal.invalid("/options", "A poll needs at least two options.")
    }
    guard Set(options.map(\.id)).count == options.count else {
      throw Refusal.invalid("/options", "Two options have the same identifier.")
    }
    guard options.allSatisfy({ !$0.name.isEmpty }) else {
      throw Refusal.invalid("/options", "Each option needs a name.")
    }
    guard deadline > now else {
      throw Refusal.invalid("/deadline", "The deadline must lie in the future.")
    }
    let voters = invitees.subtracting([host])
    guard !voters.isEmpty else {
      throw Refusal.invalid("/invitees", "Somebody has to be invited to vote.")
    }
    invitees = voters
    state = .open
    return [.askInvitees(voters)]
  }

  private mutating func vote(
    _ voter: EntityID, _ choice: Set<EntityID>, _ now: Instant
  ) throws(Refusal) -> [Effect] {
    guard invitees.contains(voter), state != .draft else {
      throw Refusal(.forbidden, "not-invited", "Only those invited to the poll vote in it.")
    }
    // The clock decides, also while the timer that closes it has not rung yet.
    guard state == .open, now < deadline else {
      throw Refusal(.conflict, "poll-closed", "The poll is closed: no more votes are taken.")
    }
    guard !choice.isEmpty else {
      throw Refusal.invalid("/options", "Choose at least one option.")
    }
    guard choice.isSubset(of: options.map(\.id)) else {
      throw Refusal.invalid("/options", "One of the options is not in this poll. Load it again.")
    }
    ballots[voter] = choice
    guard ballots.count == invitees.count, !hasToldThatAllVoted else { return [] }
    hasToldThatAllVoted = true
    return [.tellHostThatAllVoted]
  }

  private mutating func close(_ now: Instant) -> [Effect] {
    guard state == .open, now >= deadline else { return [] }
    return count()
  }

  private mutating func closeEarly() throws(Refusal) -> [Effect] {
    guard state == .open else { throw Self.outOfTurn("It is not open.") }
    guard ballots.count == invitees.count else {
      throw Self.outOfTurn("Not everybody has voted yet, and the deadline has not come.")
    }
    return [.stopTimer] + count()
  }

  private mutating func count() -> [Effect] {
    let leading = leading
    state = leading.isEmpty ? .withoutVotes : .closed
    return leading.isEmpty
      ? [.tellHostThatNobodyVoted] : [.tellHostOfResult(leading: leading.map(\.id))]
  }

  private mutating func choose(_ option: EntityID) throws(Refusal) -> [Effect] {
    guard state == .closed else { throw Self.outOfTurn("It has no result to choose from.") }
    guard leading.contains(where: { $0.id == option }) else {
      throw Refusal.invalid("/option", "Choose one of the options with the most votes.")
    }
    state = .applied
    chosen = option
    return [.takeOver(option)]
  }

  private mutating func withdraw(_ voter: EntityID) -> [Effect] {
    guard invitees.remove(voter) != nil else { return [] }
    ballots[voter] = nil
    switch state {
    case .open:
      // Those who are left may all have voted.
      guard !invitees.isEmpty, ballots.count == invitees.count, !hasToldThatAllVoted else {
        return []
      }
      hasToldThatAllVoted = true
      return [.tellHostThatAllVoted]
    case .closed:
      // Without a vote nothing leads that could be chosen.
      guard leading.isEmpty else { return [] }
      state = .withoutVotes
      return [.tellHostThatNobodyVoted]
    case .draft, .withoutVotes, .applied, .cancelled: return []
    }
  }

  private mutating func cancel() throws(Refusal) -> [Effect] {
    switch state {
    case .cancelled: return []
    case .applied: throw Self.outOfTurn("Its result is part of the activity; cancel that.")
    case .open:
      state = .cancelled
      return [.stopTimer, .tellOfCancelling(invitees)]
    case .draft, .closed, .withoutVotes:
      state = .cancelled
      return []
    }
  }

  private static func outOfTurn(_ why: String) -> Refusal {
    Refusal(.conflict, "poll-state", "The poll is not in a state for this. \(why)")
  }
}
