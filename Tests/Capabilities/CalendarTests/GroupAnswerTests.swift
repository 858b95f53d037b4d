import Access
import Base
import Deadlines
import Groups
import Identity
import NotificationTestSupport
import Notifications
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Calendar

@Suite("answers to what concerns a whole team")
struct GroupAnswerTests {
  private static func notices(
    _ person: CalendarFixture.Person, _ kind: NotificationKind, in fixture: CalendarFixture
  ) throws -> [String] {
    try fixture.platform.store.notifications(to: person.id, kind, clocks: AccountClocks())
  }

  private static func accepted(_ item: EntityID, _ fixture: CalendarFixture) throws -> Set<Party> {
    Set(try fixture.answers(item).filter { $0.answer == .accepted }.map(\.party))
  }

  private static func waiting(_ item: EntityID, _ fixture: CalendarFixture) throws -> [EntityID] {
    try fixture.platform.store.read { try WaitingList.all(of: item, in: $0).map(\.account) }
  }

  @Test(
    "US8(b): however many accept at once, no more than the capacity are in; the rest wait in turn",
    arguments: StoreEngine.allCases)
  func parallelAnswers(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let owner = try fixture.person("Owner")
    let people = try (0..<12).map { try fixture.person("Person\($0)") }
    let team = try fixture.team(owner, people)
    var event = try fixture.item("event", in: team)
    event.capacity = 3
    let id = try fixture.calendar.items.create(event, caller: owner.caller)
    let rsvp = fixture.calendar.rsvp
    let failures = Guarded(0)
    concurrently(12) { index in
      do {
        try rsvp.answer(.accepted, to: id, waits: true, caller: people[index].caller)
      } catch { failures.withLock { $0 += 1 } }
    }
    #expect(failures.current == 0)
    #expect(try Self.accepted(id, fixture).count == 3)
    var queue = try Self.waiting(id, fixture)
    #expect(queue.count == 9 && Set(queue).count == 9)
    func version(_ account: EntityID) throws -> Int? {
      try fixture.platform.store.read {
        try ParticipationStore.find(id, of: account, in: $0)?.version
      }
    }
    let before = try #require(try version(queue[0]))
    // Those who are in step back at once: as many move up, in their turn.
    let inside = try Self.accepted(id, fixture)
    let leaving = people.filter { inside.contains(.account($0.id)) }
    concurrently(3) { index in
      do {
        try rsvp.answer(.declined, to: id, caller: leaving[index].caller)
      } catch { failures.withLock { $0 += 1 } }
    }
    #expect(failures.current == 0)
    #expect(try Self.accepted(id, fixture) == Set(queue.prefix(3).map { .account($0) }))
    #expect(
      try #require(try version(queue[0])) > before, "a page that has been read shows another answer"
    )
    queue.removeFirst(3)
    #expect(try Self.waiting(id, fixture) == queue)
    // More places: as many more move up. One who leaves the team makes room too.
    try fixture.calendar.items.change(id, expecting: .any, caller: owner.caller) { $0.capacity = 5 }
    #expect(try Self.accepted(id, fixture).count == 5)
    queue.removeFirst(2)
    let first = try #require(
      try people.first { try Self.accepted(id, fixture).contains(.account($0.id)) })
    try fixture.people.groups.subRealms.removeMember(first.id, of: team, caller: first.caller)
    #expect(try Self.accepted(id, fixture).count == 5)
    #expect(try Self.waiting(id, fixture) == Array(queue.dropFirst()))
    let moved = try #require(people.first { $0.id == queue[0] })
    #expect(try Self.notices(moved, .eventPlace, in: fixture).count == 1)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("US8(c), BZ-CAL-04: answers change until the deadline, by the server's clock, and no later")
  func deadline() throws {
    let fixture = try CalendarFixture()
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    var event = try fixture.item("event", in: team)
    let deadline = event.startsAt.adding(seconds: -86_400)
    event.responseDeadline = deadline
    let id = try fixture.calendar.items.create(event, caller: owner.caller)
    let rsvp = fixture.calendar.rsvp
    try rsvp.answer(.tentative, to: id, comment: "If the train runs", caller: member.caller)
    #expect(try fixture.answers(id).map(\.comment) == ["If the train runs"])
    try rsvp.answer(.accepted, to: id, caller: member.caller)
    #expect(try fixture.answers(id).map(\.comment) == ["If the train runs"], "kept")
    fixture.clock.advance(seconds: deadline.seconds(since: fixture.clock.now()) - 0.001)
    try rsvp.answer(.declined, to: id, comment: "", caller: member.caller)
    #expect(try fixture.answers(id).map(\.answer) == [.declined])
    #expect(try fixture.answers(id).map(\.comment) == [""])
    fixture.clock.advance(seconds: 0.001)
    #expect(
      try fixture.slug { try rsvp.answer(.accepted, to: id, caller: member.caller) }
        == "answer-too-late")
    #expect(try fixture.answers(id).map(\.answer) == [.declined])
    // US8(d): the one who runs the team has heard of each answer, once.
    #expect(try Self.notices(owner, .eventAnswer, in: fixture).count == 3)
  }

  @Test("CG-SC-14: without a deadline, answers end when it begins")
  func beginning() throws {
    let fixture = try CalendarFixture()
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let event = try fixture.item("event", in: team)
    let id = try fixture.calendar.items.create(event, caller: owner.caller)
    try fixture.calendar.rsvp.answer(.accepted, to: id, caller: member.caller)
    fixture.clock.advance(seconds: event.startsAt.seconds(since: fixture.clock.now()))
    #expect(
      try fixture.slug {
        try fixture.calendar.rsvp.answer(.declined, to: id, caller: member.caller)
      }
        == "answer-too-late")
  }

  @Test("BZ-SAF-02, CG-BZ-09: an event for those of 21 takes only whoever has said to be that old")
  func age() throws {
    let fixture = try CalendarFixture()
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    var event = try fixture.item("event", in: team)
    event.minimumAge = 21
    let id = try fixture.calendar.items.create(event, caller: owner.caller)
    func accept() throws -> String? {
      try fixture.slug {
        try fixture.calendar.rsvp.answer(.accepted, to: id, caller: member.caller)
      }
    }
    func say(_ threshold: Int, _ answer: Bool) throws {
      try Self.say(threshold, answer, member, fixture)
    }
    #expect(try accept() == "too-young")
    try say(16, true)
    #expect(try accept() == "too-young")
    try say(21, false)
    #expect(try accept() == "too-young")
    try fixture.calendar.rsvp.answer(.declined, to: id, caller: member.caller)
    try say(21, true)
    #expect(try accept() == nil)
  }

  private static func say(
    _ threshold: Int, _ answer: Bool, _ person: CalendarFixture.Person, _ fixture: CalendarFixture
  ) throws {
    let fields = try JSONFields(
      JSONValue(parsing: Array(#"{"threshold": \#(threshold), "answer": \#(answer)}"#.utf8)))
    try AgeAssertion.put(
      AgeAssertion(reading: fields), caller: person.caller, in: fixture.platform.store)
  }

  @Test(
    "BZ-SAF-02: an age that is set later asks those who come anew, and lets up only who has said it",
    arguments: StoreEngine.allCases)
  func ageSetLater(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let owner = try fixture.person("Ann")
    let people = try ["Bob", "Cleo", "Dan", "Eve"].map { try fixture.person($0) }
    let team = try fixture.team(owner, people)
    var event = try fixture.item("event", in: team)
    event.capacity = 2
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    let id = try items.create(event, caller: owner.caller)
    for person in people { try rsvp.answer(.accepted, to: id, waits: true, caller: person.caller) }
    try Self.say(21, true, people[0], fixture)
    try Self.say(21, true, people[3], fixture)
    try items.change(id, expecting: .any, caller: owner.caller) { $0.minimumAge = 21 }
    // Cleo has not said it and loses the place; Dan has not either, so that Eve gets it.
    #expect(
      try Self.accepted(id, fixture) == [.account(people[0].id), .account(people[3].id)])
    #expect(try Self.waiting(id, fixture) == [people[2].id], "the turn is kept")
    let cleo = try #require(
      try fixture.answers(id).first { $0.party == .account(people[1].id) })
    #expect(cleo.answer == .needsAction && cleo.answeredAt == nil)
    let heard = try people.map { try Self.notices($0, .eventChange, in: fixture) }
    #expect(heard.map(\.count) == [1, 1, 1, 1])
    #expect(
      heard[1] == [
        "“Rowing”, Mon, 4 May 2026 at 15:00 (UTC), is now for those who are 21 "
          + "or older. If you are, say so in your profile and answer again."
      ])
    // A place that becomes free stays so until one of those who wait says it.
    try rsvp.answer(.declined, to: id, caller: people[0].caller)
    #expect(try Self.accepted(id, fixture) == [.account(people[3].id)])
    try Self.say(21, true, people[2], fixture)
    try rsvp.answer(.accepted, to: id, waits: true, caller: people[2].caller)
    #expect(
      try Self.accepted(id, fixture) == [.account(people[3].id), .account(people[2].id)])
    #expect(try Self.waiting(id, fixture).isEmpty)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("BZ-SAF-02: an age for one of a series, and for the rest of it, asks of those alone")
  func ageOfSeries() throws {
    let fixture = try CalendarFixture()
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    let practice = try fixture.item("practice", in: team, rule: "FREQ=WEEKLY;COUNT=4")
    let id = try items.create(practice, caller: owner.caller)
    let starts = (0..<4).map { practice.startsAt.adding(seconds: Int64($0) * 7 * 86_400) }
    try rsvp.answer(.accepted, to: id, caller: member.caller)
    try rsvp.answer(.accepted, to: id, at: starts[3], caller: member.caller)
    let one = try items.change(id, at: starts[1], expecting: .any, caller: owner.caller) {
      $0.minimumAge = 18
    }
    #expect(try fixture.answers(one).map(\.answer) == [.needsAction])
    #expect(try Set(fixture.answers(id).map(\.answer)) == [.accepted])
    let rest = try items.change(
      id, at: starts[2], following: true, expecting: .any, caller: owner.caller
    ) { $0.minimumAge = 18 }
    #expect(try fixture.answers(rest).map(\.answer) == [.needsAction, .needsAction])
    #expect(try Set(fixture.answers(id).map(\.answer)) == [.accepted])
    #expect(try Self.notices(member, .eventChange, in: fixture).count == 2)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("BZ-NOT-01, CG-BZ-14: each change tells each member once, and not whoever made it")
  func telling() throws {
    let fixture = try CalendarFixture()
    let (owner, second) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let third = try fixture.person("Cleo")
    let team = try fixture.team(owner, [second, third])
    let items = fixture.calendar.items
    var draft = try fixture.item("event", in: team)
    draft.status = .draft
    let id = try items.create(draft, caller: owner.caller)
    func heard(_ person: CalendarFixture.Person, _ kind: NotificationKind) throws -> Int {
      try Self.notices(person, kind, in: fixture).count
    }
    #expect(try heard(second, .eventPublished) == 0)
    try items.change(id, expecting: .any, caller: owner.caller) { $0.status = .confirmed }
    for person in [second, third] { #expect(try heard(person, .eventPublished) == 1) }
    try items.change(id, expecting: .any, caller: owner.caller) {
      $0.start = WallTime("2026-05-04T17:00") ?? $0.start
      $0.title = "Regatta"
      $0.description = "Bring shoes."
    }
    for person in [second, third] { #expect(try heard(person, .eventChange) == 1) }
    #expect(
      try Self.notices(second, .eventChange, in: fixture) == [
        "Rowers: “Regatta” was changed: Mon, 4 May 2026 at 17:00 (UTC)."
      ])
    try items.change(id, expecting: .any, caller: owner.caller) { _ in }
    #expect(try heard(second, .eventChange) == 1, "nothing has changed")
    try items.cancel(id, caller: owner.caller)
    for person in [second, third] { #expect(try heard(person, .eventChange) == 2) }
    #expect(try heard(owner, .eventChange) == 0)
    #expect(try fixture.found(id)?.status == .cancelled, "the entry stays")
  }

  @Test("one of a series may have as few places as are taken there, and no fewer")
  func capacityOfOne() throws {
    let fixture = try CalendarFixture()
    let people = try ["Bob", "Cleo"].map { try fixture.person($0) }
    let owner = try fixture.person("Ann")
    let team = try fixture.team(owner, people)
    let practice = try fixture.item("practice", in: team, rule: "FREQ=WEEKLY;COUNT=3")
    let items = fixture.calendar.items
    let id = try items.create(practice, caller: owner.caller)
    let second = practice.startsAt.adding(seconds: 7 * 86_400)
    for person in people {
      try fixture.calendar.rsvp.answer(.accepted, to: id, at: second, caller: person.caller)
    }
    func change(_ capacity: Int) throws {
      try items.change(id, at: second, expecting: .any, caller: owner.caller) {
        $0.capacity = capacity
      }
    }
    #expect(try fixture.slug { try change(1) } == "invalid-content")
    try change(2)
  }

  @Test("one occurrence of a practice is changed or cancelled, and the rest stays")
  func occurrences() throws {
    let fixture = try CalendarFixture()
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    let practice = try fixture.item("practice", in: team, rule: "FREQ=WEEKLY;COUNT=4")
    let id = try items.create(practice, caller: owner.caller)
    let starts = (0..<4).map { practice.startsAt.adding(seconds: Int64($0) * 7 * 86_400) }
    try rsvp.answer(.accepted, to: id, comment: "Always", caller: member.caller)
    try rsvp.answer(.declined, to: id, at: starts[1], comment: "Away", caller: member.caller)
    let moved = try items.change(id, at: starts[1], expecting: .any, caller: owner.caller) {
      $0.start = WallTime("2026-05-11T18:00") ?? $0.start
    }
    #expect(moved != id)
    #expect(try fixture.answers(moved).map(\.answer) == [.declined])
    #expect(try fixture.answers(moved).map(\.comment) == ["Away"])
    try items.cancel(id, at: starts[2], caller: owner.caller)
    func listed() throws -> [String] {
      try fixture.platform.store.read { session in
        try RealmTimeline.page(
          of: team, kinds: ["practice"],
          from: .init(start: fixture.clock.now(), item: id), backward: false, drafts: false,
          reader: member.id, limit: 10, in: session
        ).map { "\($0.item.zone.wallTime(at: $0.start)) \($0.item.status.rawValue)" }
      }
    }
    #expect(
      try listed() == [
        "2026-05-04T15:00:00 confirmed", "2026-05-11T18:00:00 confirmed",
        "2026-05-18T15:00:00 cancelled", "2026-05-25T15:00:00 confirmed",
      ])
    #expect(try Self.notices(member, .eventChange, in: fixture).count == 2)
    #expect(
      try fixture.slug { try items.cancel(id, at: starts[2], caller: owner.caller) } == "not-found")
    // The series ends with everything of it, told once.
    try items.cancel(id, caller: owner.caller)
    #expect(try listed().allSatisfy { $0.hasSuffix("cancelled") })
    #expect(try Self.notices(member, .eventChange, in: fixture).count == 3)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("a day before answers end, those are reminded who have not answered, and nobody else")
  func reminder() throws {
    let fixture = try CalendarFixture()
    let owner = try fixture.person("Ann")
    let people = try ["Bob", "Cleo", "Dan"].map { try fixture.person($0) }
    let team = try fixture.team(owner, people)
    var event = try fixture.item("event", in: team)
    event.capacity = 1
    event.responseDeadline = event.startsAt
    let id = try fixture.calendar.items.create(event, caller: owner.caller)
    try fixture.calendar.rsvp.answer(.accepted, to: id, caller: people[0].caller)
    try fixture.calendar.rsvp.answer(.accepted, to: id, waits: true, caller: people[1].caller)
    let runner = try DeadlineRunner(
      store: fixture.platform.store, kinds: [fixture.calendar.editing.reminder])
    let due = event.startsAt.adding(seconds: -86_400)
    fixture.clock.advance(seconds: due.seconds(since: fixture.clock.now()) - 1)
    #expect(try runner.fireDue(.transaction) == 0)
    fixture.clock.advance(seconds: 1)
    #expect(try runner.fireDue(.transaction) == 1)
    #expect(try runner.fireDue(.transaction) == 0)
    let reminded = try ([owner] + people).map {
      try Self.notices($0, .eventReminder, in: fixture).count
    }
    #expect(reminded == [1, 0, 0, 1])
  }

  /// What somebody can do about a place, and what becomes of it.
  private enum Step: CaseIterable {
    case accept, decline, hesitate, grow, shrink, cancel
  }

  @Test("every path of four steps keeps the places, and whoever waits is not in")
  func paths() throws {
    let fixture = try CalendarFixture()
    let owner = try fixture.person("Ann")
    let people = try ["Bob", "Cleo"].map { try fixture.person($0) }
    let team = try fixture.team(owner, people)
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    func walk(_ path: [Step], _ id: EntityID) throws {
      for (index, step) in path.enumerated() {
        let caller = try people[index % 2].caller
        _ = try fixture.slug {
          switch step {
          case .accept: try rsvp.answer(.accepted, to: id, waits: true, caller: caller)
          case .decline: try rsvp.answer(.declined, to: id, caller: caller)
          case .hesitate: try rsvp.answer(.tentative, to: id, caller: caller)
          case .grow:
            try items.change(id, expecting: .any, caller: owner.caller) { $0.capacity = 2 }
          case .shrink:
            try items.change(id, expecting: .any, caller: owner.caller) { $0.capacity = 1 }
          case .cancel: try items.cancel(id, caller: owner.caller)
          }
        }
        let item = try #require(try fixture.found(id))
        let inside = try Self.accepted(id, fixture)
        let waiting = try Self.waiting(id, fixture)
        #expect(inside.count <= item.capacity ?? 0, "\(path)")
        #expect(waiting.allSatisfy { !inside.contains(.account($0)) }, "\(path)")
        #expect(
          waiting.isEmpty || (inside.count == item.capacity && item.status.isOn), "\(path)")
      }
    }
    var paths: [[Step]] = [[]]
    for _ in 0..<4 { paths = paths.flatMap { path in Step.allCases.map { path + [$0] } } }
    for (index, path) in paths.enumerated() where index % 3 == 0 || path.first == .accept {
      var event = try fixture.item("event", in: team)
      event.capacity = 1
      try walk(path, try items.create(event, caller: owner.caller))
    }
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("the file of a team's calendar has what was cancelled for a month, and is over for a year")
  func ageInFile() throws {
    let fixture = try CalendarFixture()
    let owner = try fixture.person("Ann")
    let team = try fixture.team(owner, [])
    let items = fixture.calendar.items
    let id = try items.create(fixture.item("event", in: team), caller: owner.caller)
    _ = try items.create(fixture.item("practice", in: team), caller: owner.caller)
    fixture.clock.advance(seconds: 60)
    try items.cancel(id, caller: owner.caller)
    let found = try #require(try fixture.found(id))
    #expect(found.updatedAt == fixture.clock.now())
    #expect(found.createdAt == fixture.clock.now().adding(seconds: -60))
    func states() throws -> [String] {
      let bytes = try fixture.platform.store.read { session in
        try fixture.calendar.exchange.file(
          ofRealm: team, named: "Rowers", for: owner.id, now: fixture.clock.now(), in: session)
      }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
        .filter { $0.hasPrefix("STATUS") }.sorted()
    }
    #expect(try states() == ["STATUS:CANCELLED", "STATUS:CONFIRMED"])
    fixture.clock.advance(seconds: 29 * 86_400)
    #expect(try states() == ["STATUS:CANCELLED", "STATUS:CONFIRMED"])
    fixture.clock.advance(seconds: 2 * 86_400)
    #expect(try states() == ["STATUS:CONFIRMED"])
    fixture.clock.advance(seconds: 330 * 86_400)
    #expect(try states() == ["STATUS:CONFIRMED"])
    fixture.clock.advance(seconds: 30 * 86_400)
    #expect(try states() == [])
  }

  @Test("the file of a team's calendar says to which occurrences its reader may come")
  func tentativeInFile() throws {
    let fixture = try CalendarFixture()
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let practice = try fixture.item("practice", in: team, rule: "FREQ=WEEKLY;COUNT=4")
    let id = try fixture.calendar.items.create(practice, caller: owner.caller)
    let starts = (0..<4).map { practice.startsAt.adding(seconds: Int64($0) * 7 * 86_400) }
    func answer(_ answer: Participation.Answer, _ start: Instant? = nil) throws {
      try fixture.calendar.rsvp.answer(answer, to: id, at: start, caller: member.caller)
    }
    func file(_ reader: CalendarFixture.Person) throws -> [String] {
      let bytes = try fixture.platform.store.read { session in
        try fixture.calendar.exchange.file(
          ofRealm: team, named: "Rowers", for: reader.id, now: fixture.clock.now(), in: session)
      }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
        .filter { line in ["RECURRENCE-ID", "STATUS"].contains { line.hasPrefix($0) } }
    }
    try answer(.tentative, starts[1])
    try answer(.declined, starts[2])
    #expect(
      try file(member) == [
        "STATUS:CONFIRMED", "RECURRENCE-ID:20260511T150000Z", "STATUS:TENTATIVE",
      ])
    #expect(try file(owner) == ["STATUS:CONFIRMED"])
    try answer(.tentative)
    try answer(.accepted, starts[3])
    try answer(.needsAction, starts[0])
    #expect(
      try file(member) == [
        "STATUS:TENTATIVE", "RECURRENCE-ID:20260518T150000Z", "STATUS:CONFIRMED",
        "RECURRENCE-ID:20260525T150000Z", "STATUS:CONFIRMED",
      ])
  }
}
