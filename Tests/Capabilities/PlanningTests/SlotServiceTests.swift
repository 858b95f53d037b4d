import Access
import Base
import Calendar
import Foundation
import Geodesy
import Groups
import Itineraries
import PeopleTestSupport
import Storage
import TestSupport
import Testing
import Travel

@testable import Planning

@Suite("common times from calendars")
struct SlotServiceTests {
  private static func query(_ json: String) throws -> SlotQuery {
    let fields = try PlanningFixture.fields(json)
    let query = SlotQuery(reading: fields)
    try fields.finish()
    return query
  }

  /// An appointment of somebody, so many hours after the fixture's full hour.
  private static func busy(
    _ person: PlanningFixture.Person, _ from: Int, _ hours: Int, at place: LonLat? = nil,
    _ fixture: PlanningFixture
  ) throws {
    var item = CalendarItem(
      id: EntityID(high: 0, low: 0), uid: "", organizer: person.id, title: "Secret",
      start: IANATimeZone.utc.wallTime(at: fixture.hour(from)), zone: .utc,
      duration: hours * 3600, createdAt: fixture.clock.now(), updatedAt: fixture.clock.now())
    item.place = place.map { Place(position: $0) }
    _ = try fixture.calendar.items.create(item, caller: person.caller)
  }

