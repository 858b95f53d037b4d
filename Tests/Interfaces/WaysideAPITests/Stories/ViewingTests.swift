import Access
import Base
import Geodesy
import HTTPServing
import Objects
import Presence
import Storage
import Testing
import Visibility
import WaysideAPI

@Suite("what a camera sees")
struct ViewingTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  /// A body of `POST /v1/view` at the usual place, looking to a compass heading.
  static func question(
    heading: Double = 0, realm: String = "public", lat: Double = 47.1410, lon: Double = 9.5209
  ) -> JSON {
    [
      "pose": [
        "position": ["lat": .number(lat), "lon": .number(lon), "h": 460],
        "angles": ["yaw": .number(90 - heading), "pitch": 0, "roll": 0],
      ],
      "fieldOfView": ["horizontal": 60, "vertical": 60],
      "viewport": ["width": 1000, "height": 1000], "realm": .text(realm),
    ]
  }

  private func see(_ body: JSON, as person: APIFixture.Person = .nobody) throws -> Reply {
    let reply = try fixture.call(.post, "/v1/view", as: person, body)
    #expect(reply.status == 200, "\(reply.text)")
    return reply
  }

  private func ids(_ reply: Reply) -> [String] { reply.items.compactMap { $0["id"]?.string } }

  @Test(
    "RI-FR1.1: a camera gets what is in front of it, with the place of each thing in picture and space"
  )
  func contract() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    // 50 m to the north, 40 m to the south, 2 km to the north.
    let north = try fixture.place(object, by: person, lat: 47.1410 + 50 / 111_190)
    _ = try fixture.place(object, by: person, lat: 47.1410 - 40 / 111_190)
    _ = try fixture.place(object, by: person, lat: 47.1410 + 2000 / 111_190)
    let reply = try see(Self.question())
    #expect(ids(reply) == [north])
    let item = try #require(reply.items.first)
    #expect(item["object"]?.string == object)
    #expect(abs((item["distance"]?.number ?? 0) - 50) < 0.1)
    #expect(item["bearing"]?.number.map { min($0, 360 - $0) < 0.01 } ?? false)
    #expect(abs(item["elevation"]?.number ?? 90) < 0.01)
    #expect(abs((item["enu"]?["n"]?.number ?? 0) - 50) < 0.1)
    #expect(abs((item["own"]?["position"]?["forward"]?.number ?? 0) - 50) < 0.1)
    let screen = try #require(item["screen"])
    // A cube of 1 m at 50 m, in a picture of 1000 px over 60°.
    let expected = 1000 / (2 * 50 * 0.57735)
    #expect(abs((screen["width"]?.number ?? 0) - expected) < 1, "\(reply.text)")
    #expect(abs((screen["x"]?.number ?? 0) + expected / 2 - 500) < 1)
    #expect(item["occluded"]?.number == 0)
    #expect(item["level"]?.string == "box")
    #expect(reply.json["hidden"]?["outOfView"]?.integer == 1)
    #expect(reply.json["hidden"]?["beyondRange"]?.integer == 1)
    #expect(reply.json["complete"]?.bool == true)
    #expect(reply.json["considered"]?["buildings"]?.bool == false)
    // Looking south, and as a device whose camera looks along -z.
    #expect(try see(Self.question(heading: 180)).items.count == 1)
    let half = 0.7071067811865476
    let device = Self.question().with("axes", "backwardZ").with(
      "pose",
      [
        "position": ["lat": 47.1410, "lon": 9.5209, "h": 460],
        // Right is east, up is up, so it looks north.
        "quaternion": ["x": .number(half), "y": 0, "z": 0, "w": .number(half)],
      ])
    #expect(ids(try see(device)) == [north])
    #expect(try see(Self.question()).bytes == reply.bytes, "same input, same bytes")
  }

  @Test("RI-FR1.2, CG-RL-08: of things in one line the nearer is shown, and at most 20 in all")
  func clutter() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    let near = try fixture.place(object, by: person, lat: 47.1410 + 30 / 111_190)
    let far = try fixture.place(object, by: person, lat: 47.1410 + 33 / 111_190)
    let reply = try see(Self.question())
    #expect(ids(reply) == [near])
    #expect(reply.json["hidden"]?["cluttered"]?.integer == 1)
    // What was shown before stays: 3 m of 200 m are less than the margin.
    let stays = try see(Self.question().with("previous", [.text(far)]))
    #expect(ids(stays) == [far])
    for step in 0..<25 {
      let east = Double(step - 12) * 2.2 + (step == 12 ? 1 : 0)
      _ = try fixture.place(
        object, by: person, lat: 47.1410 + 50 / 111_190, lon: 9.5209 + east / 75_800)
    }
    let many = try see(Self.question())
    #expect(many.items.count == 20)
    #expect(try see(Self.question().with("limit", 3)).items.count == 3)
    #expect(
      (many.json["hidden"]?["cluttered"]?.integer ?? 0) == 7, "\(many.text.prefix(200))")
  }

  @Test("RI-FR1.3: what grows into the picture from behind the camera is seen, and counted once")
  func growing() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    let ahead = try fixture.place(object, by: person, lat: 47.1410 + 50 / 111_190)
    let behind = try fixture.place(object, by: person, lat: 47.1410 - 20 / 111_190)
    let path = "/v1/instances/\(behind)"
    for (scale, isSeen) in [(1.0, false), (1.0, false), (100, true), (2, false), (90, true)] {
      let tag = try fixture.call(.get, path, as: person).tag()
      let grown = try fixture.call(
        .patch, path, as: person, ["scale": .number(scale)], headers: [tag])
      #expect(grown.status == 200, "\(grown.text)")
      for _ in 0..<2 {
        let reply = try see(Self.question())
        // The one that stands around the camera covers the other.
        #expect(ids(reply) == (isSeen ? [behind] : [ahead]), "scale \(scale)")
        #expect(reply.json["hidden"]?["cluttered"]?.integer == (isSeen ? 1 : 0))
        #expect(reply.json["hidden"]?["outOfView"]?.integer == (isSeen ? 0 : 1))
        #expect(reply.json["hidden"]?["beyondRange"]?.integer == 0)
      }
    }
  }

  @Test("what a blocked person has placed is not in view, cell and nearby, for the blocker alone")
  func blocked() throws {
    let (author, viewer) = (try fixture.person(), try fixture.person())
    let object = try fixture.object(of: author)
    let own = try fixture.object(of: viewer)
    let lat = 47.1410 + 30 / 111_190.0
    let theirs = try fixture.place(object, by: author, lat: lat, lon: 9.5208)
    let mine = try fixture.place(own, by: viewer, lat: lat, lon: 9.5210)
    let cell = "/v1/view/cell?lat=47.141&lon=9.5209&radius=300"
    let nearby = "/v1/nearby?lat=47.141&lon=9.5209&radius=300&limit=1"
    let before = try fixture.call(.get, cell, as: viewer)
    let sequence = try #require(before.json["sequence"]?.integer)
    let tag = try #require(before["ETag"])
    #expect(Set(ids(before)) == [theirs, mine])
    let block = "/v1/blocks/\(author.id)"
    #expect(try fixture.call(.put, block, as: viewer).status == 204)
    #expect(ids(try see(Self.question(), as: viewer)) == [mine])
    #expect(ids(try fixture.call(.get, nearby, as: viewer)) == [mine])
    // What the device knows from before is of no use.
    let after = try fixture.call(
      .get, cell + "&since=\(sequence)", as: viewer, headers: [("If-None-Match", tag)])
    #expect(after.status == 200 && after.json["complete"]?.bool == true)
    #expect(ids(after) == [mine])
    // What is placed later is hidden as well, what is taken away stays away.
    let later = try fixture.place(object, by: author, lat: lat, lon: 9.5207)
    #expect(ids(try fixture.call(.get, nearby, as: viewer)) == [mine])
    #expect(ids(try fixture.call(.get, nearby + "0", as: author)).contains(later))
    let tag2 = try fixture.call(.get, "/v1/instances/\(later)", as: author).tag()
    #expect(
      try fixture.call(.delete, "/v1/instances/\(later)", as: author, headers: [tag2]).status
        == 204)
    for other in [author, .nobody] {
      #expect(Set(ids(try see(Self.question(), as: other))) == [theirs, mine])
      #expect(Set(ids(try fixture.call(.get, cell, as: other))) == [theirs, mine])
    }
    #expect(try fixture.call(.delete, block, as: viewer).status == 204)
    #expect(Set(ids(try see(Self.question(), as: viewer))) == [theirs, mine])
    let again = try fixture.call(
      .get, cell, as: viewer, headers: [("If-None-Match", try #require(after["ETag"]))])
    #expect(again.status == 200 && Set(ids(again)) == [theirs, mine])
  }

  @Test("blocks are known again after a start, and end with the accounts they are between")
  func blocksLast() throws {
    let (author, viewer) = (try fixture.person(), try fixture.person())
    let object = try fixture.object(of: author)
    let theirs = try fixture.place(
      object, by: author, lat: 47.1410 + 30 / 111_190.0, lon: 9.5208)
    #expect(try fixture.call(.put, "/v1/blocks/\(author.id)", as: viewer).status == 204)
    let started = HiddenInstances()
    let store = fixture.services.platform.store
    try store.read { try started.fill(in: $0) }
    let (hidden, id) = (try #require(EntityID(theirs)), try #require(EntityID(viewer.id)))
    #expect(started.selection(for: id).filter?(hidden) == true)
    #expect(started.selection(for: EntityID(author.id)).filter == nil)
    #expect(started.selection(for: nil).filter == nil)
    let password: JSON = ["password": .text(APIFixture.password)]
    #expect(try fixture.call(.delete, "/v1/me", as: viewer, password).status == 204)
    let changes = try store.changes(after: 0).suffix(20)
    try store.read { try started.apply(Array(changes), in: $0) }
    #expect(started.selection(for: id).filter == nil)
  }

  @Test("RI-FR2, UC7.post: the selected sub-realm decides what a camera sees; others are as absent")
  func selection() throws {
    let (owner, stranger) = (try fixture.person(), try fixture.person())
    let realm = try fixture.group(of: owner)
    let object = try fixture.object(of: owner)
    let lat = 47.1410 + 30 / 111_190.0
    let inGroup = try fixture.place(object, by: owner, in: realm, lat: lat)
    let inPublic = try fixture.place(object, by: owner, lat: lat)
    #expect(ids(try see(Self.question(realm: realm), as: owner)) == [inGroup])
    #expect(ids(try see(Self.question(), as: owner)) == [inPublic])
    #expect(ids(try see(Self.question())) == [inPublic])
    let nothing = fixture.services.platform.ids.next().description
    for person in [stranger, .nobody] {
      for path in ["/v1/view", "/v1/view/cell?lat=47.141&lon=9.5209&radius=100&realm="] {
        func ask(_ realm: String) throws -> (Int, String) {
          let reply =
            path.hasSuffix("=")
            ? try fixture.call(.get, path + realm, as: person)
            : try fixture.call(.post, path, as: person, Self.question(realm: realm))
          return (reply.status, try reply.require("detail"))
        }
        let (hidden, absent) = (try ask(realm), try ask(nothing))
        #expect(hidden == absent)
        #expect(hidden.0 == 404)
      }
    }
    // What others place where one may not look changes nothing in one's answers.
    let before = try see(Self.question(), as: stranger).bytes
    _ = try fixture.place(object, by: owner, in: realm, lat: lat)
    #expect(try see(Self.question(), as: stranger).bytes == before)
    // What is deleted is gone at once.
    let deleted = try fixture.call(
      .delete, "/v1/instances/\(inPublic)", as: owner, headers: [("If-Match", "*")])
    #expect(deleted.status == 204)
    #expect(ids(try see(Self.question())).isEmpty)
  }

  @Test("a removed instance is out of every view and cell at once")
  func removed() throws {
    let (owner, visitor, admin) = (
      try fixture.person(), try fixture.person(), try fixture.admin()
    )
    let instance = try fixture.place(
      try fixture.object(of: owner), by: owner, lat: 47.1410 + 30 / 111_190)
    let cell = "/v1/view/cell?lat=47.141&lon=9.5209&radius=500"
    let first = try fixture.call(.get, cell)
    #expect(ids(first) == [instance])
    let report = try fixture.call(
      .post, "/v1/reports", as: visitor,
      ["subject": ["kind": "instance", "id": .text(instance)], "reason": "offensive"])
    _ = try fixture.call(
      .post, "/v1/admin/reports/\(report.require("id"))/decision", as: admin,
      ["decision": "remove", "reason": "It does not belong here."])
    for person in [owner, visitor, .nobody] {
      #expect(ids(try see(Self.question(), as: person)).isEmpty)
    }
    let since = try #require(first.json["sequence"]?.integer)
    let next = try fixture.call(.get, cell + "&since=\(since)")
    #expect(next.json["removed"]?.array?.compactMap(\.string) == [instance])
  }

  @Test("UC4.8, UC4.10-11: on a tour only its objects show, those of the target before all others")
  func tour() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.person())
    let object = try fixture.object(of: guide)
    let placed = try fixture.place(object, by: guide, lat: 47.1410 + 10 / 111_190)
    let tour = try fixture.publishedTour(by: guide, APIFixture.tourBody(objects: [object]))
    // 30 m south of the first stop, looking north.
    let stop = APIFixture.stops[0]
    let body = Self.question(lat: stop.0 - 30 / 111_190, lon: stop.1).with("tour", .text(tour))
    #expect(ids(try see(body, as: walker)) == [placed], "nobody is on the tour yet")
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    let seen = try see(body, as: walker)
    #expect(seen.items.count == 1)
    #expect(seen.items.first?["object"]?.string == object)
    #expect(seen.items.first?["target"]?.bool == true)
    #expect(!ids(seen).contains(placed))
    // Which tour it is that one is on need not be said, but then nothing comes before the rest.
    let unsaid = try see(body.without("tour"), as: walker)
    #expect(ids(unsaid) == ids(seen))
    #expect(unsaid.items.first?["target"]?.bool == false)
    let cell = try fixture.call(
      .get, "/v1/view/cell?lat=47.141&lon=9.5209&radius=500", as: walker)
    #expect(cell.json["complete"]?.bool == true && cell.json["sequence"] == nil)
    #expect(ids(cell) == ids(seen))
    #expect(ids(try see(body)) == [placed], "others are not on it")
    // At the stop; then the next one is the target.
    _ = try fixture.walk(run, as: walker, to: stop)
    #expect(try see(body, as: walker).items.first?["target"]?.bool == false)
    #expect(try fixture.call(.delete, "/v1/runs/\(run)", as: walker).status == 204)
    #expect(ids(try see(body, as: walker)) == [placed])
  }

  @Test("bad cameras are refused with their places, and never trapped on")
  func badInput() throws {
    let good = Self.question()
    func pose(_ lat: JSON, w: JSON = 1) -> JSON {
      [
        "position": ["lat": lat, "lon": 9, "h": 0],
        "quaternion": ["x": 0, "y": 0, "z": 0, "w": w],
      ]
    }
    let cases: [(JSON, Int, String)] = [
      (.raw("{\"range\":NaN}"), 400, ""), (.raw("[]"), 422, ""),
      (good.without("pose"), 422, "/pose"), (good.without("realm"), 422, "/realm"),
      (good.without("fieldOfView"), 422, "/fieldOfView"),
      (good.without("viewport"), 422, "/viewport"),
      (good.with("realm", "everywhere"), 422, "/realm"),
      (good.with("pose", pose(91)), 422, "/pose/position/lat"),
      (good.with("pose", pose(47, w: 0)), 422, "/pose/quaternion"),
      (
        good.with("fieldOfView", ["horizontal": 0, "vertical": 60]), 422,
        "/fieldOfView/horizontal"
      ),
      (
        good.with("fieldOfView", ["horizontal": 60, "vertical": 180]), 422,
        "/fieldOfView/vertical"
      ),
      (
        good.with("fieldOfView", ["horizontal": -1, "vertical": 60]), 422,
        "/fieldOfView/horizontal"
      ),
      (good.with("viewport", ["width": 0, "height": 10]), 422, "/viewport/width"),
      (good.with("viewport", ["width": 1.5, "height": 10]), 422, "/viewport/width"),
      (good.with("range", 0), 422, "/range"), (good.with("range", 5001), 422, "/range"),
      (good.with("limit", 0), 422, "/limit"), (good.with("limit", 201), 422, "/limit"),
      (good.with("aboveGround", -1), 422, "/aboveGround"),
      (good.with("axes", "sideways"), 422, "/axes"), (good.with("tour", "x"), 422, "/tour"),
      (good.with("previous", ["x"]), 422, "/previous/0"), (good.with("zoom", 2), 422, "/zoom"),
      (
        good.with(
          "previous",
          .list(
            Array(
              repeating: .text(fixture.services.platform.ids.next().description), count: 1001))),
        422, "/previous"
      ),
    ]
    for (body, status, pointer) in cases {
      let reply = try fixture.call(.post, "/v1/view", body)
      #expect(reply.status == status, "\(pointer): \(reply.text)")
      if !pointer.isEmpty { #expect(reply.pointers == [pointer], "\(pointer): \(reply.text)") }
    }
    for query in [
      "lat=47&lon=9", "lat=47&lon=9&radius=5001", "lat=47&lon=9&radius=-1",
      "lat=91&lon=9&radius=1", "lat=47&lon=9&radius=1&since=-1", "lat=47&lon=9&radius=NaN",
      "lat=47&lon=9&radius=1&since=99999999999999999999",
    ] {
      #expect(try fixture.call(.get, "/v1/view/cell?" + query).status == 400, "\(query)")
    }
    // Poles, the antimeridian, extreme angles and heights are fine.
    for (lat, lon) in [(90.0, 0.0), (-90, 123), (0, 180), (0, -180), (89.9999, 45)] {
      for angle in [1e-9, 60, 179.999999] {
        _ = try see(
          Self.question(lat: lat, lon: lon).with(
            "fieldOfView", ["horizontal": .number(angle), "vertical": .number(angle)]))
      }
    }
    #expect(fixture.faults.current.isEmpty)
  }

  @Test("houses hide what is behind them, where a map is imported")
  func buildings() throws {
    // A wall from west to east, 20 m to the north of the camera, 10 m high.
    struct House: SightObstacleSource {
      let walls: Walls

      init() throws {
        let south = 47.1410 + 20 / 111_190.0
        let north = south + 5 / 111_190.0
        let ring = [(9.5204, south), (9.5214, south), (9.5214, north), (9.5204, north)]
        walls = try Walls(
          [
            Building(validating: [ring.map { LonLat(lon: $0.0, lat: $0.1) }], top: 10)
          ], datum: .ground)
      }

      func obstacles(around position: LonLat) -> SightObstacles { SightObstacles(walls: walls) }
    }
    let fixture = try APIFixture(obstacles: House())
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    let inFront = try fixture.place(
      object, by: person, lat: 47.1410 + 15 / 111_190, lon: 9.5209 + 3 / 75_800)
    _ = try fixture.place(object, by: person, lat: 47.1410 + 60 / 111_190)
    let reply = try fixture.call(.post, "/v1/view", Self.question())
    #expect(reply.items.compactMap { $0["id"]?.string } == [inFront])
    #expect(reply.json["hidden"]?["occluded"]?.integer == 1)
    #expect(reply.json["considered"]?["buildings"]?.bool == true)
    // From a tower of 60 m one sees over the house; its ground is where it always was.
    let above = Self.question().with("aboveGround", 60).with(
      "pose",
      [
        "position": ["lat": 47.1410, "lon": 9.5209, "h": 518.4],
        "angles": ["yaw": 90, "pitch": 45, "roll": 0],
      ])
    let over = try fixture.call(.post, "/v1/view", above)
    #expect(over.json["hidden"]?["occluded"]?.integer == 0, "\(over.text)")
  }

  @Test("a camera's height may be left out where the ground is known")
  func heightFromGround() throws {
    struct Plain: SightObstacleSource {
      let ground: HeightGrid

      init() throws {
        ground = try HeightGrid(
          southWest: LonLat(lon: 9.5, lat: 47.1), step: 0.1, columns: 2, rows: 2,
          heights: [458, 458, 458, 458])
      }

      func obstacles(around position: LonLat) -> SightObstacles {
        SightObstacles(terrain: position.lat < 47.2 ? ground : nil)
      }
    }
    let fixture = try APIFixture(obstacles: Plain())
    let person = try fixture.person()
    let id = try fixture.place(
      fixture.object(of: person), by: person, lat: 47.1410 + 50 / 111_190)
    func ask(_ lat: Double, above: Double?, h: Double? = nil) throws -> Reply {
      var position: JSON = ["lat": .number(lat), "lon": 9.5209]
      if let h { position = position.with("h", .number(h)) }
      let question = Self.question().with(
        "pose",
        ["position": position, "angles": ["yaw": 90, "pitch": 0, "roll": 0]])
      return try fixture.call(
        .post, "/v1/view", above.map { question.with("aboveGround", .number($0)) } ?? question)
    }
    let without = try ask(47.1410, above: 2)
    #expect(ids(without) == [id], "\(without.text)")
    #expect(without.json == (try ask(47.1410, above: 2, h: 460)).json)
    for reply in [try ask(47.25, above: 2), try ask(47.1410, above: nil)] {
      #expect(reply.status == 422)
      #expect(reply.pointers.first?.hasPrefix("/pose") == true, "\(reply.text)")
    }
  }

  @Test("the budget of views is announced")
  func limits() throws {
    let fixture = try APIFixture(limits: true)
    let reply = try fixture.call(.post, "/v1/view", Self.question())
    #expect(reply["RateLimit-Policy"] == "\"view\";q=3000;w=300")
  }
}
