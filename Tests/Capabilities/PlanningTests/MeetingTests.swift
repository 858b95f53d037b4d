import Access
import Base
import Calendar
import Foundation
import Geodesy
import Groups
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Planning

@Suite("where people could meet")
struct MeetingTests {
  /// A world without streets: so many metres a second along straight lines, by what one has.
  private struct Plain: MeetingWays {
    func seconds(from: [LonLat], to: [LonLat], by way: OwnWay) -> [[Double?]]? {
      let speeds: [OwnWay: Double] = [.walk: 1.25, .bicycle: 4, .car: 10]
      let speed = speeds[way] ?? 1
      return from.map { start in to.map { Geodesic.distance(from: start, to: $0) / speed } }
    }
  }

  /// A café and a park every kilometre along a meridian.
  private struct Row: MeetingPlaces {
    func places(
      _ kinds: Set<MeetingPlaceKind>, around position: LonLat, withinMetres metres: Double,
      limit: Int
    ) -> [MeetingPlace] {
      (0..<40).flatMap { number in
        kinds.sorted { $0.rawValue < $1.rawValue }.map { kind in
          MeetingPlace(
            kind: kind,
            place: Place(position: MeetingTests.at(Double(number)), label: "\(kind) \(number)"))
        }
      }
    }
  }

  /// So many kilometres north of Balzers.
  private static func at(_ kilometres: Double) -> LonLat {
    Geodesic.destination(
      from: LonLat(lon: 9.5, lat: 47), bearingDegrees: 0, distanceMetres: kilometres * 1000)
  }

  private static func query(_ json: String) throws -> MeetingQuery {
    let fields = try PlanningFixture.fields(json)
    let query = MeetingQuery(reading: fields)
    try fields.finish()
    return query
  }

