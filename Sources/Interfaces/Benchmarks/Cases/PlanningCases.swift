import Access
import Base
import Calendar
import Composition
import Cryptography
import Foundation
import Geodata
import Geodesy
import Identity
import Places
import Planning
import Routing
import Storage
import Tours
import Transit
import WaysideAPI

/// Planning together: common times of many, and places to meet on the streets of a real town.
enum PlanningCases {
  static var all: [Benchmark] {
    [
      slots(of: 50), slots(of: 50, withWays: true), slots(of: 200), slots(of: 200, withWays: true),
      slots(of: 50, in: .heidelberg, withWays: true),
      meeting(.longest), meeting(.fairness),
    ]
  }

  /// Three months, three parts of each day; each of the people has 90 appointments of two hours.
  private static func slots(
    of people: Int, in region: Region = .porto, withWays: Bool = false
  ) -> Benchmark {
    let ways = !withWays ? "" : region.feed == nil ? "-ways" : "-timetable"
    return Benchmark(name: "Planning.slots/\(people)x92\(ways)", unit: "ms") {
      let town = try Town(region, people: people, appointments: 90)
      let query = try town.slots(withWays)
      return {
        var answer: SlotService.Answer?
        let taken = try seconds {
          answer = try town.services.family.slots.find(query, in: town.realm, caller: town.caller)
        }
        let found = answer?.days.reduce(0) { $0 + $1.slots.count } ?? 0
        return Sample(taken * 1000, [("slots", Double(found))])
      }
    }
  }

  /// 20 people and 2,000 places of a town, each on foot, by bicycle or by car.
  private static func meeting(_ order: MeetingRanking.Order) -> Benchmark {
    Benchmark(name: "Planning.meet/20x2000-\(order.rawValue)", unit: "ms") {
      let town = try Town(.porto, people: 20, appointments: 0)
      let query = try town.meeting(order)
      let meetings = town.services.family.meetings.among(town.cafes(2000))
      return {
        var answer: MeetingService.Answer?
        let taken = try seconds {
          answer = try meetings.find(query, in: town.realm, caller: town.caller)
        }
        return Sample(
          taken * 1000,
          [("known", Double(answer?.known ?? 0)), ("told", Double(answer?.entries.count ?? 0))])
      }
    }
  }
}

/// Where people live, and how they get about.
private struct Region: Sendable {
  var extract: String
  /// A timetable.
  var feed: String?
  /// The span around the middle of the map in which people live, in degrees.
  var lon: ClosedRange<Double>
  var lat: ClosedRange<Double>
  /// Where all meet.
  var place: (lat: Double, lon: Double)
  var zone: String
  /// Taken in turns.
  var modes: [String]

  static let porto = Region(
    extract: "porto-2020", lon: -8.6300 ... -8.5900, lat: 41.1450...41.1700,
    place: (41.1579, -8.6100), zone: "Europe/Lisbon",
    modes: ["walk", "walk bicycle", "walk car"])

  /// The default settings: on foot and by everything public.
  static let heidelberg = Region(
    extract: "heidelberg", feed: "heidelberg-vrn-2022", lon: 8.6400...8.7200,
    lat: 49.3700...49.4400,
    place: (49.4094, 8.6942), zone: "Europe/Berlin", modes: ["walk bus tram metro rail ferry"])
}

/// People who live in one region, in one group.
private final class Town {
  let services: Services
  let realm = WorldWriter.realm(1)
  let caller: Caller
  private let folder: String
  private let people: [EntityID]
  private let region: Region

