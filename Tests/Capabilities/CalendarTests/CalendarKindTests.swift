import Access
import Base
import Foundation
import Groups
import Identity
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Calendar

/// A kind that no module here knows: this is all that a new one takes beside its registration.
extension CalendarItemKind {
  static let lesson = CalendarItemKind(
    "lesson", named: "lesson", in: [.team], writers: .editor, isAnsweredByMembers: true,
    hasDeadline: true, hasCapacity: true)
}

@Suite("items of every kind, in sub-realms")
struct CalendarKindTests {
  @Test(
    "a kind is one value: registered, its items are made, seen, changed and answered by its rules")
  func newKind() throws {
    let fixture = try CalendarFixture(more: [.lesson])
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let stranger = try fixture.person("Eve")
    let team = try fixture.team(owner, [member])
    let items = fixture.calendar.items
    let id = try items.create(try fixture.item("lesson", in: team), caller: owner.caller)
    #expect(try items.item(id, caller: member.caller).item.kind == "lesson")
    #expect(try fixture.slug { _ = try items.item(id, caller: stranger.caller) } == "not-found")
    #expect(
      try fixture.slug {
        _ = try items.create(try fixture.item("lesson", in: team), caller: member.caller)
      } == "role-too-low")
    #expect(
      try fixture.slug {
        _ = try items.create(try fixture.item("lesson", in: team), caller: stranger.caller)
      } == "not-found")
    #expect(
      try fixture.slug {
        try items.change(id, expecting: .any, caller: member.caller) { $0.title = "Mine" }
      } == "role-too-low")
    try items.change(id, expecting: .any, caller: owner.caller) { $0.title = "Sculling" }
    #expect(try fixture.found(id)?.title == "Sculling")
    try fixture.calendar.rsvp.answer(.accepted, to: id, caller: member.caller)
    #expect(
      try fixture.slug {
        try fixture.calendar.rsvp.answer(.accepted, to: id, caller: stranger.caller)
      }
        == "not-found")
    #expect(try fixture.answers(id).map(\.party) == [.account(member.id)])
    let unknown = try CalendarFixture()
    let other = try unknown.person("Ann")
    #expect(
      try unknown.slug {
        let team = try unknown.team(other, [])
        _ = try unknown.calendar.items.create(
          try unknown.item("lesson", in: team), caller: other.caller)
      } == "invalid-content", "nobody has registered it there")
  }

  @Test("drafts are seen by those who may change them; a home of the wrong kind is refused")
  func draftsAndHomes() throws {
    let fixture = try CalendarFixture()
    let (owner, member) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [member])
    let items = fixture.calendar.items
    var draft = try fixture.item("event", in: team)
    draft.status = .draft
    let id = try items.create(draft, caller: owner.caller)
    #expect(try fixture.slug { _ = try items.item(id, caller: member.caller) } == "not-found")
    try items.change(id, expecting: .any, caller: owner.caller) { $0.status = .confirmed }
    #expect(try items.item(id, caller: member.caller).item.status == .confirmed)
    #expect(
      try items.occurrences(
        in: team, from: fixture.clock.now(), to: fixture.clock.now().adding(seconds: 864_000),
        caller: member.caller
      ).map(\.item.id) == [id])
    for (kind, realm) in [("activity", team), ("appointment", team), ("event", owner.id)] {
      #expect(
        try fixture.slug {
          _ = try items.create(try fixture.item(kind, in: realm), caller: owner.caller)
        } == "invalid-content", "\(kind)")
    }
    var appointment = try fixture.item("appointment", in: owner.id)
    appointment.capacity = 3
    #expect(
      try fixture.slug { _ = try items.create(appointment, caller: owner.caller) }
        == "invalid-content")
    #expect(try fixture.breaches().isEmpty)
  }

  @Test(
    "no answer after the deadline, and never more than capacity, however many answer at once",
    arguments: StoreEngine.allCases)
  func capacity(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let owner = try fixture.person("Owner")
    let people = try (0..<8).map { try fixture.person("Person\($0)") }
    let team = try fixture.team(owner, people)
    var event = try fixture.item("event", in: team, rule: "FREQ=WEEKLY;COUNT=4")
    event.capacity = 3
    event.responseDeadline = event.startsAt
    let id = try fixture.calendar.items.create(event, caller: owner.caller)
    let slugs = Guarded<[String]>([])
    concurrently(8) { index in
      let slug = try? fixture.slug {
        try fixture.calendar.rsvp.answer(.accepted, to: id, caller: people[index].caller)
      }
      if let slug { slugs.withLock { $0.append(slug) } }
    }
    #expect(slugs.current == Array(repeating: "no-place-left", count: 5))
    #expect(try fixture.answers(id).filter { $0.answer == .accepted }.count == 3)
    // One who does not come the second time leaves a place for that time alone.
    let inside = try #require(try fixture.answers(id).first { $0.answer == .accepted })
    let coming = try #require(people.first { inside.party == .account($0.id) })
    let outside = try #require(
      try people.first { person in
        try !fixture.answers(id).contains {
          $0.party == .account(person.id) && $0.answer == .accepted
        }
      })
    let second = event.startsAt.adding(seconds: 7 * 86_400)
    let rsvp = fixture.calendar.rsvp
    #expect(
      try fixture.slug { try rsvp.answer(.accepted, to: id, at: second, caller: outside.caller) }
        == "no-place-left")
    try rsvp.answer(.declined, to: id, at: second, caller: coming.caller)
    try rsvp.answer(.accepted, to: id, at: second, caller: outside.caller)
    #expect(
      try fixture.slug {
        try rsvp.answer(.accepted, to: id, at: second.adding(seconds: 60), caller: outside.caller)
      } == "not-found")
    func starts(_ person: CalendarFixture.Person) throws -> [Instant] {
      try fixture.platform.store.read { session in
        try Timeline.occurrences(
          of: person.id, from: event.startsAt, to: event.startsAt.adding(seconds: 40 * 86_400),
          in: session
        ).map(\.start)
      }
    }
    #expect(try starts(outside) == [second])
    #expect(try starts(coming).count == 3)
    fixture.clock.advance(seconds: event.startsAt.seconds(since: fixture.clock.now()))
    #expect(
      try fixture.slug { try rsvp.answer(.declined, to: id, caller: coming.caller) }
        == "answer-too-late")
    #expect(try fixture.breaches().isEmpty)
  }

  @Test(
    "leaving takes one out of what is coming; what one organized is handed on, and ends with the group"
  )
  func departures() throws {
    let fixture = try CalendarFixture()
    let (owner, second) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let team = try fixture.team(owner, [second])
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    let first = try fixture.item("event", in: team)
    let past = try items.create(first, caller: owner.caller)
    let coming = try items.create(
      try fixture.item("event", in: team, day: "2026-05-05"), caller: owner.caller)
    let own = try items.create(
      try fixture.item("appointment", in: second.id), caller: second.caller)
    for id in [past, coming] { try rsvp.answer(.accepted, to: id, caller: second.caller) }
    fixture.clock.advance(seconds: first.startsAt.seconds(since: fixture.clock.now()) + 7200)
    try fixture.people.groups.subRealms.removeMember(second.id, of: team, caller: second.caller)
    #expect(try fixture.answers(coming).isEmpty)
    #expect(try fixture.answers(past).count == 1, "what has been stays")
    #expect(try fixture.answers(own).count == 1, "one's own stays")
    let third = try fixture.person("Cleo")
    try fixture.join(team, third, by: owner)
    try fixture.people.identity.privacy.erase(password: "Tangerine-42", caller: owner.caller)
    #expect(try fixture.found(coming)?.organizer == third.id)
    #expect(try fixture.found(coming)?.status == .confirmed)
    try rsvp.answer(.accepted, to: coming, caller: third.caller)
    try fixture.people.groups.subRealms.delete(team, expecting: .any, caller: third.caller)
    #expect(try fixture.found(coming)?.status != .confirmed)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("changes carry their sub-realm in the change log")
  func changeLog() throws {
    let fixture = try CalendarFixture()
    let owner = try fixture.person("Ann")
    let team = try fixture.team(owner, [])
    let id = try fixture.calendar.items.create(
      try fixture.item("event", in: team), caller: owner.caller)
    try fixture.calendar.items.change(id, expecting: .any, caller: owner.caller) {
      $0.title = "Row"
    }
    try fixture.calendar.items.cancel(id, caller: owner.caller)
    let realms = try fixture.platform.store.read { session in
      try session.all(
        "SELECT realm FROM changes WHERE kind = 'calendarItem' AND subject = ?1", [.id(id)]
      ) { try $0.optional(0, $0.id) }
    }
    #expect(realms.count >= 3 && realms.allSatisfy { $0 == team })
  }
}
