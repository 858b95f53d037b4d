import Access
import Base
import Calendar
import Foundation
import Geodata
import Geodesy
import HTTPServing
import Itineraries
import Routing
import Storage
import TestSupport
import Testing
import Transit
import WaysideAPI

@testable import Travel

/// Heidelberg with its trams and buses as a data folder, made once for all tests.
private enum CityFolder {
  static let source = Checkout.realData(holding: "gtfs/heidelberg-vrn-2022.gtfs.zip")
  static let isMissing: Comment =
    "SKIPPED: no real city; set WAYSIDE_DATA to a folder with gtfs/heidelberg-vrn-2022.gtfs.zip"

  static let library = Result {
    let data = try #require(source, isMissing)
    let temporary = try TemporaryFolder()
    let folder = GeodataFolder(in: temporary.path)
    _ = try ExtractImport(extract: data + "/osm/heidelberg.osm.pbf")
      .write(to: folder.place(.maps, name: "city"))
    let streets = GeodataLibrary(folder).streets
    var footpaths = StreetFootpaths(streets)
    let timetable = try Timetable(
      FeedReader.read(path: data + "/gtfs/heidelberg-vrn-2022.gtfs.zip").feed
    ) { (stops) throws(Refusal) in footpaths.walks(between: stops) }
    try TimetableFile.write(timetable, to: folder.place(.timetables, name: "city"))
    return (temporary, GeodataLibrary(folder))
  }
}

@Suite("common times are those that travel plans allow")
struct CommonTimesTests {
  /// Where and when questions are asked.
  private struct World {
    var library: GeodataLibrary
    var zone: IANATimeZone
    /// The first of the days.
    var day: CivilDate
    var days: Int
    var lon: ClosedRange<Double>
    var lat: ClosedRange<Double>
    /// Beyond it nobody lives, but some would have to come from there.
    var outskirts: Double
  }

  /// One person with a calendar, and when something could be.
  private struct Question {
    var preferences = TravelPreferences.initial
    var stops: [CalendarStop] = []
    var meeting: Meeting
    var starts: [Instant]

    init(_ world: World, quarters: Int, _ random: inout SeededRandom) {
      func place() -> LonLat {
        let far = Int.random(in: 0..<8, using: &random) == 0 ? world.outskirts : 0
        return LonLat(
          lon: Double.random(in: world.lon, using: &random) + far,
          lat: Double.random(in: world.lat, using: &random) + far)
      }
      let day = CivilDate(
        daysSinceEpoch: world.day.daysSinceEpoch + Int.random(in: 0..<world.days, using: &random))
      let midnight = world.zone.start(of: day)
      meeting = Meeting(
        place: place(), zone: world.zone,
        durationSeconds: 900 * Int.random(in: 1...8, using: &random))
      if Int.random(in: 0..<5, using: &random) > 0 {
        preferences.home = Place(position: place())
      }
      // At any minute, on the day and around it.
      var end = midnight.adding(seconds: 60 * Int64.random(in: -300...700, using: &random))
      for number in 0..<Int.random(in: 0...4, using: &random) {
        let start = end.adding(seconds: 60 * Int64.random(in: 0...360, using: &random))
        end = start.adding(seconds: 60 * Int64.random(in: 10...150, using: &random))
        stops.append(
          CalendarStop(
            item: EntityID(high: 1, low: UInt64(number)), start: start, end: end,
            position: place(), zone: world.zone))
      }
      let first = midnight.adding(seconds: 900 * Int64.random(in: 0..<80, using: &random))
      starts = (0..<quarters).map { first.adding(seconds: 900 * Int64($0)) }
      let (stops, length) = (stops, Int64(meeting.durationSeconds))
      starts.removeAll { start in
        stops.contains { $0.start < start.adding(seconds: length) && $0.end > start }
      }
    }
  }

  /// What is offered and what plans allow, time by time.
  private func compare(
    _ world: World, seeds: Range<UInt64>, quarters: Int, now: String,
    _ change: (inout TravelPreferences, inout SeededRandom) -> Void = { _, _ in }
  ) throws -> (offered: Int, refused: Int) {
    let fixture = try APIFixture(geodata: world.library)
    let now = try #require(Instant(rfc3339: now))
    let times = fixture.services.travelTimes
    var (offered, refused) = (0, 0)
    for seed in seeds {
      var random = SeededRandom(seed: seed)
      var question = Question(world, quarters: quarters, &random)
      change(&question.preferences, &random)
      let guest = try fixture.services.platform.store.read { session in
        try MeetingGuest(
          EntityID(high: 0, low: 9), question.preferences, stops: question.stops,
          in: Intervals.Span(now, now), except: nil, now: now, session)
      }
      let moments = times.moments(around: question.meeting.place, guest.ends)
      #expect(moments != nil)
      func reach(_ moments: (any TravelMoments)?) -> MeetingReach {
        MeetingReach(
          question.meeting, guest, now: now, days: MeetingDays(world.zone), times: times,
          moments: moments)
      }
      let (quick, slow) = (reach(moments), reach(nil))
      for start in question.starts {
        let (found, expected) = (quick.allows(start), slow.allowsByPlans(start))
        #expect(found == expected, "seed \(seed), \(start)")
        if found { offered += 1 } else { refused += 1 }
      }
    }
    return (offered, refused)
  }

