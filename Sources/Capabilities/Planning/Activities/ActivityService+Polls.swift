import Access
import Base
import Calendar
import Deadlines
import Identity
import Notifications
import Storage

/// Asking the invitees of an activity what to do, when or where.
extension ActivityService {
  /// The timer of a poll's deadline.
  static let pollEndKind = "pollEnd"

  /// Sends a poll to the invitees (PFA1.5-6).
  ///
  /// - Throws: `notFound`, `invalid`; `forbidden` with slug `not-host`; `conflict` with slug
  ///   `activity-state`.
  public func sendPoll(_ draft: PollDraft, of id: EntityID, caller: Caller) throws {
    let ids = draft.options.map { _ in platform.ids.next() }
    try platform.store.write { transaction in
      var activity = try Self.hosted(id, caller: caller, in: transaction)
      try activity.beginPoll()
      activity.version += 1
      var options = draft.options
      for (index, id) in ids.enumerated() { options[index].id = id }
      var poll = Poll(
        id: id, host: activity.host, options: options, deadline: draft.deadline,
        invitees: activity.invitees)
      let effects = try poll.apply(.send, at: transaction.now)
      // One who has left since is not asked.
      try ActivityStore.update(activity, in: transaction)
      // Whoever went back to the start asks anew: there is no poll or one (MF-PFA-07).
      try PollStore.delete(id, in: transaction)
      try PollStore.insert(poll, in: transaction)
      try carryOut(effects, poll, &activity, in: transaction)
    }
  }

  /// Gives or replaces the caller's ballot (PFA1.7, MF-PFA-11).
  ///
  /// - Throws: `notFound`, `invalid`; `forbidden` with slug `not-invited`; `conflict` with slug
  ///   `poll-closed`.
  public func vote(_ choice: Set<EntityID>, in id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      var activity = try Self.find(id, caller: caller, in: transaction)
      var poll = try Self.poll(of: activity, in: transaction)
      let effects = try poll.apply(.vote(by: account, for: choice), at: transaction.now)
      try PollStore.put(choice, of: account, in: id, transaction)
      try PollStore.update(poll, in: transaction)
      try carryOut(effects, poll, &activity, in: transaction)
      try transaction.record("activity", id, realm: activity.realm, .update)
    }
  }

  /// Ends a poll before its deadline, once all have voted (CG-MF-34).
  ///
  /// - Throws: `notFound`; `forbidden` with slug `not-host`; `conflict` with slug `poll-state`.
  public func closePoll(of id: EntityID, caller: Caller) throws {
    try command(.closeEarly, id, caller: caller)
  }

  /// Goes on with one of the options that lead (MF-PFA-13, MF-PFA-14).
  ///
  /// - Throws: `notFound`, `invalid`; `forbidden` with slug `not-host`; `conflict` with slug
  ///   `poll-state`.
  public func choose(_ option: EntityID, of id: EntityID, caller: Caller) throws {
    try command(.choose(option), id, caller: caller)
  }

  private func command(_ command: Poll.Command, _ id: EntityID, caller: Caller) throws {
    try platform.store.write { transaction in
      var activity = try Self.hosted(id, caller: caller, in: transaction)
      var poll = try Self.poll(of: activity, in: transaction)
      let effects = try poll.apply(command, at: transaction.now)
      try PollStore.update(poll, in: transaction)
      try carryOut(effects, poll, &activity, in: transaction)
    }
  }

  private static func poll(of activity: Activity, in session: StoreSession) throws -> Poll {
    guard
      let poll = try PollStore.find(
        activity.id, host: activity.host, invitees: activity.invitees, in: session)
    else { throw Refusal.notFound("poll") }
    return poll
  }

  /// Closes a poll when its deadline has come, also after a restart; once.
  public var pollEnd: DeadlineKind {
    DeadlineKind(Self.pollEndKind, "Closes a poll and counts its votes.") { deadline, transaction in
      guard var activity = try ActivityStore.find(deadline.subject, in: transaction),
        var poll = try PollStore.find(
          activity.id, host: activity.host, invitees: activity.invitees, in: transaction)
      else { return }
      let effects = try poll.apply(.close, at: transaction.now)
      try PollStore.update(poll, in: transaction)
      try carryOut(effects, poll, &activity, in: transaction)
    }
  }

  /// Drops a poll in which nobody has voted when its host goes on by hand (PFA1.E1.8-9).
  func leavePollWithoutVotes(
    _ activity: inout Activity, for change: ActivityChange, in transaction: WriteTransaction
  ) throws {
    guard activity.step == .polling, change.step == .start || change.step == .scheduling,
      let poll = try PollStore.find(
        activity.id, host: activity.host, invitees: activity.invitees, in: transaction),
      poll.state == .withoutVotes
    else { return }
    try activity.leavePoll()
    try PollStore.delete(activity.id, in: transaction)
  }

  /// Ends the poll of an activity that goes.
  func cancelPoll(of activity: Activity, in transaction: WriteTransaction) throws {
    guard
      var poll = try PollStore.find(
        activity.id, host: activity.host, invitees: activity.invitees, in: transaction),
      poll.state != .applied
    else { return }
    var activity = activity
    let effects = try poll.apply(.cancel, at: transaction.now)
    try carryOut(effects, poll, &activity, in: transaction)
  }

  func carryOut(
    _ effects: [Poll.Effect], _ poll: Poll, _ activity: inout Activity,
    in transaction: WriteTransaction
  ) throws {
    let host = Told(try AccountDirectory.name(of: activity.host, in: transaction))
    let options = Told(
      Self.shortened(poll.options.map(\.name).joined(separator: ", "), to: 600))
    let end = Moment(poll.deadline, zone: try Self.zone(of: activity, in: transaction))
    for effect in effects {
      switch effect {
      case .askInvitees(let voters):
        try DeadlineStore.set(
          Deadline(Self.pollEndKind, due: poll.deadline, subject: activity.id), in: transaction)
        for voter in voters.sorted() {
          try post(
            .pollAsked(by: host, options: options, until: end), to: voter, about: activity,
            in: transaction)
        }
      case .tellHostThatAllVoted:
        try post(
          .pollAllVoted(count: poll.invitees.count, options: options, until: end),
          to: activity.host, about: activity, in: transaction)
      case .stopTimer:
        try DeadlineStore.cancel(
          Self.pollEndKind, key: activity.id.description, in: transaction)
      case .tellHostOfResult(let leading):
        let names = poll.options.filter { leading.contains($0.id) }.map { Told($0.name) }
        try post(
          .pollEnded(leading: names, options: options, until: end), to: activity.host,
          about: activity, in: transaction)
        try transaction.record("activity", activity.id, realm: activity.realm, .update)
      case .tellHostThatNobodyVoted:
        try post(
          .pollWithoutVotes(options: options, until: end), to: activity.host, about: activity,
          in: transaction)
        try transaction.record("activity", activity.id, realm: activity.realm, .update)
      case .takeOver(let option):
        guard let chosen = poll.options.first(where: { $0.id == option }) else { continue }
        try activity.take(chosen, at: transaction.now)
        activity.version += 1
        try ActivityStore.update(activity, in: transaction)
      case .tellOfCancelling(let voters):
        for voter in voters.sorted() {
          try post(
            .pollDropped(by: host, options: options, until: end), to: voter, about: activity,
            in: transaction)
        }
      }
    }
  }
}