  /// Somebody's home, and how that one gets about.
  static func live(
    _ person: PlanningFixture.Person, at home: LonLat, _ modes: String,
    _ fixture: PlanningFixture
  ) throws {
    try fixture.platform.store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO travel_profiles (account, preferences_version, revision, planned_revision,
          planned_until, planned_with, home_lat, home_lon) VALUES (?1, 1, 1, 0, 0, '', ?2, ?3)
        """, [.id(person.id), .real(home.lat), .real(home.lon)])
      try transaction.execute(
        """
        INSERT INTO travel_preferences (account, day, modes, avoiding, ordering)
        VALUES (?1, '', ?2, '', 'fastest')
        """, [.id(person.id), .text(modes)])
    }
  }

  private struct Stand {
    let fixture: PlanningFixture
    let people: [PlanningFixture.Person]
    let realm: EntityID

    /// Four people on a line: at 0, 2 and 4 km on foot, and at 20 km with a car.
    init(_ engine: StoreEngine = .sqlite, kind: String = "family") throws {
      fixture = try PlanningFixture(engine, ways: Plain(), places: Row())
      people = try ["Ann", "Ben", "Cleo", "Dan"].map { [fixture] in try fixture.person($0) }
      realm = try fixture.family(people, kind: kind)
      for (person, kilometres) in zip(people, [0.0, 2, 4]) {
        try MeetingTests.live(person, at: MeetingTests.at(kilometres), "walk", fixture)
      }
      try MeetingTests.live(people[3], at: MeetingTests.at(20), "walk car", fixture)
    }

    func find(_ others: [Int], _ more: String = "", as person: Int = 0) throws
      -> MeetingService.Answer
    {
      let ids = others.map { "\"\(people[$0].id)\"" }.joined(separator: ", ")
      return try fixture.planning.meetings.find(
        MeetingTests.query(
          #"{"participants": [\#(ids)], "kinds": ["cafe"]\#(more)}"#), in: realm,
        caller: people[person].caller)
    }
  }

  @Test(
    "places are ranked by all ways, each by the own modes; the asker sees the own time and the spread",
    arguments: StoreEngine.allCases)
  func ranking(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let found = try stand.find([1, 2, 3])
    #expect(found.known == 4 && found.unknown == 0 && found.grain == 300)
    #expect(found.ways == .streets && found.entries.count == 20)
    // On foot from 0, 2 and 4 km; by car from 20: at 2 km 1600, 0, 1600 and 1800 s.
    let best = try #require(found.entries.first)
    #expect(best.place.place.label == "cafe 2")
    #expect(best.own.map { $0.rounded() } == 1600)
    // Others set out in the middle of their squares: Ben 0.5 km from his home, at 2 km.
    #expect(best.spread?.shortest == 600 && best.spread?.longest == 1800)
    // Nobody's start, name or exact time but the own one.
    var json = JSONWriter()
    found.write(to: &json)
    let text = String(decoding: json.bytes, as: UTF8.self)
    for person in stand.people { #expect(!text.contains(person.id.description)) }
    #expect(!text.contains("Ben") && !text.contains("home"))
    // The sum thinks of three walkers more than of one driver: not north of them.
    #expect(
      try stand.find([1, 2, 3], #", "order": "sum""#).entries.first?.place.place.label == "cafe 2")
  }

  @Test("the way begins at the appointment before, or where the asker says")
  func starts() throws {
    let stand = try Stand()
    let fixture = stand.fixture
    var item = CalendarItem(
      id: EntityID(high: 0, low: 0), uid: "", organizer: stand.people[0].id, title: "Secret",
      start: IANATimeZone.utc.wallTime(at: fixture.hour(20)), zone: .utc, duration: 3600,
      createdAt: fixture.clock.now(), updatedAt: fixture.clock.now())
    item.place = Place(position: Self.at(6))
    _ = try fixture.calendar.items.create(item, caller: stand.people[0].caller)
    func own(_ more: String) throws -> Double? {
      let found = try stand.find([1], #", "places": [{"lat": 47, "lon": 9.5}]"# + more)
      return found.entries.first { $0.place.kind == nil }?.own.map { $0.rounded() }
    }
    #expect(try own("") == 0, "from home")
    #expect(try own(#", "time": "\#(fixture.hour(22))""#) == 4800, "from the appointment")
    #expect(try own(#", "time": "\#(fixture.hour(30))""#) == 0, "that is long over")
    let (lat, lon) = (Self.at(1).lat, Self.at(1).lon)
    #expect(try own(#", "from": {"lat": \#(lat), "lon": \#(lon)}"#) == 800)
  }

  @Test("who has no home is counted, not guessed; without any start it says what to do")
  func unknown() throws {
    let stand = try Stand()
    let eve = try stand.fixture.person("Eve")
    _ = try stand.fixture.people.groups.subRealms.join(stand.realm, caller: eve.caller)
    let ask = try Self.query(
      #"{"participants": ["\#(stand.people[0].id)"], "kinds": ["cafe"]}"#)
    let found = try stand.fixture.planning.meetings.find(
      ask, in: stand.realm, caller: eve.caller)
    #expect(found.known == 1 && found.unknown == 1)
    #expect(found.entries.allSatisfy { $0.own == nil })
    let alone = try Self.query(#"{"participants": [], "kinds": ["cafe"]}"#)
    #expect(
      try stand.fixture.slug {
        _ = try stand.fixture.planning.meetings.find(alone, in: stand.realm, caller: eve.caller)
      } == "invalid-content")
    // Strangers are not measured, and learn nothing.
    let stranger = try stand.fixture.person("Fay")
    #expect(
      try stand.fixture.slug {
        _ = try stand.fixture.planning.meetings.find(ask, in: stand.realm, caller: stranger.caller)
      } == "not-found")
    let other = try Self.query(#"{"participants": ["\#(stranger.id)"], "kinds": ["cafe"]}"#)
    #expect(
      try stand.fixture.slug {
        _ = try stand.fixture.planning.meetings.find(other, in: stand.realm, caller: eve.caller)
      } == "invalid-content")
  }

  @Test("among people who are no family, nobody's home can be told from the spread of a few")
  func fewOthers() throws {
    let stand = try Stand(kind: "group")
    #expect(try stand.fixture.slug { _ = try stand.find([1, 2]) } == "invalid-content")
    #expect(try stand.find([1, 2, 3]).entries.count == 20)
  }

  @Test(
    "whoever asks for any number of places learns of another's start its square kilometre and no more",
    arguments: [1, 2])
  func probing(seed: UInt64) throws {
    let fixture = try PlanningFixture(ways: Plain(), places: Row())
    let people = try ["Ann", "Ben"].map { try fixture.person($0) }
    let realm = try fixture.family(people)
    try Self.live(people[0], at: Self.at(0), "walk", fixture)
    try Self.live(people[1], at: LonLat(lon: 9.5, lat: 47.0301), "walk", fixture)
    var random = SeededRandom(seed: seed)
    // Places around the true start, closer and closer, and those of the map.
    let probes = (0..<5).map { round in
      let reach = 0.02 / Double(1 << round)
      let places = (0..<200).map { _ in
        let lat = 47.0301 + Double.random(in: -reach...reach, using: &random)
        let lon = 9.5 + Double.random(in: -reach...reach, using: &random)
        return #"{"lat": \#(lat), "lon": \#(lon)}"#
      }
      return places.joined(separator: ", ")
    }
    func answers() throws -> [String] {
      try ["longest", "sum", "fairness"].flatMap { order in
        try probes.map { probe in
          let query = try Self.query(
            """
            {"participants": ["\(people[1].id)"], "order": "\(order)", "kinds": ["cafe"],
             "places": [\(probe)]}
            """)
          let found = try fixture.planning.meetings.find(
            query, in: realm, caller: people[0].caller)
          var json = JSONWriter()
          found.write(to: &json)
          return json.string
        }
      }
    }
    func move(to position: LonLat) throws {
      try fixture.platform.store.write {
        _ = try $0.execute(
          "UPDATE travel_profiles SET home_lat = ?2, home_lon = ?3 WHERE account = ?1",
          [.id(people[1].id), .real(position.lat), .real(position.lon)])
      }
    }
    let before = try answers()
    // Half a kilometre away, in the same square: nothing that is told is another.
    try move(to: LonLat(lon: 9.502, lat: 47.0349))
    #expect(try answers() == before)
    try move(to: LonLat(lon: 9.502, lat: 47.0451))
    #expect(try answers() != before, "the ways are still those of the neighbourhood")
  }

  @Test("the square that stands for a start holds it, everywhere on earth", arguments: [1, 2])
  func squares(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let edges = [
      LonLat(lon: 180, lat: 90), LonLat(lon: -180, lat: -90), LonLat(lon: 180, lat: 0),
      LonLat(lon: -180, lat: 0), LonLat(lon: 0, lat: 0),
    ]
    let starts =
      edges
      + (0..<2000).map { _ in
        LonLat(
          lon: Double.random(in: -180...180, using: &random),
          lat: Double.random(in: -90...90, using: &random))
      }
    for start in starts {
      let person = Traveller(
        account: EntityID(high: 1, low: 1), start: start, ways: [.walk], goesPublic: false)
      guard let rough = person.roughly.start else {
        Issue.record("\(start) is lost")
        continue
      }
      #expect(Geodesic.distance(from: start, to: rough) < 820, "\(start)")
      #expect((-180...180).contains(rough.lon) && (-90...90).contains(rough.lat), "\(start)")
      #expect(person.roughly.roughly.start == rough, "\(start)")
    }
  }

  @Test("without a map straight lines are said; buses are estimated where the walk is long")
  func estimates() throws {
    let fixture = try PlanningFixture(places: Row())
    let people = try ["Ann", "Ben"].map { try fixture.person($0) }
    let realm = try fixture.family(people)
    try Self.live(people[0], at: Self.at(0), "walk", fixture)
    try Self.live(people[1], at: Self.at(4), "walk", fixture)
    let ask = try Self.query(
      #"{"participants": ["\#(people[1].id)"], "kinds": ["cafe"], "order": "fairness"}"#)
    let found = try fixture.planning.meetings.find(ask, in: realm, caller: people[0].caller)
    #expect(found.ways == .straightLine && found.entries.first?.place.place.label == "cafe 2")
    let bus = Traveller(account: people[0].id, start: Self.at(0), ways: [.walk], goesPublic: true)
    let streets = EstimatedWays(ways: Plain())
    #expect(streets.seconds(of: [bus], to: [Self.at(1)]).isEstimated == false)
    let far = streets.seconds(of: [bus], to: [Self.at(10)])
    #expect(far.isEstimated && far.table[0][0] < 2000)
  }

  @Test(
    "each who takes part sees the own way to the places of a poll, the host how all are spread",
    arguments: StoreEngine.allCases)
  func poll(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let fixture = stand.fixture
    let service = fixture.planning.activities
    let id = try service.start(
      ActivityChange(reading: PlanningFixture.fields("{}")), in: stand.realm,
      caller: stand.people[0].caller)
    let (lat, lon) = (Self.at(2).lat, Self.at(2).lon)
    try service.sendPoll(
      PollDraft(
        reading: PlanningFixture.fields(
          """
          {"deadline": "\(fixture.hour(24))", "options": [{"name": "Cinema"},
            {"name": "Hike", "place": {"lat": \(lat), "lon": \(lon)}}]}
          """)), of: id, caller: stand.people[0].caller)
    let meetings = fixture.planning.meetings
    let host = try meetings.ways(toActivity: id, caller: stand.people[0].caller)
    let hike = try service.get(id, caller: stand.people[0].caller).poll?.options[1].id
    #expect(host.entries.map(\.option) == [hike] && host.known == 4)
    #expect(host.entries[0].own.map { $0.rounded() } == 1600)
    #expect(host.entries[0].spread?.longest == 1800)
    let voter = try meetings.ways(toActivity: id, caller: stand.people[3].caller)
    #expect(voter.entries[0].own.map { $0.rounded() } == 1800)
    #expect(voter.entries[0].spread == nil && voter.known == 1)
    let stranger = try fixture.person("Eve")
    #expect(
      try fixture.slug { _ = try meetings.ways(toActivity: id, caller: stranger.caller) }
        == "not-found")
  }

  @Test(
    "invitees say where they set out: the ranking counts it, the host sees who and nobody sees where",
    arguments: StoreEngine.allCases)
  func settingOut(_ engine: StoreEngine) throws {
    let stand = try Stand(engine)
    let (fixture, people) = (stand.fixture, stand.people)
    let (service, meetings) = (fixture.planning.activities, fixture.planning.meetings)
    let id = try service.start(
      ActivityChange(reading: PlanningFixture.fields("{}")), in: stand.realm,
      caller: people[0].caller)
    let (lat, lon) = (Self.at(2).lat, Self.at(2).lon)
    try service.sendPoll(
      PollDraft(
        reading: PlanningFixture.fields(
          """
          {"deadline": "\(fixture.hour(24))", "options": [{"name": "Cinema"},
            {"name": "Hike", "place": {"lat": \(lat), "lon": \(lon)}}]}
          """)), of: id, caller: people[0].caller)
    func own(_ person: Int) throws -> Double? {
      try meetings.ways(toActivity: id, caller: people[person].caller).entries[0].own
        .map { $0.rounded() }
    }
    #expect(try own(2) == 1600 && meetings.start(to: id, caller: people[2].caller) == nil)
    try meetings.setOut(from: .shown(Self.at(3)), to: id, caller: people[2].caller)
    try meetings.setOut(from: .home, to: id, caller: people[1].caller)
    #expect(try own(2) == 800 && own(1) == 0)
    #expect(
      try meetings.start(to: id, caller: people[2].caller) == .shown(Self.at(3)))
    let host = try meetings.ways(toActivity: id, caller: people[0].caller)
    #expect(host.given == [people[1].id, people[2].id].sorted())
    #expect(try meetings.ways(toActivity: id, caller: people[1].caller).given == nil)
    var json = JSONWriter()
    host.write(to: &json)
    #expect(!String(decoding: json.bytes, as: UTF8.self).contains("\(Self.at(3).lat)"))
    // One's own export has it; another's does not.
    func exported(_ person: Int) throws -> String {
      try fixture.platform.store.read { session in
        var json = JSONWriter()
        try json.object { try PlacesData().export(people[person].id, from: session, to: &$0) }
        return String(decoding: json.bytes, as: UTF8.self)
      }
    }
    #expect(try exported(2).contains("\(Self.at(3).lat)") && exported(2).contains("\(id)"))
    #expect(try !exported(0).contains("\(Self.at(3).lat)"))
    // Where to meet counts it, too; others cannot ask with what was said to the host.
    let ids = people[1...].map { "\"\($0.id)\"" }.joined(separator: ", ")
    let query = try Self.query(
      #"{"participants": [\#(ids)], "kinds": ["cafe"], "activity": "\#(id)", "order": "sum"}"#)
    let found = try meetings.find(query, in: stand.realm, caller: people[0].caller)
    #expect(found.entries.first?.place.place.label == "cafe 2")
    #expect(
      try fixture.slug {
        _ = try meetings.find(query, in: stand.realm, caller: people[1].caller)
      } == "not-host")
    // Who no longer takes part is forgotten, and so is what was taken back.
    try meetings.setOut(from: nil, to: id, caller: people[1].caller)
    #expect(
      try meetings.ways(toActivity: id, caller: people[0].caller).given == [people[2].id])
    try fixture.people.groups.subRealms.removeMember(
      people[2].id, of: stand.realm, caller: people[2].caller)
    let left = try fixture.platform.store.read {
      try $0.count("SELECT COUNT(*) FROM starting_places")
    }
    #expect(left == 0)
  }

  @Test("each entry says where it is, how far one has oneself, and how far all have")
  func written() throws {
    let found = try Stand().find([1, 2, 3])
    var json = JSONWriter()
    found.write(to: &json)
    let written = try JSONValue(parsing: json.bytes)
    #expect(written["ways"]?.string == "streets" && written["grain"]?.integer == 300)
    #expect(written["known"]?.integer == 4 && written["unknown"]?.integer == 0)
    let items = try #require(written["items"]?.array)
    #expect(items.count == 20)
    for (item, entry) in zip(items, found.entries) {
      let position = try #require(entry.place.place.position)
      #expect(item["kind"]?.string == "cafe")
      #expect(item["place"]?["label"]?.string == entry.place.place.label)
      #expect(item["place"]?["lat"]?.number.map { abs($0 - position.lat) < 1e-6 } == true)
      #expect(item["place"]?["lon"]?.number.map { abs($0 - position.lon) < 1e-6 } == true)
      #expect(item["own"]?.number == entry.own?.rounded(.up))
      #expect(item["spread"]?["shortest"]?.integer == entry.spread?.shortest)
      #expect(item["spread"]?["median"]?.integer == entry.spread?.median)
      #expect(item["spread"]?["longest"]?.integer == entry.spread?.longest)
    }
    #expect(items.first?["place"]?["label"]?.string == "cafe 2")
  }

  @Test("places are kept under their names, for oneself alone", arguments: StoreEngine.allCases)
  func keeping(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let people = try ["Ann", "Ben"].map { try fixture.person($0) }
    let service = fixture.planning.savedPlaces
    func keep(_ name: String, _ lat: Double) throws -> EntityID {
      try service.keep(
        SavedPlaceDraft(
          reading: PlanningFixture.fields(
            #"{"name": "\#(name)", "place": {"lat": \#(lat), "lon": 9.5}}"#)),
        caller: people[0].caller)
    }
    _ = try keep("Pier", 47)
    let hut = try keep("Hut", 47.1)
    let moved = try keep("pier", 47.2)
    let all = try service.list(caller: people[0].caller)
    #expect(all.map(\.id) == [hut, moved] && all.map(\.name) == ["Hut", "pier"])
    #expect(
      all.map(\.place.position) == [LonLat(lon: 9.5, lat: 47.1), LonLat(lon: 9.5, lat: 47.2)])
    let export = try fixture.platform.store.read { session in
      var json = JSONWriter()
      try json.object { try PlacesData().export(people[0].id, from: session, to: &$0) }
      return try JSONValue(parsing: json.bytes)
    }
    #expect(export["savedPlaces"]?.array?.compactMap { $0["name"]?.string } == ["Hut", "pier"])
    #expect(try service.list(caller: people[1].caller).isEmpty)
    #expect(try fixture.slug { try service.remove(hut, caller: people[1].caller) } == "not-found")
    try service.remove(hut, caller: people[0].caller)
    #expect(try service.list(caller: people[0].caller).map(\.id) == [moved])
  }

  @Test("the middle of people lies between them, on both sides of the antimeridian, too")
  func middle() throws {
    let (centre, metres) = try #require(
      MeetingService.area([LonLat(lon: 179.9, lat: 0), LonLat(lon: -179.9, lat: 0)]))
    #expect(abs(abs(centre.lon) - 180) < 1e-9 && metres > 11_000 && metres < 11_200)
    #expect(MeetingService.area([]) == nil)
    #expect(MeetingService.area([LonLat(lon: 9, lat: 47)])?.metres == 2000)
  }
}
