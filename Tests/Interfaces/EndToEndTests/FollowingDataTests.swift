import Base
import Foundation
import HTTPServing
import TestSupport
import Testing

/// What is imported beside a running server, and what it fetches itself, comes to its users.
@Suite("What the running server takes into use")
struct FollowingDataTests {
  private let data: TemporaryFolder
  private let files: TemporaryFolder
  private static let side = 26

  init() throws {
    data = try TemporaryFolder()
    files = try TemporaryFolder()
  }

  private func importTown() throws {
    let extract = files.file("town.osm.pbf")
    try Data(OSMFileWriter.town(side: Self.side, lon: 10, lat: 1).bytes)
      .write(to: URL(fileURLWithPath: extract))
    let outcome = try Program().run("import", "osm", extract, "--data", data.path)
    try #require(outcome.code == 0, "\(outcome.errors)")
  }

  /// Imports speeds for the whole town.
  private func importTraffic(factor: Double) throws {
    let file = files.file("traffic.json")
    let text = #"{"speeds":[{"box":[9.9,0.9,10.1,1.1],"factor":\#(factor)}]}"#
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let outcome = try Program().run("import", "road-speeds", file, "--data", data.path)
    try #require(outcome.code == 0, "\(outcome.errors)")
  }

  /// From one end of the town's lowest street to the other, 2.5 km.
  private static let (from, to) = ("1.0,10.0", "1.0,10.0225")

  /// Seconds by car from one end of the town to the other; nil where there is no way.
  private func drive(_ server: RunningServer) throws -> Double? {
    let answer = try server.call("GET", "/v1/routes?from=\(Self.from)&to=\(Self.to)&mode=car")
    return answer.json["itineraries"]?[0]?["duration"]?.number
  }

