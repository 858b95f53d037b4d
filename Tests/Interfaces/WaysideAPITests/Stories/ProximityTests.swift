import Base
import Foundation
import HTTPServing
import TestSupport
import Testing
import WaysideAPI

@Suite("coming to things")
struct ProximityTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  /// Far from everything; then 300 m from the tour's area; then at its start.
  private static let (far, near, start) = ((47.2, 9.5), (47.1446, 9.521), (47.1410, 9.5208))

  private func names(_ reply: Reply, _ member: String, _ key: String = "kind") -> [String] {
    (reply.json[member]?.array ?? []).compactMap { $0[key]?.string }.sorted()
  }

  private func notified(_ person: APIFixture.Person) throws -> [JSONValue] {
    try fixture.call(.get, "/v1/notifications?limit=200", as: person).items
      .filter { $0["kind"]?.string == "tourNearby" }
  }

  private func switchOn(_ person: APIFixture.Person) throws {
    let reply = try fixture.call(
      .put, "/v1/notification-settings", as: person, ["kind": "tourNearby", "enabled": true])
    try #require(reply.status == 204)
  }

  @Test(
    """
    TR-FR2.2, CG-RL-11: a tour within 500 m is pushed once per visit to whoever has switched it \
    on, and to nobody else
    """)
  func push() throws {
    let (guide, walker, other) = (
      try fixture.guide(), try fixture.walker(), try fixture.walker()
    )
    let tour = try fixture.publishedTour(by: guide)
    try switchOn(walker)
    for person in [walker, other] {
      #expect(try fixture.report(Self.far, as: person).json["nearestTours"]?.array?.isEmpty == true)
      let reply = try fixture.report(Self.near, as: person)
      #expect(names(reply, "entered") == ["tourPush"])
      #expect(names(reply, "inside") == ["tourPush"])
      let found = try #require(reply.json["nearestTours"]?.array?.first)
      #expect(found["tour"]?.string == tour && found["name"]?.string == "A short walk")
      #expect(found["atStart"]?.bool == false)
      let distance = try #require(found["distance"]?.number)
      #expect(abs(distance - 400) < 10)
    }
    let letters = try notified(walker)
    #expect(letters.count == 1)
    #expect(letters.first?["subject"]?["id"]?.string == tour)
    #expect(letters.first?["text"]?.string == "“A short walk” is near you.")
    #expect(try notified(other).isEmpty, "off by default (CG-RL-17)")
    // To and fro within the zone, and a repeated point: the same visit.
    _ = try fixture.report(Self.start, as: walker)
    _ = try fixture.report(Self.near, as: walker)
    #expect(try notified(walker).count == 1)
    // Away and back: another visit.
    #expect(names(try fixture.report(Self.far, as: walker), "left") == ["tourPush"])
    _ = try fixture.report(Self.near, as: walker)
    #expect(try notified(walker).count == 2)
  }

  @Test("a tour that is near is named in the reader's language: by the request, or by the account")
  func languages() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.walker())
    let tour = try fixture.publishedTour(by: guide)
    let path = "/v1/tours/\(tour)"
    let tag = try fixture.call(.get, path, as: guide).tag()
    let changed = try fixture.call(
      .patch, path, as: guide,
      [
        "languages": ["en", "de"],
        "names": ["en": "A short walk", "de": "Ein kurzer Spaziergang"],
      ], headers: [tag])
    try #require(changed.status == 200, "\(changed.text)")
    #expect(try fixture.call(.post, path + "/publication", as: guide).status == 200)
    try switchOn(walker)
    let own = try fixture.call(
      .patch, "/v1/me", as: walker, ["locale": "de-LI"],
      headers: [
        ("If-Match", "*")
      ])
    try #require(own.status == 200, "\(own.text)")
    #expect(
      try fixture.report(Self.near, as: walker).json["nearestTours"]?[0]?["name"]?.string
        == "A short walk")
    clock(10)
    let german = try fixture.call(
      .post, "/v1/positions", as: walker, ["points": []],
      headers: [("Accept-Language", "de-CH, en;q=0.5")])
    #expect(german.json["nearestTours"]?[0]?["name"]?.string == "Ein kurzer Spaziergang")
    #expect(
      try notified(walker).map { $0["text"]?.string }
        == ["„Ein kurzer Spaziergang“ ist in Ihrer Nähe."])
    let found = try fixture.call(
      .get, "/v1/places?q=spaziergang&kinds=tour", as: walker, headers: [("Accept-Language", "de")])
    #expect(found.json["items"]?[0]?["name"]?.string == "Ein kurzer Spaziergang", "\(found.text)")
  }

  @Test(
    "TR-FR2.2: several devices of an account do not double a notification; the others hear of it")
  func devices() throws {
    let guide = try fixture.guide()
    _ = try fixture.publishedTour(by: guide)
    let phone = try fixture.walker()
    let watch = try fixture.logIn(phone.email)
    let stranger = try fixture.walker()
    try switchOn(phone)
    func open(_ person: APIFixture.Person) throws -> EventStream {
      try #require(fixture.call(.get, "/v1/events", as: person).stream)
    }
    func events(_ stream: EventStream) -> [String] {
      String(decoding: stream.takeQueued(), as: UTF8.self).split(separator: "\n\n")
        .map(String.init).filter { $0.contains("event: proximity") }
    }
    let (own, others, alien) = (try open(phone), try open(watch), try open(stranger))
    _ = try fixture.report(Self.near, as: phone)
    _ = try fixture.report(Self.near, as: watch)
    _ = try open(guide)
    #expect(try notified(phone).count == 1)
    let heard = events(others)
    #expect(heard.count == 1 && heard[0].contains("tourPush"))
    #expect(!heard[0].contains("47."), "no position")
    #expect(events(own).count == 1, "what the watch has come to, not what the phone itself told")
    #expect(events(alien).isEmpty)
    // The visit lasts as long as one of them is there.
    _ = try fixture.report(Self.far, as: watch)
    _ = try fixture.report(Self.near, as: watch)
    #expect(try notified(phone).count == 1)
  }

  @Test(
    "RI-FR5, CG-RL-11: within 50 m of a tour's start the answer says so and leads to its preview")
  func startHint() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.walker())
    let tour = try fixture.publishedTour(by: guide)
    let (lat, lon) = Self.start
    // 60 m north, then 45 m.
    var reply = try fixture.report((lat + 0.00054, lon), as: walker)
    #expect(reply.json["nearestTours"]?[0]?["atStart"]?.bool == false)
    reply = try fixture.report((lat + 0.0004, lon), as: walker)
    #expect(reply.json["nearestTours"]?[0]?["atStart"]?.bool == true)
    let hinted = try #require(reply.json["nearestTours"]?[0]?["tour"]?.string)
    #expect(try fixture.call(.get, "/v1/tours/\(hinted)", as: walker).status == 200)
    #expect(hinted == tour)
    // Listed as long as one is there, also when nothing is new.
    clock(10)
    reply = try fixture.call(.post, "/v1/positions", as: walker, ["points": []])
    #expect(reply.json["nearestTours"]?[0]?["atStart"]?.bool == true)
    #expect(reply.json["nearestTours"]?[0]?["distance"] == nil)
  }

  @Test("TR-FR2.2: devices that report at the same moment make one notification, not two")
  func atOnce() throws {
    let guide = try fixture.guide()
    _ = try fixture.publishedTour(by: guide)
    let phone = try fixture.walker()
    try switchOn(phone)
    let devices = try [phone] + (0..<5).map { _ in try fixture.logIn(phone.email) }
    fixture.clock.advance(seconds: 60)
    let body: JSON = [
      "points": [
        [
          "lat": .number(Self.near.0), "lon": .number(Self.near.1),
          "at": .text("\(fixture.clock.now())"),
        ]
      ]
    ]
    concurrently(devices.count) { [fixture] number in
      let reply = try? fixture.call(.post, "/v1/positions", as: devices[number], body)
      #expect(reply?.status == 200)
    }
    #expect(try notified(phone).count == 1)
  }

  @Test("TR-FR2.2: a visit that was told of is not told of again when the memory of it is lost")
  func forgotten() throws {
    let guide = try fixture.guide()
    _ = try fixture.publishedTour(by: guide)
    let walker = try fixture.walker()
    try switchOn(walker)
    _ = try fixture.report(Self.near, as: walker)
    #expect(try notified(walker).count == 1)
    for (minutes, count) in [(5.0, 1), (40, 2)] {
      // As a restart does: nothing is remembered of the device.
      try fixture.consent(walker, false)
      try fixture.consent(walker)
      clock(minutes * 60)
      #expect(names(try fixture.report(Self.near, as: walker), "entered") == ["tourPush"])
      #expect(try notified(walker).count == count, "after \(minutes) minutes")
    }
  }

  @Test("TR-FR2.2: a long visit that goes on over a restart is not told of again, a new one is")
  func restarted() throws {
    let guide = try fixture.guide()
    _ = try fixture.publishedTour(by: guide)
    let (walker, other) = (try fixture.walker(), try fixture.walker())
    for person in [walker, other] { try switchOn(person) }
    for _ in 0..<120 { _ = try fixture.report(Self.near, as: walker) }
    #expect(try notified(walker).count == 1)
    let restarted = try APIFixture(restarting: fixture)
    for person in [walker, other] {
      #expect(names(try restarted.report(Self.near, as: person), "entered") == ["tourPush"])
      #expect(try notified(person).count == 1)
    }
    // Left and come back, without being forgotten in between.
    _ = try restarted.report(Self.far, as: walker)
    _ = try restarted.report(Self.near, as: walker)
    #expect(try notified(walker).count == 2)
    // Long after the start, whoever comes has come anew.
    clock(40 * 60)
    _ = try restarted.report(Self.near, as: other)
    #expect(try notified(other).count == 2)
  }

  @Test("TR-FR2.2: who has just walked a tour is not told of it after a restart")
  func restartedAfterAWalk() throws {
    let guide = try fixture.guide()
    let tour = try fixture.publishedTour(by: guide)
    let walker = try fixture.walker()
    try switchOn(walker)
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    _ = try fixture.report(Self.near, as: walker)
    #expect(try fixture.call(.delete, "/v1/runs/\(run)", as: walker).status == 204)
    let restarted = try APIFixture(restarting: fixture)
    _ = try restarted.report(Self.near, as: walker)
    #expect(try notified(walker).isEmpty)
  }

  @Test("UC4.8: a tour that was silent for half a day hides nothing, until it is heard of again")
  func silentRun() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.walker())
    let object = try fixture.object(of: guide)
    let tour = try fixture.publishedTour(by: guide, APIFixture.tourBody(objects: [object]))
    let instance = try fixture.place(object, by: guide, lat: 47.1410, lon: 9.5209)
    func seen() throws -> Bool {
      try fixture.call(.get, "/v1/nearby?lat=47.1410&lon=9.5208", as: walker).items
        .contains { $0["id"]?.string == instance }
    }
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    #expect(try !seen())
    clock(11 * 3600)
    // Heard of, without reaching anything: another twelve hours.
    #expect(try fixture.walk(run, as: walker, to: (47.1405, 9.5209)).status == 200)
    clock(11 * 3600)
    #expect(try !seen())
    clock(2 * 3600)
    #expect(try seen())
    #expect(try fixture.walk(run, as: walker, to: (47.1404, 9.5209)).status == 200)
    #expect(try !seen())
  }

  private func clock(_ seconds: Double) { fixture.clock.advance(seconds: seconds) }

  @Test(
    """
    UC4.10-11: positions drive the tour that is under way, by the rules of its own positions; a \
    stop that is crossed between two positions is reached too
    """)
  func arrivals() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.walker())
    let tour = try fixture.publishedTour(by: guide)
    try switchOn(walker)
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    func arrived(_ reply: Reply) -> [String] {
      reply.json["run"]?["arrived"]?.array?.compactMap { $0["title"]?.string } ?? []
    }
    #expect(arrived(try fixture.report(Self.near, as: walker)).isEmpty)
    #expect(try notified(walker).isEmpty, "of the tour that one is on")
    // 40 m before the first stop, then 40 m behind it.
    let (lat, lon) = APIFixture.stops[0]
    #expect(arrived(try fixture.report((lat + 0.00036, lon), as: walker)).isEmpty)
    let crossing = try fixture.report((lat - 0.00036, lon), as: walker)
    #expect(arrived(crossing) == ["Stop 1"])
    #expect(names(crossing, "entered").contains("stop"))
    #expect(names(crossing, "left").contains("stop"))
    #expect(crossing.json["run"]?["target"]?["title"]?.string == "Stop 2")
    #expect(arrived(try fixture.report(APIFixture.stops[1], as: walker)) == ["Stop 2"])
    let last = try fixture.report(APIFixture.stops[2], as: walker)
    #expect(arrived(last) == ["Stop 3"])
    #expect(last.json["run"]?["completed"]?.bool == true)
    #expect(
      try fixture.call(.get, "/v1/runs/\(run)", as: walker).json["state"]?.string == "completed")
    // After leaving, positions tell of no run.
    #expect(try fixture.call(.delete, "/v1/runs/\(run)", as: walker).status == 204)
    #expect(try fixture.report(Self.start, as: walker).json["run"] == nil)
  }

  @Test("UC4.8: during a tour only its objects show nearby, and no instance announces itself")
  func duringATour() throws {
    let (guide, walker, other) = (
      try fixture.guide(), try fixture.walker(), try fixture.walker()
    )
    let (object, foreign) = (try fixture.object(of: guide), try fixture.object(of: other))
    let tour = try fixture.publishedTour(by: guide, APIFixture.tourBody(objects: [object]))
    let instance = try fixture.place(foreign, by: other, lat: 47.1410, lon: 9.5209)
    let tag = try fixture.call(.get, "/v1/instances/\(instance)", as: other).tag()
    _ = try fixture.call(
      .patch, "/v1/instances/\(instance)", as: other, ["trigger": ["radius": 25]], headers: [tag])
    let target = "/v1/nearby?lat=47.1410&lon=9.5208&radius=100"
    func objects() throws -> [String] {
      try fixture.call(.get, target, as: walker).items.compactMap { $0["object"]?.string }
    }
    #expect(try objects() == [foreign])
    #expect(names(try fixture.report(Self.start, as: walker), "inside").contains("instance"))
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    #expect(try objects() == [object])
    let item = try #require(fixture.call(.get, target, as: walker).items.first)
    #expect(item["pose"]?["position"]?["lat"]?.number == 47.1410)
    #expect(item["stop"]?.string != nil && item["distance"]?.number == 0)
    #expect(!names(try fixture.report(Self.start, as: walker), "inside").contains("instance"))
    #expect(
      try fixture.call(.get, "/v1/nearby?lat=47.2&lon=9.5208&radius=100", as: walker).items.isEmpty)
    #expect(try fixture.call(.get, target, as: other).items.count == 1, "others see what they saw")
    // What is taken away is gone from the tour as well.
    #expect(try fixture.call(.delete, "/v1/objects/\(object)", as: guide).status == 204)
    #expect(try objects().isEmpty)
    #expect(try fixture.call(.delete, "/v1/runs/\(run)", as: walker).status == 204)
    #expect(try objects() == [foreign])
  }

  @Test(
    """
    UC7.post, UC7.10.1: zones of sub-realms that one is not in do not exist; nor do those of people \
    one blocks, of what was removed, and of tours that were retired
    """)
  func rights() throws {
    let (owner, member, stranger) = (
      try fixture.walker(), try fixture.walker(), try fixture.walker()
    )
    let guide = try fixture.guide()
    let realm = try fixture.group(of: owner)
    try fixture.join(member, realm, by: owner)
    let area = try fixture.call(.get, "/v1/realms/\(realm)", as: owner)
    _ = try fixture.call(
      .patch, "/v1/realms/\(realm)", as: owner,
      [
        "area": [
          "type": "Polygon",
          "coordinates": [
            [
              [9.519, 47.137], [9.523, 47.137], [9.523, 47.142], [9.519, 47.142], [9.519, 47.137],
            ]
          ],
        ]
      ], headers: [try area.tag()])
    let object = try fixture.object(of: owner)
    let placed = try fixture.call(
      .post, "/v1/instances", as: owner,
      [
        "object": .text(object), "realms": [.text(realm)], "pose": APIFixture.pose(),
        "trigger": ["radius": 20],
      ])
    let instance = try placed.require("id")
    let at = (47.1410, 9.5209)
    #expect(names(try fixture.report(at, as: stranger), "entered").isEmpty)
    #expect(names(try fixture.report(at, as: owner), "entered") == ["instance", "realmArea"])
    let seen = try fixture.report(at, as: member)
    #expect(names(seen, "entered", "instance") == [instance])
    #expect(names(seen, "entered", "realm") == [realm])
    #expect(try plan(at, as: stranger) == [])
    #expect(try plan(at, as: .nobody) == [])
    #expect(try plan((47.1416, 9.5209), as: member).contains(instance))
    // Blocked, and not.
    #expect(try fixture.call(.put, "/v1/blocks/\(owner.id)", as: member).status == 204)
    #expect(names(try fixture.report(at, as: member), "inside") == ["realmArea"])
    #expect(try !plan((47.1416, 9.5209), as: member).contains(instance))
    #expect(try fixture.call(.delete, "/v1/blocks/\(owner.id)", as: member).status == 204)
    #expect(names(try fixture.report(at, as: member), "inside") == ["instance", "realmArea"])
    // Out of the sub-realm: gone without a word.
    #expect(
      try fixture.call(.delete, "/v1/realms/\(realm)/members/\(member.id)", as: owner).status == 204
    )
    let out = try fixture.report(at, as: member)
    #expect(names(out, "inside").isEmpty && names(out, "left").isEmpty)
    // Removed.
    let tag = try fixture.call(.get, "/v1/instances/\(instance)", as: owner).tag()
    #expect(
      try fixture.call(.delete, "/v1/instances/\(instance)", as: owner, headers: [tag]).status
        == 204)
    #expect(names(try fixture.report(at, as: owner), "inside") == ["realmArea"])
    // Retired.
    let tour = try fixture.publishedTour(by: guide)
    #expect(names(try fixture.report(at, as: stranger), "inside").contains("tourArea"))
    #expect(
      try fixture.call(.delete, "/v1/tours/\(tour)/publication", as: guide).status == 204)
    let retired = try fixture.report(at, as: stranger)
    #expect(names(retired, "inside").isEmpty)
    #expect(retired.json["nearestTours"]?.array?.isEmpty == true)
  }

  @Test("UC4.10-11: areas and triggers across the antimeridian are there, and nowhere else")
  func antimeridian() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.walker())
    /// A square of so many degrees around 16° S 180°.
    func square(_ reach: Double) -> JSON {
      let (west, east) = (180 - reach, reach - 180)
      let corners = [(west, -1.0), (east, -1), (east, 1), (west, 1), (west, -1)]
      return [
        "type": "Polygon",
        "coordinates": [.list(corners.map { [.number($0.0), .number(-16 + $0.1 * reach)] })],
      ]
    }
    let tour = try fixture.publishedTour(
      by: guide,
      APIFixture.tourBody().with("area", square(0.002)).with(
        "route", ["type": "LineString", "coordinates": [[179.999, -16], [-179.999, -16]]]
      ).with(
        "stops",
        [
          [
            "title": "The line", "text": "Here a day ends.",
            "position": ["lat": -16, "lon": 180], "trigger": ["polygon": square(0.0003)],
          ]
        ]))
    let realm = try fixture.call(
      .post, "/v1/realms", as: walker,
      ["kind": "group", "name": "Dateline", "joinPolicy": "invite", "area": square(0.002)])
    #expect(realm.status == 201, "\(realm.text)")
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    #expect(names(try fixture.report((-16, 0), as: walker), "entered").isEmpty)
    let beside = try fixture.report((-16, 179.999), as: walker)
    #expect(Set(names(beside, "entered")) == ["tourPush", "tourStart", "tourArea", "realmArea"])
    #expect(beside.json["run"]?["arrived"]?.array?.isEmpty == true)
    let there = try fixture.report((-16, -179.9998), as: walker)
    #expect(names(there, "entered") == ["stop"])
    #expect(there.json["run"]?["completed"]?.bool == true)
    #expect(try fixture.call(.delete, "/v1/runs/\(run)", as: walker).status == 204)
    let check = try fixture.call(.post, "/v1/tours/\(tour)/checks", as: guide)
    #expect(check.json["count"]?.integer == 0, "\(check.text)")
  }

  private func plan(_ point: (Double, Double), as person: APIFixture.Person) throws -> [String] {
    let reply = try fixture.call(
      .get, "/v1/zones/plan?lat=\(point.0)&lon=\(point.1)", as: person)
    #expect(reply.status == 200)
    return ["armed", "inside"].flatMap { names(reply, $0, "id") }
  }
}
