import Access
import Base
import Calendar
import Groups
import Identity
import Notifications
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Planning

@Suite("who is in an activity, and who does what for it", .serialized)
struct ActivityPeopleTests {
  private struct Stand {
    let fixture: PlanningFixture
    let people: [PlanningFixture.Person]
    let id: EntityID

    var service: ActivityService { fixture.planning.activities }

    init(_ engine: StoreEngine) throws {
      let made = try PlanningFixture(engine)
      fixture = made
      people = try ["Ann", "Ben", "Cleo"].map { try made.person($0) }
      let realm = try fixture.family(people)
      id = try fixture.planning.activities.start(
        ActivityChange(), in: realm, caller: people[0].caller)
    }

    func change(_ json: String) throws {
      try service.change(
        id, ActivityChange(reading: PlanningFixture.fields(json)), expecting: .any,
        caller: people[0].caller)
    }

    func task(_ title: String, _ person: Int) -> String {
      #"{"title": "\#(title)", "assignee": "\#(people[person].id)"}"#
    }

    func poll() throws -> Poll {
      try #require(try service.get(id, caller: people[0].caller).poll)
    }

    /// Both vote for the first option, Cleo for the second as well; the first is chosen.
    func decide() throws {
      let draft = PollDraft(
        reading: try PlanningFixture.fields(
          """
          {"deadline": "\(fixture.hour(24))", "options": [{"name": "Hike"}, {"name": "Cinema"}]}
          """))
      try service.sendPoll(draft, of: id, caller: people[0].caller)
      let options = try poll().options.map(\.id)
      try service.vote([options[0]], in: id, caller: people[1].caller)
      try service.vote(Set(options), in: id, caller: people[2].caller)
      try service.closePoll(of: id, caller: people[0].caller)
      try service.choose(options[0], of: id, caller: people[0].caller)
    }
  }

