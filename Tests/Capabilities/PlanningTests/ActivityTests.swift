import Access
import Base
import Calendar
import Groups
import Notifications
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Planning

@Suite("activities and their polls")
struct ActivityTests {
  private static func change(_ json: String) throws -> ActivityChange {
    ActivityChange(reading: try PlanningFixture.fields(json))
  }

  /// A poll between a hike at a time and place, and the cinema.
  private static func poll(_ fixture: PlanningFixture, hours: Int = 24) throws -> PollDraft {
    PollDraft(
      reading: try PlanningFixture.fields(
        """
        {"deadline": "\(fixture.hour(hours))", "options": [
          {"name": "Hike", "description": "Up the hill", "start": "\(fixture.hour(48))",
           "end": "\(fixture.hour(50))", "place": {"label": "Station"}},
          {"name": "Cinema", "description": "A film"}]}
        """))
  }

  private struct Stand {
    let fixture: PlanningFixture
    let people: [PlanningFixture.Person]
    let realm: EntityID
    let id: EntityID

    var service: ActivityService { fixture.planning.activities }
    var host: PlanningFixture.Person { people[0] }

    init(_ engine: StoreEngine = .sqlite) throws {
      fixture = try PlanningFixture(engine)
      people = try ["Ann", "Ben", "Cleo"].map { [fixture] in try fixture.person($0) }
      realm = try fixture.family(people)
      id = try fixture.planning.activities.start(
        ActivityTests.change("{}"), in: realm, caller: people[0].caller)
    }

    func entry(_ person: Int = 0) throws -> ActivityEntry {
      try service.get(id, caller: people[person].caller)
    }

    func option(_ index: Int) throws -> EntityID {
      try #require(try entry().poll?.options[index].id)
    }

    func vote(_ person: Int, _ options: Int...) throws {
      let ids = try options.map { try option($0) }
      try service.vote(Set(ids), in: id, caller: people[person].caller)
    }

    func change(_ json: String) throws {
      try service.change(
        id, ActivityTests.change(json), expecting: .any, caller: host.caller)
    }
  }