  init(_ region: Region, people count: Int, appointments: Int) throws {
    self.region = region
    let data = ProcessInfo.processInfo.environment["WAYSIDE_DATA"] ?? "../shared/data"
    let extract = data + "/osm/\(region.extract).osm.pbf"
    guard FileManager.default.fileExists(atPath: extract) else {
      throw Unavailable(reason: "no \(extract); set WAYSIDE_DATA")
    }
    folder = Worlds.root + "/planning-\(getpid())-\(count)"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let geodata = GeodataFolder(in: folder)
    _ = try geodata.importing {
      _ = try ExtractImport(extract: extract).write(to: geodata.place(.maps, name: "town"))
      return try PlaceImport(extract: extract).write(to: geodata.place(.places, name: "town"))
    }
    if let feed = region.feed {
      var footpaths = StreetFootpaths(GeodataLibrary(geodata).streets)
      let timetable = try Timetable(
        FeedReader.read(path: data + "/gtfs/\(feed).gtfs.zip").feed
      ) { (stops) throws(Refusal) in footpaths.walks(between: stops) }
      try TimetableFile.write(timetable, to: geodata.place(.timetables, name: "town"))
    }
    services = try Services(
      platform: Platform(
        store: try Store.open(.file(path: folder + "/wayside.sqlite"), schema: Services.schema)),
      media: try MediaFolder(in: folder), key: try ServiceKey(Array(repeating: 7, count: 32)),
      hasher: try PasswordHasher(cost: .cheapest), payments: RecordedTestPayments(),
      geodata: GeodataLibrary(geodata))
    let world = try WorldWriter(services.platform.store)
    let members = try (0..<count).map { _ in try world.addMember(of: [1]) }
    people = members.map(\.account)
    caller = try services.identity.sessionCache.caller(token: members[0].token)
    var random = SeededRandom(seed: 20)
    func somewhere() -> LonLat { Self.somewhere(in: region, &random) }
    for (number, member) in members.enumerated() {
      try live(member.account, at: somewhere(), region.modes[number % region.modes.count])
      let own = try services.identity.sessionCache.caller(token: member.token)
      let now = services.platform.clock.now()
      for appointment in 0..<appointments {
        let start = now.adding(
          seconds: Int64(appointment) * 86_400 + Int64.random(in: 0..<86_400, using: &random))
        var item = CalendarItem(
          id: EntityID(high: 0, low: 0), uid: "", organizer: member.account, title: "Busy",
          start: IANATimeZone.utc.wallTime(at: start), zone: .utc, duration: 7200,
          createdAt: now, updatedAt: now)
        item.place = Place(position: somewhere())
        _ = try services.calendar.items.create(item, caller: own)
      }
    }
  }

  private static func somewhere(in region: Region, _ random: inout SeededRandom) -> LonLat {
    LonLat(
      lon: Double.random(in: region.lon, using: &random),
      lat: Double.random(in: region.lat, using: &random))
  }

  /// Places to meet: the extract has streets only.
  func cafes(_ count: Int) -> Cafes {
    var random = SeededRandom(seed: 2000)
    return Cafes(
      all: (0..<count).map { _ in
        MeetingPlace(kind: .cafe, place: Place(position: Self.somewhere(in: region, &random)))
      })
  }

  deinit {
    services.platform.store.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func live(_ account: EntityID, at home: LonLat, _ modes: String) throws {
    try services.platform.store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO travel_profiles (account, preferences_version, revision, planned_revision,
          planned_until, planned_with, home_lat, home_lon) VALUES (?1, 1, 1, 0, 0, '', ?2, ?3)
        ON CONFLICT (account) DO UPDATE SET home_lat = ?2, home_lon = ?3
        """, [.id(account), .real(home.lat), .real(home.lon)])
      try transaction.execute(
        """
        INSERT INTO travel_preferences (account, day, modes, avoiding, ordering)
        VALUES (?1, '', ?2, '', 'fastest')
        """, [.id(account), .text(modes)])
    }
  }

  private var others: String {
    people.dropFirst().map { "\"\($0)\"" }.joined(separator: ", ")
  }

  private func fields(_ json: String) throws -> JSONFields {
    try JSONFields(JSONValue(parsing: Array(json.utf8)))
  }

  func slots(_ withWays: Bool) throws -> SlotQuery {
    let today = IANATimeZone.utc.wallTime(at: services.platform.clock.now()).date
    func day(_ ahead: Int) -> String {
      CivilDate(daysSinceEpoch: today.daysSinceEpoch + ahead).text
    }
    let place =
      withWays
      ? #", "place": {"lat": \#(region.place.lat), "lon": \#(region.place.lon)}"# : ""
    return SlotQuery(
      reading: try fields(
        """
        {"participants": [\(others)], "from": "\(day(1))", "to": "\(day(92))", "duration": 120,
         "parts": ["morning", "afternoon", "evening"], "zone": "\(region.zone)"\(place)}
        """))
  }

  func meeting(_ order: MeetingRanking.Order) throws -> MeetingQuery {
    let kinds = MeetingPlaceKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return MeetingQuery(
      reading: try fields(
        #"{"participants": [\#(others)], "kinds": [\#(kinds)], "order": "\#(order.rawValue)"}"#))
  }
}

/// The same places around every position.
private struct Cafes: MeetingPlaces {
  let all: [MeetingPlace]

  func places(
    _ kinds: Set<MeetingPlaceKind>, around position: LonLat, withinMetres metres: Double,
    limit: Int
  ) -> [MeetingPlace] { Array(all.prefix(limit)) }
}