  private func town() throws -> World {
    World(
      library: GeodataLibrary(try MappedTown.folder.get().1),
      zone: try #require(IANATimeZone("Europe/Vaduz")),
      day: try #require(CivilDate(text: "2026-06-08")), days: 20, lon: 10...10.0225,
      lat: 1...1.0225, outskirts: 0.05)
  }

  @Test("200 random questions with the default settings: what is offered is what plans allow")
  func brute() throws {
    let (offered, refused) = try compare(
      town(), seeds: 1000..<1200, quarters: 8, now: "2026-06-01T10:00:00Z")
    #expect(offered > 300 && refused > 50, "\(offered) offered, \(refused) refused")
  }

  @Test(
    "so it is with limits, minutes in hand, own vehicles, other orders and days without a timetable"
  )
  func settings() throws {
    var world = try town()
    world.days = 50
    let (offered, refused) = try compare(
      world, seeds: 2000..<2060, quarters: 6, now: "2026-06-01T10:00:00Z"
    ) { preferences, random in
      let modes: [Set<TravelMode>] = [
        [.walk], [.walk, .bicycle], [.car], [.walk, .bus], [.walk, .bicycle, .bus, .tram],
        [.walk, .car], [.bus],
      ]
      preferences.general.modes = modes.randomElement(using: &random) ?? [.walk]
      preferences.general.maximumWalk = [nil, 400, 1500].randomElement(using: &random) ?? nil
      preferences.general.order = TravelOrder.allCases.randomElement(using: &random) ?? .fastest
      preferences.buffer = [0, 0, 20, 90].randomElement(using: &random) ?? 0
      preferences.boardingTime = [0, 60, 300].randomElement(using: &random) ?? 60
      preferences.days[.weekday(2)] = TravelRules(modes: [.walk], maximumWalk: 900)
    }
    #expect(offered > 50 && refused > 50, "\(offered) offered, \(refused) refused")
  }

  @Test(
    "in a real city, at all times of the day and beyond the end of its timetable, too",
    .enabled(if: CityFolder.source != nil, CityFolder.isMissing))
  func city() throws {
    let world = World(
      library: try CityFolder.library.get().1,
      zone: try #require(IANATimeZone("Europe/Berlin")),
      day: try #require(CivilDate(text: "2022-12-01")), days: 25, lon: 8.62...8.72,
      lat: 49.36...49.45, outskirts: 0.04)
    let (offered, refused) = try compare(
      world, seeds: 3000..<3040, quarters: 6, now: "2022-11-20T10:00:00Z")
    #expect(offered > 30 && refused > 20, "\(offered) offered, \(refused) refused")
  }

  @Test("what is offered can be entered at once; what is not, only against the warning of its plan")
  func entered() throws {
    let fixture = try APIFixture(geodata: GeodataLibrary(try MappedTown.folder.get().1))
    let (realm, members) = try fixture.family("Ana", "Ben")
    for member in members {
      try fixture.setTravel(
        member, modes: ["walk", "bus", "tram"], home: NetworkTimesTests.bus)
    }
    // Ben is at the one end of the town until 10:10, and again at 14:00.
    for (start, duration) in [("2026-06-10T09:40", 1800), ("2026-06-10T14:00", 3600)] {
      let busy = APIFixture.appointment(start: start, at: NetworkTimesTests.bus)
        .with("duration", .number(Double(duration)))
      _ = try fixture.made(busy, by: members[1])
    }
    let tram: JSON = [
      "lat": .number(NetworkTimesTests.tram.0), "lon": .number(NetworkTimesTests.tram.1),
    ]
    let reply = try fixture.call(
      .post, "/v1/realms/\(realm)/slots", as: members[0],
      [
        "participants": .list([.text(members[1].id)]), "from": "2026-06-10", "to": "2026-06-10",
        "duration": 30, "parts": ["morning", "afternoon"], "zone": "Europe/Vaduz", "place": tram,
      ])
    let slots = Set(
      reply.json["days"]?[0]?["slots"]?.array?.compactMap { $0["start"]?.string } ?? [])
    #expect(reply.json["people"]?["known"]?.integer == 2, "\(reply.text.prefix(400))")
    var refused = 0
    for quarter in 41...54 {
      let hour =
        "2026-06-10T\(quarter / 4 < 10 ? "0" : "")\(quarter / 4):\(["00", "15", "30", "45"][quarter % 4])"
      let here = APIFixture.appointment(start: hour, at: NetworkTimesTests.tram)
      let made = try fixture.call(.post, "/v1/appointments", as: members[1], here)
      let utc = try #require(Instant(rfc3339: hour + ":00Z")).adding(seconds: -7200)
      #expect((made.status == 201) == slots.contains(utc.description), "\(hour): \(made.text)")
      if made.status == 201 {
        let id = try made.require("id")
        _ = try fixture.call(.delete, "/v1/appointments/\(id)", as: members[1])
      } else {
        refused += 1
      }
    }
    #expect(refused > 1 && refused < 10, "\(refused)")
  }
}