  @Test(
    "the sub-realms in which some may be asked for are found together, each once",
    arguments: StoreEngine.allCases)
  func whoMayAsk(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let people = try ["Ann", "Ben", "Cleo", "Dan"].map { try fixture.person($0) }
    let first = try fixture.family([people[0], people[1]])
    let second = try fixture.family([people[1], people[2]])
    _ = try fixture.family([people[2], people[3]], kind: "community")
    func found(_ asked: PlanningFixture.Person...) throws -> Set<EntityID> {
      try fixture.planning.slots.realms(knowingWhenBusy: Set(asked.map(\.id)))
    }
    #expect(try found(people[0]) == [first] && found(people[2]) == [second])
    #expect(try found(people[0], people[1], people[2], people[3]) == [first, second])
    #expect(try found(people[3]).isEmpty)
    let strangers = Set((0..<2500).map { _ in fixture.platform.ids.next() })
    #expect(
      try fixture.planning.slots.realms(knowingWhenBusy: strangers.union([people[0].id]))
        == [first])
  }

  @Test("guests learn neither when members are free nor how far they have to a place")
  func guests() throws {
    let fixture = try PlanningFixture()
    let people = try ["Ann", "Ben", "Cleo"].map { try fixture.person($0) }
    let realm = try fixture.family(people)
    try Self.busy(people[2], 20, 2, fixture)
    let times = try Self.query(
      """
      {"participants": ["\(people[2].id)"], "from": "2026-05-02", "to": "2026-05-02",
       "duration": 60, "parts": ["morning"], "zone": "UTC"}
      """)
    let places = MeetingQuery(
      reading: try PlanningFixture.fields(
        #"{"participants": ["\#(people[2].id)"], "kinds": ["cafe"]}"#))
    let planning = fixture.planning
    _ = try planning.slots.find(times, in: realm, caller: people[1].caller)
    try fixture.people.groups.subRealms.changeMember(
      people[1].id, of: realm,
      MembershipChange(reading: PlanningFixture.fields(#"{"role": "guest"}"#)),
      caller: people[0].caller)
    let guest = try people[1].caller
    #expect(
      try fixture.slug { _ = try planning.slots.find(times, in: realm, caller: guest) }
        == "not-found")
    #expect(
      try fixture.slug { _ = try planning.meetings.find(places, in: realm, caller: guest) }
        == "not-found")
    #expect(
      try fixture.slug {
        _ = try planning.calendars.read(from: nil, to: nil, in: realm, caller: guest)
      } == "not-found")
    #expect(
      try planning.slots.find(times, in: realm, caller: people[0].caller).days.isEmpty == false)
  }

  @Test(
    "PFA1.E2.14: whose calendar elsewhere cannot be read is said, and nothing of it",
    arguments: StoreEngine.allCases)
  func unread(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let people = try ["Ann", "Ben", "Cleo", "Dan"].map { try fixture.person($0) }
    let family = try fixture.family(people)
    func subscription(_ person: Int, readAt: Instant?, failingSince: Instant?) throws {
      try fixture.platform.store.write { transaction in
        try transaction.execute(
          """
          INSERT INTO calendar_subscriptions (id, account, name, address, created_at, read_at,
            failing_since, failures, problem, notes, next_at)
          VALUES (?1, ?2, 'Secret', 'https://calendar.example/key', ?3, ?4, ?5, 0, 'Gone', '', ?3)
          """,
          [
            .id(fixture.platform.ids.next()), .id(people[person].id), .instant(fixture.hour(0)),
            .instant(readAt), .instant(failingSince),
          ])
      }
    }
    func found() throws -> SlotService.Answer {
      try fixture.planning.slots.find(
        Self.query(
          """
          {"participants": [\(people[1...2].map { "\"\($0.id)\"" }.joined(separator: ","))],
           "from": "2026-05-02", "to": "2026-05-02",
           "duration": 60, "parts": ["morning"], "zone": "UTC"}
          """), in: family, caller: people[0].caller)
    }
    try subscription(0, readAt: fixture.hour(0), failingSince: nil)
    #expect(try found().unread == [] && !found().isUnverified)
    try subscription(1, readAt: fixture.hour(0), failingSince: fixture.hour(1))
    try subscription(2, readAt: nil, failingSince: nil)
    // Not asked for: it is nobody's business.
    try subscription(3, readAt: nil, failingSince: fixture.hour(1))
    let answer = try found()
    #expect(answer.unread == people[1...2].map(\.id).sorted() && answer.isUnverified)
    var json = JSONWriter()
    answer.write(to: &json)
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(text.contains(#""name":"Ben""#) && text.contains(#""name":"Cleo""#))
    for hidden in ["Secret", "calendar.example", "Gone"] { #expect(!text.contains(hidden)) }
    #expect(answer.days.contains { !$0.slots.isEmpty }, "times are offered all the same")
  }

  @Test(
    "PFA1.14: only slots of exactly that duration at which all are free; a day without says who",
    arguments: StoreEngine.allCases)
  func slots(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let people = try ["Ann", "Ben"].map { try fixture.person($0) }
    let realm = try fixture.family(people)
    // The clock stands at 2026-05-01T10:00Z; the next day from 9 to 11 and from 12 on.
    try Self.busy(people[1], 23, 2, fixture)
    try Self.busy(people[0], 26, 8, fixture)
    // The day after nobody can: one of them all day.
    try Self.busy(people[1], 38, 24, fixture)
    let query = try Self.query(
      """
      {"participants": ["\(people[1].id)"], "from": "2026-05-02", "to": "2026-05-03",
       "duration": 60, "parts": ["morning", "afternoon"], "zone": "UTC"}
      """)
    let found = try fixture.planning.slots.find(query, in: realm, caller: people[0].caller)
    #expect(found.days.map(\.date.text) == ["2026-05-02", "2026-05-03"])
    let starts = found.days[0].slots.map { String($0.start.description.dropFirst(11).prefix(5)) }
    #expect(
      starts == [
        "06:00", "06:15", "06:30", "06:45", "07:00", "07:15", "07:30", "07:45", "08:00", "11:00",
      ])
    #expect(found.days[0].slots.allSatisfy { $0.end.seconds(since: $0.start) == 3600 })
    #expect(found.days[1].slots.isEmpty)
    let nearest = try #require(found.days[1].nearest)
    #expect(nearest.hindrances == [SlotSearch.Hindrance(account: people[1].id, reason: .busy)])
    #expect(found.ways == .none)
    var json = JSONWriter()
    found.write(to: &json)
    #expect(!String(decoding: json.bytes, as: UTF8.self).contains("Secret"))
    let stranger = try fixture.person("Eve")
    #expect(
      try fixture.slug {
        _ = try fixture.planning.slots.find(query, in: realm, caller: stranger.caller)
      } == "not-found")
  }

  @Test("a slot that nobody can reach in time is not offered; without a map that is said, unnamed")
  func ways() throws {
    let fixture = try PlanningFixture()
    let people = try ["Ann", "Ben"].map { try fixture.person($0) }
    let realm = try fixture.family(people)
    let (vaduz, balzers) = (LonLat(lon: 9.5209, lat: 47.1410), LonLat(lon: 9.5030, lat: 47.0660))
    // Until 8 in Balzers, 8.5 km away: on foot 143 minutes, as a plan without a map says.
    try Self.busy(people[1], 20, 2, at: balzers, fixture)
    func find(_ place: String) throws -> SlotService.Answer {
      try fixture.planning.slots.find(
        Self.query(
          """
          {"participants": ["\(people[1].id)"], "from": "2026-05-02", "to": "2026-05-02",
           "duration": 30, "parts": ["morning"], "zone": "UTC"\(place)}
          """), in: realm, caller: people[0].caller)
    }
    let anywhere = try find("")
    #expect(anywhere.days.first?.slots.first?.start == fixture.hour(22))
    #expect(anywhere.ways == .none && anywhere.people == PeopleOnTheWay())
    let met = try find(#", "place": {"lat": \#(vaduz.lat), "lon": \#(vaduz.lon)}"#)
    #expect(met.ways == .straightLine)
    #expect(met.people.withoutMap == 1 && met.people.withoutStart == 1 && met.people.known == 0)
    let starts = met.days.first?.slots.map(\.start) ?? []
    #expect(starts.first == fixture.hour(24).adding(seconds: 1800))
    #expect(starts.last == fixture.hour(25).adding(seconds: 1800))
  }

  /// A hill: towards the north everything takes twice as long.
  private struct Hill: TravelTimes {
    var dataVersion: String { "hill" }

    func journey(_ request: TravelRequest) -> TravelAnswer {
      let speeds: [TravelMode: Double] = [.walk: 1, .bicycle: 2, .car: 10]
      guard let speed = request.rules.modes.compactMap({ speeds[$0] }).max() else {
        return .none(NoJourney(.limits, "Nothing is at hand."))
      }
      let metres = Geodesic.distance(from: request.from, to: request.to)
      let milliseconds = Int64(metres / speed * 1000 * (request.to.lat > request.from.lat ? 2 : 1))
      switch request.timing {
      case .departAt(let time):
        return .journey(
          Journey(
            legs: [], departure: time, arrival: time.adding(milliseconds: milliseconds),
            distance: metres))
      case .arriveBy(let time):
        return .journey(
          Journey(
            legs: [], departure: time.adding(milliseconds: -milliseconds), arrival: time,
            distance: metres))
      }
    }
  }

  @Test(
    "slots leave each the time of the own way, there and back: by car for one, on foot for another")
  func ownWays() throws {
    let fixture = try PlanningFixture(times: Hill())
    let people = try ["Ann", "Ben"].map { try fixture.person($0) }
    let realm = try fixture.family(people)
    let valley = LonLat(lon: 9.5, lat: 47)
    let hut = Geodesic.destination(from: valley, bearingDegrees: 0, distanceMetres: 2690)
    // Ben has something in the valley from 9 to 10; the hut is 2.7 km to the north.
    try Self.busy(people[1], 23, 1, at: valley, fixture)
    func starts(_ modes: String, buffer: Int = 0) throws -> [String] {
      try fixture.platform.store.write { transaction in
        for table in ["travel_preferences", "travel_profiles"] {
          try transaction.execute("DELETE FROM \(table)")
        }
      }
      try MeetingTests.live(people[1], at: valley, modes, fixture)
      try fixture.platform.store.write { transaction in
        try transaction.execute("UPDATE travel_profiles SET buffer = ?1", [.int(buffer)])
      }
      let found = try fixture.planning.slots.find(
        Self.query(
          """
          {"participants": ["\(people[1].id)"], "from": "2026-05-02", "to": "2026-05-02",
           "duration": 60, "parts": ["morning"], "zone": "UTC",
           "place": {"lat": \(hut.lat), "lon": \(hut.lon)}}
          """), in: realm, caller: people[0].caller)
      return found.days.first?.slots.map {
        String($0.start.description.dropFirst(11).prefix(5))
      } ?? []
    }
    // By car 9 minutes up and 4.5 down.
    let car = try starts("walk car")
    #expect(car.contains("07:45") && !car.contains("08:00"))
    #expect(!car.contains("10:00") && car.contains("10:15"))
    // On foot 90 minutes up and 45 down.
    let feet = try starts("walk")
    #expect(feet.contains("07:15") && !feet.contains("07:30"))
    #expect(feet == feet.filter { $0 <= "07:15" })
    // By bicycle 45 minutes up and 22.5 down.
    let bicycle = try starts("walk bicycle")
    #expect(bicycle.contains("07:30") && !bicycle.contains("07:45"))
    #expect(!bicycle.contains("10:30") && bicycle.contains("10:45"))
    // Minutes in hand are put aside where there is no time for them, as plans do.
    #expect(try starts("walk bicycle", buffer: 60) == bicycle)
  }

  @Test("slots may run over from one part of the day, and from one day, to the next")
  func windows() throws {
    let zone = try #require(IANATimeZone("Europe/Vaduz"))
    let query = try Self.query(
      """
      {"participants": [], "from": "2026-05-02", "to": "2026-05-03", "duration": 120,
       "parts": ["evening", "night"]}
      """)
    let now = zone.start(of: query.from)
    let windows = query.windows(zone, after: now)
    // 17:00 to 06:00 twice: slots that begin on a day end at most two hours into the next.
    let spans = windows.map { window in
      [window.span.start, window.span.end].map { zone.wallTime(at: $0).description }
    }
    #expect(
      spans == [
        ["2026-05-02T17:00:00", "2026-05-03T01:45:00"],
        ["2026-05-03T00:00:00", "2026-05-03T06:00:00"],
        ["2026-05-03T17:00:00", "2026-05-04T01:45:00"],
        ["2026-05-04T00:00:00", "2026-05-04T06:00:00"],
      ])
  }

  @Test("the last day of three free months has as many slots as the first")
  func lastDay() throws {
    let fixture = try PlanningFixture()
    let people = [try fixture.person("Ana"), try fixture.person("Ben")]
    let realm = try fixture.family(people)
    let query = try Self.query(
      """
      {"participants": ["\(people[1].id)"], "from": "2026-05-03", "to": "2026-08-01", "duration": 60,
       "parts": ["morning", "afternoon", "evening"], "zone": "UTC"}
      """)
    let found = try fixture.planning.slots.find(query, in: realm, caller: people[0].caller)
    #expect(found.days.count == 91 && found.days[0].slots.count > 30)
    #expect(Set(found.days.map(\.slots.count)).count == 1)
  }

  @Test("a common time is found for as many as an activity invites: 199 others, not 200")
  func mostOthers() throws {
    func asked(_ others: Int) throws -> Int {
      let ids = (0..<others).map { "\"\(EntityID(high: 1, low: UInt64($0)))\"" }
      let query = try Self.query(
        """
        {"participants": [\(ids.joined(separator: ","))], "from": "2026-05-02", "to": "2026-05-02",
         "duration": 60, "parts": ["morning"]}
        """)
      return query.participants.count
    }
    func invited(_ others: Int) throws -> Int? {
      let ids = (0..<others).map { "\"\(EntityID(high: 1, low: UInt64($0)))\"" }
      let fields = try PlanningFixture.fields(#"{"invitees": [\#(ids.joined(separator: ","))]}"#)
      let change = ActivityChange(reading: fields)
      try fields.finish()
      return change.invitees?.count
    }
    #expect(try asked(199) == 199 && invited(199) == 199)
    let asking = #expect(throws: Refusal.self) { try asked(200) }
    #expect(asking?.violations.map(\.pointer) == ["/participants"])
    let inviting = #expect(throws: Refusal.self) { try invited(200) }
    #expect(inviting?.violations.map(\.pointer) == ["/invitees"])
  }

  @Test("in a large group those who came last are asked and invited as the first are, others not")
  func largeGroup() throws {
    let fixture = try PlanningFixture()
    let people = try (0..<204).map { try fixture.person("Person\($0)") }
    let stranger = try fixture.person("Stranger")
    let realm = try fixture.family(people)
    let caller = try people[0].caller
    func query(_ person: PlanningFixture.Person) throws -> SlotQuery {
      try Self.query(
        """
        {"participants": ["\(person.id)"], "from": "2026-05-02", "to": "2026-05-02", "duration": 60,
         "parts": ["morning"], "zone": "UTC"}
        """)
    }
    func invite(_ person: PlanningFixture.Person) throws -> Set<EntityID> {
      let fields = try PlanningFixture.fields(#"{"invitees": ["\#(person.id)"]}"#)
      let change = ActivityChange(reading: fields)
      try fields.finish()
      let id = try fixture.planning.activities.start(change, in: realm, caller: caller)
      return try fixture.planning.activities.get(id, caller: caller).activity.invitees
    }
    let found = try fixture.planning.slots.find(query(people[203]), in: realm, caller: caller)
    #expect(found.days.first?.slots.isEmpty == false)
    #expect(try invite(people[203]).contains(people[203].id))
    let asking = #expect(throws: Refusal.self) {
      try fixture.planning.slots.find(query(stranger), in: realm, caller: caller)
    }
    #expect(asking?.violations.map(\.pointer) == ["/participants"])
    let inviting = #expect(throws: Refusal.self) { try invite(stranger) }
    #expect(inviting?.violations.map(\.pointer) == ["/invitees"])
  }

  @Test("three months of two hundred people are searched as one question, and all of them count")
  func many() throws {
    let fixture = try PlanningFixture()
    let people = try (0..<200).map { try fixture.person("Person\($0)") }
    let realm = try fixture.family(people)
    for (index, person) in people.enumerated() {
      for day in 0..<10 { try Self.busy(person, 14 + 144 * day + index % 9, 2, fixture) }
    }
    let others = people.dropFirst().map { "\"\($0.id)\"" }.joined(separator: ", ")
    let query = try Self.query(
      """
      {"participants": [\(others)], "from": "2026-05-02", "to": "2026-08-01", "duration": 120,
       "parts": ["morning", "afternoon", "evening"], "zone": "UTC"}
      """)
    let caller = try people[0].caller
    let begin = Date()
    let found = try fixture.planning.slots.find(query, in: realm, caller: caller)
    let milliseconds = Date().timeIntervalSince(begin) * 1000
    print("common slots of 200 people in 92 days: \(milliseconds) ms, debug build")
    #expect(found.days.count == 92 && found.days.last?.slots.isEmpty == false)
    // The last of them alone is busy all of the last day, and is named for it.
    try Self.busy(people[199], 92 * 24 - 10, 24, fixture)
    let later = try fixture.planning.slots.find(query, in: realm, caller: caller).days.last
    #expect(later?.slots.isEmpty == true)
    #expect(later?.nearest?.hindrances.map(\.account) == [people[199].id])
  }
}
