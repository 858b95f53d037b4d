import Base
import Calendar
import Realms
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
    let when = TimeReader(.utc).text(from: fixture.hour(48), to: fixture.hour(49))
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
}