  @Test(
    "TV-RTE-04: a new map and new speeds of roads change ways, plans and the reminder, in that order"
  )
  func traffic() throws {
    let server = try RunningServer(data)
    #expect(try drive(server) == nil)
    try importTown()
    try eventually("a way once the map is there") { try drive(server) != nil }
    let usual = try #require(try drive(server))
    let driver = try server.person("ana")
    let read = try server.want("GET", "/v1/me/travel-preferences", as: driver)
    let tag = try #require(read.headers.first { $0.name == "etag" }?.value)
    try server.want(
      "PUT", "/v1/me/travel-preferences", as: driver,
      #"{"modes":["car"],"home":{"lat":1.0,"lon":10.0}}"#, headers: ["If-Match: \(tag)"])
    // Usually there is an hour before one is told to leave; with a twelfth of the speed there is none.
    let slow = usual * 12
    let begin = SystemClock().now().adding(seconds: Int64(slow + 300))
    let made = try server.want(
      "POST", "/v1/appointments", as: driver,
      """
      {"title":"Dentist","start":"\(begin.description.prefix(19))","zone":"UTC","duration":600,
       "place":{"lat":1.0,"lon":10.0225},"preNotification":10,"confirm":["unreachable","overlap"]}
      """)
    let id = try made.require("id")
    let leaveAt = try made.require("plan", "leaveAt")
    func reminders() throws -> Int {
      try server.want("GET", "/v1/notifications?limit=200", as: driver).items
        .filter { $0["kind"]?.string?.hasPrefix("leaveBy") == true }.count
    }
    #expect(try reminders() == 0)
    try importTraffic(factor: 1 / 12)
    try eventually("the way takes longer") { try drive(server) ?? 0 > usual * 8 }
    try eventually("the plan leaves earlier") {
      try server.want("GET", "/v1/appointments/\(id)", as: driver).require("plan", "leaveAt")
        < leaveAt
    }
    try eventually("the reminder comes") { try reminders() == 1 }
  }

  private func importTownFeed(_ feed: String) throws {
    let outcome = try Program().run("import", "gtfs", feed, "--name", "town", "--data", data.path)
    try #require(outcome.code == 0, "\(outcome.errors)")
  }

  /// Buses from the first stop at 6:40 and each hour later, where they came every ten minutes.
  private func thinOut(_ feed: String) throws {
    let table = feed + "/frequencies.txt"
    try String(contentsOfFile: table, encoding: .utf8)
      .replacing("bus,06:00:00,22:00:00,600,1", with: "bus,06:40:00,22:00:00,3600,1")
      .write(toFile: table, atomically: true, encoding: .utf8)
  }

  /// Somebody who goes by bus from the first stop.
  private func rider(_ server: RunningServer) throws -> String {
    let rider = try server.person("ana")
    let read = try server.want("GET", "/v1/me/travel-preferences", as: rider)
    let tag = try #require(read.headers.first { $0.name == "etag" }?.value)
    try server.want(
      "PUT", "/v1/me/travel-preferences", as: rider,
      #"{"modes":["walk","bus"],"home":{"lat":1.0,"lon":10.0}}"#, headers: ["If-Match: \(tag)"])
    return rider
  }

  /// At ten of the day after the next, at the bus's last stop.
  private func appointment(_ server: RunningServer, of rider: String) throws -> String {
    let day = SystemClock().now().adding(seconds: 2 * 86_400).description.prefix(10)
    return try server.want(
      "POST", "/v1/appointments", as: rider,
      """
      {"title":"Dentist","start":"\(day)T10:00:00","zone":"Europe/Vaduz","duration":600,
       "place":{"lat":1.0,"lon":10.0216}}
      """
    ).require("id")
  }

  private func leaveAt(_ server: RunningServer, _ id: String, of rider: String) throws -> String {
    try server.want("GET", "/v1/appointments/\(id)/plan", as: rider).require("leaveAt")
  }

  @Test("a new timetable changes plans that stand: they leave with the buses that now run")
  func timetables() throws {
    try importTown()
    let feed = files.file("feed")
    try TownFeed.write(side: Self.side, lon: 10, lat: 1, to: feed)
    try importTownFeed(feed)
    let server = try RunningServer(data)
    let rider = try rider(server)
    let id = try appointment(server, of: rider)
    func plan() throws -> (leaveAt: String, modes: [String]) {
      let plan = try server.want("GET", "/v1/appointments/\(id)/plan", as: rider)
      let legs = plan.json["journey"]?["legs"]?.array ?? []
      return (try plan.require("leaveAt"), legs.compactMap { $0["mode"]?.string })
    }
    let before = try plan()
    #expect(before.modes.contains("bus"))
    try thinOut(feed)
    try importTownFeed(feed)
    try eventually("the plan leaves with the bus of 9:40") { try plan().leaveAt < before.leaveAt }
    let after = try plan()
    #expect(after.modes.contains("bus"))
    let minute = try #require(Instant(rfc3339: after.leaveAt)).milliseconds / 60_000 % 60
    #expect((30...40).contains(minute), "\(after.leaveAt), before \(before.leaveAt)")
  }

  @Test("a timetable that is imported while the server stands still changes plans, too")
  func timetableMeanwhile() throws {
    try importTown()
    let feed = files.file("feed")
    try TownFeed.write(side: Self.side, lon: 10, lat: 1, to: feed)
    try importTownFeed(feed)
    var server = try RunningServer(data)
    let rider = try rider(server)
    let id = try appointment(server, of: rider)
    let before = try leaveAt(server, id, of: rider)
    server.stop()
    server = try RunningServer(data)
    let computedAt = try server.want("GET", "/v1/appointments/\(id)/plan", as: rider)
      .require("computedAt")
    server.stop()
    try thinOut(feed)
    try importTownFeed(feed)
    server = try RunningServer(data)
    let plan = try server.want("GET", "/v1/appointments/\(id)/plan", as: rider)
    #expect(try plan.require("leaveAt") < before, "\(plan.text)")
    #expect(try plan.require("computedAt") > computedAt)
    try eventually("the kept plan leaves with the bus of 9:40") {
      try server.want("GET", "/v1/appointments/\(id)", as: rider).require("plan", "leaveAt")
        < before
    }
  }

  /// What a publisher of delays says: bus 1 of 6:00 is 300 s late from its first stop on.
  private static func updates() -> [UInt8] {
    func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
      [number << 3 | 2, UInt8(content.count)] + content
    }
    let trip =
      field(1, Array("bus".utf8)) + field(2, Array("06:00:00".utf8))
      + field(3, Array("20260610".utf8))
    let stop = [0x08, 1] + field(3, [0x08, 0xac, 0x02])
    let update = field(1, trip) + field(2, stop)
    return field(1, field(1, Array("2.0".utf8)))
      + field(2, field(1, Array("1".utf8)) + field(3, update))
  }

  @Test(
    "TV-RTE-04: --trip-updates are fetched and make journeys late; what fails is said by /readyz")
  func tripUpdates() throws {
    try importTown()
    try TownFeed.write(side: Self.side, lon: 10, lat: 1, to: files.file("feed"))
    let feed = try Program().run(
      "import", "gtfs", files.file("feed"), "--name", "town", "--data", data.path)
    try #require(feed.code == 0, "\(feed.errors)")
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    configuration.quarantineFolder = files.path
    let isBroken = Guarded(true)
    let route = Route(.get, "/updates.pb", operation: "updates") { _, _ in
      isBroken.current
        ? HTTPResponse(503, [], type: ContentType.binary)
        : HTTPResponse(200, Self.updates(), type: ContentType.binary)
    }
    let publisher = try HTTPServer(router: Router([route]), configuration: configuration)
    defer { publisher.stop() }
    let server = try RunningServer(
      data, settings: #"{"privateHosts":["127.0.0.1"]}"#,
      options: [
        "--trip-updates", "town=http://127.0.0.1:\(publisher.port)/updates.pb",
        "--trip-update-seconds", "10",
      ])
    try eventually("the failure is said") {
      try server.call("GET", "/readyz").text.contains("trip updates of town: ")
    }
    func bus() throws -> JSONValue? {
      try server.want(
        "GET", "/v1/routes?from=1.0,10.0&to=1.0,10.0216&mode=transit&departAt=2026-06-10T03:58:00Z"
      ).json["itineraries"]?.array?.lazy
        .flatMap { $0["legs"]?.array ?? [] }.first { $0["mode"]?.string == "bus" }
    }
    let planned = try #require(try bus()?["departure"]?.string)
    isBroken.swap(false)
    try eventually("the bus is late, or the next one is taken") {
      try bus()?["departure"]?.string != planned
    }
    #expect(try !server.call("GET", "/readyz").text.contains("trip updates"))
  }
}
