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

@Suite("What every activity keeps to")
struct ActivityRuleTests {
  private let fixture: PlanningFixture
  private let people: [PlanningFixture.Person]
  private let realm: EntityID

  init() throws {
    let fixture = try PlanningFixture()
    self.fixture = fixture
    people = try ["Ann", "Ben", "Cleo"].map { try fixture.person($0) }
    realm = try fixture.family(people)
  }

  private var service: ActivityService { fixture.planning.activities }

  private func change(_ json: String) throws -> ActivityChange {
    let fields = try PlanningFixture.fields(json)
    let change = ActivityChange(reading: fields)
    try fields.finish()
    return change
  }

  private func start(_ json: String = "{}", by person: Int = 0) throws -> EntityID {
    try service.start(change(json), in: realm, caller: people[person].caller)
  }

  /// The slug and the place of the refusal of a change by the host.
  private func refusal(_ id: EntityID, _ json: String) throws -> String? {
    do {
      try service.change(id, change(json), expecting: .any, caller: people[0].caller)
      return nil
    } catch let refusal as Refusal {
      return refusal.violations.first?.pointer ?? refusal.slug
    }
  }

  private func poll() throws -> PollDraft {
    PollDraft(
      reading: try PlanningFixture.fields(
        """
        {"deadline": "\(fixture.hour(24))", "options": [{"name": "Hike"}, {"name": "Cinema"}]}
        """))
  }

  /// Titles of what stands in somebody's calendar from the next day on.
  private func titles(_ person: Int) throws -> [String] {
    try fixture.platform.store.read { session in
      try Timeline.occurrences(
        of: people[person].id, from: fixture.hour(24), to: fixture.hour(96), in: session
      ).map(\.item.title)
    }
  }

  @Test("MF-PFA-06: a member hosts any number of activities, each of which has one host")
  func hosts() throws {
    let ids = try (0..<12).map { try start(#"{"name": "Plan \#($0)"}"#) }
    let other = try start(by: 1)
    let own = try service.list(
      in: realm, PageRequest(), caller: people[0].caller
    ).items.map(\.activity)
    #expect(Set(own.map(\.id)).isSubset(of: ids) && own.allSatisfy { $0.host == people[0].id })
    #expect(try service.get(other, caller: people[1].caller).activity.host == people[1].id)
    // Nobody else plans with it, and the host is not among those who are asked.
    for id in ids {
      let activity = try service.get(id, caller: people[0].caller).activity
      #expect(activity.host == people[0].id && !activity.invitees.contains(people[0].id))
      #expect(
        try fixture.slug {
          try service.change(id, change("{}"), expecting: .any, caller: people[1].caller)
        } == "not-found")
    }
  }

  @Test("MF-PFA-07: an activity has no poll or one; a second is refused and the first stays")
  func onePoll() throws {
    let id = try start()
    #expect(try service.get(id, caller: people[0].caller).poll == nil)
    try service.sendPoll(poll(), of: id, caller: people[0].caller)
    let first = try service.get(id, caller: people[0].caller).poll?.options.map(\.id)
    #expect(
      try fixture.slug { try service.sendPoll(poll(), of: id, caller: people[0].caller) }
        == "activity-state")
    #expect(try service.get(id, caller: people[0].caller).poll?.options.map(\.id) == first)
    #expect(try fixture.notes(people[1], .pollAsked).count == 1)
    let polls = try fixture.platform.store.read { try $0.count("SELECT COUNT(*) FROM polls") }
    #expect(polls == 1)
  }

