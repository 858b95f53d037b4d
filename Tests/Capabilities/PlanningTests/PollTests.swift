import Base
import Planning
import TestSupport
import Testing

@Suite("Polls")
struct PollTests {
  private static let now = Instant(milliseconds: 1_780_000_000_000)
  private static let deadline = now.adding(seconds: 3600)
  private static let ids = (0..<12).map { EntityID(high: 1, low: UInt64($0) + 1) }
  private static let (host, ana, ben) = (ids[0], ids[1], ids[2])
  private static let (picnic, cinema, zoo) = (ids[3], ids[4], ids[5])

  private func poll(_ invitees: Set<EntityID> = [ana, ben]) -> Poll {
    Poll(
      id: Self.ids[6], host: Self.host,
      options: [
        PollOption(id: Self.picnic, name: "Picnic"), PollOption(id: Self.cinema, name: "Cinema"),
        PollOption(id: Self.zoo, name: "Zoo"),
      ], deadline: Self.deadline, invitees: invitees)
  }

  private func open(_ invitees: Set<EntityID> = [ana, ben]) throws -> Poll {
    var poll = poll(invitees)
    _ = try poll.apply(.send, at: Self.now)
    return poll
  }

  /// The slug of the refusal; nil if the command was carried out.
  ///
  /// A refusal changes nothing.
  private func slug(
    _ poll: inout Poll, _ command: Poll.Command, at now: Instant = now
  ) -> String? {
    let before = poll
    do throws(Refusal) {
      _ = try poll.apply(command, at: now)
      return nil
    } catch {
      #expect(poll == before)
      return error.slug
    }
  }

  @Test("MF-T-clickSendPoll: needs two options, a deadline in the future and an invitee")
  func sending() throws {
    var sent = poll()
    #expect(try sent.apply(.send, at: Self.now) == [.askInvitees([Self.ana, Self.ben])])
    #expect(sent.state == .open)
    var short = poll()
    short.options.removeLast(2)
    #expect(slug(&short, .send) == "invalid-content")
    short = poll()
    short.options.removeLast()
    #expect(slug(&short, .send) == nil)
    var late = poll()
    late.deadline = Self.now
    #expect(slug(&late, .send) == "invalid-content")
    var alone = poll([Self.host])
    #expect(slug(&alone, .send) == "invalid-content")
    var nameless = poll()
    nameless.options[1].name = ""
    #expect(slug(&nameless, .send) == "invalid-content")
  }

  @Test("PFA1.7, MF-PFA-09, MF-PFA-10: invitees choose one or more options, others nothing")
  func voting() throws {
    var poll = try open()
    #expect(slug(&poll, .vote(by: Self.ana, for: [Self.picnic, Self.zoo])) == nil)
    #expect(poll.counts == [1, 0, 1])
    #expect(slug(&poll, .vote(by: Self.ben, for: [])) == "invalid-content")
    #expect(slug(&poll, .vote(by: Self.ben, for: [Self.ids[9]])) == "invalid-content")
    #expect(slug(&poll, .vote(by: Self.ids[9], for: [Self.zoo])) == "not-invited")
    #expect(slug(&poll, .vote(by: Self.host, for: [Self.zoo])) == "not-invited")
    #expect(poll.counts == [1, 0, 1])
    // There is no upper limit: all of them at once.
    #expect(slug(&poll, .vote(by: Self.ben, for: [Self.picnic, Self.cinema, Self.zoo])) == nil)
    #expect(poll.counts == [2, 1, 2])
  }

  @Test("MF-PFA-11: the last ballot counts")
  func changedBallot() throws {
    var poll = try open()
    _ = try poll.apply(.vote(by: Self.ana, for: [Self.picnic]), at: Self.now)
    _ = try poll.apply(.vote(by: Self.ana, for: [Self.zoo]), at: Self.now)
    #expect(poll.counts == [0, 0, 1])
  }

  @Test("MF-T-openPoll-late: no vote is taken from the deadline on, rung or not")
  func lateVote() throws {
    var poll = try open()
    let last = Self.deadline.adding(milliseconds: -1)
    #expect(slug(&poll, .vote(by: Self.ana, for: [Self.zoo]), at: last) == nil)
    #expect(slug(&poll, .vote(by: Self.ben, for: [Self.zoo]), at: Self.deadline) == "poll-closed")
    #expect(poll.ballots.count == 1)
  }