  @Test(
    "CG-MF-33: whoever is no longer invited has no vote in the result, also after it was decided; asked again, that one has none yet",
    arguments: StoreEngine.allCases)
  func ballots(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    try stand.decide()
    #expect(try stand.poll().counts == [2, 1])
    try stand.change(#"{"invitees": ["\#(stand.people[1].id)"]}"#)
    #expect(try stand.poll().counts == [1, 0])
    #expect(try stand.fixture.breaches() == [])
    try stand.change(
      #"{"invitees": ["\#(stand.people[1].id)", "\#(stand.people[2].id)"]}"#)
    #expect(try stand.poll().counts == [1, 0] && stand.poll().ballots.count == 1)
    #expect(try stand.fixture.breaches() == [])
  }

  @Test(
    "MF-NOT-04: a task that changes hands is told to whoever has it now, once, and to nobody else",
    arguments: StoreEngine.allCases)
  func tasks(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let fixture = stand.fixture
    func told() throws -> [Int] {
      try stand.people.map { try fixture.notes($0, .activityTask).count }
    }
    try stand.decide()
    try stand.change(
      #"{"start": "\#(fixture.hour(48))", "duration": 3600, "step": "details"}"#)
    try stand.change(
      #"{"place": {"label": "Hill"}, "type": "Walk", "tasks": [\#(stand.task("Water", 1))]}"#)
    try stand.service.sendInvites(stand.id, caller: stand.people[0].caller)
    #expect(try told() == [0, 0, 0], "it stands in the invitation")
    // Given to another, with one more that the host keeps.
    try stand.change(#"{"tasks": [\#(stand.task("Water", 2)), \#(stand.task("Map", 0))]}"#)
    #expect(try told() == [0, 0, 1])
    let when = English().time(
      from: Moment(fixture.hour(48), zone: "UTC"), to: Moment(fixture.hour(49), zone: "UTC"))
    #expect(
      try fixture.notes(stand.people[2], .activityTask) == [
        "Ann gives you a task of “Hike”, \(when), Hill: Water."
      ])
    // What one has already is not told again; what is new is, also under the same title.
    try stand.change(
      #"{"tasks": [\#(stand.task("Water", 2)), \#(stand.task("Water", 2)), \#(stand.task("Map", 2))]}"#
    )
    #expect(try told() == [0, 0, 2])
    #expect(
      try fixture.notes(stand.people[2], .activityTask).contains(
        "Ann gives you tasks of “Hike”, \(when), Hill: Water, Map."))
    try stand.change(#"{"description": "Up"}"#)
    #expect(try told() == [0, 0, 2])
  }

  /// How a host can go.
  enum Going: CaseIterable { case leaving, removal, erasure }

  @Test(
    "when its host goes, whoever answers for its entry from then on hosts what is to come",
    arguments: StoreEngine.allCases, Going.allCases)
  func handingOn(_ engine: StoreEngine, _ going: Going) throws {
    let fixture = try PlanningFixture(engine)
    let people = try ["Ann", "Ben", "Cleo"].map { try fixture.person($0) }
    let (ann, ben, cleo) = (people[0], people[1], people[2])
    let realm = try fixture.family(people)
    let service = fixture.planning.activities
    func change(_ json: String) throws -> ActivityChange {
      ActivityChange(reading: try PlanningFixture.fields(json))
    }
    // Hosted by Ben, after a poll in which both others have voted.
    func confirmed(at hour: Int) throws -> EntityID {
      let id = try service.start(ActivityChange(), in: realm, caller: ben.caller)
      let draft = PollDraft(
        reading: try PlanningFixture.fields(
          """
          {"deadline": "\(fixture.hour(24))", "options": [{"name": "Hike"}, {"name": "Cinema"}]}
          """))
      try service.sendPoll(draft, of: id, caller: ben.caller)
      let option = try #require(try service.get(id, caller: ben.caller).poll?.options.first?.id)
      for voter in [ann, cleo] { try service.vote([option], in: id, caller: voter.caller) }
      try service.closePoll(of: id, caller: ben.caller)
      try service.choose(option, of: id, caller: ben.caller)
      let details = """
        {"start": "\(fixture.hour(hour))", "duration": 3600, "step": "details", "type": "Walk",
         "place": {"label": "Hill"}, "tasks": [{"title": "Map", "assignee": "\(ben.id)"},
         {"title": "Water", "assignee": "\(cleo.id)"}]}
        """
      try service.change(id, change(details), expecting: .any, caller: ben.caller)
      try service.sendInvites(id, caller: ben.caller)
      return id
    }
    let ids = (over: try confirmed(at: 1), coming: try confirmed(at: 48))
    let planned = try service.start(ActivityChange(), in: realm, caller: ben.caller)
    fixture.clock.advance(seconds: 4 * 3600)
    switch going {
    case .leaving:
      try fixture.people.groups.subRealms.removeMember(ben.id, of: realm, caller: ben.caller)
    case .removal:
      try fixture.people.groups.subRealms.removeMember(ben.id, of: realm, caller: ann.caller)
    case .erasure:
      try fixture.people.identity.privacy.erase(password: "Tangerine-42", caller: ben.caller)
    }
    let found = try fixture.platform.store.read { session in
      try [ids.over, planned, ids.coming].map { try ActivityStore.find($0, in: session) }
    }
    #expect(found[0] == nil && found[1] == nil)
    let activity = try #require(found[2])
    #expect(activity.host == ann.id && activity.invitees == [cleo.id])
    #expect(activity.tasks.map(\.assignee) == [nil, cleo.id])
    #expect(try service.get(ids.coming, caller: cleo.caller).activity == activity)
    #expect(try fixture.breaches() == [])
    // The new host goes on with it, and calendars follow.
    let new = #"{"name": "Walk", "tasks": [{"title": "Map", "assignee": "\#(ann.id)"}]}"#
    try service.change(ids.coming, change(new), expecting: .any, caller: ann.caller)
    let item = try #require(
      try fixture.platform.store.read { session in
        try activity.item.flatMap { try CalendarItemStore.find($0, in: session) }
      })
    #expect(item.title == "Walk" && item.organizer == ann.id)
    let takingPart = try fixture.platform.store.read { session in
      try ParticipationStore.all(of: item.id, in: session).map(\.account)
    }
    #expect(Set(takingPart) == [ann.id, cleo.id])
    try service.cancel(ids.coming, caller: ann.caller)
    #expect(try service.get(ids.coming, caller: cleo.caller).activity.step == .cancelled)
    #expect(try fixture.breaches() == [])
  }
}
