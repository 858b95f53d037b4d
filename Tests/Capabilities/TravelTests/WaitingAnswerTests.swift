import Access
import Base
import Calendar
import Groups
import PeopleTestSupport
import Storage
import TestSupport
import Testing
import Travel

@Suite("what waits for one's answer")
struct WaitingAnswerTests {
  private static func team(
    of owner: TravelFixture.Person, _ fixture: TravelFixture
  ) throws -> EntityID {
    try fixture.people.groups.subRealms.create(
      SubRealmDraft(
        reading: TravelFixture.fields(
          #"{"name": "Rowers", "kind": "team", "joinPolicy": "request"}"#),
        areas: AreaCoding(
          read: { _ throws(Refusal) in throw Refusal.invalid("", "is not read here") },
          write: { _, _ in })),
      caller: owner.caller
    ).id
  }

  private static func waiting(
    _ person: TravelFixture.Person, _ fixture: TravelFixture
  ) throws -> [String] {
    try fixture.travel.appointments.waiting(PageRequest(), caller: person.caller).items
      .map(\.item.title)
  }

  @Test(
    "US8(b): whoever waits for a place has answered, and is asked no more",
    arguments: StoreEngine.allCases)
  func placeless(_ engine: StoreEngine) throws {
    let fixture = try TravelFixture(engine)
    let owner = try fixture.person("Ann")
    let guests = try ["Bob", "Cleo"].map { try fixture.person($0) }
    let now = fixture.clock.now()
    var event = CalendarItem(
      id: EntityID(high: 0, low: 0), uid: "", kind: "event",
      realm: try Self.team(of: owner, fixture),
      organizer: owner.id, title: "Regatta", start: try #require(WallTime("2026-06-13T09:00")),
      zone: .utc, duration: 3600, createdAt: now, updatedAt: now)
    event.capacity = 1
    let id = try fixture.calendar.items.create(event, caller: owner.caller)
    let rsvp = fixture.calendar.rsvp
    try rsvp.invite(guests.map(\.id.description), to: id, caller: owner.caller)
    for guest in guests {
      #expect(try Self.waiting(guest, fixture) == ["Regatta"])
      try rsvp.answer(.accepted, to: id, waits: true, caller: guest.caller)
      #expect(try Self.waiting(guest, fixture) == [])
    }
    // Whoever steps out of the queue has answered too.
    try rsvp.answer(.declined, to: id, caller: guests[1].caller)
    #expect(try Self.waiting(guests[1], fixture) == [])
  }

  @Test(
    "TV-APP-30: invitations to what is over wait no more; those to series without end do",
    arguments: StoreEngine.allCases)
  func over(_ engine: StoreEngine) throws {
    let fixture = try TravelFixture(engine)
    let (ann, bob) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let daily = ", \"recurrence\": \"FREQ=DAILY"
    for (title, more) in [("Once", ""), ("Thrice", daily + ";COUNT=3\""), ("Always", daily + "\"")]
    {
      let made = try fixture.make(ann, title, start: "2026-05-04T15:00", more)
      try fixture.calendar.rsvp.invite(
        [bob.id.description], to: made.item.id, caller: ann.caller)
    }
    #expect(try Self.waiting(bob, fixture) == ["Always", "Thrice", "Once"])
    func advance(to text: String) throws {
      let time = try #require(Instant(rfc3339: text))
      fixture.clock.advance(seconds: time.seconds(since: fixture.clock.now()))
    }
    // It takes half an hour, from 15:00 in Vaduz.
    try advance(to: "2026-05-04T13:29:59Z")
    #expect(try Self.waiting(bob, fixture) == ["Always", "Thrice", "Once"])
    try advance(to: "2026-05-04T13:30:00Z")
    #expect(try Self.waiting(bob, fixture) == ["Always", "Thrice"])
    try advance(to: "2026-05-08T00:00:00Z")
    #expect(try Self.waiting(bob, fixture) == ["Always"])
  }
}