  @Test(
    "MF-T-clickNext-start: no way on without name, description or anybody who is invited",
    arguments: [
      (#"{"description": "Up"}"#, "/name"), (#"{"name": "Hike"}"#, "/description"),
      (#"{"name": "Hike", "description": "Up", "invitees": []}"#, "/invitees"),
      (#"{"name": "", "description": ""}"#, "/name"),
    ])
  func nextOnStart(_ entered: String, _ missing: String) throws {
    let id = try start(entered)
    #expect(try refusal(id, #"{"step": "scheduling"}"#) == missing)
    #expect(try service.get(id, caller: people[0].caller).activity.step == .start)
    #expect(
      try refusal(
        id,
        #"{"name": "Hike", "description": "Up", "invitees": ["\#(people[1].id)"], "step": "scheduling"}"#
      ) == nil)
    #expect(try service.get(id, caller: people[0].caller).activity.step == .scheduling)
  }

  @Test(
    "MF-T-clickNext-schedule: a start in the past and an end that is not after the start are refused, date and time as one"
  )
  func nextOnSchedule() throws {
    let id = try start(#"{"name": "Hike", "description": "Up", "step": "scheduling"}"#)
    func next(_ start: Instant, _ duration: Int) throws -> String? {
      try refusal(
        id, #"{"start": "\#(start)", "duration": \#(duration), "step": "details"}"#)
    }
    let now = fixture.clock.now()
    #expect(try refusal(id, #"{"step": "details"}"#) == "/start")
    #expect(try next(now.adding(milliseconds: -1), 3600) == "/start")
    #expect(try next(now.adding(seconds: -86_400), 90_000) == "/start")
    for duration in [0, -3600] {
      #expect(try next(now.adding(seconds: 60), duration) == "/duration")
    }
    #expect(try service.get(id, caller: people[0].caller).activity.step == .scheduling)
    #expect(try service.get(id, caller: people[0].caller).activity.span == nil)
    // CG-MF-03: an earlier hour on a later day is in the future.
    let morning = now.adding(seconds: 7 * 86_400 - 5 * 3600)
    #expect(try next(morning, 3600) == nil)
    #expect(try service.get(id, caller: people[0].caller).activity.step == .details)
  }

  /// What completes an activity at its details, without one of the members.
  private func details(without left: String = "") throws -> String {
    let members = [
      "place": #""place": {"label": "Station"}"#, "type": #""type": "Walk""#,
      "tasks": """
      "tasks": [{"title": "Bring water", "assignee": "\(people[1].id)"},
        {"title": "Bring bread", "assignee": "\(people[1].id)"}]
      """,
    ]
    return
      "{\(members.filter { $0.key != left }.sorted { $0.key < $1.key }.map(\.value).joined(separator: ", "))}"
  }

  private func atDetails(invitees: [Int] = [1, 2]) throws -> EntityID {
    let names = invitees.map { "\"\(people[$0].id)\"" }.joined(separator: ", ")
    return try start(
      """
      {"name": "Hike", "description": "Up the hill", "invitees": [\(names)],
       "start": "\(fixture.hour(48))", "duration": 7200, "step": "details"}
      """)
  }

  @Test(
    "MF-PFA-21: an activity is final only with name, description, time, place, type and tasks that are given to somebody"
  )
  func complete() throws {
    for (left, pointer) in [("place", "/place"), ("type", "/type"), ("tasks", "/tasks")] {
      let id = try atDetails()
      #expect(try refusal(id, details(without: left)) == nil)
      do {
        try service.sendInvites(id, caller: people[0].caller)
        Issue.record("\(left) was not asked for")
      } catch let refusal as Refusal {
        #expect(refusal.violations.map(\.pointer) == [pointer])
      }
      #expect(try service.get(id, caller: people[0].caller).activity.step == .details)
    }
    #expect(try fixture.notes(people[1], .activityInvitation).isEmpty)
    let id = try atDetails()
    #expect(try refusal(id, details()) == nil)
    try service.sendInvites(id, caller: people[0].caller)
    let done = try service.get(id, caller: people[2].caller).activity
    #expect(done.step == .confirmed && done.name == "Hike" && done.description == "Up the hill")
    #expect(done.span == Intervals.Span(fixture.hour(48), fixture.hour(50)))
    #expect(done.place?.label == "Station" && done.type == "Walk" && done.tasks.count == 2)
    #expect(done.tasks.allSatisfy { $0.assignee == people[1].id })
    // What is final stays complete.
    for gap in [#"{"name": ""}"#, #"{"type": ""}"#, #"{"tasks": []}"#] {
      #expect(try refusal(id, gap) != nil, "\(gap)")
    }
    #expect(try service.get(id, caller: people[2].caller).activity == done)
    #expect(try fixture.breaches() == [])
  }

  @Test("once all who were invited have left, what is confirmed can still be moved and changed")
  func withoutInvitees() throws {
    let id = try atDetails(invitees: [1])
    #expect(try refusal(id, details()) == nil)
    try service.sendInvites(id, caller: people[0].caller)
    try fixture.people.groups.subRealms.removeMember(
      people[1].id, of: realm, caller: people[1].caller)
    let left = try service.get(id, caller: people[0].caller).activity
    #expect(left.invitees.isEmpty && left.tasks.map(\.assignee) == [nil, nil])
    #expect(try refusal(id, #"{"start": "\#(fixture.hour(52))", "duration": 3600}"#) == nil)
    #expect(try refusal(id, #"{"place": {"label": "Hill"}}"#) == nil)
    let moved = try service.get(id, caller: people[0].caller).activity
    #expect(moved.span?.start == fixture.hour(52) && moved.place?.label == "Hill")
    // Tasks that are given anew are given to somebody.
    #expect(try refusal(id, #"{"tasks": [{"title": "Bring water"}]}"#) == "/tasks")
    #expect(
      try refusal(id, #"{"tasks": [{"title": "Bring water", "assignee": "\#(people[0].id)"}]}"#)
        == nil)
    #expect(try fixture.breaches() == [])
  }

  @Test("MF-PFA-17: a task is given to exactly one who takes part; one may have several")
  func assignees() throws {
    let id = try atDetails(invitees: [1])
    #expect(
      try refusal(
        id,
        #"{"tasks": [{"title": "Bring water", "assignee": ["\#(people[0].id)", "\#(people[1].id)"]}]}"#
      ) != nil)
    // Cleo is not invited.
    #expect(
      try refusal(id, #"{"tasks": [{"title": "Bring water", "assignee": "\#(people[2].id)"}]}"#)
        == "/tasks")
    #expect(
      try refusal(
        id,
        #"{"place": {"label": "Station"}, "type": "Walk", "tasks": [{"title": "Bring water"}]}"#)
        == nil)
    #expect(
      try fixture.slug { try service.sendInvites(id, caller: people[0].caller) }
        == "invalid-content")
    #expect(try refusal(id, details()) == nil)
    try service.sendInvites(id, caller: people[0].caller)
    let tasks = try service.get(id, caller: people[1].caller).activity.tasks
    #expect(tasks.map(\.title) == ["Bring water", "Bring bread"])
    #expect(tasks.map(\.assignee) == [people[1].id, people[1].id])
    let told = try fixture.notes(people[1], .activityInvitation)
    #expect(told.first?.hasSuffix("Your tasks: Bring water, Bring bread.") == true, "\(told)")
  }

  @Test("PFA1.20-21: an invitation with a long description still says when, where and what to do")
  func longDescription() throws {
    let id = try atDetails(invitees: [1])
    let long = String(repeating: "Up the hill and down again. ", count: 70)
    #expect(try refusal(id, #"{"description": "\#(long)"}"#) == nil)
    #expect(try refusal(id, details()) == nil)
    try service.sendInvites(id, caller: people[0].caller)
    let told = try #require(try fixture.notes(people[1], .activityInvitation).first)
    #expect(told.contains("Up the hill and down again.") && told.contains("…"))
    #expect(told.hasSuffix(", Station. Your tasks: Bring water, Bring bread."), "\(told)")
  }

  @Test("MF-AS-07: a time and a place that are entered by hand are taken as given")
  func asGiven() throws {
    let now = fixture.clock.now()
    let busy = CalendarItem(
      id: EntityID(high: 0, low: 0), uid: "", organizer: people[1].id, title: "Dentist",
      start: IANATimeZone.utc.wallTime(at: fixture.hour(48)), zone: .utc, duration: 7200,
      createdAt: now, updatedAt: now)
    _ = try fixture.calendar.items.create(busy, caller: people[1].caller)
    let id = try atDetails()
    #expect(try refusal(id, details()) == nil)
    try service.sendInvites(id, caller: people[0].caller)
    let done = try service.get(id, caller: people[1].caller).activity
    #expect(done.step == .confirmed && !done.isChecked)
    #expect(Set(try titles(1)) == ["Dentist", "Hike"])
  }

  @Test(
    "MF-AS-11: who is given a task is not asked, reminded or held to it; whoever does nothing loses nothing"
  )
  func willing() throws {
    let id = try atDetails()
    #expect(try refusal(id, details()) == nil)
    try service.sendInvites(id, caller: people[0].caller)
    let given = try service.get(id, caller: people[1].caller).activity
    #expect(given.step == .confirmed && given.tasks.contains { $0.assignee == people[1].id })
    func told() throws -> Int {
      try fixture.platform.store.read {
        try $0.count("SELECT COUNT(*) FROM notifications WHERE account = ?1", [.id(people[1].id)])
      }
    }
    let before = try told()
    // A week after the activity; nobody has said that anything was done.
    fixture.clock.advance(seconds: 9 * 86_400)
    try fixture.fireDue()
    #expect(try told() == before)
    #expect(try service.get(id, caller: people[1].caller).activity == given)
    _ = try start(by: 1)
    let car = try fixture.car(of: realm, by: people[1])
    _ = try fixture.planning.bookings.book(car, fixture.draft(24, 26), caller: people[1].caller)
  }

  @Test("PFA1.A3.5-6: only those who were chosen get the poll, the invitation and the entry")
  func chosen() throws {
    let id = try start()
    #expect(try refusal(id, #"{"invitees": ["\#(people[1].id)"]}"#) == nil)
    #expect(try service.get(id, caller: people[0].caller).activity.step == .start)
    try service.sendPoll(poll(), of: id, caller: people[0].caller)
    #expect(try people.map { try fixture.notes($0, .pollAsked).count } == [0, 1, 0])
    let option = try #require(try service.get(id, caller: people[1].caller).poll?.options.first?.id)
    #expect(
      try fixture.slug { try service.vote([option], in: id, caller: people[2].caller) }
        == "not-found")
    try service.vote([option], in: id, caller: people[1].caller)
    try service.closePoll(of: id, caller: people[0].caller)
    try service.choose(option, of: id, caller: people[0].caller)
    #expect(
      try refusal(
        id, #"{"start": "\#(fixture.hour(48))", "duration": 7200, "step": "details"}"#) == nil)
    #expect(try refusal(id, details()) == nil)
    try service.sendInvites(id, caller: people[0].caller)
    #expect(try people.map { try fixture.notes($0, .activityInvitation).count } == [0, 1, 0])
    #expect(try people.indices.map { try titles($0) } == [["Hike"], ["Hike"], []])
  }

  @Test("TV-ACC-18: an activity reaches nobody who has blocked its host, who does not learn of it")
  func blocked() throws {
    try fixture.people.groups.blocks.block(people[0].id, caller: people[2].caller)
    let id = try atDetails()
    #expect(try refusal(id, details()) == nil)
    try service.sendInvites(id, caller: people[0].caller)
    #expect(try people.map { try fixture.notes($0, .activityInvitation).count } == [0, 1, 0])
    #expect(try people.indices.map { try titles($0) } == [["Hike"], ["Hike"], []])
    let item = try #require(try service.get(id, caller: people[0].caller).activity.item)
    let span = Intervals.Span(fixture.hour(24), fixture.hour(96))
    try fixture.platform.store.read { session in
      let busy = try FreeBusy(
        of: people.map { .account($0.id) }, in: span, fixture.calendar.items.kinds, from: session
      ).busy
      #expect(people.map { busy[.account($0.id)] != nil } == [true, true, false])
      // To the host all who were invited look alike.
      let shown = try ParticipationStore.all(of: item, in: session)
      #expect(
        people.map { person in shown.first { $0.account == person.id }?.answer }
          == [.accepted, .tentative, .tentative])
    }
    // A change is not told either; what one answers of one's own accord is.
    #expect(try refusal(id, #"{"start": "\#(fixture.hour(50))", "duration": 7200}"#) == nil)
    func told(_ person: Int) throws -> Int {
      try fixture.platform.store.read {
        try $0.count(
          "SELECT COUNT(*) FROM notifications WHERE account = ?1 AND kind = 'appointmentChange'",
          [.id(people[person].id)])
      }
    }
    #expect(try people.indices.map { try told($0) } == [0, 1, 0])
    try fixture.calendar.rsvp.answer(.accepted, to: item, caller: people[2].caller)
    #expect(try titles(2) == ["Hike"])
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "MF-PFA-18: with a type go its tasks; what was planned with it keeps its own",
    arguments: StoreEngine.allCases)
  func types(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let ann = try fixture.person("Ann")
    let realm = try fixture.family([ann, try fixture.person("Ben")])
    let types = fixture.planning.activityTypes
    func make(_ name: String) throws -> EntityID {
      try types.create(
        ActivityTypeDraft(
          reading: PlanningFixture.fields(#"{"name": "\#(name)", "tasks": ["Water", "Bread"]}"#)),
        in: realm, caller: ann.caller)
    }
    let (picnic, walk) = (try make("Picnic"), try make("Walk"))
    let id = try fixture.planning.activities.start(
      ActivityChange(
        reading: PlanningFixture.fields(#"{"type": "Picnic", "tasks": [{"title": "Water"}]}"#)),
      in: realm, caller: ann.caller)
    func tasks(_ type: EntityID) throws -> Int {
      try fixture.platform.store.read {
        try $0.count("SELECT COUNT(*) FROM activity_type_tasks WHERE type = ?1", [.id(type)])
      }
    }
    #expect(try tasks(picnic) == 2)
    try types.remove(picnic, caller: ann.caller)
    #expect(try tasks(picnic) == 0 && tasks(walk) == 2)
    #expect(
      try types.list(in: realm, PageRequest(), caller: ann.caller).items.map(\.name) == ["Walk"])
    let kept = try fixture.planning.activities.get(id, caller: ann.caller).activity
    #expect(kept.type == "Picnic" && kept.tasks.map(\.title) == ["Water"])
  }
}
