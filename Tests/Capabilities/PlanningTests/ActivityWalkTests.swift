import Access
import Base
import Calendar
import Groups
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Planning

/// Whether what happens to activities leaves everything as it has to be, whatever comes when.
@Suite("activities whatever happens to them")
struct ActivityWalkTests {
  /// A family whose members do things that may be out of turn.
  private final class Walk {
    let fixture: PlanningFixture
    let people: [PlanningFixture.Person]
    let realm: EntityID
    /// Whoever has left and not come back.
    var gone: Set<Int> = []
    var done: [String] = []

    init(_ engine: StoreEngine) throws {
      fixture = try PlanningFixture(engine)
      people = try ["Ann", "Ben", "Cleo", "Dan"].map { [fixture] in try fixture.person($0) }
      realm = try fixture.family(people)
    }

    var service: ActivityService { fixture.planning.activities }

    func change(_ json: String) throws -> ActivityChange {
      ActivityChange(reading: try PlanningFixture.fields(json))
    }

    func poll(_ hours: Int) throws -> PollDraft {
      PollDraft(
        reading: try PlanningFixture.fields(
          """
          {"deadline": "\(fixture.hour(hours))", "options": [
            {"name": "Hike", "start": "\(fixture.hour(48))", "end": "\(fixture.hour(50))",
             "place": {"label": "Hill"}}, {"name": "Cinema"}]}
          """))
    }

    var details: String {
      """
      {"name": "Hike", "description": "Up", "start": "\(fixture.hour(60))", "duration": 3600,
       "place": {"label": "Hill"}, "type": "Walk",
       "tasks": [{"title": "Water", "assignee": "\(people[0].id)"}]
      """
    }

    /// Does one thing; a refusal is an answer, too.
    func attempt(_ name: String, _ body: () throws -> Void) throws {
      do {
        try body()
        done.append(name)
      } catch let refusal as Refusal {
        done.append("\(name): \(refusal.slug)")
      }
    }

    func activities() throws -> [Activity] {
      try fixture.platform.store.read { try ActivityStore.all(in: realm, $0) }
    }

    func step(_ random: inout SeededRandom) throws {
      let activity = try activities().randomElement(using: &random)
      // Half of all is done by hosts, who may do most.
      let host = people.firstIndex { $0.id == activity?.host }
      let anybody = Int.random(in: 0..<people.count, using: &random)
      let person = Bool.random(using: &random) ? host ?? anybody : anybody
      let caller = try people[person].caller
      let id = activity?.id ?? EntityID(high: 0, low: 1)
      switch Int.random(in: 0..<14, using: &random) {
      case 0:
        try attempt("start") { _ = try service.start(change("{}"), in: realm, caller: caller) }
      case 1, 2:
        let hours = Int.random(in: 1...4, using: &random)
        try attempt("poll") { try service.sendPoll(poll(hours), of: id, caller: caller) }
      case 3, 4, 5:
        let poll = try fixture.platform.store.read { session in
          try PollStore.find(id, host: id, invitees: [], in: session)
        }
        let option = poll?.options.randomElement(using: &random)?.id ?? id
        try attempt("vote") { try service.vote([option], in: id, caller: caller) }
      case 6: try attempt("close") { try service.closePoll(of: id, caller: caller) }
      case 7:
        let options = try fixture.platform.store.read { session in
          try PollStore.find(id, host: id, invitees: [], in: session)?.options ?? []
        }
        let option = options.randomElement(using: &random)?.id ?? id
        try attempt("choose") { try service.choose(option, of: id, caller: caller) }
      case 8, 9:
        let goal = ["start", "scheduling", "details"].randomElement(using: &random) ?? "start"
        try attempt("go to \(goal)") {
          try service.change(
            id, change(details + #", "step": "\#(goal)"}"#), expecting: .any, caller: caller)
        }
      case 10: try attempt("invite") { try service.sendInvites(id, caller: caller) }
      case 11: try attempt("cancel") { try service.cancel(id, caller: caller) }
      case 12:
        // The first one owns the family and stays.
        guard person > 0 else { return }
        if gone.remove(person) != nil {
          try attempt("join") {
            _ = try fixture.people.groups.subRealms.join(realm, caller: caller)
          }
        } else {
          gone.insert(person)
          try attempt("leave") {
            try fixture.people.groups.subRealms.removeMember(
              people[person].id, of: realm, caller: caller)
          }
        }
      default:
        fixture.clock.advance(seconds: Double(Int.random(in: 0...3, using: &random)) * 3600)
        try fixture.fireDue()
        done.append("time")
      }
    }
  }

  @Test(
    "random walks: whatever members do in whatever order, all rules hold after each step",
    arguments: StoreEngine.allCases)
  func randomly(_ engine: StoreEngine) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    let walk = try Walk(engine)
    var kinds: Set<String> { Set(walk.done.filter { !$0.contains(":") }) }
    var steps = 0
    // On until much was done, and not refused throughout.
    while steps < (engine == .sqlite ? 400 : 150) || (kinds.count < 6 && steps < 1000) {
      steps += 1
      try walk.step(&random)
      let breaches = try walk.fixture.breaches()
      try #require(breaches.isEmpty, "seed \(seed): \(breaches) after \(walk.done.suffix(30))")
      for activity in try walk.activities() {
        let poll = try walk.fixture.platform.store.read { session in
          try PollStore.find(
            activity.id, host: activity.host, invitees: activity.invitees, in: session)
        }
        // A host can always go on: a poll that is closed has something to choose.
        #expect(poll?.state != .closed || poll?.leading.isEmpty == false, "\(walk.done.suffix(30))")
        #expect(activity.hasPoll == (poll != nil))
      }
    }
    #expect(kinds.count >= 6, "seed \(seed): only \(kinds)")
  }