  @Test("MF-PFA-12: the host is told once that all have voted, and may go on early")
  func allVoted() throws {
    var poll = try open()
    #expect(slug(&poll, .closeEarly) == "poll-state")
    #expect(try poll.apply(.vote(by: Self.ana, for: [Self.zoo]), at: Self.now) == [])
    #expect(
      try poll.apply(.vote(by: Self.ben, for: [Self.zoo]), at: Self.now)
        == [.tellHostThatAllVoted])
    #expect(try poll.apply(.vote(by: Self.ben, for: [Self.picnic]), at: Self.now) == [])
    #expect(
      try poll.apply(.closeEarly, at: Self.now)
        == [.stopTimer, .tellHostOfResult(leading: [Self.picnic, Self.zoo])])
  }

  @Test("PFA1.8, MF-PFA-14: the most votes win, and a tie shows all in the order of entry")
  func counting() throws {
    var poll = try open()
    _ = try poll.apply(.vote(by: Self.ana, for: [Self.cinema, Self.zoo]), at: Self.now)
    #expect(!poll.showsCounts)
    #expect(try poll.apply(.close, at: Self.now) == [], "it rang too early")
    #expect(
      try poll.apply(.close, at: Self.deadline)
        == [.tellHostOfResult(leading: [Self.cinema, Self.zoo])])
    #expect(try poll.apply(.close, at: Self.deadline) == [], "it closes once")
    #expect(poll.showsCounts)
    #expect(slug(&poll, .choose(Self.picnic)) == "invalid-content")
    #expect(try poll.apply(.choose(Self.zoo), at: Self.deadline) == [.takeOver(Self.zoo)])
    #expect(poll.state == .applied && poll.chosen == Self.zoo)
  }

  @Test("whoever leaves votes no more: those who are left may all have voted, or nobody has")
  func withdrawing() throws {
    var poll = try open()
    #expect(try poll.apply(.withdraw(Self.ids[9]), at: Self.now) == [], "was never invited")
    _ = try poll.apply(.vote(by: Self.ana, for: [Self.zoo]), at: Self.now)
    #expect(try poll.apply(.withdraw(Self.ben), at: Self.now) == [.tellHostThatAllVoted])
    _ = try poll.apply(.closeEarly, at: Self.now)
    #expect(try poll.apply(.withdraw(Self.ana), at: Self.now) == [.tellHostThatNobodyVoted])
    #expect(poll.state == .withoutVotes && poll.counts == [0, 0, 0])
    // An empty poll is nobody's to close early.
    var empty = try open([Self.ana])
    #expect(try empty.apply(.withdraw(Self.ana), at: Self.now) == [])
    #expect(try empty.apply(.close, at: Self.deadline) == [.tellHostThatNobodyVoted])
  }

  @Test("PFA1.E1.8: a deadline without a vote tells the host")
  func nobodyVoted() throws {
    var poll = try open()
    #expect(try poll.apply(.close, at: Self.deadline) == [.tellHostThatNobodyVoted])
    #expect(poll.state == .withoutVotes && poll.leading.isEmpty)
  }

  @Test("every command in every state does what the table says, and a refusal changes nothing")
  func everyStateAndCommand() throws {
    let vote = Poll.Command.vote(by: Self.ana, for: [Self.zoo])
    let commands: [Poll.Command] = [
      .send, vote, .close, .closeEarly, .choose(Self.zoo), .cancel, .withdraw(Self.ana),
    ]
    func make(_ state: Poll.State) throws -> Poll {
      var poll = try open([Self.ana])
      switch state {
      case .draft: return self.poll([Self.ana])
      case .open: break
      case .withoutVotes: _ = try poll.apply(.close, at: Self.deadline)
      case .cancelled: _ = try poll.apply(.cancel, at: Self.now)
      case .closed, .applied:
        _ = try poll.apply(vote, at: Self.now)
        _ = try poll.apply(.close, at: Self.deadline)
        if state == .applied { _ = try poll.apply(.choose(Self.zoo), at: Self.deadline) }
      }
      return poll
    }
    // What follows on each command, or the refusal; before the deadline.
    let expected: [Poll.State: [String]] = [
      .draft: ["open", "not-invited", "draft", "poll-state", "poll-state", "cancelled", "draft"],
      .open: ["poll-state", "open", "open", "poll-state", "poll-state", "cancelled", "open"],
      // The only vote goes with its voter.
      .closed: [
        "poll-state", "poll-closed", "closed", "poll-state", "applied", "cancelled",
        "withoutVotes",
      ],
      .withoutVotes: [
        "poll-state", "poll-closed", "withoutVotes", "poll-state", "poll-state", "cancelled",
        "withoutVotes",
      ],
      .applied: [
        "poll-state", "poll-closed", "applied", "poll-state", "poll-state", "poll-state", "applied",
      ],
      .cancelled: [
        "poll-state", "poll-closed", "cancelled", "poll-state", "poll-state", "cancelled",
        "cancelled",
      ],
    ]
    for state in Poll.State.allCases {
      let rows = try #require(expected[state])
      for (command, outcome) in zip(commands, rows) {
        var poll = try make(state)
        #expect(poll.state == state)
        let refused = slug(&poll, command)
        #expect((refused ?? poll.state.rawValue) == outcome, "\(state), \(command)")
      }
    }
  }
}