  @Test(
    "PFA1.5 to PFA1.21: from the poll to the entry in every calendar",
    arguments: StoreEngine.allCases)
  func story(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let (fixture, service) = (stand.fixture, stand.service)
    // PFA1.1-2: all others are invited, and know nothing of a draft.
    #expect(try stand.entry().activity.invitees == Set(stand.people.dropFirst().map(\.id)))
    #expect(try fixture.slug { _ = try stand.entry(1) } == "not-found")
    let draft = try stand.entry().activity.version
    try service.sendPoll(Self.poll(fixture), of: stand.id, caller: stand.host.caller)
    // Whoever still has the draft before them does not write over the poll.
    #expect(try stand.entry().activity.version > draft)
    // PFA1.6: every invitee and no one else.
    #expect(try stand.people.map { try fixture.notes($0, .pollAsked).count } == [0, 1, 1])
    try stand.vote(1, 0, 1)
    // MF-PFA-11: the second ballot replaces the first.
    try stand.vote(1, 0)
    #expect(try fixture.slug { try stand.vote(0, 0) } == "not-invited")
    #expect(try fixture.slug { try stand.vote(2) } == "invalid-content")
    #expect(try stand.entry(1).poll?.showsCounts == false)
    #expect(
      try fixture.slug { try service.closePoll(of: stand.id, caller: stand.host.caller) }
        == "poll-state")
    try stand.vote(2, 0)
    // MF-PFA-12: the host hears of it once and goes on early.
    try stand.vote(2, 0, 1)
    #expect(try fixture.notes(stand.host, .pollAllVoted).count == 1)
    try service.closePoll(of: stand.id, caller: stand.host.caller)
    #expect(try stand.entry(2).poll?.counts == [2, 1])
    #expect(try fixture.notes(stand.host, .pollEnded).count == 1)
    #expect(
      try fixture.slug {
        try service.choose(stand.option(1), of: stand.id, caller: stand.host.caller)
      } == "invalid-content")
    try service.choose(stand.option(0), of: stand.id, caller: stand.host.caller)
    // MF-PFA-13: name, description, time and place of the option.
    let taken = try stand.entry().activity
    #expect(taken.step == .scheduling && taken.name == "Hike" && taken.place?.label == "Station")
    #expect(taken.description == "Up the hill")
    #expect(taken.span == Intervals.Span(fixture.hour(48), fixture.hour(50)))
    try stand.change(#"{"step": "details"}"#)
    #expect(
      try fixture.slug { try service.sendInvites(stand.id, caller: stand.host.caller) }
        == "invalid-content")
    try stand.change(
      #"{"type": "Walk", "tasks": [{"title": "Bring water", "assignee": "\#(stand.people[1].id)"}]}"#
    )
    try service.sendInvites(stand.id, caller: stand.host.caller)
    // PFA1.20-21, MF-PFA-19: told with what they do, and in the calendar of each.
    let told = try fixture.notes(stand.people[1], .activityInvitation)
    #expect(told.count == 1)
    for word in [
      "“Hike”", "(Walk)", "Up the hill",
      String(English().time(Moment(fixture.hour(48), zone: "UTC")).dropLast(6)), "Station",
      "Bring water",
    ] {
      #expect(told.first?.contains(word) == true, "\(word) in \(told)")
    }
    #expect(
      try fixture.notes(stand.people[2], .activityInvitation).first?.contains("Bring") == false)
    let titles = try fixture.platform.store.read { session in
      try stand.people.map { person in
        try Timeline.occurrences(
          of: person.id, from: fixture.hour(40), to: fixture.hour(60), in: session
        ).map(\.item.title)
      }
    }
    #expect(titles == [["Hike"], ["Hike"], ["Hike"]])
    #expect(try fixture.breaches() == [])
    // CG-MF-24: moved and cancelled, calendars follow.
    try stand.change(#"{"start": "\#(fixture.hour(52))", "duration": 3600}"#)
    let item = try #require(try stand.entry().activity.item)
    let moved = try fixture.platform.store.read { try CalendarItemStore.find(item, in: $0) }
    #expect(moved?.startsAt == fixture.hour(52) && moved?.sequence == 1)
    #expect(moved?.description == "Up the hill" && moved?.place?.label == "Station")
    try service.cancel(stand.id, caller: stand.host.caller)
    #expect(try stand.entry(1).activity.step == .cancelled)
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "PFA1.8, CG-MF-01: the deadline closes a poll once, also after a restart; no vote is taken late",
    arguments: StoreEngine.allCases)
  func deadline(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let fixture = stand.fixture
    try stand.service.sendPoll(Self.poll(fixture), of: stand.id, caller: stand.host.caller)
    try stand.vote(1, 0)
    try stand.vote(2, 1)
    fixture.clock.advance(seconds: 24 * 3600)
    // The timer has not rung yet, and the clock decides all the same (MF-T-openPoll-late).
    #expect(try fixture.slug { try stand.vote(1, 1) } == "poll-closed")
    try fixture.fireDue()
    try fixture.fireDue()
    #expect(try fixture.notes(stand.host, .pollEnded).count == 1)
    // MF-PFA-14: a tie shows all of them.
    #expect(try stand.entry().poll?.leading.map(\.name) == ["Hike", "Cinema"])
    try stand.service.choose(stand.option(1), of: stand.id, caller: stand.host.caller)
    #expect(try stand.entry().activity.name == "Cinema")
    #expect(try fixture.breaches() == [])
  }

  @Test("PFA1.E1.8, PFA1.E1.9, PFA1.E1.10: without votes the host enters by hand")
  func withoutVotes() throws {
    let stand = try Stand()
    let fixture = stand.fixture
    try stand.service.sendPoll(Self.poll(fixture), of: stand.id, caller: stand.host.caller)
    fixture.clock.advance(seconds: 24 * 3600)
    try fixture.fireDue()
    #expect(try fixture.notes(stand.host, .pollWithoutVotes).count == 1)
    #expect(try stand.entry().poll?.state == .withoutVotes)
    #expect(try fixture.slug { try stand.change(#"{"step": "scheduling"}"#) } == "invalid-content")
    try stand.change(#"{"name": "Hike", "description": "Up", "step": "scheduling"}"#)
    #expect(try stand.entry().activity.step == .scheduling)
    #expect(try stand.entry().poll == nil)
    #expect(try fixture.breaches() == [])
  }

  @Test("PFA1.8: that a poll has ended is in the change log, which open pages follow")
  func endIsRecorded() throws {
    for hasVotes in [false, true] {
      let stand = try Stand()
      let fixture = stand.fixture
      try stand.service.sendPoll(Self.poll(fixture), of: stand.id, caller: stand.host.caller)
      if hasVotes { try stand.vote(1, 0) }
      func changes() throws -> [EntityID?] {
        try fixture.platform.store.read { session in
          try session.all(
            """
            SELECT realm FROM changes WHERE kind = 'activity' AND subject = ?1
              AND operation = 'update'
            """, [.id(stand.id)]
          ) { try $0.optional(0, $0.id) }
        }
      }
      let before = try changes()
      fixture.clock.advance(seconds: 24 * 3600)
      try fixture.fireDue()
      #expect(try changes() == before + [stand.realm], "with votes: \(hasVotes)")
    }
  }

  @Test("a part of a notification is cut only where it is too long, to exactly what it may have")
  func shortened() {
    #expect(ActivityService.shortened("Hike", to: 4) == "Hike")
    #expect(ActivityService.shortened("Hikes", to: 4) == "Hik…")
    #expect(ActivityService.shortened("", to: 4) == "")
  }

  @Test("MF-T-cancelActivity, MF-PFA-08: cancelling leaves nothing, at any step")
  func cancelling() throws {
    let stand = try Stand()
    let fixture = stand.fixture
    try stand.service.sendPoll(Self.poll(fixture), of: stand.id, caller: stand.host.caller)
    try stand.vote(1, 0)
    #expect(
      try fixture.slug { try stand.service.cancel(stand.id, caller: stand.people[1].caller) }
        == "not-host")
    try stand.service.cancel(stand.id, caller: stand.host.caller)
    #expect(try fixture.notes(stand.people[1], .activityCancelled).count == 1)
    let rows = try fixture.platform.store.read { session in
      try [
        "activities", "activity_invitees", "polls", "poll_options", "poll_votes", "deadlines",
      ].map { try session.count("SELECT COUNT(*) FROM \($0)") }
    }
    #expect(rows == [0, 0, 0, 0, 0, 0])
  }

  @Test("every step meets every change: it keeps what was entered or refuses and changes nothing")
  func everyStep() throws {
    let ids = (0..<4).map { EntityID(high: 5, low: UInt64($0) + 1) }
    let now = Instant(milliseconds: 1_780_000_000_000)
    let later = Intervals.Span(now.adding(seconds: 3600), now.adding(seconds: 7200))
    var full = Activity(id: ids[0], realm: ids[1], host: ids[2], invitees: [ids[3]], createdAt: now)
    (full.name, full.description, full.span, full.type) = ("Hike", "Up", later, "Walk")
    full.place = Place(label: "Station")
    full.tasks = [ActivityTask(title: "Water", assignee: ids[3])]
    // Where a complete activity goes from each step, by what the host wants.
    let ways: [Activity.Step: Set<Activity.Step>] = [
      .start: [.scheduling, .details], .scheduling: [.start, .details],
      .details: [.start, .scheduling],
    ]
    for step in Activity.Step.allCases {
      for goal in Activity.Step.allCases where goal != step {
        var activity = full
        activity.step = step
        let before = activity
        var change = ActivityChange()
        change.step = goal
        do throws(Refusal) {
          try activity.apply(change, at: now)
          #expect(ways[step]?.contains(goal) ?? false, "\(step) to \(goal)")
          var expected = before
          expected.step = goal
          #expect(activity == expected)
        } catch {
          #expect(!(ways[step]?.contains(goal) ?? false), "\(step) to \(goal): \(error)")
          #expect(error.slug == "activity-state" && activity == before)
        }
      }
      // Each command besides belongs to one step.
      func allows(_ body: (inout Activity) throws(Refusal) -> Void) -> Bool {
        var activity = full
        activity.step = step
        let before = activity
        do throws(Refusal) { try body(&activity) } catch {
          #expect(activity == before)
          return false
        }
        return true
      }
      #expect(allows { a throws(Refusal) in try a.beginPoll() } == (step == .start))
      #expect(
        allows { a throws(Refusal) in try a.take(PollOption(id: ids[0], name: "Swim"), at: now) }
          == (step == .polling))
      #expect(allows { a throws(Refusal) in try a.leavePoll() } == (step == .polling))
      #expect(
        allows { a throws(Refusal) in try a.confirm(as: ids[0], at: now) } == (step == .details))
    }
    // Each gap in the details is named (MF-T-clickSendInvites).
    let gaps: [(String, (inout Activity) -> Void)] = [
      ("/place", { $0.place = nil }), ("/type", { $0.type = "" }), ("/tasks", { $0.tasks = [] }),
      ("/tasks", { $0.tasks[0].assignee = nil }), ("/name", { $0.name = "" }),
      ("/start", { $0.span = nil }), ("/invitees", { $0.invitees = [] }),
    ]
    for (pointer, gap) in gaps {
      var activity = full
      activity.step = .details
      gap(&activity)
      do throws(Refusal) {
        try activity.confirm(as: ids[0], at: now)
        Issue.record("\(pointer) is missing")
      } catch { #expect(error.violations.first?.pointer == pointer) }
    }
  }

  @Test("whoever leaves votes no more; what the host planned ends with the host")
  func leaving() throws {
    let stand = try Stand()
    let fixture = stand.fixture
    try stand.service.sendPoll(Self.poll(fixture), of: stand.id, caller: stand.host.caller)
    try stand.vote(1, 0)
    try fixture.people.groups.subRealms.removeMember(
      stand.people[1].id, of: stand.realm, caller: stand.people[1].caller)
    #expect(try stand.entry().poll?.ballots.isEmpty == true)
    #expect(try stand.entry().activity.invitees == [stand.people[2].id])
    #expect(try fixture.breaches() == [])
    let other = try stand.service.start(
      Self.change("{}"), in: stand.realm, caller: stand.people[2].caller)
    try fixture.people.groups.subRealms.removeMember(
      stand.people[2].id, of: stand.realm, caller: stand.people[2].caller)
    let left = try fixture.platform.store.read { try ActivityStore.find(other, in: $0) }
    #expect(left == nil)
    #expect(try fixture.breaches() == [])
  }
}