  @Test(
    "each step meets each command of the service: those of other steps are refused, nothing changes",
    arguments: StoreEngine.allCases)
  func everyCommand(_ engine: StoreEngine) throws {
    let walk = try Walk(engine)
    let (fixture, service) = (walk.fixture, walk.service)
    let host = walk.people[0]
    func open() throws -> EntityID {
      try service.start(walk.change("{}"), in: walk.realm, caller: host.caller)
    }
    func polled(_ votes: Int) throws -> EntityID {
      let id = try open()
      try service.sendPoll(walk.poll(30), of: id, caller: host.caller)
      for voter in walk.people[1...].prefix(votes) {
        try service.vote([option(id)], in: id, caller: voter.caller)
      }
      return id
    }
    func option(_ id: EntityID) throws -> EntityID {
      try service.get(id, caller: host.caller).poll?.options.first?.id ?? id
    }
    func closed() throws -> EntityID {
      let id = try polled(3)
      try service.closePoll(of: id, caller: host.caller)
      return id
    }
    func detailed(_ step: String) throws -> EntityID {
      let id = try open()
      try service.change(
        id, walk.change(walk.details + #", "step": "\#(step)"}"#), expecting: .any,
        caller: host.caller)
      return id
    }
    func confirmed() throws -> EntityID {
      let id = try detailed("details")
      try service.sendInvites(id, caller: host.caller)
      return id
    }
    let states: [(String, () throws -> EntityID)] = [
      ("start", open), ("open poll", { try polled(1) }), ("all voted", { try polled(3) }),
      ("closed poll", closed), ("scheduling", { try detailed("scheduling") }),
      ("details", { try detailed("details") }), ("confirmed", confirmed),
      (
        "cancelled",
        {
          let id = try confirmed()
          try service.cancel(id, caller: host.caller)
          return id
        }
      ),
    ]
    let commands: [(String, (EntityID) throws -> Void)] = [
      ("poll", { try service.sendPoll(walk.poll(30), of: $0, caller: host.caller) }),
      ("vote", { try service.vote([option($0)], in: $0, caller: walk.people[1].caller) }),
      ("close", { try service.closePoll(of: $0, caller: host.caller) }),
      ("choose", { try service.choose(option($0), of: $0, caller: host.caller) }),
      ("invite", { try service.sendInvites($0, caller: host.caller) }),
      (
        "back",
        {
          try service.change(
            $0, walk.change(#"{"step": "start"}"#), expecting: .any, caller: host.caller)
        }
      ),
      ("cancel", { try service.cancel($0, caller: host.caller) }),
    ]
    let done = "ok"
    let (step, poll, none) = ("activity-state", "poll-state", "not-found")
    let expected: [String: [String]] = [
      "start": [done, none, none, none, step, done, done],
      "open poll": [step, done, poll, poll, step, step, done],
      "all voted": [step, done, done, poll, step, step, done],
      "closed poll": [step, "poll-closed", poll, done, step, step, done],
      "scheduling": [step, none, none, none, step, done, done],
      "details": [step, none, none, none, done, done, done],
      "confirmed": [step, none, none, none, step, step, done],
      "cancelled": [step, none, none, none, step, step, done],
    ]
    for (state, make) in states {
      let outcomes = try #require(expected[state])
      for ((name, command), outcome) in zip(commands, outcomes) {
        let id = try make()
        func content() throws -> Activity? {
          try fixture.platform.store.read { try ActivityStore.find(id, in: $0) }
        }
        let before = try content()
        let slug = try fixture.slug { try command(id) }
        #expect((slug ?? done) == outcome, "\(name) at \(state)")
        if slug != nil { #expect(try content() == before, "\(name) at \(state)") }
        if try content() != nil { try service.cancel(id, caller: host.caller) }
      }
    }
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "MF-PFA-11: ballots of one invitee at once leave one of them whole, and the host is told once",
    arguments: StoreEngine.allCases)
  func parallelBallots(_ engine: StoreEngine) throws {
    let walk = try Walk(engine)
    let (fixture, service) = (walk.fixture, walk.service)
    let id = try service.start(walk.change("{}"), in: walk.realm, caller: walk.people[0].caller)
    try service.sendPoll(walk.poll(30), of: id, caller: walk.people[0].caller)
    let options = try #require(
      try service.get(id, caller: walk.people[0].caller).poll?.options.map(\.id))
    let callers = try walk.people[1...].map { try $0.caller }
    let failures = Guarded<[String]>([])
    concurrently(24) { number in
      do {
        // Each invitee votes eight times, for one option or for both.
        let choice = number / 3 % 2 == 0 ? Set([options[0]]) : Set(options)
        try service.vote(choice, in: id, caller: callers[number % 3])
      } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.current == [])
    let poll = try #require(try service.get(id, caller: walk.people[0].caller).poll)
    #expect(poll.ballots.count == 3)
    #expect(poll.ballots.values.allSatisfy { $0 == [options[0]] || $0 == Set(options) })
    #expect(try fixture.notes(walk.people[0], .pollAllVoted).count == 1)
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "a sub-realm that is deleted during a poll, and a host who leaves, take all of it along",
    arguments: StoreEngine.allCases)
  func endings(_ engine: StoreEngine) throws {
    for isDeleted in [true, false] {
      let walk = try Walk(engine)
      let (fixture, service) = (walk.fixture, walk.service)
      let host = walk.people[isDeleted ? 0 : 1]
      let id = try service.start(walk.change("{}"), in: walk.realm, caller: host.caller)
      try service.sendPoll(walk.poll(30), of: id, caller: host.caller)
      let voter = walk.people[2]
      let option = try #require(try service.get(id, caller: voter.caller).poll?.options.first?.id)
      try service.vote([option], in: id, caller: voter.caller)
      if isDeleted {
        try fixture.people.groups.subRealms.delete(walk.realm, expecting: .any, caller: host.caller)
      } else {
        try fixture.people.groups.subRealms.removeMember(
          host.id, of: walk.realm, caller: host.caller)
      }
      let left = try fixture.platform.store.read { session in
        try [
          "activities", "polls", "poll_options", "poll_votes", "activity_invitees", "deadlines",
        ].map { try session.count("SELECT COUNT(*) FROM \($0)") }
      }
      #expect(left == [0, 0, 0, 0, 0, 0], "deleted \(isDeleted)")
      #expect(
        try fixture.slug { try service.vote([option], in: id, caller: voter.caller) } == "not-found"
      )
      #expect(try fixture.notes(voter, .activityCancelled).count == 1)
      // Its time comes and finds nothing.
      fixture.clock.advance(seconds: 40 * 3600)
      try fixture.fireDue()
      #expect(try fixture.breaches() == [])
    }
  }
}
